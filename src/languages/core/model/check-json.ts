import type { Node } from "jsonc-parser";
import type { Span } from "../text/span.ts";

/** Subset of JSON Schema that the schema of model files uses. */
interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly minLength?: number;
  readonly minItems?: number;
  readonly format?: string;
  readonly items?: JsonSchema;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly additionalProperties?: boolean | JsonSchema;
}

export interface JsonSchemaViolation extends Span {
  readonly message: string;
}

/** Returns the violations of a JSON schema by a JSON tree, in text order. At most one is returned for each value. */
export function findSchemaViolations(node: Node, schema: JsonSchema): JsonSchemaViolation[] {
  const wrong = wrongValue(node, schema);
  if (wrong !== undefined) {
    return [{ ...nodeSpanOf(node), message: wrong }];
  }
  if (node.type === "array" && schema.items) {
    const { items } = schema;
    return (node.children ?? []).flatMap((child) => findSchemaViolations(child, items));
  }
  return node.type === "object" ? checkFields(node, schema) : [];
}

export function nodeSpanOf({ offset, length }: Node): Span {
  return { start: offset, end: offset + length };
}

function wrongValue(node: Node, schema: JsonSchema): string | undefined {
  const types = typeof schema.type === "string" ? [schema.type] : schema.type;
  if (types && !types.includes(node.type)) {
    return `This is ${article(node.type)}; ${types.map(article).join(" or ")} is expected.`;
  }
  const { value } = node;
  const allowed = schema.const === undefined ? schema.enum : [schema.const];
  if (allowed && !allowed.includes(value)) {
    return `This may be ${allowed.map((one) => JSON.stringify(one)).join(", ")}.`;
  }
  if (typeof value === "string" && value.length < (schema.minLength ?? 0)) {
    return "This must not be empty.";
  }
  if (node.type === "array" && (node.children?.length ?? 0) < (schema.minItems ?? 0)) {
    return "This must not be empty.";
  }
  if (schema.format === "date-time" && typeof value === "string" && Number.isNaN(Date.parse(value))) {
    return "Not a date and time; write it like 2024-01-31T00:00:00.000Z.";
  }
  return undefined;
}

function checkFields(
  node: Node,
  { required = [], properties = {}, additionalProperties }: JsonSchema,
): JsonSchemaViolation[] {
  const faults: JsonSchemaViolation[] = [];
  const seen = new Set<string>();
  for (const { children: [key, value] = [] } of node.children ?? []) {
    if (!key) {
      continue;
    }
    const name = String(key.value);
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (seen.has(name)) {
      faults.push({ ...nodeSpanOf(key), message: `"${name}" appears twice here.` });
    } else if (!known && additionalProperties === false) {
      const message = `There is no field "${name}" here; there are ${Object.keys(properties).join(", ")}.`;
      faults.push({ ...nodeSpanOf(key), message });
    } else if (value) {
      const schema = known ?? (typeof additionalProperties === "object" ? additionalProperties : {});
      faults.push(...findSchemaViolations(value, schema));
    }
    seen.add(name);
  }
  const missing = required.filter((name) => !seen.has(name));
  if (missing.length > 0) {
    const start = node.offset;
    faults.push({
      start,
      end: start + 1,
      message: `The field ${missing.map((name) => `"${name}"`).join(", ")} is missing.`,
    });
  }
  return faults;
}

function article(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : type === "null" ? type : `a ${type}`;
}

import { isObject, type JsonSchema, resolveSchema, schemasOfField } from "./json-schema.ts";

/**
 * The value without the fields that are null and may be left out, at any depth: callers write null for what is not there.
 * Only fields that the schema names count, so null stays where any value may stand, as in the rows of a JSON batch, and
 * where the schema takes it.
 */
export function withoutOptionalNulls(schema: JsonSchema, value: unknown): unknown {
  return prune(schema, value, {});
}

function prune(given: JsonSchema, value: unknown, definitions: Readonly<Record<string, JsonSchema>>): unknown {
  const { schema, definitions: known } = resolveSchema(given, definitions);
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const pruned = branches.reduce<unknown>((inner, branch) => prune(branch, inner, known), value);
  if (Array.isArray(pruned)) {
    const { items } = schema;
    return items ? pruned.map((item) => prune(items, item, known)) : pruned;
  }
  if (!isObject(pruned)) {
    return pruned;
  }
  if (!schema.properties && !schema.patternProperties) {
    return pruned;
  }
  const { properties = {}, required = [] } = schema;
  const kept: [string, unknown][] = [];
  for (const [name, field] of Object.entries(pruned)) {
    const parts = schemasOfField(schema, name);
    const isOptional = Object.hasOwn(properties, name) && !required.includes(name);
    if (field !== null || !isOptional || parts.every((part) => takesNull(part, known))) {
      kept.push([name, parts.reduce<unknown>((inner, part) => prune(part, inner, known), field)]);
    }
  }
  return Object.fromEntries(kept);
}

function takesNull(given: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): boolean {
  const { schema, definitions: known } = resolveSchema(given, definitions);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (schema.type === undefined && alternatives) {
    return alternatives.some((alternative) => takesNull(alternative, known));
  }
  const isOpen =
    schema.type === undefined && schema.const === undefined && schema.enum === undefined && !schema.properties;
  return isOpen || schema.const === null || [schema.type].flat().includes("null");
}

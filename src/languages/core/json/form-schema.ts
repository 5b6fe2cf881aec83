import { getLocation } from "jsonc-parser";
import type { Span } from "../text/span.ts";

/** Subset of JSON Schema that our JSON files use. */
export interface FormSchema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  /** Description of each value of `enum`, in the same order. */
  readonly enumDescriptions?: readonly string[];
  readonly format?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxProperties?: number;
  readonly items?: FormSchema;
  readonly anyOf?: readonly FormSchema[];
  /** TypeBox writes `undefined` where no field is required. */
  readonly required?: readonly string[] | undefined;
  readonly properties?: Readonly<Record<string, FormSchema>>;
  /** For an object with arbitrary field names: one entry whose schema holds for all of them. */
  readonly patternProperties?: Readonly<Record<string, FormSchema>>;
  readonly additionalProperties?: boolean | FormSchema;
}

type JsonPath = readonly (string | number)[];

/** Schema of the value at a path; undefined where the schema has no such path. */
export function schemaAt(schema: FormSchema, path: JsonPath): FormSchema | undefined {
  const [step, ...rest] = path;
  if (step === undefined) {
    return schema;
  }
  for (const choice of schema.anyOf ?? [schema]) {
    const next = typeof step === "number" ? choice.items : fieldSchema(choice, step);
    const found = next && schemaAt(next, rest);
    if (found) {
      return found;
    }
  }
  return undefined;
}

export function fieldSchema(
  { properties = {}, patternProperties = {} }: FormSchema,
  name: string,
): FormSchema | undefined {
  return Object.hasOwn(properties, name) ? properties[name] : Object.values(patternProperties)[0];
}

export interface JsonHover extends Span {
  readonly markdown: string;
}

/** Hover with the schema's description of the field at an offset. */
export function hoverField(text: string, offset: number, schema: FormSchema): JsonHover | undefined {
  const { path, isAtPropertyKey, previousNode } = getLocation(text, offset);
  if (!isAtPropertyKey || !previousNode) {
    return undefined;
  }
  const { offset: start, length } = previousNode;
  const description = schemaAt(schema, path)?.description;
  return description && start <= offset
    ? { markdown: description, start, end: Math.min(start + length, text.length) }
    : undefined;
}

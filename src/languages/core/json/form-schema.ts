import { getLocation } from "jsonc-parser";
import type { Span } from "../text/span.ts";

/** The part of JSON schema that the forms of our JSON files need. */
export interface FormSchema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  /** What each word of `enum` means, in its order. */
  readonly enumDescriptions?: readonly string[];
  readonly format?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxProperties?: number;
  readonly items?: FormSchema;
  readonly anyOf?: readonly FormSchema[];
  /** TypeBox sets it to nothing where no field is required. */
  readonly required?: readonly string[] | undefined;
  readonly properties?: Readonly<Record<string, FormSchema>>;
  /** Of an object with names of any kind: one row, for all of them. */
  readonly patternProperties?: Readonly<Record<string, FormSchema>>;
  readonly additionalProperties?: boolean | FormSchema;
}

type JsonPath = readonly (string | number)[];

/** The schema of what stands at a path; nothing when the schema has no such place. */
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

/** What the field at a place means, by its schema. */
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

import { getLocation } from "jsonc-parser";
import type { Span } from "../text/span.ts";

/** Subset of JSON Schema that the extension's JSON file formats use. */
export interface FormSchema {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly enum?: readonly unknown[];
  /** Descriptions of the values in `enum`, in the same order. */
  readonly enumDescriptions?: readonly string[];
  readonly format?: string;
  readonly minLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxProperties?: number;
  readonly items?: FormSchema;
  readonly anyOf?: readonly FormSchema[];
  /** Names of the required fields. Undefined where no field is required, because TypeBox writes it that way. */
  readonly required?: readonly string[] | undefined;
  readonly properties?: Readonly<Record<string, FormSchema>>;
  /**
   * Schema of all field values of an object with arbitrary field names. Contains exactly one entry, a pattern for the
   * names.
   */
  readonly patternProperties?: Readonly<Record<string, FormSchema>>;
  readonly additionalProperties?: boolean | FormSchema;
}

type JsonPath = readonly (string | number)[];

/** Returns the schema that applies to the value at a JSON path. Undefined if the schema does not define that path. */
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

/** Returns the hover for the JSON field at an offset: the field's description from the schema. */
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

import { isRecord } from "../../../base/guards.ts";
import type { JsonFileSchema } from "./form-schema.ts";

/**
 * JSON schema keywords that the language server validates with its own messages. They are removed from the schema for
 * the editor, which would otherwise report the same problems again.
 */
const checkedByServer: ReadonlySet<string> = new Set([
  "title",
  "description",
  "enum",
  "enumDescriptions",
  "required",
  "additionalProperties",
  "patternProperties",
  "minProperties",
  "maxProperties",
  "minLength",
  "minItems",
  "minimum",
  "maximum",
  "format",
]);

/** Value snippets by the JSON schema they belong to, in the format of VS Code's `defaultSnippets`. */
type Snippets = ReadonlyMap<object, readonly unknown[]>;

/**
 * Returns the JSON schema that an editor uses to complete fields and values. It lacks the keywords that the language
 * server validates itself.
 */
export function createEditorSchema(form: JsonFileSchema, description: string, snippets: Snippets = new Map()): unknown {
  return { $schema: "http://json-schema.org/draft-07/schema#", description, ...withoutChecks(form, snippets) };
}

function withoutChecks(schema: JsonFileSchema, snippets: Snippets): object {
  const kept = Object.entries(schema)
    .filter(([name]) => !checkedByServer.has(name))
    .map(([name, value]): [string, unknown] => [
      name,
      name === "properties" ? fieldsOf(value, snippets) : nested(value, snippets),
    ]);
  const offered = snippets.get(schema) ?? wordsOf(schema);
  return Object.fromEntries(offered ? [...kept, ["defaultSnippets", offered]] : kept);
}

function wordsOf({ enum: words, enumDescriptions = [] }: JsonFileSchema): readonly unknown[] | undefined {
  return words?.map((body, index) => ({ label: String(body), description: enumDescriptions[index], body }));
}

/**
 * Converts the schemas of an object's fields. A field that has the name of a removed schema keyword, such as `format`,
 * is kept.
 */
function fieldsOf(properties: object, snippets: Snippets): object {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, nested(schema, snippets)]));
}

function nested(value: unknown, snippets: Snippets): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => nested(item, snippets));
  }
  return isRecord(value) ? withoutChecks(value, snippets) : value;
}

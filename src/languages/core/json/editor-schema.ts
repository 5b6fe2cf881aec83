import { isRecord } from "../../../base/guards.ts";
import type { FormSchema } from "./form-schema.ts";

/**
 * Schema keywords that the language server checks itself, with better messages; the editor's JSON support would report
 * them a second time.
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

/** Snippets that an editor offers for the values of a schema, in VS Code's `defaultSnippets` format. */
type Snippets = ReadonlyMap<object, readonly unknown[]>;

/**
 * JSON schema for the editor's completion of fields and values, without the keywords that the language server checks.
 */
export function editorSchemaOf(form: FormSchema, description: string, snippets: Snippets = new Map()): unknown {
  return { $schema: "http://json-schema.org/draft-07/schema#", description, ...withoutChecks(form, snippets) };
}

function withoutChecks(schema: FormSchema, snippets: Snippets): object {
  const kept = Object.entries(schema)
    .filter(([name]) => !checkedByServer.has(name))
    .map(([name, value]): [string, unknown] => [
      name,
      name === "properties" ? fieldsOf(value, snippets) : nested(value, snippets),
    ]);
  const offered = snippets.get(schema) ?? wordsOf(schema);
  return Object.fromEntries(offered ? [...kept, ["defaultSnippets", offered]] : kept);
}

function wordsOf({ enum: words, enumDescriptions = [] }: FormSchema): readonly unknown[] | undefined {
  return words?.map((body, index) => ({ label: String(body), description: enumDescriptions[index], body }));
}

/** Handled apart from keywords, since a field may be called `format`. */
function fieldsOf(properties: object, snippets: Snippets): object {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, nested(schema, snippets)]));
}

function nested(value: unknown, snippets: Snippets): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => nested(item, snippets));
  }
  return isRecord(value) ? withoutChecks(value, snippets) : value;
}

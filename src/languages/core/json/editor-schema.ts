import { isRecord } from "../../../base/guards.ts";
import type { FormSchema } from "./form-schema.ts";

/** Left to the language server, which says it with a way out: an editor that has both would say it twice. */
const saidByServer: ReadonlySet<string> = new Set([
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

/** What an editor may insert for a value of a schema, in the form of VS Code's `defaultSnippets`. */
type Snippets = ReadonlyMap<object, readonly unknown[]>;

/** The JSON schema that editors offer fields and values from, without what the language server says itself. */
export function editorSchemaOf(form: FormSchema, description: string, snippets: Snippets = new Map()): unknown {
  return { $schema: "http://json-schema.org/draft-07/schema#", description, ...withoutChecks(form, snippets) };
}

function withoutChecks(schema: FormSchema, snippets: Snippets): object {
  const kept = Object.entries(schema)
    .filter(([name]) => !saidByServer.has(name))
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

/** Names of fields are no keywords: a field may be called `format`. */
function fieldsOf(properties: object, snippets: Snippets): object {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, nested(schema, snippets)]));
}

function nested(value: unknown, snippets: Snippets): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => nested(item, snippets));
  }
  return isRecord(value) ? withoutChecks(value, snippets) : value;
}

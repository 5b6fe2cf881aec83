import { Action, JobFile } from "./job-file-schema.ts";
import type { FormSchema } from "./schema-path.ts";

/** Left to the language server, which says it with a way out: an editor that has both would say it twice. */
const saidByServer: ReadonlySet<string> = new Set([
  "title",
  "description",
  "required",
  "additionalProperties",
  "patternProperties",
  "minProperties",
  "maxProperties",
  "minLength",
  "minItems",
  "minimum",
  "format",
]);

/** What an action starts as, for the editor to fill in. */
const bodies: Readonly<Record<string, unknown>> = {
  query: { query: "$1" },
  upsert: { source: "$1", target: "$2", keys: ["$3"] },
  replace: { source: "$1", target: "$2" },
  setMetadata: { table: "$1", metadata: { $2: "$3" } },
  reset: { table: "$1", asOfTimestamp: "$2" },
};

/** The JSON schema that editors offer fields and values from; committed as `media/sqljob.schema.json`. */
export function editorSchema(): unknown {
  const schemas: Readonly<Record<string, FormSchema>> = Action.properties;
  const actions = Object.entries(schemas).map(([label, { description }]) => ({
    label,
    description,
    body: { [label]: bodies[label] ?? {} },
  }));
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    description: "A SQL job on table sources, with the files that it takes and gives.",
    ...withoutChecks(JobFile, actions),
  };
}

function withoutChecks(schema: object, actions: readonly unknown[]): object {
  const kept = Object.entries(schema)
    .filter(([name]) => !saidByServer.has(name))
    .map(([name, value]): [string, unknown] => [
      name,
      name === "properties" ? fieldsOf(value, actions) : nested(value, actions),
    ]);
  const isAction = schema === Action;
  return Object.fromEntries(isAction ? [...kept, ["defaultSnippets", actions]] : kept);
}

/** Names of fields are no keywords: a field may be called `format`. */
function fieldsOf(properties: object, actions: readonly unknown[]): object {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, nested(schema, actions)]));
}

function nested(value: unknown, actions: readonly unknown[]): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => nested(item, actions));
  }
  return typeof value === "object" && value !== null ? withoutChecks(value, actions) : value;
}

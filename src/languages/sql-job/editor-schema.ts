import { createEditorSchema } from "../core/json/editor-schema.ts";
import type { JsonFileSchema } from "../core/json/form-schema.ts";
import { JobFile, JobFileAction } from "./job-file-schema.ts";

/** Snippets for the initial content of a job's actions, by kind of action. */
const bodies: Readonly<Record<string, unknown>> = {
  query: { query: "$1" },
  upsert: { source: "$1", target: "$2", keys: ["$3"] },
  replace: { source: "$1", target: "$2" },
  setMetadata: { table: "$1", metadata: { $2: "$3" } },
  reset: { table: "$1", asOfTimestamp: "$2" },
};

/**
 * Returns the JSON schema that editors use for completion in job files. It is committed as `media/sqljob.schema.json`.
 */
export function createSqlJobJsonSchema(): unknown {
  const schemas: Readonly<Record<string, JsonFileSchema>> = JobFileAction.properties;
  const actions = Object.entries(schemas).map(([label, { description }]) => ({
    label,
    description,
    body: { [label]: bodies[label] ?? {} },
  }));
  const description = "A SQL job on table sources, with the files that it takes and gives.";
  return createEditorSchema(JobFile, description, new Map([[JobFileAction, actions]]));
}

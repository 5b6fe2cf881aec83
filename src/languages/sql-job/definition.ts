import type { JsonDefinitionTarget } from "../core/json/json-answers.ts";
import type { JobScope } from "./job-scope.ts";
import { findJobInput, parseJobFile } from "./read-job.ts";
import { findTableUses } from "./table-names.ts";

/** Returns the definition of the table or input whose name is at an offset of a job file, outside of SQL. */
export async function findJobTableDefinition(
  text: string,
  offset: number,
  { tables }: Pick<JobScope, "tables">,
): Promise<JsonDefinitionTarget | undefined> {
  const job = parseJobFile(text);
  const use = findTableUses(job).find(({ start, end }) => start <= offset && offset <= end);
  if (!use) {
    return undefined;
  }
  const origin = { start: use.start, end: use.end };
  const name = use.role === "source" ? findJobInput(job, use.text)?.name : undefined;
  if (name) {
    return { kind: "text", target: { start: name.start, end: name.end }, origin };
  }
  const found = (await tables.find([use.text.toLowerCase()])).tables;
  const table = found.find(({ id, objectName }) =>
    use.role === "id" ? id === use.text : objectName.toLowerCase() === use.text.toLowerCase(),
  );
  return table && { kind: "tableSource", table, origin };
}

import type { Node } from "jsonc-parser";
import { JsonString } from "../core/json/json-string.ts";
import { jsonSpanOf, jsonValueAt } from "../core/json/json-tree.ts";
import type { JobAction, ParsedJobFile } from "./read-job.ts";

/** SQL of a job's action that is written in the job file itself, not in a separate file. */
export interface JobSql {
  readonly action: JobAction;
  readonly node: Node;
  readonly string: JsonString;
}

/** Returns all SQL texts written in a job file, in text order. */
export function embeddedSqlOf({ text, actions }: Pick<ParsedJobFile, "text" | "actions">): JobSql[] {
  return actions.flatMap((action) => {
    const node = jsonValueAt(action.node, "query", "query");
    return node?.type === "string" ? [{ action, node, string: JsonString.read(text, jsonSpanOf(node)) }] : [];
  });
}

/** Returns the SQL text at an offset of a job file. Undefined if the offset is not within SQL. */
export function jobSqlAt(job: Pick<ParsedJobFile, "text" | "actions">, offset: number): JobSql | undefined {
  return embeddedSqlOf(job).find(({ string }) => string.containsFileOffset(offset));
}

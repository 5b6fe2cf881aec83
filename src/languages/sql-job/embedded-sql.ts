import type { Node } from "jsonc-parser";
import { JsonString } from "../core/json/json-string.ts";
import { spanOf, valueAt } from "../core/json/json-tree.ts";
import type { JobAction, ReadJob } from "./read-job.ts";

/** SQL of a job's action that is written in the job file itself, not in a separate file. */
export interface JobSql {
  readonly action: JobAction;
  readonly node: Node;
  readonly string: JsonString;
}

/** Returns all SQL texts written in a job file, in text order. */
export function embeddedSql({ text, actions }: Pick<ReadJob, "text" | "actions">): JobSql[] {
  return actions.flatMap((action) => {
    const node = valueAt(action.node, "query", "query");
    return node?.type === "string" ? [{ action, node, string: JsonString.read(text, spanOf(node)) }] : [];
  });
}

/** Returns the SQL text at an offset of a job file. Undefined if the offset is not within SQL. */
export function sqlAt(job: Pick<ReadJob, "text" | "actions">, offset: number): JobSql | undefined {
  return embeddedSql(job).find(({ string }) => string.holds(offset));
}

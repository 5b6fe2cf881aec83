import type { Node } from "jsonc-parser";
import { JsonString } from "../core/json/json-string.ts";
import { spanOf, valueAt } from "../core/json/json-tree.ts";
import type { JobAction, ReadJob } from "./read-job.ts";

/** SQL of an action that is written in the job file itself. */
export interface JobSql {
  readonly action: JobAction;
  readonly node: Node;
  readonly string: JsonString;
}

/** SQL texts of a job, in file order. */
export function embeddedSql({ text, actions }: Pick<ReadJob, "text" | "actions">): JobSql[] {
  return actions.flatMap((action) => {
    const node = valueAt(action.node, "query", "query");
    return node?.type === "string" ? [{ action, node, string: JsonString.read(text, spanOf(node)) }] : [];
  });
}

/** SQL text at an offset of the file. */
export function sqlAt(job: Pick<ReadJob, "text" | "actions">, offset: number): JobSql | undefined {
  return embeddedSql(job).find(({ string }) => string.holds(offset));
}

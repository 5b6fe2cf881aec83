import type { Node } from "jsonc-parser";
import { JsonString } from "../core/json/json-string.ts";
import { spanOf, valueAt } from "../core/json/json-tree.ts";
import type { JobAction, ReadJob } from "./read-job.ts";

/** The SQL of an action that stands in the file itself. */
export interface JobSql {
  readonly action: JobAction;
  readonly node: Node;
  readonly string: JsonString;
}

/** The SQL texts of a job, in the order of the file. */
export function embeddedSql({ text, actions }: Pick<ReadJob, "text" | "actions">): JobSql[] {
  return actions.flatMap((action) => {
    const node = valueAt(action.node, "query", "query");
    return node?.type === "string" ? [{ action, node, string: JsonString.read(text, spanOf(node)) }] : [];
  });
}

/** The SQL text that a place of the file is in. */
export function sqlAt(job: Pick<ReadJob, "text" | "actions">, offset: number): JobSql | undefined {
  return embeddedSql(job).find(({ string }) => string.holds(offset));
}

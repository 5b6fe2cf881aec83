import { removeChild } from "../core/json/json-edits.ts";
import { spanOf } from "../core/json/json-tree.ts";
import { type FixableProblem, withFixes } from "../core/text/fix.ts";
import { createProblem } from "./diagnostics.ts";
import type { ReadJob } from "./read-job.ts";

/** Says which actions stand behind the end of the transaction (sql-like-language 13.2). */
export function checkOrder({ actions }: ReadJob): FixableProblem[] {
  const ending = actions.find(({ kind }) => kind === "commit" || kind === "rollback");
  return !ending
    ? []
    : actions.slice(ending.index + 1).flatMap(({ kind, key, node }) => {
        if (!key || kind === "process") {
          return [];
        }
        const problem = createProblem("SJ101", spanOf(key), { ending: ending.kind ?? "" });
        const edit = node.parent && removeChild(node.parent, node);
        return [withFixes(problem, edit ? [{ title: `Remove the action ${kind}`, edits: [edit] }] : [])];
      });
}

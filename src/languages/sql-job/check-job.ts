import type { Node } from "jsonc-parser";
import { checkForm } from "../core/json/check-form.ts";
import { removeChild } from "../core/json/json-edits.ts";
import { fieldsOf, itemsOf, spanOf, valueAt } from "../core/json/json-tree.ts";
import { type FixableProblem, withFixes } from "../core/text/fix.ts";
import { checkFiles } from "./check-files.ts";
import { checkTables } from "./check-tables.ts";
import { createProblem } from "./diagnostics.ts";
import { JobFile, longestMetadataKey, longestMetadataValue } from "./job-file-schema.ts";
import type { JobScope } from "./job-scope.ts";
import { type ReadJob, readJob } from "./read-job.ts";

/**
 * Finds all problems of a job file outside its SQL, in text order: schema, and the rules of sql-like-language 13.2 and
 * 13.3.
 */
export async function checkJob(text: string, scope: JobScope): Promise<readonly FixableProblem[]> {
  const job = readJob(text);
  if (!job.root) {
    return [];
  }
  const problems = [
    ...checkForm(job.root, JobFile, "SJ"),
    ...checkOrder(job),
    ...checkMetadata(job),
    ...(await checkFiles(job, scope)),
    ...(await checkTables(job, scope)),
  ];
  return problems.sort((one, other) => one.start - other.start || one.end - other.end);
}

/** Checks the limits of table metadata (sql-like-language 13.2). */
function checkMetadata({ root, actions }: ReadJob): FixableProblem[] {
  const described = actions.map(({ node }) => valueAt(node, "setMetadata"));
  return [...described, ...itemsOf(valueAt(root, "job", "preconditions"))].flatMap((owner) =>
    fieldsOf(valueAt(owner, "metadata")).flatMap(({ key, value }) => [
      ...tooLong(key, "key", longestMetadataKey),
      ...tooLong(value, "value", longestMetadataValue),
    ]),
  );
}

function tooLong(node: Node | undefined, what: string, limit: number): FixableProblem[] {
  const text: unknown = node?.value;
  if (!node || typeof text !== "string" || text.length <= limit) {
    return [];
  }
  return [createProblem("SJ501", spanOf(node), { what, limit: String(limit), length: String(text.length) })];
}

/** Finds actions after the end of the transaction (sql-like-language 13.2). */
function checkOrder({ actions }: ReadJob): FixableProblem[] {
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

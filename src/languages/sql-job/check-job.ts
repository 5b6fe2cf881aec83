import { checkForm } from "../core/json/check-form.ts";
import type { FixableProblem } from "../core/text/fix.ts";
import { checkFiles } from "./check-files.ts";
import { checkMetadata } from "./check-metadata.ts";
import { checkOrder } from "./check-order.ts";
import { checkTables } from "./check-tables.ts";
import { JobFile } from "./job-file-schema.ts";
import type { JobScope } from "./job-scope.ts";
import { readJob } from "./read-job.ts";

/**
 * Everything there is to say about a job file beside its SQL, in the order of the text: its form, and the checks of
 * sql-like-language 13.2 and 13.3.
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

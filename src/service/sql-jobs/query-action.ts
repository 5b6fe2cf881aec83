import type { Clock } from "../../base/clock.ts";
import { countOf } from "../../base/count-of.ts";
import { JobFailure } from "../jobs/job-failure.ts";
import type { PreparedQuery, PreparedWrite, RowChanges } from "../table-data/table-data.ts";
import type { JobEnvironment } from "./job-environment.ts";
import type { QueryAction } from "./sql-job.ts";
import { checkTableIsWritable, type PreparedJob } from "./tenant-job.ts";

/**
 * Failure of a query without rows that must have some. It rolls the transaction back regardless of
 * `keepTransactionOpenOnError`.
 */
export class EmptyResultFailure extends JobFailure {}

/** Runs one SQL text of a job. Returns a description of the result. */
export async function runQueryAction(
  action: QueryAction,
  job: PreparedJob,
  environment: JobEnvironment,
): Promise<string> {
  return withTimeout(action, job.signal, environment.clock, async (signal) => {
    const statement = await job.session.prepare(action.text);
    if (statement.kind !== "query") {
      return runWrite(statement, action, job, signal);
    }
    const rows = action.output
      ? await writeOutput(statement, action.output, job, environment, signal)
      : await job.session.countRows(statement, signal);
    if (rows === 0 && action.rollsBackOnEmpty) {
      throw new EmptyResultFailure("the query returned no rows, so rollbackOnEmpty rolled the transaction back.");
    }
    return action.output ? `${countOf(rows, "row")} in ${action.output.name}` : countOf(rows, "row");
  });
}

export function describeRowChanges(table: string, { added, changed, removed }: RowChanges): string {
  return `${table}: ${countOf(added, "row")} added, ${changed.toLocaleString("en")} changed, ${removed.toLocaleString("en")} removed`;
}

async function runWrite(
  statement: PreparedWrite,
  action: QueryAction,
  job: PreparedJob,
  signal: AbortSignal,
): Promise<string> {
  if (action.output || action.rollsBackOnEmpty) {
    throw new JobFailure(
      "a statement that writes returns no rows for output or rollbackOnEmpty; use them in a separate query.",
    );
  }
  checkTableIsWritable(job, statement.target);
  return describeRowChanges(statement.target, await job.session.write(statement, signal));
}

/**
 * Writes the rows of a query to a file and returns their number. An earlier output of the same name is removed after
 * the new one is complete.
 */
async function writeOutput(
  query: PreparedQuery,
  { name, format }: NonNullable<QueryAction["output"]>,
  { transaction, tenant, session }: PreparedJob,
  { files }: JobEnvironment,
  signal: AbortSignal,
): Promise<number> {
  const file = await files.newName(transaction.id);
  let rowCount: number;
  try {
    rowCount = await session.writeFile(query, files.path(transaction.id, file), format, signal);
  } catch (error) {
    await files.remove(transaction.id, file);
    throw error;
  }
  const previous = transaction.output(tenant, name);
  await transaction.change({ outputs: [{ tenant, name, file, format, rowCount, parts: undefined }] });
  for (const old of previous ? [previous.file, ...(previous.parts ?? [])] : []) {
    await files.remove(transaction.id, old);
  }
  return rowCount;
}

async function withTimeout<Value>(
  { timeoutMs }: QueryAction,
  signal: AbortSignal,
  clock: Clock,
  work: (signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  if (timeoutMs === undefined) {
    return work(signal);
  }
  const timeout = new AbortController();
  const ended = new AbortController();
  clock.sleep(timeoutMs, ended.signal).then(
    () =>
      timeout.abort(
        new JobFailure(
          `it was stopped after ${countOf(timeoutMs / 1000, "second")}, the limit of timeoutSeconds; allow more time, or read less.`,
        ),
      ),
    () => {
      // The work ended before the timeout.
    },
  );
  try {
    return await work(AbortSignal.any([signal, timeout.signal]));
  } finally {
    ended.abort();
  }
}

import type { FixableProblem } from "../core/text/fix.ts";
import { checkJob } from "../sql-job/check-job.ts";
import { embeddedSql, type JobSql, sqlAt } from "../sql-job/embedded-sql.ts";
import { inputViews } from "../sql-job/input-views.ts";
import type { JobScope } from "../sql-job/job-scope.ts";
import { type ReadJob, readJob } from "../sql-job/read-job.ts";
import type { TableSqlService } from "../table-sql/language-service.ts";
import type { TableSqlOptions } from "../table-sql/names/options.ts";
import { checkSql, type EmbeddedSql, type SqlPlace, sqlPlaceIn } from "./sql-in-json.ts";

/** Dependencies for the SQL of a job; its views are the inputs of the job. */
export interface JobSqlParts {
  readonly service: TableSqlService;
  readonly options: Omit<TableSqlOptions, "views" | "form">;
  readonly scope: JobScope;
}

/** Finds all problems of a job file, those of its SQL included, in text order. */
export async function checkJobText(text: string, parts: JobSqlParts): Promise<readonly FixableProblem[]> {
  const problems = [...(await checkJob(text, parts.scope))];
  const job = readJob(text);
  for (const sql of await withOptions(embeddedSql(job), job, parts)) {
    problems.push(...(await checkSql(sql, parts.service)));
  }
  return problems.sort((one, other) => one.start - other.start || one.end - other.end);
}

/** SQL at an offset of the file; undefined outside SQL. */
export async function sqlPlaceOf(text: string, offset: number, parts: JobSqlParts): Promise<SqlPlace | undefined> {
  const job = readJob(text);
  const sql = sqlAt(job, offset);
  const [found] = sql ? await withOptions([sql], job, parts) : [];
  return found && sqlPlaceIn(found, offset);
}

async function withOptions(
  texts: readonly JobSql[],
  job: ReadJob,
  { options, scope }: JobSqlParts,
): Promise<EmbeddedSql[]> {
  const views = await inputViews(job, scope);
  return texts.map(({ string }) => ({ string, options: { ...options, views } }));
}

import type { Connection } from "vscode-languageserver/node";
import { type TenantEntry, type TenantList, tenantsRequest } from "../core/requests/editor-requests.ts";
import type { FixableProblem } from "../core/text/fix.ts";
import { checkJob } from "../sql-job/check-job.ts";
import { completeJob } from "../sql-job/completion.ts";
import { defineTable } from "../sql-job/definition.ts";
import { embeddedSql, type JobSql, sqlAt } from "../sql-job/embedded-sql.ts";
import { hoverJob } from "../sql-job/hover.ts";
import { inputViews } from "../sql-job/input-views.ts";
import { jobFileSuffix } from "../sql-job/job-file-schema.ts";
import type { JobScope } from "../sql-job/job-scope.ts";
import { outlineJob } from "../sql-job/outline.ts";
import { type ReadJob, readJob } from "../sql-job/read-job.ts";
import type { TableSqlService } from "../table-sql/language-service.ts";
import type { TableSqlOptions } from "../table-sql/names/options.ts";
import { summarizeSql } from "../table-sql/sql-summary.ts";
import { jobFilesOf } from "./job-files.ts";
import type { JsonFileKind, JsonText } from "./json-files.ts";
import type { ServerParts } from "./server-parts.ts";
import { checkSql, type EmbeddedSql, type SqlPlace, sqlPlaceIn } from "./sql-in-json.ts";
import type { RegisteredTableSql } from "./table-sql.ts";

/** Returns the language features of SQL job files (sql-like-language 13.2, 13.3). */
export function sqlJobFiles(
  { connection, options, now, workspaceFolders }: ServerParts,
  { service, tables }: RegisteredTableSql,
): JsonFileKind {
  const tenants = () => searchTenants(connection);
  const partsOf = ({ uri, isStale }: JsonText): JobSqlParts => {
    const files = jobFilesOf(uri, workspaceFolders());
    return {
      service,
      options: { tables, timeColumn: options().timeColumn, now: now(), isStale },
      scope: { tables, readSql: summarizeSql, tenants, ...(files && { files }) },
    };
  };
  return {
    suffix: jobFileSuffix,
    schemes: ["file"],
    check: (file) => checkJobText(file.text, partsOf(file)),
    fixable: (file) => checkJobText(file.text, partsOf(file)),
    sqlAt: (file, offset) => sqlPlaceOf(file.text, offset, partsOf(file)),
    complete: (file, offset) => completeJob(file.text, offset, partsOf(file).scope),
    hover: (file, offset) => hoverJob(file.text, offset, partsOf(file).scope),
    define: (file, offset) => defineTable(file.text, offset, partsOf(file).scope),
    outline: outlineJob,
  };
}

/**
 * Requests the tenants of the active connection from the editor. The result is empty if the editor does not support the
 * request.
 */
async function searchTenants(connection: Pick<Connection, "sendRequest">): Promise<readonly TenantEntry[]> {
  try {
    return (await connection.sendRequest<TenantList>(tenantsRequest)).tenants;
  } catch {
    return [];
  }
}

/** Dependencies for analysing the SQL of a job. The job's inputs are visible to its SQL as views. */
export interface JobSqlParts {
  readonly service: TableSqlService;
  readonly options: Omit<TableSqlOptions, "views" | "form">;
  readonly scope: JobScope;
}

/** Finds all problems of a job file, including those of its SQL, in text order. */
export async function checkJobText(text: string, parts: JobSqlParts): Promise<readonly FixableProblem[]> {
  const problems = [...(await checkJob(text, parts.scope))];
  const job = readJob(text);
  for (const sql of await withOptions(embeddedSql(job), job, parts)) {
    problems.push(...(await checkSql(sql, parts.service)));
  }
  return problems.sort((one, other) => one.start - other.start || one.end - other.end);
}

/** Returns the SQL at an offset of a job file. Undefined if the offset is not within SQL. */
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

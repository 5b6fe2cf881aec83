import type { Connection } from "vscode-languageserver/node";
import { type TenantEntry, type TenantListResponse, tenantsRequest } from "../core/requests/editor-requests.ts";
import type { FixableProblem } from "../core/text/fix.ts";
import { checkJobFile } from "../sql-job/check-job.ts";
import { completeJobFile } from "../sql-job/completion.ts";
import { findJobTableDefinition } from "../sql-job/definition.ts";
import { embeddedSqlOf, type JobSql, jobSqlAt } from "../sql-job/embedded-sql.ts";
import { hoverJobFile } from "../sql-job/hover.ts";
import { readInputViews } from "../sql-job/input-views.ts";
import { jobFileSuffix } from "../sql-job/job-file-schema.ts";
import type { JobScope } from "../sql-job/job-scope.ts";
import { createJobOutline } from "../sql-job/outline.ts";
import { type ParsedJobFile, parseJobFile } from "../sql-job/read-job.ts";
import type { TableSqlService } from "../table-sql/language-service.ts";
import type { TableSqlOptions } from "../table-sql/names/options.ts";
import { summarizeSql } from "../table-sql/sql-summary.ts";
import { jobFilesOf } from "./job-files.ts";
import type { JsonDocumentState, JsonFileKind } from "./json-files.ts";
import type { ServerContext } from "./server-parts.ts";
import { checkEmbeddedSql, type EmbeddedSql, type EmbeddedSqlPosition, embeddedSqlPositionAt } from "./sql-in-json.ts";
import type { RegisteredTableSql } from "./table-sql.ts";

/** Returns the language features of SQL job files (sql-like-language 13.2, 13.3). */
export function createSqlJobFileKind(
  { connection, options, now, workspaceFolders }: ServerContext,
  { service, tables }: RegisteredTableSql,
): JsonFileKind {
  const tenants = () => searchTenants(connection);
  const partsOf = ({ uri, isStale }: JsonDocumentState): JobSqlContext => {
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
    sqlAt: (file, offset) => jobSqlPositionAt(file.text, offset, partsOf(file)),
    complete: (file, offset) => completeJobFile(file.text, offset, partsOf(file).scope),
    hover: (file, offset) => hoverJobFile(file.text, offset, partsOf(file).scope),
    define: (file, offset) => findJobTableDefinition(file.text, offset, partsOf(file).scope),
    outline: createJobOutline,
  };
}

/**
 * Requests the tenants of the active connection from the editor. The result is empty if the editor does not support the
 * request.
 */
async function searchTenants(connection: Pick<Connection, "sendRequest">): Promise<readonly TenantEntry[]> {
  try {
    return (await connection.sendRequest<TenantListResponse>(tenantsRequest)).tenants;
  } catch {
    return [];
  }
}

/** Dependencies for analysing the SQL of a job. The job's inputs are visible to its SQL as views. */
export interface JobSqlContext {
  readonly service: TableSqlService;
  readonly options: Omit<TableSqlOptions, "views" | "form">;
  readonly scope: JobScope;
}

/** Finds all problems of a job file, including those of its SQL, in text order. */
export async function checkJobText(text: string, parts: JobSqlContext): Promise<readonly FixableProblem[]> {
  const problems = [...(await checkJobFile(text, parts.scope))];
  const job = parseJobFile(text);
  for (const sql of await withOptions(embeddedSqlOf(job), job, parts)) {
    problems.push(...(await checkEmbeddedSql(sql, parts.service)));
  }
  return problems.sort((one, other) => one.start - other.start || one.end - other.end);
}

/** Returns the SQL at an offset of a job file. Undefined if the offset is not within SQL. */
export async function jobSqlPositionAt(
  text: string,
  offset: number,
  parts: JobSqlContext,
): Promise<EmbeddedSqlPosition | undefined> {
  const job = parseJobFile(text);
  const sql = jobSqlAt(job, offset);
  const [found] = sql ? await withOptions([sql], job, parts) : [];
  return found && embeddedSqlPositionAt(found, offset);
}

async function withOptions(
  texts: readonly JobSql[],
  job: ParsedJobFile,
  { options, scope }: JobSqlContext,
): Promise<EmbeddedSql[]> {
  const views = await readInputViews(job, scope);
  return texts.map(({ string }) => ({ string, options: { ...options, views } }));
}

import { completeJob } from "../sql-job/completion.ts";
import { defineTable } from "../sql-job/definition.ts";
import { hoverJob } from "../sql-job/hover.ts";
import { jobFileSuffix } from "../sql-job/job-file-schema.ts";
import { outlineJob } from "../sql-job/outline.ts";
import { summarizeSql } from "../table-sql/sql-summary.ts";
import { jobFilesOf } from "./job-files.ts";
import type { JsonFileKind, JsonText } from "./json-files.ts";
import { searchTenants } from "./search-tenants.ts";
import type { ServerParts } from "./server-parts.ts";
import { checkJobText, type JobSqlParts, sqlPlaceOf } from "./sql-job-text.ts";
import type { RegisteredTableSql } from "./table-sql.ts";

/** SQL job files (sql-like-language 13.2, 13.3). */
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

import type { InnerPath } from "../../base/inner-path.ts";
import type { TableColumn, TableModel } from "../core/model/table-model.ts";
import type { TenantEntry } from "../core/requests/editor-requests.ts";
import type { Span } from "../core/text/span.ts";

/** Effects of a SQL text that matter to a job; offsets count in the SQL text. */
export interface SqlSummary {
  readonly statements: readonly Span[];
  /** Written tables, each with the span that names it. */
  readonly written: readonly (Span & { readonly name: string })[];
}

/** Access to local files, by paths relative to the job file's folder. Never rejects. */
export interface JobFiles {
  /** Where a path leads, judged by its text alone. */
  lead(path: string): InnerPath["kind"];
  exists(path: string): Promise<boolean>;
  /** Names in a folder; those of subfolders end in `/`. */
  list(folder: string): Promise<readonly string[]>;
  /** Text of a small file; undefined when it cannot be read. */
  read(path: string): Promise<string | undefined>;
  /** First row of a CSV file of any size; undefined when it cannot be read. */
  firstRow(path: string): Promise<string | undefined>;
  /** Columns of a Parquet file with table-source types; undefined when it cannot be read. */
  parquetColumns(path: string): Promise<readonly { readonly name: string; readonly dataType: string }[] | undefined>;
}

/** Dependencies for analysing a job file. */
export interface JobScope {
  readonly tables: TableModel;
  /** Left out where local files cannot be read; names of files are not checked then. */
  readonly files?: JobFiles;
  readonly readSql: (text: string) => SqlSummary;
  /** Tenants of the connection; left out without a connection. */
  readonly tenants?: () => Promise<readonly TenantEntry[]>;
}

/** Rows that a job's SQL can read besides tables: an input under its name (sql-like-language 13.3). */
export interface InputView {
  readonly name: string;
  /** Left out when unknown. */
  readonly columns?: readonly TableColumn[];
}

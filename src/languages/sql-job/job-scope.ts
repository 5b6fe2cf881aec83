import type { WorkspacePath } from "../../base/workspace-path.ts";
import type { TableColumn, TableModel } from "../core/model/table-model.ts";
import type { TenantEntry } from "../core/requests/editor-requests.ts";
import type { Span } from "../core/text/span.ts";

/** Effects of a SQL text that matter to a job. Offsets are relative to the SQL text. */
export interface SqlSummary {
  readonly statements: readonly Span[];
  /** Tables that the SQL writes, each with the span of its name. */
  readonly written: readonly (Span & { readonly name: string })[];
}

/** Access to local files by paths relative to the job file's folder. Promises never reject. */
export interface JobFiles {
  /** Classifies a path by its text alone, for example as outside of the workspace folder. */
  lead(path: string): WorkspacePath["kind"];
  exists(path: string): Promise<boolean>;
  /** Lists the names of the files and subfolders in a folder. Names of subfolders end with `/`. */
  list(folder: string): Promise<readonly string[]>;
  /** Reads the text of a small file. Returns undefined if the file cannot be read. */
  read(path: string): Promise<string | undefined>;
  /** Reads the first row of a CSV file of any size. Returns undefined if the file cannot be read. */
  firstRow(path: string): Promise<string | undefined>;
  /**
   * Reads the columns of a Parquet file, with types in the service's notation. Returns undefined if the file cannot be
   * read.
   */
  parquetColumns(path: string): Promise<readonly { readonly name: string; readonly dataType: string }[] | undefined>;
}

/** Dependencies for analysing a job file. */
export interface JobScope {
  readonly tables: TableModel;
  /** Access to local files. Omitted where files cannot be read; file names are then not checked. */
  readonly files?: JobFiles;
  readonly readSql: (text: string) => SqlSummary;
  /** Returns the tenants of the active connection. Omitted without a connection. */
  readonly tenants?: () => Promise<readonly TenantEntry[]>;
}

/** A job's input as a view that the job's SQL can query by name (sql-like-language 13.3). */
export interface InputView {
  readonly name: string;
  /** Columns of the input. Omitted if unknown. */
  readonly columns?: readonly TableColumn[];
}

import type { InnerPath } from "../../base/inner-path.ts";
import type { TableColumn, TableModel } from "../core/model/table-model.ts";
import type { TenantEntry } from "../core/requests/tenant-requests.ts";
import type { Span } from "../core/text/span.ts";

/** What a text of SQL does, as far as a job asks; offsets are those of the text. */
export interface SqlSummary {
  readonly statements: readonly Span[];
  /** The tables that are written, where the text names them. */
  readonly written: readonly (Span & { readonly name: string })[];
}

/** Local files, by paths relative to the folder of the job file. Never fails. */
export interface JobFiles {
  /** Where a path leads by its text. */
  lead(path: string): InnerPath["kind"];
  exists(path: string): Promise<boolean>;
  /** The names in a folder; those of folders end in `/`. */
  list(folder: string): Promise<readonly string[]>;
  /** The text of a small file; nothing when it cannot be read. */
  read(path: string): Promise<string | undefined>;
  /** The first line of a file of any size; nothing when it cannot be read. */
  firstLine(path: string): Promise<string | undefined>;
  /** The columns of a Parquet file, with types of table sources; nothing when it cannot be read. */
  parquetColumns(path: string): Promise<readonly { readonly name: string; readonly dataType: string }[] | undefined>;
}

/** What a job file is read with. */
export interface JobScope {
  readonly tables: TableModel;
  /** Left out where there are no local files to look at: what names one is not checked then. */
  readonly files?: JobFiles;
  readonly readSql: (text: string) => SqlSummary;
  /** The tenants of the connection; left out where nobody can be asked. */
  readonly tenants?: () => Promise<readonly TenantEntry[]>;
}

/** Rows that SQL of a job sees beside the tables: an input by its name (sql-like-language 13.3). */
export interface InputView {
  readonly name: string;
  /** Left out when they are not known. */
  readonly columns?: readonly TableColumn[];
}

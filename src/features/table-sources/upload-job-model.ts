import type { DataFileKind } from "../../base/data-file-kind.ts";
import type { TableColumn } from "../../base/match-columns.ts";
import { quoteSparkName } from "../../base/sql-quote.ts";
import type { SqlJobRequest } from "../../contract/sql-job-schemas.ts";
import type { UploadMode } from "./file-check-model.ts";

interface UploadJob {
  /** Name of the table in SQL. */
  readonly table: string;
  readonly mode: UploadMode;
  readonly keys: readonly string[];
  readonly kind: DataFileKind;
  /** Name of the file within the transaction. */
  readonly filename: string;
  /** Columns that both the file and the table have. */
  readonly columns: readonly TableColumn[];
}

/** Name of the file's rows in SQL. */
const source = "uploaded_rows";

/** Spark SQL types that a text is cast to; sql-like-language 13.1. */
const sparkTypes: Readonly<Record<string, string>> = {
  INTEGER: "INT",
  LONG: "BIGINT",
  DOUBLE: "DOUBLE",
  DECIMAL: "DECIMAL(38,18)",
  BOOLEAN: "BOOLEAN",
  DATE_TIME: "TIMESTAMP",
  DATE: "DATE",
};

/** Returns the job that loads an uploaded file into a table, without the commit (sql-like-language 13.2 and 13.3). */
export function createUploadJob({ table, mode, keys, kind, filename, columns }: UploadJob): SqlJobRequest {
  const format = kind === "csv" ? { csv: { header: true } } : { parquet: {} };
  const inputs = [{ id: source, filename, format }];
  switch (mode) {
    case "upsert":
      return { inputs, actions: [{ upsert: { source, target: table, keys: [...keys] } }] };
    case "replace":
      return { inputs, actions: [{ replace: { source, target: table } }] };
    case "append": {
      const names = columns.map(({ name }) => quoteSparkName(name)).join(", ");
      const values = columns.map((column) => valueSql(column, kind)).join(", ");
      const query = `INSERT INTO ${quoteSparkName(table)} (${names}) SELECT ${values} FROM ${source}`;
      return { inputs, actions: [{ query: { query } }] };
    }
  }
}

/** Casts the values of a CSV file, which are all texts (sql-like-language 13.3). */
function valueSql({ name, dataType }: TableColumn, kind: DataFileKind): string {
  const type = kind === "csv" ? sparkTypes[dataType] : undefined;
  return type === undefined ? quoteSparkName(name) : `CAST(${quoteSparkName(name)} AS ${type})`;
}

import type { DataFileKind } from "../../base/data-file-kind.ts";
import { matchColumns, type TableColumn } from "../../base/match-columns.ts";
import { trimColumnName } from "./csv-columns.ts";
import { csvLines, FileProblem } from "./csv-lines-model.ts";
import { fileBytes, readParquetFileMetadata } from "./data-file.ts";
import { checkTypes, type FileFinding, RowCheck } from "./file-check-model.ts";

export interface FileCheck {
  readonly findings: readonly FileFinding[];
  /** Columns that both the file and the table have, in the order of the file. */
  readonly columns: readonly TableColumn[];
  readonly rows: number;
}

interface FileCheckOptions {
  readonly keys: readonly string[];
  readonly signal: AbortSignal;
  readonly onBytes: (bytes: number, totalBytes: number) => void;
}

/**
 * Checks a file against the columns of a table before any of it is sent. Throws FileProblem, or the signal's reason.
 */
export async function checkFile(
  file: string,
  kind: DataFileKind,
  table: readonly TableColumn[],
  options: FileCheckOptions,
): Promise<FileCheck> {
  return await (kind === "csv" ? checkCsv : checkParquet)(file, table, options);
}

async function checkCsv(
  file: string,
  table: readonly TableColumn[],
  { keys, signal, onBytes }: FileCheckOptions,
): Promise<FileCheck> {
  let match: ReturnType<typeof matchColumns> | undefined;
  let check = new RowCheck([], []);
  for await (const row of csvLines(fileBytes(file, signal, onBytes))) {
    if (match) {
      check.addRow(row);
    } else {
      match = matchColumns(
        row.cells.map((name) => trimColumnName(name)),
        table,
        keys,
      );
      check = new RowCheck(match.columns, keys);
    }
  }
  if (!match) {
    throw new FileProblem("The file has no header row. Add a first line with the column names.");
  }
  return {
    findings: [...match.findings, ...check.findings()],
    columns: definedColumns(match.columns),
    rows: check.rows,
  };
}

async function checkParquet(
  file: string,
  table: readonly TableColumn[],
  { keys }: FileCheckOptions,
): Promise<FileCheck> {
  const { columns, rows } = await readParquetFileMetadata(file);
  const match = matchColumns(
    columns.map(({ name }) => name),
    table,
    keys,
  );
  const keyNames = new Set(keys.map((key) => key.toLowerCase()));
  const nullKeys = columns.flatMap(({ name, nulls = 0 }): FileFinding[] =>
    keyNames.has(name.toLowerCase()) && nulls > 0
      ? [{ kind: "nullKey", column: name, lines: { first: [], count: nulls } }]
      : [],
  );
  const findings = [...match.findings, ...checkTypes(columns, match.columns), ...nullKeys];
  return { findings, columns: definedColumns(match.columns), rows };
}

function definedColumns(columns: readonly (TableColumn | undefined)[]): TableColumn[] {
  return columns.filter((column) => column !== undefined);
}

import { type Connection, quoteText } from "../duckdb/database.ts";
import type { ExportRequest } from "../protocol/result-work.ts";
import { csvField, csvFieldSql, neutralSql } from "./cell-text.ts";
import { type StoredColumn, shownSql, textColumn } from "./column-storage.ts";
import { type ExportFile, type OpenExportFile, openExportFile } from "./export-file.ts";
import { exportRows, exportTexts } from "./export-rows.ts";
import { chosenColumns } from "./result-rows.ts";
import type { OpenResult } from "./result-store.ts";
import { uniqueNames } from "./unique-names.ts";

type TextRequest = Pick<ExportRequest, "columns" | "view" | "rows" | "hasHeaders" | "neutralisesFormulas"> & {
  readonly format: "csv" | "jsonLines" | "json";
};

interface ChosenColumn {
  readonly column: StoredColumn;
  readonly position: number;
}

/** What stands before, between and after the lines, and the SQL of one. */
interface TextForm {
  readonly begin: string;
  readonly line: string;
  readonly separator: string;
  readonly end: string;
}

/** Writes rows as text, a few megabytes at a time; gives the number of rows. */
export async function exportText(
  connection: Connection,
  result: OpenResult,
  request: TextRequest,
  path: string,
  onProgress: (rowCount: number) => void,
  signal: AbortSignal,
  openFile: OpenExportFile = openExportFile,
): Promise<number> {
  const form = formOf(request, chosenColumns(result, request.columns));
  const file = await openFile(path);
  try {
    return await write(connection, result, request, form, file, onProgress, signal);
  } finally {
    await file.close();
  }
}

async function write(
  connection: Connection,
  result: OpenResult,
  request: TextRequest,
  form: TextForm,
  file: ExportFile,
  onProgress: (rowCount: number) => void,
  signal: AbortSignal,
): Promise<number> {
  await file.write(form.begin);
  let rowCount = 0;
  if (result.facts.rowCount > 0) {
    const rows = await exportRows(connection, result, request, signal);
    const onRows = (count: number) => {
      rowCount += count;
    };
    for await (const text of exportTexts(connection, rows, form.line, form.separator, onRows, signal)) {
      await file.write(text);
      onProgress(rowCount);
    }
    onProgress(rowCount);
  }
  await file.write(form.end);
  return rowCount;
}

function formOf({ format, hasHeaders, neutralisesFormulas }: TextRequest, columns: readonly ChosenColumn[]): TextForm {
  switch (format) {
    case "csv": {
      const names = columns.map(({ column: { name } }) => csvField(neutralisesFormulas ? neutralName(name) : name));
      const fields = columns.map(({ column, position }) => {
        const shown = shownSql(column, position, "t");
        // Typed columns too: what does not fit their type is kept and shown as the text it was.
        return csvFieldSql(neutralisesFormulas ? `(${neutralSql(shown)})` : shown);
      });
      const line = `concat(${fields.join(", ',', ")}, chr(13), chr(10))`;
      return { begin: hasHeaders ? `${names.join(",")}\r\n` : "", line, separator: "", end: "" };
    }
    case "jsonLines":
      return { begin: "", line: `concat(${objectSql(columns)}, chr(10))`, separator: "", end: "" };
    case "json":
      return { begin: "[\n", line: `concat('  ', ${objectSql(columns)})`, separator: ",\n", end: "\n]\n" };
  }
}

function objectSql(columns: readonly ChosenColumn[]): string {
  const names = uniqueNames(columns.map(({ column }) => column.name));
  const members = columns.map(({ column, position }, index) => {
    const name = quoteText(`${index === 0 ? "" : ", "}${JSON.stringify(names[index])}: `);
    return `${name}, ${jsonSql(column, position)}`;
  });
  return `concat('{', ${[...members, "'}'"].join(", ")})`;
}

/** Numbers stand there as they are, digit for digit, where JSON has such a number. */
function jsonSql(column: StoredColumn, position: number): string {
  const shown = shownSql(column, position, "t");
  const isPlain = (() => {
    if (column.storage === "BIGINT") {
      return `t.${textColumn(position)} IS NULL`;
    }
    if (column.kind === "number") {
      return `regexp_full_match(${shown}, '-?(0|[1-9][0-9]*)([.][0-9]+)?([eE][+-]?[0-9]+)?')`;
    }
    return column.kind === "boolean" ? `${shown} IN ('true', 'false')` : "false";
  })();
  return `CASE WHEN ${shown} IS NULL THEN 'null' WHEN ${isPlain} THEN ${shown} ELSE to_json(${shown})::VARCHAR END`;
}

function neutralName(name: string): string {
  return /^[=+@\t\r-]/.test(name) ? `'${name}` : name;
}

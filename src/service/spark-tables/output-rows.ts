import { type FileHandle, open, rm } from "node:fs/promises";
import { type Connection, quoteName } from "../../duckdb/database.ts";
import type { SparkValue } from "../../spark-connect/arrow-values.ts";
import type { SparkRows } from "../../spark-connect/spark-session.ts";
import { buildCsvRelationSql } from "../table-data/csv-file.ts";
import { buildCopySql } from "../table-data/output-file.ts";
import { runForCount } from "../table-data/row-marks.ts";
import type { OutputFormat } from "../table-data/table-data.ts";
import { duckdbTypeOf, innerTypesOf } from "./column-types.ts";

/**
 * Writes the rows of a query of Spark to a file, as they come, and returns their number. DuckDB writes the format, so
 * that the values look as those of the embedded engine.
 */
export async function writeSparkRows(
  connection: Connection,
  batches: AsyncIterable<SparkRows>,
  path: string,
  format: OutputFormat,
  signal?: AbortSignal,
): Promise<number> {
  const rowsPath = `${path}.rows`;
  try {
    const file = await open(rowsPath, "w", 0o600);
    const texts = await writeTexts(file, batches).finally(() => file.close());
    const { columns } = texts;
    const names = columns.map((_, index) => `c${index}`);
    const relation = buildCsvRelationSql({
      file: { path: rowsPath, name: "rows" },
      hasHeader: false,
      columns: names,
      rows: texts.rows,
      skipped: 0,
      longestRow: texts.longestRow,
      rowEnd: "LF",
    });
    const values = columns.map(({ name, type }, index) => `${valueSql(`c${index}`, type)} AS ${quoteName(name)}`);
    return await runForCount(
      connection,
      buildCopySql(`SELECT ${values.join(", ")} FROM ${relation}`, path, format),
      signal,
    );
  } finally {
    await rm(rowsPath, { force: true });
  }
}

async function writeTexts(file: FileHandle, batches: AsyncIterable<SparkRows>) {
  let columns: SparkRows["columns"] = [];
  let rows = 0;
  let longestRow = 0;
  for await (const batch of batches) {
    columns = batch.columns;
    const lines = batch.rows.map((row) =>
      row.map((value, index) => csvField(textOf(value, columns[index]?.type ?? ""))).join(","),
    );
    longestRow = lines.reduce((longest, line) => Math.max(longest, line.length), longestRow);
    rows += lines.length;
    if (lines.length > 0) {
      await file.writeFile(`${lines.join("\n")}\n`);
    }
  }
  return { columns, rows, longestRow };
}

function csvField(text: string | null): string {
  return text === null ? "" : `"${text.replaceAll('"', '""')}"`;
}

/** Text of a value, from which DuckDB makes the value again. */
export function textOf(value: SparkValue, type: string): string | null {
  if (value === null) {
    return null;
  }
  if (value instanceof Uint8Array) {
    return Buffer.from(value).toString("hex");
  }
  return isNested(type) ? JSON.stringify(toJson(value, type)) : String(value);
}

function valueSql(column: string, type: string): string {
  if (type === "binary") {
    return `unhex(${column})`;
  }
  return isNested(type) ? `${column}::JSON::${duckdbTypeOf(type)}` : `${column}::${duckdbTypeOf(type)}`;
}

function isNested(type: string): boolean {
  return /^(?:array|map|struct)</.test(type);
}

/** A nested value as DuckDB casts it from JSON. */
function toJson(value: SparkValue, type: string): unknown {
  if (value instanceof Uint8Array) {
    return Buffer.from(value).toString("hex");
  }
  if (typeof value === "bigint" || (typeof value === "number" && !Number.isFinite(value))) {
    return String(value);
  }
  if (!Array.isArray(value)) {
    return value;
  }
  const parts = innerTypesOf(type);
  if (type.startsWith("struct<")) {
    return Object.fromEntries(
      parts.map((part, index) => {
        const colon = part.indexOf(":");
        return [part.slice(0, colon), toJson(value[index] ?? null, part.slice(colon + 1))];
      }),
    );
  }
  if (type.startsWith("map<")) {
    const entries = value as readonly (readonly SparkValue[])[];
    return Object.fromEntries(entries.map(([key = null, item = null]) => [String(key), toJson(item, parts[1] ?? "")]));
  }
  return value.map((element) => toJson(element, parts[0] ?? ""));
}

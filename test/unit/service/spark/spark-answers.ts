import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import {
  DuckDBBlobValue,
  DuckDBDateValue,
  DuckDBDecimalValue,
  DuckDBListValue,
  DuckDBMapValue,
  DuckDBStructValue,
  DuckDBTimestampValue,
} from "@duckdb/node-api";
import type { Connection, SqlValue } from "../../../../src/duckdb/database.ts";
import { translateSparkSql } from "../../../../src/service/engine/spark/translate.ts";
import type { ScopeRelation, SparkScope } from "../../../../src/service/engine/spark/types/translated-statement.ts";

const fixtures = "test/fixtures/spark";

/** Recorded result of a statement in Spark 3.5, or its error condition. */
export interface SparkAnswer {
  readonly statement: string;
  readonly columns?: readonly (readonly [name: string, type: string])[];
  readonly rows?: readonly (readonly unknown[])[];
  readonly error?: string;
}

/** Returns the recorded results by topic. */
export function readAnswers(): Map<string, SparkAnswer[]> {
  const folder = join(fixtures, "answers");
  return new Map(
    readdirSync(folder).map((file) => [
      file.replace(".json", ""),
      JSON.parse(readFileSync(join(folder, file), "utf8")),
    ]),
  );
}

/** Creates the tables of the fixture with translated statements and returns their columns. */
export async function createTables(connection: Connection): Promise<SparkScope> {
  const tables: ScopeRelation[] = [];
  for (const text of readFileSync(join(fixtures, "tables.sql"), "utf8").split(/;[ \t]*\n/)) {
    const [, name = "", query = ""] = /^\s*(\w+):([\s\S]*)$/.exec(text) ?? [];
    if (name) {
      const translated = translateSparkSql(query, { tables: [] });
      if (translated.kind === "query") {
        await connection.run(`CREATE TABLE ${name} AS ${translated.sql}`);
        tables.push({ name, columns: translated.columns });
      }
    }
  }
  return { tables };
}

/** Returns the rows of a query in the format of the recorded results. */
export async function readRows(connection: Connection, sql: string): Promise<unknown[][]> {
  const rows: unknown[][] = [];
  for await (const columns of connection.columns(sql)) {
    const count = columns[0]?.length ?? 0;
    for (let row = 0; row < count; row++) {
      rows.push(columns.map((column) => encode(column[row] ?? null)));
    }
  }
  return rows;
}

function encode(value: SqlValue): unknown {
  if (typeof value === "bigint") {
    return encodeWhole(value);
  }
  if (typeof value === "number") {
    return Number.isFinite(value) ? value : String(value).toLowerCase().replace("infinity", "inf");
  }
  if (value instanceof DuckDBDecimalValue || value instanceof DuckDBDateValue) {
    return value.toString();
  }
  if (value instanceof DuckDBTimestampValue) {
    const [time = "", fraction = ""] = value.toString().split(".");
    return fraction.replace(/0+$/, "") === "" ? time : `${time}.${fraction.padEnd(6, "0")}`;
  }
  if (value instanceof DuckDBBlobValue) {
    return Buffer.from(value.bytes).toString("hex");
  }
  if (value instanceof DuckDBListValue) {
    return value.items.map(encode);
  }
  if (value instanceof DuckDBStructValue) {
    return Object.values(value.entries).map(encode);
  }
  if (value instanceof DuckDBMapValue) {
    // The order of map entries in Spark is undefined.
    const entries = value.entries.map((entry) => [encode(entry.key), encode(entry.value)]);
    return entries.sort((left, right) => (JSON.stringify(left) < JSON.stringify(right) ? -1 : 1));
  }
  return value;
}

function encodeWhole(value: bigint): number | string {
  return value < 2n ** 53n && value > -(2n ** 53n) ? Number(value) : String(value);
}

/** Whether the order of the rows is part of the expected result. */
export function isOrdered(statement: string): boolean {
  return /\bORDER BY\b(?![^()]*\))/i.test(statement);
}

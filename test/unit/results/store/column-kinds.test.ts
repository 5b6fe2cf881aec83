import assert from "node:assert/strict";
import { Database } from "../../../../src/duckdb/database.ts";
import { buildCreateTableSql, type StoredColumn } from "../../../../src/results/model/column-storage.ts";
import type { ResultMetadata } from "../../../../src/results/model/result-metadata.ts";
import { ColumnKinds } from "../../../../src/results/store/column-kinds.ts";

/** More than are looked at together before a column is read whole. */
const rowCount = 5000;
const { signal } = new AbortController();

/** SQL of the texts of columns by the row `i`, and what they are found to be. */
const columns = {
  whole: ["i::VARCHAR", "number"],
  fraction: ["(i / 7.0)::VARCHAR", "number"],
  exponent: ["(i + 1) || 'e3'", "number"],
  negative: ["(-i)::VARCHAR", "number"],
  "fraction below one": ["CASE WHEN i < 4000 THEN '0' ELSE '0.5' END", "number"],
  "with gaps": ["CASE WHEN i % 2 = 0 THEN i::VARCHAR WHEN i % 3 = 0 THEN '' END", "number"],
  "number after gaps": ["CASE WHEN i > 4000 THEN i::VARCHAR END", "number"],
  "code at the end": ["CASE WHEN i = 4999 THEN '007' ELSE i::VARCHAR END", "text"],
  "not finite at the end": ["CASE WHEN i = 4999 THEN 'NaN' ELSE i::VARCHAR END", "text"],
  "word at the end": ["CASE WHEN i = 4999 THEN 'x' ELSE i::VARCHAR END", "text"],
  "word at once": ["CASE WHEN i = 0 THEN 'x' ELSE i::VARCHAR END", "text"],
  date: ["(DATE '2020-01-01' + i::INTEGER)::VARCHAR", "date"],
  instant: ["(TIMESTAMP '2020-01-01' + to_hours(i::INTEGER))::VARCHAR || 'Z'", "date"],
  member: ["'[' || (DATE '2020-01-01' + i::INTEGER) || 'T00:00:00Z : P1M]'", "date"],
  "date after gaps": ["CASE WHEN i > 4000 THEN '2020-01-01' END", "date"],
  "no day at the end": ["CASE WHEN i = 4999 THEN '2020-02-30' ELSE '2020-02-29' END", "text"],
  "date, then number": ["CASE WHEN i < 4999 THEN '2020-02-29' ELSE '1' END", "text"],
  missing: ["NULL::VARCHAR", "text"],
  empty: ["''", "text"],
  "known to the model": ["i::VARCHAR", "text"],
} as const;

suite("The kinds of columns that the model does not know", () => {
  test("are told by every value, also those far down", async () => {
    await withTable(async (kinds, connection, metadata) => {
      await kinds.find(connection, signal);
      const expected = Object.entries(columns).map(([name, [, kind]]) => [name, kind]);
      assert.deepEqual(found(metadata), expected);
    });
  });

  test("are looked at again when rows have come, and only then", async () => {
    await withTable(async (kinds, connection, metadata) => {
      await kinds.find(connection, signal);
      await connection.run(`INSERT INTO result_0 SELECT ${Object.keys(columns).map(() => "'word'")}`);
      await kinds.find(connection, signal);
      assert.equal(metadata.columns[0]?.kind, "number");
      metadata.rowCount++;
      await kinds.find(connection, signal);
      assert.deepEqual(new Set(metadata.columns.map(({ kind }) => kind)), new Set(["text"]));
    });
  });

  test("are those of the columns that are asked for, once for several who ask", async () => {
    await withTable(async (kinds, connection, metadata) => {
      await kinds.find(connection, signal, [11]);
      assert.deepEqual(
        found(metadata).filter(([, kind]) => kind !== "text"),
        [["date", "date"]],
      );
      const read = counted(connection);
      await Promise.all([1, 2, 3].map(() => kinds.find(connection, signal, [0, 11])));
      assert.equal(read.count, 1);
    });
  });

  test("are found by the next one when somebody stops", async () => {
    await withTable(async (kinds, connection, metadata) => {
      const stopped = new AbortController();
      const first = kinds.find(connection, stopped.signal);
      const second = kinds.find(connection, signal, [0]);
      stopped.abort(new Error("stopped"));
      await assert.rejects(first, /stopped/);
      await second;
      assert.equal(metadata.columns[0]?.kind, "number");
    });
  });
});

type Connection = Parameters<Parameters<Database["use"]>[0]>[0];

async function withTable(
  work: (kinds: ColumnKinds, connection: Connection, metadata: ResultMetadata) => Promise<void>,
): Promise<void> {
  const database = await Database.open(":memory:");
  try {
    await database.use(async (connection) => {
      const metadata = createFacts();
      await connection.run(buildCreateTableSql(metadata.table, metadata.columns));
      const values = Object.values(columns).map(([sql]) => sql);
      await connection.run(
        `INSERT INTO ${metadata.table} SELECT ${values.join(", ")} FROM range(${rowCount}) AS numbers(i)`,
      );
      await work(new ColumnKinds(metadata), connection, metadata);
    });
  } finally {
    database.close();
  }
}

function createFacts(): ResultMetadata {
  const stored = Object.keys(columns).map((name): StoredColumn => ({ name, kind: "text", storage: "VARCHAR" }));
  return {
    resultId: "r",
    table: "result_0",
    format: "jsonLines",
    kinds: { "known to the model": "text" },
    label: "",
    columns: stored,
    rowCount,
    byteCount: 0,
    state: "done",
    message: undefined,
    loadedSegments: 1,
    longestLine: 0,
  };
}

function found({ columns: stored }: ResultMetadata): [string, string][] {
  return stored.map(({ name, kind }) => [name, kind]);
}

/** Counts the queries of a connection from here on. */
function counted(connection: Connection): { readonly count: number } {
  const queries = { count: 0 };
  const read = connection.rows.bind(connection);
  connection.rows = (...asked) => {
    queries.count++;
    return read(...asked);
  };
  return queries;
}

import { inTransaction, quoteName } from "../../duckdb/database.ts";
import { createObjectTable, insertRecords } from "../model/object-table.ts";
import type { StoredObject } from "../model/tenant-model.ts";
import type { RebuildScope } from "./rebuild-scope.ts";

/** Rows that are sorted at once, so that sorting needs no more memory for a large object than for a small one. */
const rowsOfPart = 3_000_000;

/** Rebuilt records of an object, as SELECTs. */
export interface RebuiltRecords {
  /** The columns of the object's table except those with month numbers. */
  readonly records: string;
  /** One column with the times by which the records are ordered; quicker than `records`. */
  readonly times: string;
}

/** The records of an object's former table that stay in the new one. */
export interface StayingRecords {
  readonly table: string;
  /** ANTI JOIN with the records of the table, `t`, that go. */
  readonly without: string;
}

/** Creates the table of an object in the target, in order of time, from the records that stay and the rebuilt ones. */
export async function writeRecords(
  scope: RebuildScope,
  object: StoredObject,
  staying: StayingRecords,
  rebuilt: RebuiltRecords,
): Promise<void> {
  const target = `${await scope.targetOf(object.id)}.${quoteName(object.id)}`;
  await createObjectTable(scope.connection, object, scope.signal, target);
  await insertInOrder(scope, object, target, staying, rebuilt);
}

/** Inserts the records that stay and the rebuilt ones into a table, in order of time; with `since`, a literal, those of that time and later. */
export async function insertInOrder(
  scope: RebuildScope,
  object: StoredObject,
  target: string,
  staying: StayingRecords,
  rebuilt: RebuiltRecords,
  since?: string,
): Promise<void> {
  const { connection, signal } = scope;
  const time = quoteName(object.kind === "event" ? "$event_time" : "$valid_from");
  const times = `SELECT time FROM (SELECT ${time} AS time FROM ${staying.table} UNION ALL ${rebuilt.times})${since ? ` WHERE time >= ${since}` : ""}`;
  const [counted] = await connection.rows(`SELECT count(*) AS rows FROM (${times})`, [], signal);
  const parts = Math.max(1, Math.ceil(Number(counted?.rows) / rowsOfPart));
  const bounds = parts === 1 ? [] : await quantiles(scope, times, parts);
  const ranges = [since, ...bounds].map((from, index) => {
    const to = bounds[index];
    const conditions = [from && `>= ${from}`, to && `< ${to}`].filter((condition) => condition);
    return (alias: string) => ["TRUE", ...conditions.map((condition) => `${alias}.${time} ${condition}`)].join(" AND ");
  });
  const months = object.kind === "event" ? "*" : '* EXCLUDE ("$from_month", "$to_month")';
  await inTransaction(connection, async () => {
    for (const range of ranges) {
      await insertRecords(
        connection,
        object,
        `SELECT * FROM (
         SELECT ${months} FROM ${staying.table} AS t ${staying.without} WHERE ${range("t")}
         UNION ALL BY NAME SELECT * FROM (${rebuilt.records}) AS n WHERE ${range("n")}
       ) ORDER BY ${time}, "$key"`,
        signal,
        target,
      );
    }
  });
}

/** Returns instants, as literals, that divide times into parts of about the same size. `times` is a SELECT of a column `time`. */
async function quantiles(
  { connection, signal }: RebuildScope,
  times: string,
  parts: number,
): Promise<readonly string[]> {
  const shares = Array.from({ length: parts - 1 }, (_, index) => (index + 1) / parts).join(", ");
  const rows = await connection.rows(
    `SELECT DISTINCT bound::VARCHAR AS bound FROM (SELECT unnest(approx_quantile(time, [${shares}])) AS bound FROM (${times}))
     WHERE bound IS NOT NULL ORDER BY 1`,
    [],
    signal,
  );
  return rows.map(({ bound }) => `TIMESTAMP '${String(bound)}'`);
}

import type { Connection } from "../../duckdb/database.ts";
import { hidden, physicalPath } from "./physical-table.ts";
import type { RowChanges } from "./table-data.ts";
import type { WriteLock } from "./write-locks.ts";

/** A locked table as its transaction sees it. */
export interface MarkedRows {
  readonly lock: WriteLock;
  readonly changes: RowChanges;
  /** Rows that are there; 0, whatever there is, while the transaction has written none. */
  readonly records: number;
}

const nothing = { changes: { added: 0, changed: 0, removed: 0 }, records: 0 };

/** What a transaction has done to each of its tables, in one statement for all of them. */
export async function countMarks(connection: Connection, locks: readonly WriteLock[]): Promise<readonly MarkedRows[]> {
  const selects = locks.flatMap((lock, place) => (lock.isWritten ? selectCounts(lock, place) : []));
  const rows = selects.length === 0 ? [] : await connection.rows(selects.join(" UNION ALL "));
  return locks.map((lock, place) => {
    const row = rows.find((one) => Number(one.place) === place);
    if (!row) {
      return { lock, ...nothing };
    }
    const [come, gone] = [Number(row.come), Number(row.gone)];
    // One row removed and two upserted for it, one after the other, is one change.
    const changed = Math.min(Number(row.replacing), gone);
    return { lock, changes: { added: come - changed, changed, removed: gone - changed }, records: Number(row.records) };
  });
}

function selectCounts({ table, number }: WriteLock, place: number): string {
  return `SELECT ${place} AS place, count(*) FILTER (${hidden.from} = ${number}) AS come,
      count(*) FILTER (${hidden.from} = ${number} AND ${hidden.replaces}) AS replacing,
      count(*) FILTER (${hidden.to} = ${number}) AS gone, count(*) FILTER (${hidden.to} IS NULL) AS records
    FROM ${physicalPath(table)}`;
}

import { RecentMap } from "../../base/recent-map.ts";
import { type Connection, quoteName } from "../../duckdb/database.ts";
import { type DataVersion, memberLists } from "../store/data-version-store.ts";
import type { TenantDataLease } from "../store/tenant-data.ts";

/** Size of an analytic object in a data version. */
export interface ObjectRecords {
  /** Id of the object. */
  readonly object: string;
  /** Number of its members, such as people; of an event the number of records. */
  readonly members: number;
  /** Number of records: states of members, or events. */
  readonly records: number;
}

/** Counts the records of data versions, once for each of their files, which never change. */
export class RecordCounts {
  /** Counts by file and object. */
  readonly #counted = new RecentMap<string, ObjectRecords>(1000);

  /** Counts the objects of a version. `open` opens it, or no version if its data was given up. */
  async count({ objects }: DataVersion, open: () => Promise<TenantDataLease>): Promise<readonly ObjectRecords[]> {
    const ids = [...objects.keys()].filter((id) => id !== memberLists);
    const keyOf = (id: string) => JSON.stringify([objects.get(id), id]);
    const missing = ids.filter((id) => this.#counted.get(keyOf(id)) === undefined);
    const lease = missing.length > 0 ? await open() : undefined;
    try {
      for (const id of lease?.versions.length ? missing : []) {
        const isEvent = lease?.model.objects.some((object) => object.id === id && object.kind === "event");
        const counts = await lease?.database.use((connection) => countRecords(connection, id, isEvent === true));
        if (counts) {
          this.#counted.set(keyOf(id), counts);
        }
      }
    } finally {
      lease?.release();
    }
    return ids.flatMap((id) => this.#counted.get(keyOf(id)) ?? []);
  }
}

async function countRecords(connection: Connection, object: string, isEvent: boolean): Promise<ObjectRecords> {
  const members = isEvent ? "count(*)" : 'count(DISTINCT "$key")';
  const [row] = await connection.rows(`SELECT ${members} AS members, count(*) AS records FROM ${quoteName(object)}`);
  return { object, members: Number(row?.members), records: Number(row?.records) };
}

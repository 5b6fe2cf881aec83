import { quoteName } from "../../duckdb/database.ts";
import { loadSchemasOf } from "../model/load-schema.ts";
import type { StoredObject } from "../model/tenant-model.ts";
import { arrivedSelects, assignKeys } from "./assign-keys.ts";
import { collectEvents, writeEvents } from "./rebuild-events.ts";
import { rebuildMembers } from "./rebuild-members.ts";
import { findObject, groupFiles, type RebuildScope } from "./rebuild-scope.ts";
import { rebuildSubject } from "./rebuild-subject.ts";

/** Rows that a rebuild wrote to the target. */
interface Rebuilt {
  /** Ids of the objects whose tables were written. Those of other objects are the base's. */
  readonly objects: readonly string[];
  /** Whether the member tables were written, all of them. */
  readonly members: boolean;
}

/**
 * Writes the tables of a new data version that differ from those of the base version (semantics.md, "Processing").
 * Throws `JobFailure` if the files contradict each other. Uses temporary tables named `rebuild...`.
 */
export async function rebuild(scope: RebuildScope): Promise<Rebuilt> {
  try {
    const members = await rebuildMembers(scope);
    await assignKeys(scope);
    const objects = scope.objects.map((id) => findObject(scope.model, id));
    const written: string[] = [];
    for (const object of objects.filter(({ kind }) => kind === "event")) {
      scope.report?.(`Rebuilding ${object.displayName}`);
      await collectEvents(scope, object);
      if (await isChanged(scope, object)) {
        await writeEvents(scope, object);
        written.push(object.id);
      }
    }
    for (const object of objects.filter(({ kind }) => kind === "subject")) {
      scope.report?.(`Rebuilding ${object.displayName}`);
      if (await rebuildSubject(scope, object)) {
        written.push(object.id);
      }
    }
    return { objects: written, members };
  } finally {
    await dropTemporaries(scope);
  }
}

/** Whether new files have events of an object, or make the subjects of events in the contained files exist. */
async function isChanged(scope: RebuildScope, object: StoredObject): Promise<boolean> {
  if (groupFiles(scope, object.id, scope.contained).length > 0) {
    return true;
  }
  const arrived = arrivedSelects(scope, object.id, object, () => "1");
  return (
    arrived.length > 0 &&
    (await scope.connection.rows(`${arrived.join(" UNION ALL ")} LIMIT 1`, [], scope.signal)).length > 0
  );
}

/**
 * Returns the exclusive end of the data that files extend: the first of the month after their newest `Effective_Date` or
 * `Event_Date`, but not before the former end. An `End_Date` may be planned long ahead and does not count.
 */
export async function findDataEnd(scope: Omit<RebuildScope, "dataEnd">, former: Date): Promise<Date> {
  const all = { ...scope, dataEnd: former };
  const dates = loadSchemasOf(scope.model).flatMap(({ name, columns }) =>
    columns
      .filter(({ role }) => role === "effectiveDate" || role === "eventDate")
      .flatMap((column) =>
        groupFiles(all, name).map(({ from }) => `SELECT max(r.${quoteName(column.name)}) AS instant FROM ${from}`),
      ),
  );
  if (dates.length === 0) {
    return former;
  }
  const [row] = await scope.connection.rows(
    `SELECT epoch_ms(date_trunc('month', max(instant)) + INTERVAL 1 MONTH) AS ends FROM (${dates.join(" UNION ALL ")})`,
    [],
    scope.signal,
  );
  const ends = row?.ends;
  return ends === null || ends === undefined || Number(ends) <= former.getTime() ? former : new Date(Number(ends));
}

async function dropTemporaries({ connection }: RebuildScope): Promise<void> {
  const tables = await connection.rows(
    "SELECT table_name AS name FROM duckdb_tables() WHERE temporary AND starts_with(table_name, 'rebuild_')",
  );
  for (const { name } of tables) {
    await connection.run(`DROP TABLE ${quoteName(String(name))}`);
  }
}

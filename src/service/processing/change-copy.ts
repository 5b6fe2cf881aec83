import { quoteName, quoteText } from "../../duckdb/database.ts";
import type { TableSchema } from "../data-versions/build-version.ts";
import { monthColumnsOf, objectColumnsOf } from "../model/object-table.ts";
import type { StoredObject } from "../model/tenant-model.ts";
import { createTemporary, firstPositionOf, qualify, type RebuildScope } from "./rebuild-scope.ts";
import { insertInOrder, type RebuiltRecords, type StayingRecords } from "./write-records.ts";

/** Free space that a changed copy may have, as a share of what is in use. */
const maxFreeShare = 0.05;

/**
 * Writes the states of a subject's members as a changed copy of the base's table, which costs less than to write all states anew: up to
 * the first time from which they differ, only ends of states change; from then on they are written anew. Returns false, with nothing
 * written, where that does not pay: of a table of less than `scope.copiedStates`, where more than half of the states would be written
 * anew, or where the file would keep more free space than `maxFreeShare`. Needs `rebuild_begins` and `rebuild_given`.
 */
export async function changeCopyOfStates(
  scope: RebuildScope,
  object: StoredObject,
  staying: StayingRecords,
  rebuilt: RebuiltRecords,
): Promise<boolean> {
  const { connection, signal } = scope;
  const counted = await connection.rows(`SELECT count(*) AS states FROM ${staying.table}`, [], signal);
  const states = Number(counted[0]?.states);
  if (states < scope.copiedStates) {
    return false;
  }
  const since = await findFirstDifference(scope, object, staying, rebuilt);
  const later = await connection.rows(
    `SELECT count(*) AS states FROM ${staying.table} WHERE "$valid_from" >= ${since}`,
    [],
    signal,
  );
  const laterStates = Number(later[0]?.states);
  if (laterStates > states / 2) {
    return false;
  }
  scope.report?.(`Writing the states of ${object.displayName} that changed`);
  return scope.changeCopy(object.id, async (copy) => {
    const table = qualify(copy, object.id);
    if (!(await hasColumnsOf(scope, copy, object))) {
      return false;
    }
    await connection.run(`DELETE FROM ${table} WHERE "$valid_from" >= ${since}`, [], signal);
    // What is deleted is free space only after a checkpoint. The next one makes the file shorter if it writes the metadata of all rows
    // anew, which lie behind that space; so it does for a table that had a column added and dropped.
    await checkpoint(scope, copy);
    await connection.run(`ALTER TABLE ${table} ADD COLUMN "$none" BOOLEAN`, [], signal);
    await connection.run(`ALTER TABLE ${table} DROP COLUMN "$none"`, [], signal);
    await changeEnds(scope, object, table, since);
    await checkpoint(scope, copy);
    const { used, free } = await blocksOf(scope, copy);
    const needed = (used * laterStates) / Math.max(1, states - laterStates);
    if (free > needed + (used + needed) * maxFreeShare) {
      return false;
    }
    await insertInOrder(scope, object, table, staying, rebuilt, since);
    return true;
  });
}

/**
 * Returns the first time, as a literal, from which the rebuilt states differ from the base's in more than their ends. Creates
 * `rebuild_ends` ($key, $valid_from, $valid_to): the states before it that end at another time.
 */
async function findFirstDifference(
  scope: RebuildScope,
  object: StoredObject,
  { table }: StayingRecords,
  { records }: RebuiltRecords,
): Promise<string> {
  const { connection, signal, contained } = scope;
  // What new files say begins with this instant. Before it there are few other states, which are compared.
  const [given] = await connection.rows(
    `SELECT min("$instant")::VARCHAR AS first FROM rebuild_given WHERE "$position" >= ${firstPositionOf(contained)}`,
    [],
    signal,
  );
  const first = typeof given?.first === "string" ? `TIMESTAMP ${quoteText(given.first)}` : "'infinity'::TIMESTAMP";
  const compared = objectColumnsOf(object)
    .map(({ name }) => name)
    .filter((name) => !name.startsWith("$"))
    .map(quoteName);
  await createTemporary(
    scope,
    "rebuild_compared",
    `SELECT coalesce(t."$key", n."$key") AS "$key", coalesce(t."$valid_from", n."$valid_from") AS "$valid_from", n."$valid_to",
       t."$key" IS NOT NULL AND n."$key" IS NOT NULL AND ${["TRUE", ...compared.map((name) => `t.${name} IS NOT DISTINCT FROM n.${name}`)].join(" AND ")} AS is_same,
       t."$valid_to" IS DISTINCT FROM n."$valid_to" AS ends_otherwise
     FROM (
       SELECT t.* FROM ${table} AS t JOIN rebuild_begins AS k ON k.key = t."$key" AND t."$valid_from" >= k.begins WHERE t."$valid_from" < ${first}
     ) AS t FULL JOIN (SELECT * FROM (${records}) AS n WHERE n."$valid_from" < ${first}) AS n
       ON n."$key" = t."$key" AND n."$valid_from" = t."$valid_from"`,
  );
  const [difference] = await connection.rows(
    'SELECT min("$valid_from")::VARCHAR AS first FROM rebuild_compared WHERE NOT is_same',
    [],
    signal,
  );
  const since = typeof difference?.first === "string" ? `TIMESTAMP ${quoteText(difference.first)}` : first;
  await createTemporary(
    scope,
    "rebuild_ends",
    `SELECT "$key", "$valid_from", "$valid_to" FROM rebuild_compared WHERE "$valid_from" < ${since} AND ends_otherwise`,
  );
  return since;
}

async function changeEnds({ connection, signal }: RebuildScope, object: StoredObject, table: string, since: string) {
  const months = monthColumnsOf(object).map(({ name, value }) => [quoteName(name), value] as const);
  await connection.run(
    `UPDATE ${table} AS t SET ${['"$valid_to" = e."$valid_to"', ...months.map(([name]) => `${name} = e.${name}`)].join(", ")}
     FROM (SELECT ${["*", ...months.map(([name, value]) => `${value} AS ${name}`)].join(", ")} FROM rebuild_ends) AS e
     WHERE t."$key" = e."$key" AND t."$valid_from" = e."$valid_from" AND t."$valid_from" < ${since}`,
    [],
    signal,
  );
}

/** Whether a table has the columns of an object's, and no others. That of a version from before a change of the model has not. */
async function hasColumnsOf(
  { connection, signal }: RebuildScope,
  { catalog, schema }: TableSchema,
  object: StoredObject,
) {
  const rows = await connection.rows(
    "SELECT column_name AS name, data_type AS type FROM duckdb_columns() WHERE database_name = ? AND schema_name = ? AND table_name = ?",
    [catalog, schema, object.id],
    signal,
  );
  const types = new Map(rows.map(({ name, type }) => [String(name), String(type)]));
  const columns = objectColumnsOf(object);
  return columns.length === types.size && columns.every(({ name, type }) => types.get(name) === type);
}

async function checkpoint({ connection, signal }: RebuildScope, { catalog }: TableSchema): Promise<void> {
  await connection.run(`CHECKPOINT ${quoteName(catalog)}`, [], signal);
}

async function blocksOf({ connection, signal }: RebuildScope, { catalog }: TableSchema) {
  const [size] = await connection.rows(
    "SELECT used_blocks AS used, free_blocks AS free FROM pragma_database_size() WHERE database_name = ?",
    [catalog],
    signal,
  );
  return { used: Number(size?.used), free: Number(size?.free) };
}

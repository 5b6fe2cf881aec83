import { type Connection, quoteName } from "../../duckdb/database.ts";
import type {
  TranslatedDelete,
  TranslatedInsert,
  TranslatedUpdate,
} from "../engine/spark/types/translated-statement.ts";
import { isSameName } from "../store/same-name.ts";
import { hiddenColumns } from "./catalogue.ts";
import { buildReplacesCommittedSql, removeAllRows, removeRows, runForCount } from "./row-marks.ts";
import type { RowChanges } from "./table-data.ts";
import { TableDataError } from "./table-data-error.ts";
import type { SourceRelation } from "./upsert-rows.ts";
import { buildColumnCastSql, buildStoredValueSql, type WriteTarget } from "./write-target.ts";

export async function insertRows(
  connection: Connection,
  target: WriteTarget,
  { columns, isOverwrite, sql, reads }: TranslatedInsert,
  signal?: AbortSignal,
): Promise<RowChanges> {
  const filled = columns?.map((name) => target.column(name)) ?? target.columns;
  const names = filled.map((_, index) => `c${index}`);
  const readsItself = isOverwrite && reads.some((name) => isSameName(name, target.name));
  let rows = `(${sql})`;
  if (readsItself) {
    await connection.run(`CREATE TEMP TABLE "$come" AS FROM ${rows} AS rows(${names.join(", ")})`, [], signal);
    rows = '"$come"';
  }
  const removed = isOverwrite ? await removeAllRows(connection, target, signal) : 0;
  const values = filled.map((column, index) => buildColumnCastSql(column, `rows.c${index}`));
  const added = await runForCount(
    connection,
    `INSERT INTO ${target.path} (${target.insertList(filled)})
     SELECT ${values.join(", ")}, ${target.newRowVersion("false")} FROM ${rows} AS rows(${names.join(", ")})`,
    signal,
  );
  if (readsItself) {
    await connection.run('DROP TABLE "$come"');
  }
  return { added, changed: 0, removed };
}

export async function deleteRows(
  connection: Connection,
  target: WriteTarget,
  { alias, where }: TranslatedDelete,
  signal?: AbortSignal,
): Promise<RowChanges> {
  if (where === undefined) {
    return { added: 0, changed: 0, removed: await removeAllRows(connection, target, signal) };
  }
  await connection.run(
    `CREATE TEMP TABLE "$gone" AS SELECT "$row", ${hiddenColumns.from} FROM ${target.as(alias)} WHERE ${where}`,
    [],
    signal,
  );
  const removed = await runForCount(connection, 'SELECT count(*) FROM "$gone"');
  await removeRows(connection, target, '"$gone"', signal);
  await connection.run('DROP TABLE "$gone"');
  return { added: 0, changed: 0, removed };
}

export async function updateRows(
  connection: Connection,
  target: WriteTarget,
  { alias, assignments, where }: TranslatedUpdate,
  signal?: AbortSignal,
): Promise<RowChanges> {
  const values = target.columns.map((column) => {
    const assigned = assignments.find((one) => isSameName(one.column, column.name));
    const unchanged = `${quoteName(alias)}.${quoteName(column.name)}`;
    return `${assigned ? buildColumnCastSql(column, assigned.sql) : unchanged} AS ${quoteName(column.name)}`;
  });
  const versions = `${quoteName(alias)}."$row", ${quoteName(alias)}.${hiddenColumns.from}`;
  await connection.run(
    `CREATE TEMP TABLE "$changed" AS
     SELECT ${versions}, ${buildReplacesCommittedSql(target, quoteName(alias))} AS "$replaces", ${values.join(", ")}
     FROM ${target.as(alias)} ${where === undefined ? "" : `WHERE ${where}`}`,
    [],
    signal,
  );
  await removeRows(connection, target, '"$changed"', signal);
  const changed = await runForCount(connection, buildInsertSql(target, '"$changed"'), signal);
  await connection.run('DROP TABLE "$changed"');
  return { added: 0, changed, removed: 0 };
}

/** Builds SQL that inserts the rows of a relation. The relation has the target's columns by name, and `$replaces`. */
export function buildInsertSql(target: WriteTarget, relation: string): string {
  const columns = target.columns.map(({ name }) => quoteName(name));
  return `INSERT INTO ${target.path} (${target.insertList()})
    SELECT ${columns.join(", ")}, ${target.newRowVersion(hiddenColumns.replaces)} FROM ${relation}`;
}

/**
 * Makes the rows of the target equal to those of the source, including duplicates. Rows in both stay unchanged
 * (sql-like-language 13.2). Columns are matched by name. Columns that the source lacks are NULL in new rows.
 */
export async function replaceRows(
  connection: Connection,
  target: WriteTarget,
  source: SourceRelation,
  signal?: AbortSignal,
): Promise<RowChanges> {
  if (!target.columns.some(({ name }) => source.columns.some((given) => isSameName(given.name, name)))) {
    throw new TableDataError(`replace of ${target.name}: the source ${source.name} has none of its columns.`);
  }
  const names = target.columns.map(({ name }) => quoteName(name)).join(", ");
  const values = target.columns.map(
    (column) => `${buildStoredValueSql(column, source.columns, "s")} AS ${quoteName(column.name)}`,
  );
  const nth = `row_number() OVER (PARTITION BY ${names}) AS "$nth"`;
  await connection.run(
    `CREATE TEMP TABLE "$source" AS SELECT *, ${nth} FROM (SELECT ${values.join(", ")} FROM ${source.sql} AS s)`,
    [],
    signal,
  );
  await connection.run(`CREATE TEMP TABLE "$there" AS SELECT *, ${nth} FROM ${target.as("t")}`, [], signal);
  const isSame = [...target.columns.map(({ name }) => quoteName(name)), '"$nth"']
    .map((name) => `s.${name} IS NOT DISTINCT FROM t.${name}`)
    .join(" AND ");
  await connection.run(
    `CREATE TEMP TABLE "$gone" AS SELECT "$row", ${hiddenColumns.from} FROM "$there" AS t ANTI JOIN "$source" AS s ON ${isSame}`,
    [],
    signal,
  );
  await connection.run(
    `CREATE TEMP TABLE "$come" AS SELECT s.*, false AS "$replaces" FROM "$source" AS s ANTI JOIN "$there" AS t ON ${isSame}`,
    [],
    signal,
  );
  const removed = await runForCount(connection, 'SELECT count(*) FROM "$gone"');
  await removeRows(connection, target, '"$gone"', signal);
  const added = await runForCount(connection, buildInsertSql(target, '"$come"'), signal);
  for (const table of ['"$source"', '"$there"', '"$gone"', '"$come"']) {
    await connection.run(`DROP TABLE ${table}`);
  }
  return { added, changed: 0, removed };
}

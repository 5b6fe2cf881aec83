import { type Connection, quoteName } from "../../duckdb/database.ts";
import { isSameName } from "../store/same-name.ts";
import { hidden } from "./physical-table.ts";
import { countOf, removeRows } from "./row-marks.ts";
import type { RowChanges } from "./table-data.ts";
import { TableDataError } from "./table-data-error.ts";
import type { SourceRelation } from "./upsert-rows.ts";
import { insertFrom } from "./write-rows.ts";
import { storedValue, type WriteTarget } from "./write-target.ts";

/**
 * Makes the target's rows equal to the source's, as a multiset; rows in both stay unchanged (sql-like-language 13.2).
 * Columns are matched by name; columns that the source lacks are NULL in new rows.
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
    (column) => `${storedValue(column, source.columns, "s")} AS ${quoteName(column.name)}`,
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
    `CREATE TEMP TABLE "$gone" AS SELECT "$row", ${hidden.from} FROM "$there" AS t ANTI JOIN "$source" AS s ON ${isSame}`,
    [],
    signal,
  );
  await connection.run(
    `CREATE TEMP TABLE "$come" AS SELECT s.*, false AS "$replaces" FROM "$source" AS s ANTI JOIN "$there" AS t ON ${isSame}`,
    [],
    signal,
  );
  const removed = await countOf(connection, 'SELECT count(*) FROM "$gone"');
  await removeRows(connection, target, '"$gone"', signal);
  const added = await countOf(connection, insertFrom(target, '"$come"'), signal);
  for (const table of ['"$source"', '"$there"', '"$gone"', '"$come"']) {
    await connection.run(`DROP TABLE ${table}`);
  }
  return { added, changed: 0, removed };
}

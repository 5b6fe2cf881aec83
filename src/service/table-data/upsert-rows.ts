import type { Connection } from "../../duckdb/database.ts";
import { isSameName } from "../store/same-name.ts";
import { hiddenColumns, quoteColumnName, type StoredColumn } from "./catalogue.ts";
import { buildReplacesCommittedSql, removeRows, runForCount } from "./row-marks.ts";
import type { RowChanges } from "./table-data.ts";
import { TableDataError } from "./table-data-error.ts";
import { buildStoredValueSql, type WriteTarget } from "./write-target.ts";

/** A relation of the connection that rows are read from, with its columns. */
export interface SourceRelation {
  /** Name of the relation in the user's SQL. */
  readonly name: string;
  /** SQL of the relation for use in FROM. */
  readonly sql: string;
  readonly columns: readonly StoredColumn[];
}

/**
 * Removes the target's rows whose keys equal those of a source row, then inserts all source rows. If several target
 * rows have equal keys, all of them are removed.
 */
export async function upsertRows(
  connection: Connection,
  target: WriteTarget,
  source: SourceRelation,
  keys: readonly string[],
  signal?: AbortSignal,
): Promise<RowChanges> {
  const keyColumns = keys.map((key) => target.column(key));
  if (keyColumns.length === 0) {
    throw new TableDataError(
      `upsert into ${target.name}: keys is missing or empty; name the columns that identify a row.`,
    );
  }
  const given = columnsOfBoth(target, source);
  for (const { name } of keyColumns) {
    if (!given.some((column) => column.name === name)) {
      throw new TableDataError(`upsert into ${target.name}: the source ${source.name} has no key column "${name}".`);
    }
  }
  const valueIn = (column: StoredColumn) => buildStoredValueSql(column, source.columns, "s");
  await checkNoDuplicates(connection, target, source, keyColumns.map(valueIn), signal);

  const names = keyColumns.map(({ name }) => quoteColumnName(name));
  const matches = keyColumns.map((column) => `t.${quoteColumnName(column.name)} = ${valueIn(column)}`).join(" AND ");
  await connection.run(
    `CREATE TEMP TABLE "$gone" AS SELECT t.rowid AS "$row", t.${hiddenColumns.from}, t.${hiddenColumns.replaces}, ${names.map((name) => `t.${name}`).join(", ")}
     FROM ${target.path} AS t JOIN ${source.sql} AS s ON ${matches} WHERE t.${hiddenColumns.to} IS NULL`,
    [],
    signal,
  );
  const gone = await runForCount(connection, 'SELECT count(*) FROM "$gone"');
  await removeRows(connection, target, '"$gone"', signal);
  // A join, because DuckDB takes twice as long for EXISTS.
  const replaced = `(SELECT DISTINCT ${names.join(", ")}, true AS "$is" FROM "$gone" AS t WHERE ${buildReplacesCommittedSql(target, "t")})`;
  const [replaces, join] =
    gone > 0 ? ['t."$is" IS NOT NULL', `LEFT JOIN ${replaced} AS t ON ${matches}`] : ["false", ""];
  const written = await runForCount(
    connection,
    `INSERT INTO ${target.path} (${target.insertList(given)})
     SELECT ${given.map(valueIn).join(", ")}, ${target.newRowVersion(replaces)} FROM ${source.sql} AS s ${join}`,
    signal,
  );
  await connection.run('DROP TABLE "$gone"');
  const changed = Math.min(gone, written);
  return { added: written - changed, changed, removed: gone - changed };
}

/**
 * Target columns that the source has, by name. Other columns of the source are ignored; other target columns become
 * NULL.
 */
function columnsOfBoth(target: WriteTarget, source: SourceRelation): StoredColumn[] {
  return target.columns.filter(({ name }) => source.columns.some((column) => isSameName(column.name, name)));
}

async function checkNoDuplicates(
  connection: Connection,
  target: WriteTarget,
  source: SourceRelation,
  keys: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  const present = keys.map((key) => `${key} IS NOT NULL`).join(" AND ");
  const duplicates = await runForCount(
    connection,
    `SELECT count(*) FROM (SELECT 1 FROM ${source.sql} AS s WHERE ${present} GROUP BY ${keys.join(", ")} HAVING count(*) > 1)`,
    signal,
  );
  if (duplicates > 0) {
    throw new TableDataError(
      `upsert into ${target.name}: the source ${source.name} has more than one row for ${duplicates} of its keys; make the keys unique first.`,
    );
  }
}

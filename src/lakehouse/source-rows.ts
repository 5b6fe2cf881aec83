import { quoteSparkName } from "../base/sql-quote.ts";
import type { SparkSession } from "../spark-connect/spark-session.ts";
import { LakehouseError } from "./lakehouse-error.ts";
import { isSameName } from "./plan-rehearsal.ts";

/** A column of a table that rows are written to. */
interface TargetColumn {
  readonly name: string;
  /** Spark's type, such as `decimal(38,18)`. */
  readonly type: string;
  /** Type of the source's column of this name, undefined if the source has none. */
  readonly sourceType: string | undefined;
}

/** Columns of a table, held against those of the relation whose rows are written to it. Names are those of the session. */
export interface ComparedColumns {
  readonly source: string;
  readonly target: string;
  readonly sourceNames: readonly string[];
  readonly columns: readonly TargetColumn[];
}

/**
 * Compares the columns of a source and a target by name. Throws LakehouseError that names a column of the source with
 * values that are not of the target's type.
 */
export async function compareColumns(
  session: SparkSession,
  source: string,
  target: string,
  signal?: AbortSignal,
): Promise<ComparedColumns> {
  const columnsOf = async (name: string) =>
    (await session.query(`SELECT * FROM ${quoteSparkName(name)} LIMIT 0`, signal)).columns;
  const [stored, given] = [await columnsOf(target), await columnsOf(source)];
  const columns = stored.map(({ name, type }) => ({
    name,
    type,
    sourceType: given.find((one) => isSameName(one.name, name))?.type,
  }));
  const cast = columns.filter(({ type, sourceType }) => sourceType !== undefined && sourceType !== type);
  if (cast.length > 0) {
    const counts = cast.map(({ name, type }) => {
      const value = quoteSparkName(name);
      return `count_if(${value} IS NOT NULL AND CAST(${value} AS ${type}) IS NULL)`;
    });
    const { rows } = await session.query(`SELECT ${counts.join(", ")} FROM ${quoteSparkName(source)}`, signal);
    for (const [index, { name, type }] of cast.entries()) {
      const invalid = Number(rows[0]?.[index] ?? 0);
      if (invalid > 0) {
        throw new LakehouseError(`${source}, ${name}: ${invalid} values are not of the type ${type}.`);
      }
    }
  }
  return { source, target, sourceNames: given.map(({ name }) => name), columns };
}

/**
 * Checks the keys of an upsert and builds its statement: rows whose keys are in the target change, the others are added,
 * and columns that the source lacks become NULL. Throws LakehouseError for keys that are missing or not unique.
 */
export async function prepareUpsert(
  session: SparkSession,
  compared: ComparedColumns,
  writePath: string,
  keys: readonly string[],
  signal?: AbortSignal,
): Promise<string> {
  const { source, target, columns } = compared;
  const keyColumns = keys.map((key) => {
    const column = columns.find(({ name }) => isSameName(name, key));
    if (!column || column.sourceType === undefined) {
      throw new LakehouseError(`${column ? source : target} has no key column "${key}".`);
    }
    return quoteSparkName(column.name);
  });
  const rows = `(${selectSource(compared)})`;
  const present = keyColumns.map((key) => `${key} IS NOT NULL`).join(" AND ");
  const duplicates = await session.query(
    `SELECT count(*) FROM (SELECT 1 FROM ${rows} WHERE ${present} GROUP BY ${keyColumns.join(", ")} HAVING count(*) > 1)`,
    signal,
  );
  const count = Number(duplicates.rows[0]?.[0] ?? 0);
  if (count > 0) {
    throw new LakehouseError(
      `the source ${source} has more than one row for ${count} of its keys; make the keys unique first.`,
    );
  }
  const names = columns.map(({ name }) => quoteSparkName(name));
  return [
    `MERGE INTO ${writePath} AS t USING ${rows} AS s`,
    `ON ${keyColumns.map((key) => `t.${key} = s.${key}`).join(" AND ")}`,
    `WHEN MATCHED THEN UPDATE SET ${names.map((name) => `t.${name} = s.${name}`).join(", ")}`,
    `WHEN NOT MATCHED THEN INSERT (${names.join(", ")}) VALUES (${names.map((name) => `s.${name}`).join(", ")})`,
  ].join(" ");
}

/**
 * Builds the statements after which the target has the rows of the source. They delete and add only what differs, so that
 * rows that are equal in both stay as they are; of equal rows that the target has more often, all are deleted and some
 * added again. `rowsPath` is where the rows of the target are read.
 */
export function buildReplace(compared: ComparedColumns, writePath: string, rowsPath: string): readonly string[] {
  const names = compared.columns.map(({ name }) => quoteSparkName(name));
  const list = names.join(", ");
  const source = selectSource(compared);
  const both = `SELECT ${list}, 1 AS \`$there\`, 0 AS \`$given\` FROM ${rowsPath} UNION ALL SELECT *, 0, 1 FROM (${source})`;
  const kept = `SELECT ${list} FROM (${both}) GROUP BY ${list} HAVING sum(\`$given\`) >= sum(\`$there\`)`;
  const isSame = names.map((name) => `t.${name} <=> kept.${name}`).join(" AND ");
  return [
    `DELETE FROM ${writePath} AS t WHERE NOT EXISTS (SELECT 1 FROM (${kept}) AS kept WHERE ${isSame})`,
    `INSERT INTO ${writePath} ${source} EXCEPT ALL SELECT ${list} FROM ${rowsPath}`,
  ];
}

/** A SELECT of the source's rows with the columns of the target, cast to their types. */
function selectSource({ source, columns }: ComparedColumns): string {
  const values = columns.map(({ name, type, sourceType }) => {
    const quoted = quoteSparkName(name);
    const value = sourceType === undefined ? "NULL" : quoted;
    return sourceType === type ? quoted : `CAST(${value} AS ${type}) AS ${quoted}`;
  });
  return `SELECT ${values.join(", ")} FROM ${quoteSparkName(source)}`;
}

import { countOf } from "../base/count-of.ts";
import { quoteSparkName } from "../base/sql-quote.ts";
import { SparkFailure } from "../spark-connect/spark-failure.ts";
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

/** Compares the columns of a source and a target by name. */
export async function compareColumns(
  session: SparkSession,
  source: string,
  target: string,
  signal?: AbortSignal,
): Promise<ComparedColumns> {
  const columnsOf = (name: string) => session.columnsOf(`SELECT * FROM ${quoteSparkName(name)}`, signal);
  const [stored, given] = await Promise.all([columnsOf(target), columnsOf(source)]);
  const columns = stored.map(({ name, type }) => ({
    name,
    type,
    sourceType: given.find((one) => isSameName(one.name, name))?.type,
  }));
  return { source, target, sourceNames: given.map(({ name }) => name), columns };
}

/**
 * Upserts the rows of a source: rows whose keys are in the target change, the others are added, and columns that the source
 * lacks become NULL. Throws LakehouseError for keys that are missing or not unique, and for values that are not of their
 * column's type. Nothing is written then.
 */
export async function upsertRows(
  session: SparkSession,
  compared: ComparedColumns,
  writePath: string,
  keys: readonly string[],
  signal?: AbortSignal,
): Promise<void> {
  const keyColumns = findKeys(compared, keys);
  await explained(session, compared, keyColumns, signal, () =>
    session.command(buildUpsert(compared, writePath, keyColumns), signal),
  );
}

/** Makes the rows of the target those of the source. `rowsPath` is where the rows of the target are read. Throws as `upsertRows` does, but rows that go may be deleted by then. */
export async function replaceRows(
  session: SparkSession,
  compared: ComparedColumns,
  writePath: string,
  rowsPath: string,
  signal?: AbortSignal,
): Promise<void> {
  await explained(session, compared, [], signal, async () => {
    for (const sql of buildReplace(compared, writePath, rowsPath)) {
      await session.command(sql, signal);
    }
  });
}

/** Returns the quoted names of key columns. Throws LakehouseError for one that the target or the source lacks. */
function findKeys({ source, target, columns }: ComparedColumns, keys: readonly string[]): readonly string[] {
  return keys.map((key) => {
    const column = columns.find(({ name }) => isSameName(name, key));
    if (!column || column.sourceType === undefined) {
      throw new LakehouseError(`${column ? source : target} has no key column "${key}".`);
    }
    return quoteSparkName(column.name);
  });
}

/** The statement stops at the first key that is there twice. It groups by the keys as the MERGE joins, in the same pass. */
function buildUpsert(compared: ComparedColumns, writePath: string, keys: readonly string[]): string {
  const names = compared.columns.map(({ name }) => quoteSparkName(name));
  const isMissing = keys.map((key) => `${key} IS NULL`).join(" OR ");
  const rows = [
    `SELECT ${names.join(", ")} FROM (SELECT *, count(*) OVER (PARTITION BY ${keys.join(", ")}) AS \`$same\``,
    `FROM (${selectSource(compared)})) WHERE \`$same\` = 1 OR ${isMissing} OR ${stop("twice")}`,
  ].join(" ");
  return [
    `MERGE INTO ${writePath} AS t USING (${rows}) AS s`,
    `ON ${keys.map((key) => `t.${key} = s.${key}`).join(" AND ")}`,
    `WHEN MATCHED THEN UPDATE SET ${names.map((name) => `t.${name} = s.${name}`).join(", ")}`,
    `WHEN NOT MATCHED THEN INSERT (${names.join(", ")}) VALUES (${names.map((name) => `s.${name}`).join(", ")})`,
  ].join(" ");
}

/** A condition that fails the statement; what was wrong is looked for then. */
function stop(reason: string): string {
  return `raise_error('${reason}') IS NULL`;
}

/** Runs statements that read a source. If one fails, looks for what is wrong with the source. */
async function explained(
  session: SparkSession,
  compared: ComparedColumns,
  keys: readonly string[],
  signal: AbortSignal | undefined,
  run: () => Promise<void>,
): Promise<void> {
  try {
    await run();
  } catch (error) {
    if (SparkFailure.is(error) && error.kind === "statement") {
      await checkValues(session, compared, signal);
      await checkKeys(session, compared, keys, signal);
    }
    throw error;
  }
}

async function checkValues(
  session: SparkSession,
  { source, columns }: ComparedColumns,
  signal: AbortSignal | undefined,
): Promise<void> {
  const cast = columns.filter(mayFail);
  if (cast.length === 0) {
    return;
  }
  const counts = cast.map((column) => `count_if(NOT ${isOfType(column)})`);
  const { rows } = await session.query(`SELECT ${counts.join(", ")} FROM ${quoteSparkName(source)}`, signal);
  for (const [index, { name, type }] of cast.entries()) {
    const invalid = Number(rows[0]?.[index] ?? 0);
    if (invalid > 0) {
      throw new LakehouseError(
        `${source}, ${name}: ${countOf(invalid, "value")} ${invalid === 1 ? "is" : "are"} not of the type ${type}.`,
      );
    }
  }
}

async function checkKeys(
  session: SparkSession,
  compared: ComparedColumns,
  keys: readonly string[],
  signal: AbortSignal | undefined,
): Promise<void> {
  if (keys.length === 0) {
    return;
  }
  const present = keys.map((key) => `${key} IS NOT NULL`).join(" AND ");
  const { rows } = await session.query(
    `SELECT count(*) FROM (SELECT 1 FROM (${selectSource(compared)}) WHERE ${present} GROUP BY ${keys.join(", ")} HAVING count(*) > 1)`,
    signal,
  );
  const count = Number(rows[0]?.[0] ?? 0);
  if (count > 0) {
    throw new LakehouseError(
      `the source ${compared.source} has more than one row for ${count} of its keys; make the keys unique first.`,
    );
  }
}

/**
 * Builds the statements after which the target has the rows of the source. They delete and add only what differs, so that
 * rows that are equal in both stay as they are; of equal rows that the target has more often, all are deleted and some
 * added again. `rowsPath` is where the rows of the target are read.
 */
function buildReplace(compared: ComparedColumns, writePath: string, rowsPath: string): readonly string[] {
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

/** A SELECT of the source's rows with the columns of the target, cast to their types. It fails for a value that is not of its column's type. */
function selectSource({ source, columns }: ComparedColumns): string {
  const values = columns.map((column) => {
    const { name, type, sourceType } = column;
    const quoted = quoteSparkName(name);
    return sourceType === type ? quoted : `CAST(${sourceType === undefined ? "NULL" : quoted} AS ${type}) AS ${quoted}`;
  });
  const cast = columns.filter(mayFail);
  const areValid = `(${cast.map(isOfType).join(" AND ")}) OR ${stop("type")}`;
  return `SELECT ${values.join(", ")} FROM ${quoteSparkName(source)}${cast.length > 0 ? ` WHERE ${areValid}` : ""}`;
}

const wholeTypes = ["tinyint", "smallint", "int", "bigint"];

/** Whether a value of the source may not be of the column's type. */
function mayFail({ type, sourceType }: TargetColumn): boolean {
  if (sourceType === undefined || sourceType === type || type === "string") {
    return false;
  }
  const [from, to] = [wholeTypes.indexOf(sourceType), wholeTypes.indexOf(type)];
  const isNumber = from >= 0 || sourceType === "float" || sourceType.startsWith("decimal(");
  return !((type === "double" && isNumber) || (from >= 0 && from <= to));
}

/** A condition whether a value of the source is of its column's type. */
function isOfType({ name, type }: TargetColumn): string {
  const value = quoteSparkName(name);
  return `(${value} IS NULL OR CAST(${value} AS ${type}) IS NOT NULL)`;
}

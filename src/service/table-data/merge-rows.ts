import { countOf } from "../../base/count-of.ts";
import { type Connection, quoteName } from "../../duckdb/database.ts";
import type { ColumnAssignment, MergeClause, TranslatedMerge } from "../engine/spark/types/translated-statement.ts";
import { isSameName } from "../store/same-name.ts";
import { hiddenColumns } from "./catalogue.ts";
import { buildReplacesCommittedSql, removeRows, runForCount } from "./row-marks.ts";
import type { RowChanges } from "./table-data.ts";
import { TableDataError } from "./table-data-error.ts";
import { buildInsertSql } from "./write-rows.ts";
import { buildColumnCastSql, type WriteTarget } from "./write-target.ts";

const temporary = ['"$source"', '"$pairs"', '"$alone"', '"$come"'];

/** Runs a MERGE. It reads all rows before it writes, so that no clause sees the changes of another one. */
export async function mergeRows(
  connection: Connection,
  target: WriteTarget,
  merge: TranslatedMerge,
  signal?: AbortSignal,
): Promise<RowChanges> {
  const run = (sql: string) => connection.run(sql, [], signal);
  const count = (sql: string) => runForCount(connection, sql, signal);
  const { matched, unmatched, alone } = sortClauses(merge.clauses);
  const ours = quoteName(merge.alias);
  const theirs = quoteName(merge.source.alias);
  const source = `(SELECT * FROM "$source") AS ${theirs}`;
  await run(
    `CREATE TEMP TABLE "$source" AS SELECT *, row_number() OVER () AS "$number" FROM (${merge.source.sql}) AS ${theirs}`,
  );
  await run(
    `CREATE TEMP TABLE "$pairs" AS SELECT ${ours}."$row", ${ours}.${hiddenColumns.from}, ${theirs}."$number", ${chosenBy(matched)} AS "$clause"
     FROM ${target.as(merge.alias)} JOIN ${source} ON ${merge.on}`,
  );
  if (!isPlainDelete(matched)) {
    await checkUnambiguous(connection, target);
  }
  await run(
    `CREATE TEMP TABLE "$alone" AS SELECT "$row", ${hiddenColumns.from}, ${chosenBy(alone)} AS "$clause" FROM ${target.as(merge.alias)}
     WHERE "$row" NOT IN (SELECT "$row" FROM "$pairs")${alone.length === 0 ? " AND false" : ""}`,
  );
  const columns = target.columns.map(({ name, storage }) => `${quoteName(name)} ${storage}`);
  await run(`CREATE TEMP TABLE "$come" (${columns.join(", ")}, "$replaces" BOOLEAN)`);

  const replaced = `${buildReplacesCommittedSql(target, ours)}`;
  for (const { action, number } of matched) {
    if (action.kind !== "delete") {
      await run(
        `INSERT INTO "$come" SELECT ${valuesOf(target, action.assignments, ours)}, ${replaced} FROM "$pairs" AS "$pair"
         JOIN ${target.as(merge.alias)} ON ${ours}."$row" = "$pair"."$row"
         JOIN ${source} ON ${theirs}."$number" = "$pair"."$number" WHERE "$pair"."$clause" = ${number}`,
      );
    }
  }
  for (const { action, number } of alone) {
    if (action.kind !== "delete") {
      await run(
        `INSERT INTO "$come" SELECT ${valuesOf(target, action.assignments, ours)}, ${replaced} FROM "$alone" AS "$lone"
         JOIN ${target.as(merge.alias)} ON ${ours}."$row" = "$lone"."$row" WHERE "$lone"."$clause" = ${number}`,
      );
    }
  }
  const changed = await count('SELECT count(*) FROM "$come"');
  for (const { action, number } of unmatched) {
    if (action.kind !== "delete") {
      await run(
        `INSERT INTO "$come" SELECT ${valuesOf(target, action.assignments, undefined)}, false FROM ${source}
         WHERE "$number" NOT IN (SELECT "$number" FROM "$pairs") AND (${chosenBy(unmatched)}) = ${number}`,
      );
    }
  }
  const added = (await count('SELECT count(*) FROM "$come"')) - changed;

  const gone = `(SELECT "$row", ${hiddenColumns.from} FROM "$pairs" WHERE "$clause" > 0 UNION SELECT "$row", ${hiddenColumns.from} FROM "$alone" WHERE "$clause" > 0)`;
  const removed = (await count(`SELECT count(*) FROM ${gone}`)) - changed;
  await removeRows(connection, target, gone, signal);
  await run(buildInsertSql(target, '"$come"'));
  for (const table of temporary) {
    await run(`DROP TABLE ${table}`);
  }
  return { added, changed, removed };
}

interface NumberedClause {
  readonly condition: string | undefined;
  readonly action: MergeClause["action"];
  /** Number of the clause among those of its kind, from 1. In SQL, 0 means that no clause applies to a row. */
  readonly number: number;
}

function sortClauses(clauses: readonly MergeClause[]) {
  const ofKind = (kind: MergeClause["kind"]): NumberedClause[] =>
    clauses
      .filter((clause) => clause.kind === kind)
      .map(({ condition, action }, index) => ({ condition, action, number: index + 1 }));
  return {
    matched: ofKind("whenMatched"),
    unmatched: ofKind("whenNotMatched"),
    alone: ofKind("whenNotMatchedBySource"),
  };
}

/** SQL for the number of the first clause whose condition is true. */
function chosenBy(clauses: readonly NumberedClause[]): string {
  const branches = clauses.map(({ condition = "true", number }) => `WHEN (${condition}) THEN ${number}`);
  return branches.length === 0 ? "0" : `CASE ${branches.join(" ")} ELSE 0 END`;
}

/** Whether matched rows can only be deleted: then, as in Spark, several source rows may match the same row. */
function isPlainDelete(matched: readonly NumberedClause[]): boolean {
  return matched.length === 1 && matched[0]?.action.kind === "delete" && matched[0].condition === undefined;
}

async function checkUnambiguous(connection: Connection, target: WriteTarget): Promise<void> {
  const [row] = await connection.rows(
    `SELECT count(*)::INTEGER AS rows FROM
       (SELECT "$row" FROM "$pairs" GROUP BY "$row" HAVING count(*) > 1 AND max("$clause") > 0)`,
  );
  if (Number(row?.rows) > 0) {
    throw new TableDataError(
      `MERGE INTO ${target.name}: several rows of the source match the same row in ${countOf(Number(row?.rows), "case")}; make the source's rows unique for the condition after ON.`,
    );
  }
}

/** SQL values of a new row. Unassigned columns keep their value, or are NULL in an inserted row. */
function valuesOf(target: WriteTarget, assignments: readonly ColumnAssignment[], ours: string | undefined): string {
  return target.columns
    .map((column) => {
      const assigned = assignments.find((one) => isSameName(one.column, column.name));
      const unchanged = ours === undefined ? "NULL" : `${ours}.${quoteName(column.name)}`;
      return buildColumnCastSql(column, assigned?.sql ?? unchanged);
    })
    .join(", ");
}

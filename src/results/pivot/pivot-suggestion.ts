import type { Connection } from "../../duckdb/database.ts";
import { maximumPivotColumns, maximumPivotValues, type PivotRequest } from "../../protocol/pivot.ts";
import { defaultRowView } from "../../protocol/row-view.ts";
import { buildHasValueSql, buildShownTextSql } from "../model/column-storage.ts";
import type { OpenResult } from "../store/result-store.ts";
import { createOrderedRows } from "../view/result-rows.ts";

const maxDimensions = 4;
const maxPeriods = 120;
/**
 * Least share of all combinations of members and periods that have a row in an aggregate; in a list it is far lower.
 */
const minFill = 0.5;

/**
 * Suggests a pivot for an aggregate. A result counts as an aggregate if it has periods (sql-like-language 11.3),
 * numbers, and at most one row for each combination of members. Two columns become levels of a tree if each member of
 * the second belongs to one member of the first. Returns undefined for other results.
 */
export async function suggestPivot(
  connection: Connection,
  result: OpenResult,
  signal: AbortSignal,
): Promise<PivotRequest | undefined> {
  const { metadata } = result;
  if (metadata.rowCount === 0 || metadata.state === "loading") {
    return undefined;
  }
  await result.kinds.find(connection, signal);
  const positions = metadata.columns.map((_, position) => position);
  const numbers = positions.filter((position) => metadata.columns[position]?.kind === "number");
  const dates = positions.filter((position) => metadata.columns[position]?.kind === "date");
  const dimensions = positions.filter(
    (position) => !numbers.includes(position) && !dates.includes(position) && !metadata.columns[position]?.isMark,
  );
  const [time] = dates;
  const isPossible =
    dates.length === 1 &&
    numbers.length <= maximumPivotValues &&
    dimensions.length > 0 &&
    dimensions.length <= maxDimensions;
  if (time === undefined || !isPossible || numbers.length === 0) {
    return undefined;
  }
  const text = (position: number) => {
    const column = metadata.columns[position];
    return column ? buildShownTextSql(column, position, "t") : "NULL";
  };
  const present = (position: number) => {
    const column = metadata.columns[position];
    return column ? buildHasValueSql(column, position, "t") : "false";
  };
  const members = `row(${dimensions.map(text).join(", ")})`;
  const period = text(time);
  const { from, rowCount } = await createOrderedRows(connection, result, defaultRowView, signal);
  const values = numbers.map((position) => present(position)).join(" OR ");
  const inside = dimensions.slice(1).map((inner, index) => {
    const outer = text(dimensions[index] ?? inner);
    const count = (members: string) => `count(DISTINCT row(${members})) FILTER (${values})`;
    return `(${count(`${outer}, ${text(inner)}`)} = ${count(text(inner))} AND ${count(outer)} < ${count(text(inner))})`;
  });
  const [found] = await connection.rows(
    `SELECT ${inside.join(" AND ") || "false"} AS areLevels, count(DISTINCT ${period})::INTEGER AS periods, count(DISTINCT ${members})::INTEGER AS members,
       count(DISTINCT row(${period}, ${members}))::INTEGER AS cells,
       bool_and(regexp_matches(${period}, '^\\[?[0-9]{4}-[0-9]{2}-[0-9]{2}T[^ ]+Z')) AS areMembers
     FROM ${from(0, rowCount)}`,
    [],
    signal,
  );
  const [periods, combinations, cells] = [found?.["periods"], found?.["members"], found?.["cells"]].map(Number) as [
    number,
    number,
    number,
  ];
  const isAggregate =
    found?.["areMembers"] === true &&
    cells === rowCount &&
    periods > 1 &&
    periods <= maxPeriods &&
    cells >= minFill * periods * combinations &&
    periods * numbers.length <= maximumPivotColumns;
  if (!isAggregate) {
    return undefined;
  }
  return {
    rows: dimensions,
    columns: [time],
    // Each cell comes from one row, so the additivity of the metric does not matter.
    values: numbers.map((column) => ({ column, function: "single", show: "value" })),
    hasTotals: false,
    hasSubtotals: false,
    ...(found["areLevels"] === true && { isTree: true }),
    memberOrder: "result",
  };
}

import { type Connection, quoteName } from "../../duckdb/database.ts";
import {
  boxParts,
  type ChartData,
  type ChartMark,
  type ChartRequest,
  maximumChartMarks,
} from "../../protocol/chart.ts";
import type { Cell } from "../../protocol/data-worker.ts";
import type { RowView } from "../../protocol/row-view.ts";
import { buildDoubleTextSql, buildShownTextSql } from "../model/column-storage.ts";
import { ResultError } from "../model/result-error.ts";
import { additivityOf } from "../model/result-metadata.ts";
import type { OpenResult } from "../store/result-store.ts";
import { columnsAt, createOrderedRows, type OrderedRows } from "../view/result-rows.ts";
import { buildPeriodSql, createAggregate } from "./aggregate-sql.ts";
import { buildNumberTextSql, chooseNumberRepresentations } from "./exact-number.ts";

const binCount = 30;
const emptyChart: ChartData = { marks: [], isCut: false, isComputed: false };

/** A chart request with the rows that it draws. */
interface Charted {
  readonly connection: Connection;
  readonly result: OpenResult;
  readonly ordered: OrderedRows;
  readonly request: ChartRequest;
  readonly signal: AbortSignal;
}

/** Reads the data of a chart from the rows of a view, at most `maximumChartMarks` marks. */
export async function readChartData(
  connection: Connection,
  result: OpenResult,
  { view, ...request }: ChartRequest & { readonly view: RowView },
  signal: AbortSignal,
): Promise<ChartData> {
  if (result.metadata.rowCount === 0) {
    return emptyChart;
  }
  await result.kinds.find(connection, signal);
  const ordered = await createOrderedRows(connection, result, { ...view, sort: [] }, signal);
  const charted = { connection, result, ordered, request, signal };
  const isSmall = isSmallSql(result, request.y);
  const data = await readMarks(charted);
  const guard = result.metadata.smallGroups;
  if (isSmall === undefined || !guard) {
    return data;
  }
  const [counted] = await connection.rows(
    `SELECT count(*)::INTEGER AS n FROM ${ordered.from(0, ordered.rowCount)} WHERE ${isSmall}`,
    [],
    signal,
  );
  return { ...data, small: { guard, rowCount: Number(counted?.["n"]) } };
}

function readMarks(charted: Charted): Promise<ChartData> {
  switch (charted.request.kind) {
    case "histogram":
      return readBins(charted);
    case "box":
      return readBoxes(charted);
    default:
      return readAggregateMarks(charted);
  }
}

/** Reads one mark for each combination of axis value and series, in the order of the rows. */
async function readAggregateMarks({ connection, result, ordered, request, signal }: Charted): Promise<ChartData> {
  const [y] = columnsAt(result, [request.y]);
  if (!y) {
    return emptyChart;
  }
  const numbers = y.column.kind === "number" ? [y.position] : [];
  const forms = await chooseNumberRepresentations(connection, result, ordered, numbers, signal);
  const { input, outcome, over } = createAggregate(request.function, {
    ...y,
    form: forms.get(y.position),
    additivity: additivityOf(result.metadata, y.column),
  });
  const total = outcome === "text" ? "total" : buildNumberTextSql("total", outcome === "exact");
  const isCount = request.function === "count" || request.function === "distinct";
  const rows = await connection.rows(
    `SELECT x, series, n, isSmall, ${isCount ? total : `CASE WHEN n = 1 THEN single ELSE ${total} END`} AS y
     FROM (SELECT x, series, count(*) AS n, bool_or(small) AS isSmall, any_value(shown) AS single, ${over("value")} AS total, min(p) AS r
       FROM (SELECT t.p AS p, ${buildPeriodSql(result.metadata.columns)} AS period, ${cellTextSql(result, request.x)} AS x, ${cellTextSql(result, request.series)} AS series,
         ${isSmallSql(result, request.y) ?? "false"} AS small,
         ${buildShownTextSql(y.column, y.position, "t")} AS shown, ${input} AS value FROM ${ordered.from(0, ordered.rowCount)})
       GROUP BY x, series)
     ORDER BY r LIMIT ${maximumChartMarks + 1}`,
    [],
    signal,
  );
  return {
    marks: rows.slice(0, maximumChartMarks).map(toChartMark),
    isCut: rows.length > maximumChartMarks,
    isComputed: rows.some(({ n }) => n !== 1n),
  };
}

/** Reads bins of equal width between minimum and maximum, with the number of rows in each. */
async function readBins({ connection, result, ordered, request, signal }: Charted): Promise<ChartData> {
  const value = numberSql(result, request.y);
  const rows = await connection.rows(
    `WITH numbers AS (SELECT ${value} AS v FROM ${ordered.from(0, ordered.rowCount)}),
       ends AS (SELECT min(v) AS low, max(v) AS high FROM numbers),
       bins AS (SELECT CASE WHEN high > low THEN least(${binCount - 1}, floor((v - low) / (high - low) * ${binCount})) ELSE 0 END AS bin,
         count(*) AS n FROM numbers, ends WHERE v IS NOT NULL GROUP BY 1),
       whole AS (SELECT g AS bin, low + (high - low) * g / ${binCount} AS first, low + (high - low) * (g + 1) / ${binCount} AS last
         FROM ends, range(CASE WHEN high > low THEN ${binCount} WHEN high = low THEN 1 ELSE 0 END) AS r(g))
     SELECT ${buildDoubleTextSql("first")} AS x, ${buildDoubleTextSql("last")} AS series, coalesce(n, 0)::VARCHAR AS y
     FROM whole LEFT JOIN bins ON bins.bin = whole.bin ORDER BY whole.bin`,
    [],
    signal,
  );
  return { marks: rows.map(toChartMark), isCut: false, isComputed: true };
}

/** Reads minimum, quartiles and maximum for each axis value. */
async function readBoxes({ connection, result, ordered, request, signal }: Charted): Promise<ChartData> {
  const value = numberSql(result, request.y);
  const parts = boxParts.map((name, index) => `WHEN ${index} THEN '${name}'`);
  const quartile = `quartiles[part + 1]`;
  const rows = await connection.rows(
    `SELECT x, CASE part ${parts.join(" ")} END AS series, ${buildDoubleTextSql(quartile)} AS y
     FROM (SELECT x, quantile_cont(v, [0, 0.25, 0.5, 0.75, 1]) AS quartiles, min(p) AS r
       FROM (SELECT t.p AS p, ${cellTextSql(result, request.x)} AS x, ${value} AS v FROM ${ordered.from(0, ordered.rowCount)})
       WHERE v IS NOT NULL GROUP BY x), range(${boxParts.length}) AS parts(part)
     ORDER BY r, part LIMIT ${maximumChartMarks + 1}`,
    [],
    signal,
  );
  return {
    marks: rows.slice(0, maximumChartMarks).map(toChartMark),
    isCut: rows.length > maximumChartMarks,
    isComputed: true,
  };
}

/** SQL of a column's shown text; NULL for an undefined column. */
function cellTextSql(result: OpenResult, position: number | undefined): string {
  const [chosen] = position === undefined ? [] : columnsAt(result, [position]);
  return chosen ? buildShownTextSql(chosen.column, chosen.position, "t") : "NULL::VARCHAR";
}

/** SQL condition that a column's cell is based on a small group; undefined if group sizes are unknown. */
function isSmallSql(result: OpenResult, position: number): string | undefined {
  const [chosen] = columnsAt(result, [position]);
  return chosen?.column.mark && `t.${quoteName(chosen.column.mark)} IS NOT NULL`;
}

/** SQL of a column's cell as a double, for a numeric axis. Throws `badRequest` when the column has no numbers. */
function numberSql(result: OpenResult, position: number): string {
  const [chosen] = columnsAt(result, [position]);
  if (chosen?.column.kind !== "number") {
    throw new ResultError("This chart needs numbers. Choose a column of numbers.", { code: "badRequest" });
  }
  const double = `try_cast(${buildShownTextSql(chosen.column, position, "t")} AS DOUBLE)`;
  return `CASE WHEN isfinite(${double}) THEN ${double} END`;
}

function toChartMark(row: Readonly<Record<string, unknown>>): ChartMark {
  const text = (found: unknown): Cell => (typeof found === "string" ? found : null);
  const isSmall = row["isSmall"] === true;
  return { x: text(row["x"]), series: text(row["series"]), y: text(row["y"]), ...(isSmall && { isSmall }) };
}

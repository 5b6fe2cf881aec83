import type { AggregateQueryResponse } from "../../../src/contract/queries.ts";
import type { Arrangements } from "../evaluator/aggregate.ts";
import { evaluateCells, evaluateQuery } from "../evaluator/evaluate.ts";
import type { AggregateOptions } from "../evaluator/options.ts";
import { firstDifference, type Row } from "../evaluator/table.ts";
import type { Workforce } from "../evaluator/workforce.ts";
import type { DraftItem, QueryDraft } from "../query-generator/query-draft.ts";
import { flattenCellSet, rowsOf, unusedPositions } from "./flatten-cell-set.ts";
import { isRecord } from "./read-answer.ts";

const valueLabel = "value";
const timeLabel = "time";

/** The same query over its first metric alone, with labels that tell the columns apart: what a cell set can hold. */
export function oneMetric(draft: QueryDraft): QueryDraft {
  const time: DraftItem = { kind: "time", text: "Service_Time", label: timeLabel };
  const axes = draft.items.filter(({ kind }) => kind === "axis").map((item) => ({ ...item, label: "axis" }));
  const [metric] = draft.items.filter(({ kind }) => kind === "metric").map((item) => ({ ...item, label: valueLabel }));
  return { ...draft, items: [...(metric ? [metric] : []), ...axes, time] };
}

/** Compares the answer to an aggregate of `oneMetric` with its table, its supports and its axes. */
export function differenceOfCellSet(
  workforce: Workforce,
  text: string,
  options: AggregateOptions,
  body: string,
  arrangements: Arrangements = [],
): string | undefined {
  const answer: unknown = JSON.parse(body);
  if (!isCellSetAnswer(answer) || !answer.cellSet) {
    return "the answer has no cell set";
  }
  const { axes, cells, hasSupport } = evaluateCells(workforce, text, options, arrangements);
  const found = flattenCellSet(answer.cellSet);
  const wanted = { header: undefined, rows: rowsOfTable(workforce, text, options, arrangements) };
  const difference = firstDifference(wanted, { header: undefined, rows: rowsOf(found) });
  if (difference !== undefined) {
    return difference;
  }
  for (const [index, { values }] of cells.entries()) {
    const support = String(values[0]?.support);
    if (hasSupport && support !== found[index]?.support) {
      return `support of cell ${index}: expected ${support}, found ${found[index]?.support}`;
    }
  }
  if (options.zeroVisibility === "ELIMINATE" || options.nullVisibility === "ELIMINATE") {
    const unused = unusedPositions(answer.cellSet);
    return unused.length > 0 ? `members without a cell are still there: ${unused.join(", ")}` : undefined;
  }
  const lengths = axes.map(({ positions }) => positions.length);
  const foundLengths = answer.cellSet.axes?.slice(0, axes.length).map(({ positions }) => positions?.length);
  return firstDifference(
    { header: undefined, rows: [lengths.map(String)] },
    { header: undefined, rows: [(foundLengths ?? []).map(String)] },
  );
}

/** The evaluator's table with the columns of a flattened cell set: axes, time, value. */
function rowsOfTable(
  workforce: Workforce,
  text: string,
  options: AggregateOptions,
  arrangements: Arrangements,
): readonly Row[] {
  const { header = [], rows } = evaluateQuery(workforce, text, { aggregateQueryOptions: options, arrangements });
  const value = header.indexOf(valueLabel);
  const time = header.indexOf(timeLabel);
  return rows.map((row) => [
    ...row.filter((_, index) => index !== value && index !== time),
    row[time] ?? "",
    row[value] ?? "",
  ]);
}

function isCellSetAnswer(value: unknown): value is AggregateQueryResponse {
  return isRecord(value) && isRecord(value.cellSet);
}

import type { StoredMetric, TenantModel } from "../model/tenant-model.ts";
import type { AnswerCell, AnswerCells, QuestionTable } from "./answer-table.ts";
import type { QuestionReading } from "./question-reading.ts";
import { nameOfAxis } from "./reword-question.ts";

const maxNamed = 5;

/** Returns sentences that say what an aggregate answer holds. */
export function narrateCells(answer: AnswerCells, reading: QuestionReading, model: TenantModel): string {
  return reading.metrics.map(({ id }, index) => narrateMetric(answer, index, id, reading, model)).join(" ");
}

/** Returns a sentence that says what a list holds. */
export function narrateList({ rows, isCut }: QuestionTable, reading: QuestionReading, model: TenantModel): string {
  const name = model.objects.find(({ id }) => id === reading.object)?.displayName ?? reading.object;
  return `${isCut ? "The first " : ""}${formatNumber(rows.length)} ${rows.length === 1 ? "record" : "records"} of ${name}.`;
}

function narrateMetric(
  { cells, intervals }: AnswerCells,
  index: number,
  id: string,
  reading: QuestionReading,
  model: TenantModel,
): string {
  const metric = model.metrics.find((each) => each.id === id);
  const name = metric?.displayName ?? id;
  const format = (value: number | null | undefined) => formatValue(value ?? null, metric);
  const valueIn = (cell: AnswerCell | undefined) => cell?.values[index] ?? null;
  const [first] = cells;
  const last = cells.at(-1);
  if (!first || !last || cells.every((cell) => valueIn(cell) === null)) {
    return `${name}: no value.`;
  }
  if (reading.axes.length === 0) {
    if (cells.length === 1) {
      return `${name} ${intervals[0] ? `(${intervals[0]})` : ""}: ${format(valueIn(first))}.`;
    }
    const [highest, lowest] = extremes(cells, index);
    return `${name} went from ${format(valueIn(first))} (${intervals[first.interval]}) to ${format(valueIn(last))} (${intervals[last.interval]})${changeOf(valueIn(first), valueIn(last))}. Highest: ${format(valueIn(highest))} (${intervals[highest?.interval ?? 0]}); lowest: ${format(valueIn(lowest))} (${intervals[lowest?.interval ?? 0]}).`;
  }
  const newest = cells.filter(({ interval, values }) => interval === last.interval && values[index] !== null);
  const ordered = reading.ranking
    ? newest
    : newest.toSorted((one, other) => (valueIn(other) ?? 0) - (valueIn(one) ?? 0));
  const named = ordered.slice(0, maxNamed).map((cell) => `${cell.members.join(", ")} ${format(valueIn(cell))}`);
  const more = ordered.length - named.length;
  const axes = reading.axes.map((axis) => nameOfAxis(axis, reading, model)).join(" and ");
  const when = intervals[last.interval] ? ` (${intervals[last.interval]})` : "";
  return `${name} by ${axes}${when}: ${named.join("; ") || "no value"}${more > 0 ? `; and ${more} more` : ""}.`;
}

function extremes(
  cells: readonly AnswerCell[],
  index: number,
): readonly [AnswerCell | undefined, AnswerCell | undefined] {
  const known = cells.filter(({ values }) => values[index] !== null && values[index] !== undefined);
  const sorted = known.toSorted((one, other) => (other.values[index] ?? 0) - (one.values[index] ?? 0));
  return [sorted[0], sorted.at(-1)];
}

function changeOf(from: number | null, to: number | null): string {
  if (from === null || to === null || from === 0) {
    return "";
  }
  const percent = ((to - from) / Math.abs(from)) * 100;
  return `, ${percent >= 0 ? "up" : "down"} ${Math.abs(percent).toFixed(1)} %`;
}

/** Formats a value of a metric: a ratio of counts in percent. */
export function formatValue(value: number | null, metric: StoredMetric | undefined): string {
  if (value === null) {
    return "no value";
  }
  const isRatio = metric?.kind === "derived" && metric.operator === "divide" && Math.abs(value) <= 1;
  return isRatio ? `${(value * 100).toFixed(1)} %` : formatNumber(value);
}

function formatNumber(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: Number.isInteger(value) ? 0 : 2 });
}

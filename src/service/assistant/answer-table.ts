import type { TenantModel } from "../model/tenant-model.ts";
import { intervalsOfReading, isEventObject } from "./print-query.ts";
import type { QuestionReading } from "./question-reading.ts";

/** Rows of an answer with technical names of members, and the same rows with their display names. */
export interface NamedTables {
  readonly table: QuestionTable;
  readonly shown: QuestionTable;
}

/** Rows of an answer as texts. */
export interface QuestionTable {
  readonly names: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** Whether there are more rows. */
  readonly isCut: boolean;
}

/** A cell of an aggregate answer. */
export interface AnswerCell {
  /** Display names of its members, by axis. */
  readonly members: readonly string[];
  /** Index of its interval. */
  readonly interval: number;
  /** Values by metric. */
  readonly values: readonly (number | null)[];
}

/** The values of an aggregate answer, for people. */
export interface AnswerCells {
  readonly cells: readonly AnswerCell[];
  /** Names of the intervals, oldest first. */
  readonly intervals: readonly string[];
}

/** Reads the cells of a table: axes, metrics, and the time, whose members follow each other. */
export function cellsOf({ rows }: QuestionTable, reading: QuestionReading, model: TenantModel): AnswerCells {
  const axes = reading.axes.length;
  const ends = new Map<string, number>();
  const cells = rows.map((row): AnswerCell => {
    const time = row.at(-1) ?? "";
    const interval = ends.get(time) ?? ends.size;
    ends.set(time, interval);
    return {
      members: row.slice(0, axes).map((name) => name ?? ""),
      interval,
      values: row.slice(axes, -1).map((value) => (value === null || value === "" ? null : Number(value))),
    };
  });
  const isEvent = isEventObject(model, reading.object);
  const intervals = intervalsOfReading(reading, model).map(({ start, end }) => nameOfInterval(start, end, isEvent));
  return { cells, intervals };
}

const dayMs = 86_400_000;
const monthFormat = new Intl.DateTimeFormat("en", { month: "short", year: "numeric", timeZone: "UTC" });
const dayFormat = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric", timeZone: "UTC" });

/** Returns the name of an interval: a month, quarter or year, else its days. What lasts is seen at its end. */
function nameOfInterval(start: number, end: number, isEvent: boolean): string {
  const from = new Date(start);
  const to = new Date(end);
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 + to.getUTCMonth() - from.getUTCMonth();
  const isWhole = from.getUTCDate() === 1 && to.getUTCDate() === 1;
  const last = dayFormat.format(end - dayMs);
  if (isWhole && months === 1) {
    return monthFormat.format(start);
  }
  if (isWhole && months === 3 && from.getUTCMonth() % 3 === 0) {
    return `Q${from.getUTCMonth() / 3 + 1} ${from.getUTCFullYear()}`;
  }
  if (isWhole && months === 12 && from.getUTCMonth() === 0) {
    return String(from.getUTCFullYear());
  }
  return isEvent && end - start > dayMs ? `${dayFormat.format(start)} to ${last}` : last;
}

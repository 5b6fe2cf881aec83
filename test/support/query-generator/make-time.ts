import { type Unit, units } from "../evaluator/calendar.ts";
import { timeColumn } from "../evaluator/columns.ts";
import type { Source } from "./make-predicate.ts";
import type { Spelling } from "./query-draft.ts";
import { writeDate } from "./write-literals.ts";

export interface MadePeriods {
  readonly until: number;
  readonly count: number;
  readonly length: number;
  readonly unit: Unit;
}

export function makePeriods(object: string, { data, dice }: Source, maxIntervals: number): MadePeriods {
  return {
    until: data.instant(object, dice),
    count: dice.whole(1, Math.max(1, Math.min(maxIntervals, dice.pick([1, 3, 6, 12, 30])))),
    length: dice.pick([1, 1, 1, 2, 3, 5]),
    unit: dice.pick(units),
  };
}

export function writePeriods({ until, count, length, unit }: MadePeriods, spelling: Spelling, source: Source): string {
  const { dice } = source;
  const isPlain = spelling.keywords === "upper";
  const period = `${isPlain ? "period" : "Period"}(${length}, ${isPlain ? unit : unit.toLowerCase()})`;
  const word = spelling.keywords === "lower" ? "in" : "IN";
  return `${timeColumn} ${word} ${isPlain ? "periods" : "PERIODS"}(${writeDate(until, dice)}, ${count}, ${period})`;
}

/** A range of a list whose start is before its end. */
export function writeRange(object: string, source: Source): string {
  const { data, dice } = source;
  const [first, second] = [data.instant(object, dice), data.instant(object, dice)];
  const start = Math.min(first, second);
  const end = Math.max(first, second) + (first === second ? 1 : 0);
  return `${timeColumn} BETWEEN ${writeDate(start, dice)} AND ${writeDate(end, dice)}`;
}

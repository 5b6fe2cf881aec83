import type { AggregateQueryRequest, AggregateQueryResponse } from "../../../src/contract/queries.ts";
import type { QueryAxis, QueryFilter } from "../../../src/contract/query-parts.ts";
import type { StoredMemberMap, StoredObject } from "../../../src/service/model/tenant-model.ts";
import { type AggregateAnswer, isHidden, type JsonParts } from "../evaluator/aggregate.ts";
import { evaluateCells } from "../evaluator/evaluate.ts";
import { computeFormula, type Formula } from "../evaluator/formula.ts";
import { conditionAxis, memberMapAxis } from "../evaluator/json-axes.ts";
import { cohortOf } from "../evaluator/list.ts";
import type { AggregateOptions } from "../evaluator/options.ts";
import { parseCondition } from "../evaluator/parse-query.ts";
import { printInstantPosition, printIntervalPosition, printNumber } from "../evaluator/print.ts";
import { specifiedRules } from "../evaluator/rules.ts";
import { firstDifference, type Row } from "../evaluator/table.ts";
import type { Workforce } from "../evaluator/workforce.ts";
import type { Dice } from "../query-generator/dice.ts";
import { makePredicate, type Source } from "../query-generator/make-predicate.ts";
import { flattenCellSet, rowsOf } from "./flatten-cell-set.ts";

/** A part that only JSON requests have: what it adds to a request, and what to the evaluation. */
export interface JsonPart {
  readonly axes?: readonly QueryAxis[];
  readonly filters?: readonly QueryFilter[];
  readonly parts: JsonParts;
}

const dayMs = 86_400_000;

/** A condition as an axis. */
export function makeConditionAxis(object: StoredObject, source: Source): JsonPart {
  const [one, other] = [makePredicate(object, source), makePredicate(object, source)];
  const formula = source.dice.pick([`${one} AND NOT (${other})`, `${one} OR ${other}`, `NOT (${one})`]);
  return { axes: [{ formula }], parts: { axes: [conditionAxis(source.workforce, object, formula)] } };
}

/** A cohort of up to two conditions over some days in the data. */
export function makeCohort(object: StoredObject, source: Source): JsonPart {
  const { workforce, dice } = source;
  const [first, last] = [Date.parse(workforce.model.dataStart), Date.parse(workforce.model.dataEnd)];
  const end = first + dice.whole(1, (last - first) / dayMs) * dayMs;
  const days = dice.pick([1, 30, 400]);
  const formulas = Array.from({ length: dice.pick([0, 1, 1, 2]) }, () => makePredicate(object, source));
  const exclude = dice.chance(0.4);
  const range = { start: end - days * dayMs, end };
  const members = cohortOf(workforce, object, formulas.map(parseCondition), range, specifiedRules);
  const timeInterval = { fromInstant: String(end), intervalPeriodType: "DAY", intervalPeriodCount: days };
  const keyGroup = { filters: formulas.map((formula) => ({ formula })) };
  return {
    filters: [{ cohort: { keyGroup, timeInterval, exclude } }],
    parts: { keeps: ({ key }) => members.has(key) !== exclude },
  };
}

/** The axis of a member map. */
export function makeMapAxis(object: StoredObject, map: StoredMemberMap, { workforce }: Source): JsonPart {
  const memberMap = { name: map.id, qualifyingPath: object.id };
  return { axes: [{ memberMapSelection: { memberMap } }], parts: { axes: [memberMapAxis(workforce, object, map)] } };
}

/** A formula over metrics; numbers are small, so that integers stay exact in doubles. */
export function makeFormula(ids: readonly string[], dice: Dice, depth = 3): Formula {
  if (depth === 0 || dice.chance(0.2)) {
    return dice.chance(0.75)
      ? { kind: "metric", id: dice.pick(ids) }
      : { kind: "number", value: dice.pick([0, 1, 2, 0.5, 12]) };
  }
  const sign = dice.pick(["+", "-", "*", "/"] as const);
  return { kind: "operation", sign, left: makeFormula(ids, dice, depth - 1), right: makeFormula(ids, dice, depth - 1) };
}

/** The request with the axes and filters of a part. */
export function withPart(
  { query, options }: AggregateQueryRequest,
  { axes = [], filters = [] }: JsonPart,
): AggregateQueryRequest {
  return {
    query: { ...query, axes: [...(query.axes ?? []), ...axes], filters: [...(query.filters ?? []), ...filters] },
    ...(options && { options }),
  };
}

/** Compares the cell set that answers a request with the evaluation of its text and part. */
export function differenceOfPart(
  workforce: Workforce,
  text: string,
  options: AggregateOptions,
  body: string,
  { parts }: JsonPart,
): string | undefined {
  const answer = evaluateCells(workforce, text, options, [], parts);
  return differenceOfRows(rowsOfAnswer(answer, workforce, text, options), body);
}

/** Compares a cell set of several metrics, or of a formula over them. */
export function differenceOfMetrics(
  workforce: Workforce,
  text: string,
  options: AggregateOptions,
  body: string,
  metrics: readonly string[],
  formula?: Formula,
): string | undefined {
  const shown = { ...options, zeroVisibility: "SHOW", nullVisibility: "SHOW", enableSparseResults: false } as const;
  const { internal: _, ...plain } = shown;
  const answer = evaluateCells(workforce, text, {
    ...plain,
    ...(options.internal?.alignTimeAxisToPeriodEnd && { internal: { alignTimeAxisToPeriodEnd: true } }),
  });
  const cells = answer.cells
    .map((cell) => {
      const valueAt = (id: string) => cell.values[metrics.indexOf(id)]?.value ?? null;
      const values = formula ? [{ value: computeFormula(formula, valueAt), support: 0, numbers: [] }] : cell.values;
      return { ...cell, values };
    })
    .filter((cell) => !isHidden(cell, options));
  const names = formula ? undefined : metrics;
  return differenceOfRows(rowsOfAnswer({ ...answer, cells }, workforce, text, options, names), body);
}

/** Compares the distributions of all cells with the numbers that the evaluator found behind them. */
export function differenceOfDistributions(
  workforce: Workforce,
  text: string,
  options: AggregateOptions,
  bare: string,
  body: string,
  binCount: number,
): string | undefined {
  const { axesOverallValueMode: _, ...withoutOverall } = options;
  const all = evaluateCells(workforce, bare, {
    ...withoutOverall,
    zeroVisibility: "SHOW",
    nullVisibility: "SHOW",
  }).cells.flatMap(({ values }) => values[0]?.numbers ?? []);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const isOne = all.length > 0 && low === high;
  const count = all.length === 0 ? 0 : isOne ? 1 : binCount;
  const width = isOne ? 1 : (high - low) / binCount;
  const wanted = evaluateCells(workforce, text, options).cells.map(({ values }) =>
    Array.from({ length: count }, (_, bin) => {
      const inside = (values[0]?.numbers ?? []).filter(
        (value) => Math.min(count - 1, Math.floor((value - low) / width)) === bin,
      );
      return `${printNumber(low + bin * width)}:${inside.length}`;
    }),
  );
  const { cellSet } = JSON.parse(body) as AggregateQueryResponse;
  const order = flattenCellSet(cellSet ?? {}).length;
  const sorted = [...(cellSet?.cells ?? [])].sort((one, other) =>
    compareCoordinates(one.coordinates, other.coordinates),
  );
  const found = sorted.map(({ distribution = [] }) => distribution.map(({ value, support }) => `${value}:${support}`));
  return order === wanted.length
    ? firstDifference({ header: undefined, rows: wanted }, { header: undefined, rows: found })
    : `${wanted.length} cells expected, ${order} found`;
}

/** The time, which is last, varies slowest. */
function compareCoordinates(one: readonly number[] = [], other: readonly number[] = []): number {
  const [first, second] = [one, other].map((all) => [all.at(-1) ?? 0, ...all.slice(0, -1)]);
  const place = first?.findIndex((index, at) => index !== second?.[at]) ?? -1;
  return place < 0 ? 0 : (first?.[place] ?? 0) - (second?.[place] ?? 0);
}

function differenceOfRows(rows: readonly Row[], body: string): string | undefined {
  const { cellSet } = JSON.parse(body) as AggregateQueryResponse;
  const found = rowsOf(flattenCellSet(cellSet ?? {}));
  return firstDifference({ header: undefined, rows }, { header: undefined, rows: found });
}

/** Rows of axes, time and value, in the order of a flattened cell set; with `metrics` one for each of them. */
function rowsOfAnswer(
  { cells }: AggregateAnswer,
  workforce: Workforce,
  text: string,
  options: AggregateOptions,
  metrics?: readonly string[],
): readonly Row[] {
  const isEvent = workforce.object(/\bfrom\s+(\w+)/i.exec(text)?.[1] ?? "").kind === "event";
  const shift = options.internal?.alignTimeAxisToPeriodEnd ? -1 : 0;
  return cells.flatMap(({ interval, ordinal, positions, values }) => {
    const [start, end] = [interval.start + shift, interval.end + shift];
    const time = isEvent
      ? printIntervalPosition({ start, end }, ordinal, "DEFAULT")
      : printInstantPosition(end, ordinal, "DEFAULT");
    const members = positions.map(({ path }) => path.join("."));
    return (metrics ? values : values.slice(0, 1)).map(
      ({ value }, index): Row => [
        ...members,
        ...(metrics ? [metrics[index] ?? ""] : []),
        time,
        value === null ? "" : printNumber(value),
      ],
    );
  });
}

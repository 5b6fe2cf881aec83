import { addPeriodUnits } from "../../languages/sql-like/syntax.ts";
import type { TenantModel } from "../model/tenant-model.ts";
import type { QuestionReading, ReadAxis, ReadFilter, ReadParts, ReadTime } from "./question-reading.ts";
import { countMetricOf, isSameAttribute, type ReadingContext, type ReadingNotes } from "./read-parts.ts";
import { findReferences, followReferences } from "./resolve-names.ts";

const addition = /^\W*(?:and|also|plus|additionally)\b|\b(?:as well|too|also|in addition)\b/iu;

/** Applies a further question to what the one before it was understood as. */
export function continueReading(
  previous: QuestionReading,
  parts: ReadParts,
  object: string,
  question: Pick<ReadingContext, "text" | "model">,
  notes: ReadingNotes,
): QuestionReading {
  const { text, model } = question;
  const moved = moveReading(previous, object, model, notes);
  const isListKept = previous.kind === "list" && parts.metrics.length === 0 && !parts.isCount;
  const isList = parts.isList || (isListKept && parts.axes.length === 0);
  const isFreed = (filter: ReadFilter) =>
    "id" in filter && parts.freed.some((attribute) => isSameAttribute(attribute, filter));
  const filters = parts.filters.reduce<readonly ReadFilter[]>(
    (kept, filter) => [...kept.filter((other) => !replaces(filter, other)), filter],
    parts.dropsFilters ? [] : moved.filters.filter((filter) => !isFreed(filter)),
  );
  const isAdded = addition.test(text);
  const former = formerAxes(moved.axes, parts);
  // "All regions" after "only EMEA" takes the condition away rather than asks for a break-down.
  const named = parts.axes.filter(
    (axis) =>
      !parts.freed.some((other) => isSameAttribute(other, axis)) ||
      !moved.filters.some((filter) => isFreed(filter) && "id" in filter && isSameAttribute(filter, axis)),
  );
  const axes = named.length === 0 ? former : isAdded ? mergeAxes(former, named) : named;
  const metrics =
    parts.metrics.length > 0
      ? parts.metrics
      : object === previous.object && moved.metrics.length > 0
        ? moved.metrics
        : [];
  const { ranking: formerRanking, listOrder: _, ...rest } = moved;
  const ranking = parts.ranking ?? (axes.length === 0 || (named.length > 0 && !isAdded) ? undefined : formerRanking);
  const time = continueTime(moved.time, parts);
  if (isList) {
    return {
      ...rest,
      kind: "list",
      metrics,
      axes: [],
      columns: [...rest.columns, ...parts.columns],
      filters,
      time,
      ...(parts.ranking && { ranking: parts.ranking }),
    };
  }
  const count = countMetricOf(model, object);
  return {
    ...rest,
    kind: "aggregate",
    metrics: metrics.length > 0 ? metrics : count ? [{ id: count.id, parameters: [] }] : [],
    axes,
    columns: [],
    filters,
    time,
    ...(ranking && { ranking }),
  };
}

/** Axes of the question before, without those that are taken away: "remove the breakdown", "without gender". */
function formerAxes(axes: readonly ReadAxis[], { dropsAxes, removedAxes }: ReadParts): readonly ReadAxis[] {
  return removedAxes.length > 0
    ? axes.filter((axis) => !removedAxes.some((other) => isSameAttribute(other, axis)))
    : dropsAxes
      ? []
      : axes;
}

/** A time without a year is in the one that was asked about: "and in April?" */
function inYearOf(time: ReadTime, former: ReadTime): ReadTime {
  const { isYearAssumed, range, ...others } = time;
  if (!isYearAssumed || !range) {
    return time;
  }
  const years = former.range
    ? new Date(former.range.to - 1).getUTCFullYear() - new Date(range.to - 1).getUTCFullYear()
    : 0;
  const to = addPeriodUnits(range.to, "YEAR", years);
  const isDay = range.to - range.from === 86_400_000;
  return {
    ...others,
    range: { ...range, from: isDay ? to - 86_400_000 : addPeriodUnits(range.from, "YEAR", years), to },
  };
}

/** The time of a further question. "Compare with 2024" adds a period to the one before. */
function continueTime(former: ReadTime, { time: named, isComparison }: ReadParts): ReadTime {
  const time = inYearOf(named, former);
  const { range } = time;
  if (range && former.range && isComparison && range.from !== former.range.from) {
    const from = Math.min(range.from, former.range.from);
    const to = Math.max(range.to, former.range.to);
    const impliedMonths = Math.max(1, Math.round((range.to - range.from) / (30.4 * 86_400_000)));
    return { range: { from, to, isSpan: true }, impliedMonths };
  }
  return { ...(range ? {} : former), ...(range && former.grain && { grain: former.grain }), ...time };
}

/** Whether a filter of a further question stands in place of one before: "only Spain", then "and Poland?". */
function replaces(added: ReadFilter, former: ReadFilter): boolean {
  return (
    added.kind === former.kind &&
    "id" in added &&
    "id" in former &&
    isSameAttribute(added, former) &&
    added.kind !== "property"
  );
}

export function mergeAxes(former: readonly ReadAxis[], added: readonly ReadAxis[]): readonly ReadAxis[] {
  return [
    ...former,
    ...added.filter((axis) => !former.some((other) => JSON.stringify(other) === JSON.stringify(axis))),
  ];
}

/** The reading seen from another object, without what nothing leads to from there. */
function moveReading(
  reading: QuestionReading,
  object: string,
  model: TenantModel,
  notes: ReadingNotes,
): QuestionReading {
  if (reading.object === object) {
    return reading;
  }
  const lost: string[] = [];
  const move = <Attribute extends { readonly references: readonly string[]; readonly id: string }>(
    attribute: Attribute,
  ): Attribute[] => {
    const target = followReferences(model, reading.object, attribute.references);
    const references = findReferences(model, object, target);
    if (!references) {
      lost.push(attribute.id);
      return [];
    }
    return [{ ...attribute, references }];
  };
  const axes = reading.axes.flatMap(move);
  const filters = reading.filters.flatMap((filter): ReadFilter[] => {
    return filter.kind === "any" ? [] : move(filter);
  });
  if (lost.length > 0) {
    notes.add({
      warning: "ASSISTANT_ASSUMPTION",
      message: `${lost.join(", ")} of the question before is left out, as nothing leads there.`,
    });
  }
  return { ...reading, object, metrics: [], axes, filters, columns: [] };
}

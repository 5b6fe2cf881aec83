import type { TenantModel } from "../model/tenant-model.ts";
import type { Mark } from "./mark-question.ts";
import type { QuestionReading, QuestionResult, ReadAxis, ReadFilter, ReadParts, ReadTime } from "./question-reading.ts";
import { countMetrics } from "./read-measures.ts";
import { countMetricOf, isSameAttribute, measuresOf, type ReadingContext, ReadingNotes } from "./read-parts.ts";
import { readParts } from "./read-question.ts";
import { findReferences, followReferences } from "./resolve-names.ts";
import type { CorrectedWord } from "./spelling.ts";

/** A question to interpret, in a conversation or at its beginning. */
interface Question extends ReadingContext {
  readonly marks: readonly Mark[];
  readonly corrected: readonly CorrectedWord[];
  /** What the last question of the conversation was understood as. */
  readonly previous: QuestionReading | undefined;
}

const continuation =
  /^\W*(?:and|also|now|then|only|just|what about|how about|same|but|instead|ok|okay|with|without|excluding|except|in|for|by|per|split|break|as|per|since|over|compare[d]?|make|show (?:it|this|that|them)|of (?:these|those|them))\b/iu;
const addition = /^\W*(?:and|also|plus|additionally)\b|\b(?:as well|too|also|in addition)\b/iu;

/** Interprets a marked question. Nothing is guessed silently: what was assumed, or not understood, is in the notes. */
export function interpretQuestion(question: Question): QuestionResult {
  const { text, model, previous } = question;
  const notes = new ReadingNotes(text);
  for (const { written, read } of question.corrected) {
    notes.add({ warning: "ASSISTANT_SPELLING", message: `"${written}" is read as "${read}".` });
  }
  const opening = readParts(question.marks, question, new ReadingNotes(text), undefined);
  const isOwn = opening.namesMetric || opening.namesObject || (opening.isCount && opening.object !== undefined);
  const isContinued = previous !== undefined && (continuation.test(text) || !isOwn);
  const parts = readParts(question.marks, question, notes, isContinued && !isOwn ? previous.object : undefined);
  const object = parts.object ?? (isContinued ? previous.object : undefined);
  if (object === undefined) {
    const metrics = countMetrics(model);
    notes.add({
      warning: "ASSISTANT_NOT_UNDERSTOOD",
      message:
        "What is to be measured is not said: the question names no metric, no object and no condition of the model.",
      questions: metrics.map(({ displayName }) => (parts.axes.length > 0 ? `${displayName}: ${text}` : displayName)),
      metrics: metrics.map(({ id }) => id),
    });
    return { kind: "unread", notes: notes.all };
  }
  const started = isContinued
    ? continueReading(previous, parts, object, question, notes)
    : startReading(parts, object, question, notes);
  const reading = notes.isReadable ? complete(started, parts, question, notes) : started;
  return notes.isReadable
    ? { kind: "read", reading, notes: notes.all, choices: notes.choices }
    : { kind: "unread", notes: notes.all };
}

function startReading(parts: ReadParts, object: string, { model }: Question, notes: ReadingNotes): QuestionReading {
  const isList = parts.isList;
  const reading: QuestionReading = {
    kind: isList ? "list" : "aggregate",
    object,
    metrics: parts.metrics,
    axes: isList ? [] : parts.axes,
    filters: parts.filters,
    time: parts.time,
    ...(parts.ranking && { ranking: parts.ranking }),
    columns: isList ? parts.columns : [],
  };
  if (isList || reading.metrics.length > 0) {
    return reading;
  }
  const metric = countMetricOf(model, object);
  if (!metric) {
    notes.add({
      warning: "ASSISTANT_NOT_AVAILABLE",
      message: `The model has no metric that counts records of "${model.objects.find(({ id }) => id === object)?.displayName}".`,
    });
    return reading;
  }
  return { ...reading, metrics: [{ id: metric.id, parameters: [] }] };
}

function continueReading(
  previous: QuestionReading,
  parts: ReadParts,
  object: string,
  question: Question,
  notes: ReadingNotes,
): QuestionReading {
  const { text, model } = question;
  const moved = moveReading(previous, object, model, notes);
  const isList = parts.isList || (previous.kind === "list" && parts.metrics.length === 0 && !parts.isCount);
  const filters = parts.filters.reduce<readonly ReadFilter[]>(
    (kept, filter) => [...kept.filter((other) => !replaces(filter, other)), filter],
    moved.filters,
  );
  const isAdded = addition.test(text);
  const axes = parts.axes.length === 0 ? moved.axes : isAdded ? mergeAxes(moved.axes, parts.axes) : parts.axes;
  const metrics =
    parts.metrics.length > 0
      ? parts.metrics
      : object === previous.object && moved.metrics.length > 0
        ? moved.metrics
        : [];
  const { ranking: formerRanking, listOrder: _, ...rest } = moved;
  const ranking = parts.ranking ?? (parts.axes.length > 0 && !isAdded ? undefined : formerRanking);
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

/** The time of a further question. "Compare with 2024" adds a period to the one before. */
function continueTime(former: ReadTime, { time, isComparison }: ReadParts): ReadTime {
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

function mergeAxes(former: readonly ReadAxis[], added: readonly ReadAxis[]): readonly ReadAxis[] {
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

/** Adds what follows from the parts together: axes of a comparison, the order of a list. */
function complete(
  reading: QuestionReading,
  parts: ReadParts,
  question: Question,
  notes: ReadingNotes,
): QuestionReading {
  const { model } = question;
  const compared = withComparedAxis(parts.isShare ? withShareAxis(reading, model, notes) : reading, parts, model);
  if (!compared.ranking) {
    return compared;
  }
  const metrics = parts.metrics.flatMap(({ id }) => model.metrics.find((metric) => metric.id === id) ?? []);
  const property = metrics.find(
    (metric) => metric.kind === "base" && metric.property !== undefined && metric.object === compared.object,
  );
  const isOfRecords =
    compared.kind === "list" || (compared.axes.length === 0 && parts.namesObject && property !== undefined);
  const measured =
    property?.kind === "base" && property.property !== undefined
      ? { references: [], id: property.property }
      : undefined;
  const order = parts.order ?? measured;
  if (isOfRecords && order) {
    const { ranking, ...rest } = compared;
    const isOne =
      ranking.count === undefined &&
      !question.marks.some((mark) => mark.kind === "names" && mark.isPlural && measuresOf(mark).objects.length > 0);
    return {
      ...rest,
      kind: "list",
      metrics: [],
      columns: [...compared.columns, order],
      listOrder: { ...ranking, ...(isOne && { count: 1 }), ...order },
    };
  }
  const { grain, impliedMonths } = compared.time;
  const ranksIntervals = (grain !== undefined && grain !== "auto") || impliedMonths !== undefined;
  if (compared.axes.length === 0 && !ranksIntervals) {
    notes.add({
      warning: "ASSISTANT_NOT_AVAILABLE",
      message: "What is to be ranked is not understood: name a dimension, such as a function or a country.",
    });
  }
  return withDefaultCount(compared, parts, question);
}

/** "Which function has the highest ..." asks for one, "the top functions" for all of them in order. */
function withDefaultCount(reading: QuestionReading, _parts: ReadParts, { marks }: Question): QuestionReading {
  const { ranking } = reading;
  if (!ranking || ranking.count !== undefined) {
    return reading;
  }
  const isPlural = marks.some(
    (mark) =>
      mark.kind === "names" && mark.isPlural && mark.matches.some(({ meaning }) => meaning.kind === "dimension"),
  );
  return isPlural ? reading : { ...reading, ranking: { ...ranking, count: 1 } };
}

/** The axis on which members stand beside each other: the level of the lowest of them. */
function axisOfMembers(
  { references, id, members }: Extract<ReadFilter, { kind: "members" }>,
  { object }: QuestionReading,
  model: TenantModel,
): ReadAxis {
  const dimension = model.objects
    .find((each) => each.id === followReferences(model, object, references))
    ?.dimensions.find((each) => each.id === id);
  const top = dimension?.kind === "parentChild" ? 1 : 0;
  const depth = Math.max(...members.map(({ path }) => path.split(".").length - 1)) + top;
  const level = dimension?.levels?.find((each) => each.depth === depth);
  return { kind: "dimension", references, id, ...(level && { level: level.id }) };
}

const sharesAreNumbers = {
  warning: "ASSISTANT_ASSUMPTION",
  message: "Shares are not computed: the answer has the numbers that they are made of.",
} as const;

/** A share is read off the numbers of all members of the dimension, of which the question names some. */
function withShareAxis(reading: QuestionReading, model: TenantModel, notes: ReadingNotes): QuestionReading {
  const filter = reading.filters.find((each) => each.kind === "members" || each.kind === "concept");
  if (reading.kind !== "list" && !filter && reading.axes.length > 0) {
    notes.add(sharesAreNumbers);
    return reading;
  }
  if (reading.kind === "list" || (filter?.kind !== "members" && filter?.kind !== "concept")) {
    notes.add({
      warning: "ASSISTANT_NOT_AVAILABLE",
      message: "Whose share is asked for is not understood: name members of one dimension.",
    });
    return reading;
  }
  notes.add(sharesAreNumbers);
  const axis: ReadAxis =
    filter.kind === "concept"
      ? { kind: "concept", references: filter.references, id: filter.id }
      : axisOfMembers(filter, reading, model);
  return {
    ...reading,
    axes: mergeAxes(reading.axes, [axis]),
    filters: reading.filters.filter((each) => each !== filter),
  };
}

/** Compared members are shown beside each other. */
function withComparedAxis(
  reading: QuestionReading,
  { isComparison, ranking }: ReadParts,
  model: TenantModel,
): QuestionReading {
  const members = reading.filters.find(
    (filter) => filter.kind === "members" && filter.members.length > 1 && !filter.isNegated,
  );
  const both = reading.filters.find(
    (filter) =>
      filter.kind === "concept" &&
      reading.filters.some(
        (other) => other.kind === "concept" && isSameAttribute(other, filter) && other.isNegated !== filter.isNegated,
      ),
  );
  if (reading.kind !== "aggregate") {
    return reading;
  }
  if (both?.kind === "concept") {
    const { isNegated: _, ...axis } = both;
    const filters = reading.filters.filter(
      (filter) => !("id" in filter && filter.kind === "concept" && isSameAttribute(filter, both)),
    );
    return { ...reading, axes: mergeAxes(reading.axes, [axis]), filters };
  }
  if (members?.kind !== "members" || !(isComparison || (ranking && reading.axes.length === 0))) {
    return reading;
  }
  const axis = axisOfMembers(members, reading, model);
  return reading.axes.some((other) => isSameAttribute(other, axis))
    ? reading
    : { ...reading, axes: [axis, ...reading.axes] };
}

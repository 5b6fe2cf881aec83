import type { StoredDimension, TenantModel } from "../model/tenant-model.ts";
import { continueReading, mergeAxes } from "./continue-reading.ts";
import type { Mark } from "./mark-question.ts";
import type {
  AttributePath,
  QuestionReading,
  QuestionResult,
  ReadAxis,
  ReadFilter,
  ReadParts,
} from "./question-reading.ts";
import { amountMetricOf, countMetrics } from "./read-measures.ts";
import { countMetricOf, isSameAttribute, measuresOf, type ReadingContext, ReadingNotes } from "./read-parts.ts";
import { readParts } from "./read-question.ts";
import { followReferences } from "./resolve-names.ts";
import type { CorrectedWord } from "./spelling.ts";

/** A question to interpret, in a conversation or at its beginning. */
interface Question extends ReadingContext {
  readonly marks: readonly Mark[];
  readonly corrected: readonly CorrectedWord[];
  /** Interpretation of the last question of the conversation. */
  readonly previous: QuestionReading | undefined;
  /** Whether a question after that one was not understood. */
  readonly isUnreadBetween: boolean;
}

const continuation =
  /^\W*(?:and|also|now|then|only|just|what about|how about|same|but|instead|ok|okay|with|without|excluding|except|in|for|by|per|split|break|as|per|since|over|compare[d]?|make|show (?:it|this|that|them)|of (?:these|those|them))\b/iu;

/** Interprets a marked question. Nothing is guessed silently: what was assumed, or not understood, is in the notes. */
export function interpretQuestion(question: Question): QuestionResult {
  const { text, model, previous } = question;
  const notes = new ReadingNotes(text);
  for (const { written, read } of question.corrected) {
    notes.add({ warning: "ASSISTANT_SPELLING", message: `"${written}" is read as "${read}".` });
  }
  const listed = previous?.kind === "list" && continuation.test(text) ? previous : undefined;
  const opening = readParts(question.marks, question, new ReadingNotes(text), listed);
  const isOwn = opening.namesMetric || opening.namesObject || (opening.isCount && opening.object !== undefined);
  const isContinued = previous !== undefined && (continuation.test(text) || !isOwn);
  const parts = readParts(question.marks, question, notes, isContinued && !isOwn ? previous : undefined);
  if (isContinued && question.isUnreadBetween) {
    notes.add({
      warning: "ASSISTANT_ASSUMPTION",
      message: "The question before was not understood, so this one follows the last one that was.",
    });
  }
  const object = parts.object ?? (isContinued ? previous.object : undefined);
  if (object === undefined) {
    const metrics = countMetrics(model);
    notes.add({
      warning: "ASSISTANT_NOT_UNDERSTOOD",
      message: "The question does not say what to measure: it names no metric, object or condition of the model.",
      questions: metrics.map(({ displayName }) => (parts.axes.length > 0 ? `${displayName}: ${text}` : displayName)),
      metrics: metrics.map(({ id }) => id),
    });
    return { kind: "unread", notes: notes.all };
  }
  if (parts.isAmount) {
    measureAmount(parts, object, model, notes);
  }
  const started = isContinued
    ? continueReading(previous, parts, object, question, notes)
    : startReading(parts, object, question, notes);
  const reading = notes.isReadable ? complete(started, parts, question, notes) : started;
  return notes.isReadable
    ? { kind: "read", reading, notes: notes.all, choices: notes.choices }
    : { kind: "unread", notes: notes.all };
}

/** "How much did we spend on ..." asks for the metric that adds up amounts, rather than for the number of records. */
function measureAmount(parts: ReadParts, object: string, model: TenantModel, notes: ReadingNotes): void {
  const isCounted = parts.metrics.every(({ id }) => id === countMetricOf(model, object)?.id);
  const amount = amountMetricOf(model, object);
  if (isCounted && amount) {
    parts.metrics = [{ id: amount.id, parameters: [] }];
    parts.namesMetric = true;
  } else if (isCounted) {
    notes.add({
      warning: "ASSISTANT_NOT_AVAILABLE",
      message: `The model has no metric that adds up amounts of "${model.objects.find(({ id }) => id === object)?.displayName}".`,
    });
  }
}

function startReading(parts: ReadParts, object: string, { model }: Question, notes: ReadingNotes): QuestionReading {
  const isList = parts.isList;
  if (parts.removedAxes.length > 0) {
    notes.add({
      warning: "ASSISTANT_NOT_UNDERSTOOD",
      message: "What is left out is not understood: name members of the dimension, or ask without it.",
    });
  }
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

/** Adds what follows from the parts together: axes of a comparison, the order of a list. */
function complete(
  reading: QuestionReading,
  parts: ReadParts,
  question: Question,
  notes: ReadingNotes,
): QuestionReading {
  const { model } = question;
  const drilled = parts.isDrill ? withLowerLevel(reading, parts, model, notes) : reading;
  const compared = withComparedAxis(parts.isShare ? withShareAxis(drilled, model, notes) : drilled, parts, model);
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

function dimensionOf(
  { references, id }: AttributePath,
  { object }: QuestionReading,
  model: TenantModel,
): StoredDimension | undefined {
  return model.objects
    .find((each) => each.id === followReferences(model, object, references))
    ?.dimensions.find((each) => each.id === id);
}

/** Depth of the lowest of some members. */
function depthOf(
  { members }: Extract<ReadFilter, { kind: "members" }>,
  dimension: StoredDimension | undefined,
): number {
  const top = dimension?.kind === "parentChild" ? 1 : 0;
  return Math.max(...members.map(({ path }) => path.split(".").length - 1)) + top;
}

/** The axis on which members stand beside each other: the level of the lowest of them. */
function axisOfMembers(
  filter: Extract<ReadFilter, { kind: "members" }>,
  reading: QuestionReading,
  model: TenantModel,
): ReadAxis {
  const { references, id } = filter;
  const dimension = dimensionOf(filter, reading, model);
  const depth = depthOf(filter, dimension);
  const level = dimension?.levels?.find((each) => each.depth === depth);
  return { kind: "dimension", references, id, ...(level && { level: level.id }) };
}

/** "Drill into EMEA" shows the members below it, "drill down" the level below the one that is shown. */
function withLowerLevel(
  reading: QuestionReading,
  parts: ReadParts,
  model: TenantModel,
  notes: ReadingNotes,
): QuestionReading {
  if (reading.kind === "list" || parts.axes.length > 0) {
    return reading;
  }
  const entered = parts.filters.findLast((filter) => filter.kind === "members");
  const shown = reading.axes.find(({ kind }) => kind === "dimension");
  const path = entered?.kind === "members" ? entered : shown;
  const dimension = path && dimensionOf(path, reading, model);
  const depth =
    entered?.kind === "members"
      ? depthOf(entered, dimension)
      : dimension?.levels?.find(({ id }) => id === shown?.level)?.depth;
  const lower = dimension?.levels?.find((level) => depth !== undefined && level.depth === depth + 1);
  if (!path || !lower) {
    notes.add({
      warning: "ASSISTANT_NOT_AVAILABLE",
      message: dimension
        ? `"${dimension.displayName}" has no level below that one.`
        : "What to drill into is not understood: name a member or a level of a dimension.",
    });
    return reading;
  }
  const axis: ReadAxis = { kind: "dimension", references: path.references, id: path.id, level: lower.id };
  return { ...reading, axes: [axis, ...reading.axes.filter((other) => !isSameAttribute(other, axis))] };
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

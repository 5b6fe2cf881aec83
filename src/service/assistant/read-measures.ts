import type { StoredMetric, TenantModel } from "../model/tenant-model.ts";
import type { Keyword, Mark } from "./mark-question.ts";
import type { AttributePath, ReadMetric, ReadParts } from "./question-reading.ts";
import { countMetricOf, measuresOf, type NamesMark, type ReadingNotes } from "./read-parts.ts";
import { findReferences, objectOf, preferKind } from "./resolve-names.ts";

/** Metrics that a question asks for, or the object whose records it asks for. */
interface ReadMeasures {
  readonly metrics: readonly ReadMetric[];
  /** Object of the metrics, or the one that is named. */
  readonly object: string | undefined;
  readonly namesObject: boolean;
  readonly namesMetric: boolean;
  /** Parts of the question that say this. */
  readonly used: ReadonlySet<Mark>;
}

/** Finds the metrics and the object of a question. */
export function readMeasures(marks: readonly Mark[], notes: ReadingNotes): ReadMeasures {
  const used = new Set<Mark>();
  const named = marks.filter((mark): mark is NamesMark => mark.kind === "names");
  const metrics: ReadMetric[] = [];
  const measured: StoredMetric[] = [];
  for (const mark of named) {
    const { metrics: found } = measuresOf(mark);
    const [metric, second] = found;
    if (metric && second) {
      notes.addAmbiguity(
        mark,
        found.map((each) => ({ meaning: { kind: "metric", metric: each }, references: [], rank: 0 })),
      );
    }
    if (metric) {
      used.add(mark);
      measured.push(metric);
      const parameters = parametersAfter(marks, mark, metric.parameters.length, used);
      if (parameters.length < metric.parameters.length) {
        notes.add({
          warning: "ASSISTANT_NOT_UNDERSTOOD",
          message: `The metric "${metric.displayName}" needs ${metric.parameters.map(({ displayName }) => displayName.toLowerCase()).join(" and ")}: name the number behind it.`,
          metrics: [metric.id],
        });
      }
      if (!metrics.some(({ id }) => id === metric.id)) {
        metrics.push({ id: metric.id, parameters });
      }
    }
  }
  const objects = named
    .filter((mark) => !used.has(mark))
    .flatMap((mark) => measuresOf(mark).objects.map((object) => ({ mark, object })));
  for (const { mark } of objects) {
    used.add(mark);
  }
  const measuredObjects = [...new Set(measured.map(({ object }) => object))];
  if (measuredObjects.length > 1) {
    notes.add({
      warning: "ASSISTANT_NOT_AVAILABLE",
      message: `${measured.map(({ displayName }) => `"${displayName}"`).join(" and ")} are measured over different objects, so one question cannot ask for both.`,
      questions: measured.map(({ displayName }) => displayName),
      metrics: measured.map(({ id }) => id),
    });
  }
  const event = objects.find(({ object }) => object.kind === "event");
  const object = measuredObjects[0] ?? (event ?? objects[0])?.object.id;
  return {
    metrics,
    object,
    namesObject: objects.some((each) => each.object.id === object),
    namesMetric: measured.length > 0,
    used,
  };
}

/** Values of a metric's parameters, the numbers behind it. */
function parametersAfter(marks: readonly Mark[], metric: Mark, count: number, used: Set<Mark>): readonly number[] {
  const after = marks
    .slice(marks.indexOf(metric) + 1)
    .filter(({ kind }) => kind !== "filler" && kind !== "comparison")
    .slice(0, count);
  return after.flatMap((mark) => {
    if (mark.kind !== "number") {
      return [];
    }
    used.add(mark);
    for (const before of marks.slice(marks.indexOf(metric), marks.indexOf(mark))) {
      used.add(before);
    }
    return [mark.value];
  });
}

export function hasKeyword(marks: readonly Mark[], ...keywords: readonly Keyword[]): boolean {
  return marks.some((mark) => mark.kind === "keyword" && keywords.includes(mark.keyword));
}

/** Whether a question asks for records rather than for values: who, a list, or the properties of records. */
export function asksForRecords(marks: readonly Mark[], { namesMetric }: ReadMeasures): boolean {
  if (
    hasKeyword(marks, "count", "by", "compare", "share", "amount") ||
    ranksMembers(marks) ||
    marks.some((mark) => mark.kind === "time" && mark.phrase.grain !== undefined)
  ) {
    return false;
  }
  const named = marks.filter((mark): mark is NamesMark => mark.kind === "names");
  if (marks.some(({ kind }) => kind === "superlative")) {
    return true;
  }
  const isShown = hasKeyword(marks, "show") && named.some((mark) => mark.isPlural && isRecord(mark));
  return (
    hasKeyword(marks, "who", "list") ||
    asksWhichRecords(marks) ||
    isShown ||
    asksWithReference(marks) ||
    (!namesMetric && asksForProperties(marks))
  );
}

/** Whether a number is that of the members of a ranking: "the top 4 cities", "the 4 largest cities". */
export function countsRanking(marks: readonly Mark[], index: number): boolean {
  const isEnd = (mark: Mark | undefined) =>
    mark?.kind === "superlative" ||
    (mark?.kind === "keyword" && (mark.keyword === "highest" || mark.keyword === "lowest"));
  const isCounted = hasKeyword(marks, "highest", "lowest") && marks[index + 1]?.kind === "names";
  return isCounted || [marks[index - 1], marks[index + 1], marks[index + 2]].some(isEnd);
}

/** Whether one of the metrics is an average. */
export function measuresAverage(metrics: readonly ReadMetric[], model: TenantModel): boolean {
  return metrics.some(({ id }) =>
    model.metrics.some((metric) => metric.id === id && metric.kind === "base" && metric.aggregate === "average"),
  );
}

/** "The top 4 cities" are members, of whichever records. */
function ranksMembers(marks: readonly Mark[]): boolean {
  return marks.some((mark, index) => {
    const next = marks.slice(index + 1).find(({ kind }) => kind !== "filler" && kind !== "number");
    return (
      mark.kind === "keyword" &&
      (mark.keyword === "highest" || mark.keyword === "lowest") &&
      next?.kind === "names" &&
      preferKind(next.matches)[0]?.meaning.kind === "dimension"
    );
  });
}

/** "Requisitions with their recruiter" asks for records, each with the name of what it leads to. */
function asksWithReference(marks: readonly Mark[]): boolean {
  const named = marks.filter((mark): mark is NamesMark => mark.kind === "names");
  const last = named.at(-1);
  return (
    last !== undefined &&
    preferKind(last.matches)[0]?.meaning.kind === "reference" &&
    named.some((mark) => mark.isPlural && isRecord(mark))
  );
}

/** "Which managers ..." asks for records, "which functions ..." for members. */
function asksWhichRecords(marks: readonly Mark[]): boolean {
  return marks.some((mark, index) => {
    const next = marks[index + 1];
    return (
      mark.kind === "keyword" && mark.keyword === "which" && next?.kind === "names" && next.isPlural && isRecord(next)
    );
  });
}

/** Whether a part names records: people, exits, managers; not a number of them. */
function isRecord(mark: NamesMark): boolean {
  if (/\b(?:number|count|total|headcount)\b/u.test(mark.phrase)) {
    return false;
  }
  const [first] = preferKind(mark.matches);
  const meaning = first?.meaning;
  return (
    meaning?.kind === "object" ||
    meaning?.kind === "concept" ||
    (meaning?.kind === "metric" && meaning.metric.kind === "base" && meaning.metric.aggregate === "count")
  );
}

/** Whether a question names properties that no metric is made of, without comparing them. */
function asksForProperties(marks: readonly Mark[]): boolean {
  return marks.some((mark, index) => {
    const [first] = mark.kind === "names" ? preferKind(mark.matches) : [];
    const next = marks.slice(index + 1).find(({ kind }) => kind !== "filler");
    const isCompared = next?.kind === "comparison" || next?.kind === "number" || next?.kind === "time";
    return first?.meaning.kind === "property" && first.meaning.property.type !== "number" && !isCompared;
  });
}

/** The object of the attributes that are named: employees where only managers or women are. */
export function objectOfAttributes(marks: readonly Mark[], model: TenantModel): string | undefined {
  const isRanked = hasKeyword(marks, "highest", "lowest", "who", "list");
  const objects = marks.flatMap((mark) => {
    if (mark.kind !== "names") {
      return [];
    }
    const [first] = preferKind(mark.matches).toSorted((one, two) => one.distance - two.distance);
    // A dimension alone says nothing about what is to be counted.
    const owner = first && (isRanked || first.meaning.kind !== "dimension") ? objectOf(first.meaning) : undefined;
    // Of a job family, people are counted rather than positions.
    const subject = model.objects.find(
      ({ id, kind }) => owner && kind === "subject" && findReferences(model, id, owner),
    );
    return owner === undefined ? [] : [subject?.id ?? owner];
  });
  // Events lead to the people, not the other way round.
  return objects.find((id) => model.objects.find((object) => object.id === id)?.kind === "event") ?? objects[0];
}

/** Metrics that can be asked for by the attributes that are named: the counts of objects. */
export function countMetrics(model: TenantModel): readonly StoredMetric[] {
  return model.objects.flatMap(({ id }) => countMetricOf(model, id) ?? []);
}

/** Finds the metric that adds up amounts of the records of an object. */
export function amountMetricOf(model: TenantModel, object: string): StoredMetric | undefined {
  return model.metrics.find(
    (metric) =>
      metric.kind === "base" &&
      metric.object === object &&
      metric.aggregate === "sum" &&
      metric.filter === undefined &&
      metric.parameters.length === 0,
  );
}

/** Finds the metric that is the average of a property of the object that a question is about. */
function averageMetricOf({ references, id }: AttributePath, { metrics }: TenantModel): StoredMetric | undefined {
  return references.length > 0
    ? undefined
    : metrics.find((metric) => metric.kind === "base" && metric.aggregate === "average" && metric.property === id);
}

/** Measures a property that is neither compared nor listed: by the metric that is its average. */
export function measureProperty(
  parts: ReadParts,
  path: AttributePath,
  { words, name, isBy }: { readonly words: string; readonly name: string; readonly isBy: boolean },
  model: TenantModel,
  notes: ReadingNotes,
): void {
  const metric = isBy || parts.namesMetric ? undefined : averageMetricOf(path, model);
  if (metric) {
    parts.metrics.push({ id: metric.id, parameters: [] });
    parts.namesMetric = true;
    notes.add({
      warning: "ASSISTANT_ASSUMPTION",
      message: `"${words}" is read as the metric "${metric.displayName}".`,
    });
  } else {
    notes.add({
      warning: "ASSISTANT_NOT_AVAILABLE",
      message: isBy
        ? `Records are not grouped by "${name}", which is no dimension; compare it with a value instead.`
        : `The model has no metric for "${name}"; compare it with a value, or list it.`,
    });
  }
}

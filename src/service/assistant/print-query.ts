import { quoteName } from "../../base/sql-quote.ts";
import { formatInstant, type PeriodUnit, periodUnits } from "../../languages/sql-like/syntax.ts";
import type { StoredObject, TenantModel } from "../model/tenant-model.ts";
import type { TimeContext } from "./named-periods.ts";
import type { AttributePath, QuestionReading, ReadAxis, ReadFilter } from "./question-reading.ts";
import { intervalsOf, periodsOf, type QuestionPeriods, rangeOf } from "./question-time.ts";
import { isSameAttribute } from "./read-parts.ts";

interface PrintOptions {
  readonly model: TenantModel;
  readonly timeColumn: string;
  /** Members of the first axis that a ranking has left, by their paths. */
  readonly ranked?: readonly string[];
}

/** Returns what a model says about time. */
export function timeContextOf(model: TenantModel): TimeContext {
  return {
    dataStart: Date.parse(model.dataStart),
    dataEnd: Date.parse(model.dataEnd),
    fiscalYearStartMonth: model.fiscalYearStartMonth,
  };
}

/** Whether the records of an object happen, rather than last. */
export function isEventObject(model: TenantModel, object: string): boolean {
  return findObject(model, object)?.kind === "event";
}

function findObject(model: TenantModel, object: string): StoredObject | undefined {
  return model.objects.find(({ id }) => id === object);
}

/** Returns the periods of an aggregate reading. */
export function periodsOfReading({ time, object }: QuestionReading, model: TenantModel): QuestionPeriods {
  return periodsOf(time, isEventObject(model, object), timeContextOf(model));
}

/** Returns the query of a reading in the SQL-like language. */
export function printQuery(reading: QuestionReading, options: PrintOptions): string {
  const { model, timeColumn } = options;
  const items =
    reading.kind === "list"
      ? columnsOf(reading, model).map(({ text }) => text)
      : [
          ...reading.axes.map(printAxis),
          ...reading.metrics.map(({ id, parameters }) => `${id}(${parameters.join(", ")})`),
        ];
  const [first] = reading.axes;
  const ranked: readonly ReadFilter[] =
    options.ranked && options.ranked.length > 0 && first?.kind === "dimension"
      ? [
          {
            kind: "members",
            references: first.references,
            id: first.id,
            members: options.ranked.map((path) => ({ path, name: path })),
            isNegated: false,
          },
        ]
      : [];
  const conditions = [
    ...[...reading.filters, ...ranked].map(printFilter),
    ...(reading.kind === "list" ? recordConditions(reading, model) : []),
    printTime(reading, model, timeColumn),
  ];
  return `SELECT ${items.join(", ")}\nFROM ${reading.object}\nWHERE ${conditions.join("\n  AND ")}`;
}

/** Filters of the metrics whose records are listed. */
function recordConditions({ metrics }: QuestionReading, model: TenantModel): readonly string[] {
  return metrics.flatMap(({ id }) => {
    const metric = model.metrics.find((each) => each.id === id);
    return metric?.kind === "base" && metric.filter !== undefined && metric.parameters.length === 0
      ? [`(${metric.filter})`]
      : [];
  });
}

/** A column of a list, with the path that sorts it. */
interface ListColumn {
  readonly path: AttributePath;
  readonly text: string;
}

/** Columns of a list: who, or who and when, and then what the question names. */
export function columnsOf(reading: QuestionReading, model: TenantModel): readonly ListColumn[] {
  const object = findObject(model, reading.object);
  const subject = object?.references.find(({ target }) => findObject(model, target)?.kind === "subject");
  const naming =
    object?.kind === "event"
      ? [...dateOf(object), ...(subject ? namesOf(findObject(model, subject.target), [subject.id]) : [])]
      : namesOf(object, []);
  const columns: ListColumn[] = naming.map((path) => ({ path, text: printPath(path) }));
  const add = (path: AttributePath, text: string) => {
    if (!columns.some((column) => column.text === text || isSameAttribute(column.path, path))) {
      columns.push({ path, text });
    }
  };
  for (const column of reading.columns) {
    add(column, column.level === undefined ? printPath(column) : printLevel(column, column.level));
  }
  for (const filter of reading.filters.flatMap((each) => (each.kind === "any" ? each.filters : [each]))) {
    if (filter.kind !== "any" && !(filter.kind === "concept")) {
      add(filter, printPath(filter));
    }
  }
  if (reading.listOrder) {
    add(reading.listOrder, printPath(reading.listOrder));
  }
  return columns;
}

function dateOf({ properties }: StoredObject): readonly AttributePath[] {
  const date = properties.find(({ type }) => type === "date");
  return date ? [{ references: [], id: date.id }] : [];
}

/** Key and name of a subject. */
function namesOf(object: StoredObject | undefined, references: readonly string[]): readonly AttributePath[] {
  const texts = (object?.properties ?? []).filter(({ type }) => type === "text");
  const key = texts.find(({ id }) => id === object?.key) ?? texts[0];
  const name = texts.find(({ id, displayName }) => id !== key?.id && /name|title/iu.test(displayName));
  return [key, name].flatMap((property) => (property ? [{ references, id: property.id }] : []));
}

function printPath({ references, id }: AttributePath): string {
  return [...references, id].join(".");
}

function printLevel(path: AttributePath, level: string): string {
  return `level(${printPath(path)}, ${quoteName(level)})`;
}

function printAxis(axis: ReadAxis): string {
  return axis.level === undefined ? printPath(axis) : printLevel(axis, axis.level);
}

function printFilter(filter: ReadFilter): string {
  switch (filter.kind) {
    case "members": {
      const members = filter.members.map(({ path }) => quoteName(path)).join(", ");
      return `${printPath(filter)} ${filter.isNegated ? "NOT IN" : "IN"} (${members})`;
    }
    case "concept":
      return `${printPath(filter)} = ${filter.isNegated ? "FALSE" : "TRUE"}`;
    case "property":
      return `${printPath(filter)} ${filter.operator} ${filter.isDate ? printDate(filter.value) : filter.value}`;
    case "any":
      return `(${filter.filters.map(printFilter).join(" OR ")})`;
  }
}

function printDate(instant: number): string {
  return `date("${formatInstant(instant)}")`;
}

const unitNames = new Map<PeriodUnit, string>(Object.entries(periodUnits).map(([name, unit]) => [unit, name]));

function printTime(reading: QuestionReading, model: TenantModel, timeColumn: string): string {
  if (reading.kind === "list") {
    const { start, end } = rangeOf(reading.time, isEventObject(model, reading.object), timeContextOf(model));
    return `${timeColumn} BETWEEN ${printDate(start)} AND ${printDate(end)}`;
  }
  const { end, count, unit, unitCount } = periodsOfReading(reading, model);
  return `${timeColumn} IN periods(${printDate(end)}, ${count}, period(${unitCount}, ${unitNames.get(unit)}))`;
}

/** Limits of the intervals of a reading, oldest first. */
export function intervalsOfReading(reading: QuestionReading, model: TenantModel) {
  return intervalsOf(periodsOfReading(reading, model), timeContextOf(model));
}

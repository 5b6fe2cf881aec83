import type { Comparison, Mark } from "./mark-question.ts";
import type { NameMatch } from "./name-index.ts";
import type { ReadFilter } from "./question-reading.ts";
import { choosePart, type NamesMark, type ReadingContext, type ReadingNotes } from "./read-parts.ts";

/** Filters that a comparison of a property with values means, and the other parts that belong to it. */
interface ComparisonResult {
  readonly filters: readonly ReadFilter[];
  readonly used: readonly Mark[];
}

type Operator = Extract<ReadFilter, { kind: "property" }>["operator"];

/**
 * Reads the comparison that begins with a part: a property ("age over 50"), a comparison ("older than 50", "over 50
 * years of age") or what follows a number ("50 or more years of age"). Returns undefined where a property stands alone.
 */
export function readComparison(
  marks: readonly Mark[],
  index: number,
  from: string,
  context: ReadingContext,
  notes: ReadingNotes,
): ComparisonResult | undefined {
  const start = marks[index];
  if (start?.kind === "names") {
    return readAfterProperty(start, marks, index, from, context, notes);
  }
  if (start?.kind === "bound") {
    const number = marks.slice(0, index).findLast((mark) => mark.kind !== "filler");
    const property = number?.kind === "number" ? propertyNear(marks, index + 1, marks.indexOf(number) - 1) : undefined;
    const filters =
      number?.kind === "number"
        ? filtersOf(property, start.comparison, [number.value], from, context, notes)
        : undefined;
    return filters ? { filters, used: property ? [property] : [] } : unclear(marks, index, notes);
  }
  if (start?.kind !== "comparison") {
    return undefined;
  }
  const { comparison, values, used, end } = readValues(start, marks, index);
  const property = start.matches.length > 0 ? undefined : propertyNear(marks, end, index - 1);
  const own = start.matches.length > 0 ? start.matches : assumedProperty(values, from, context);
  if (!property && start.matches.length === 0 && own[0]?.meaning.kind === "property") {
    notes.add({
      warning: "ASSISTANT_ASSUMPTION",
      message: `What is compared is not named: it is read as the property "${own[0].meaning.property.displayName}".`,
    });
  }
  const filters = filtersOf(
    property ?? { ...start, matches: own, kind: "names", phrase: "", isPossessive: false },
    comparison,
    values,
    from,
    context,
    notes,
  );
  return filters ? { filters, used: [...used, ...(property ? [property] : [])] } : unclear(marks, index, notes);
}

/** The property that a number is compared with where none is named: the only number, or the age for one that may be an age. */
function assumedProperty(values: readonly number[], from: string, { model }: ReadingContext): readonly NameMatch[] {
  const object = model.objects.find(({ id }) => id === from);
  const numbers = (object?.properties ?? []).filter(({ type }) => type === "number");
  const ages = numbers.filter(({ displayName }) => /^age$/iu.test(displayName));
  const assumed = values.every((value) => value > 14 && value < 100) && ages.length === 1 ? ages : numbers;
  return assumed.length === 1
    ? assumed.map((property) => ({ meaning: { kind: "property", object: from, property }, distance: 2 }))
    : [];
}

function unclear(marks: readonly Mark[], index: number, notes: ReadingNotes): ComparisonResult {
  const end = marks.slice(index).find((mark) => mark.kind === "number") ?? marks[index];
  const start = marks[index];
  if (start && end) {
    notes.add({
      warning: "ASSISTANT_NOT_UNDERSTOOD",
      message: `What "${notes.wordsOf({ start: start.start, end: end.end })}" compares is not understood. Records are compared by their properties; values of metrics are not filtered.`,
    });
  }
  return { filters: [], used: marks.slice(index).filter((mark) => mark.kind === "number") };
}

/** Reads the numbers behind a comparison, and an "or more" behind them. */
function readValues(start: Extract<Mark, { kind: "comparison" }>, marks: readonly Mark[], index: number) {
  const wanted = start.comparison === "between" ? 2 : 1;
  const values: number[] = [];
  const used: Mark[] = [];
  let { comparison } = start;
  let at = index + 1;
  for (; at < marks.length; at++) {
    const mark = marks[at] as Mark;
    const isJoin = mark.kind === "keyword" && mark.keyword === "and" && values.length < wanted;
    if (mark.kind === "number" && values.length < wanted) {
      values.push(mark.value);
    } else if (mark.kind === "bound" && values.length === wanted) {
      comparison = mark.comparison;
    } else if (!isJoin && mark.kind !== "filler") {
      break;
    }
    used.push(mark);
  }
  return { comparison, values, used, end: at };
}

/** The property behind a value, else the one before it. */
function propertyNear(marks: readonly Mark[], after: number, before: number): NamesMark | undefined {
  const isProperty = (mark: Mark | undefined): mark is NamesMark =>
    mark?.kind === "names" && mark.matches.some(({ meaning }) => meaning.kind === "property");
  const next = marks.slice(after).find((mark) => mark.kind !== "filler");
  const last = marks.slice(0, Math.max(0, before + 1)).findLast((mark) => mark.kind !== "filler");
  return isProperty(next) ? next : isProperty(last) ? last : undefined;
}

function readAfterProperty(
  property: NamesMark,
  marks: readonly Mark[],
  index: number,
  from: string,
  context: ReadingContext,
  notes: ReadingNotes,
): ComparisonResult | undefined {
  const next = marks.slice(index + 1).find((mark) => mark.kind !== "filler");
  const at = next ? marks.indexOf(next) : -1;
  if (next?.kind === "comparison" && next.matches.length === 0) {
    const { comparison, values, used } = readValues(next, marks, at);
    const filters = filtersOf(property, comparison, values, from, context, notes);
    return filters && { filters, used: [next, ...used] };
  }
  if (next?.kind === "number") {
    const bound = marks.slice(at + 1).find((mark) => mark.kind !== "filler");
    const comparison = bound?.kind === "bound" ? bound.comparison : "=";
    const filters = filtersOf(property, comparison, [next.value], from, context, notes);
    return filters && { filters, used: [next, ...(bound?.kind === "bound" ? [bound] : [])] };
  }
  if (next?.kind === "time" && next.phrase.range) {
    const dates = property.matches.filter(
      ({ meaning }) => meaning.kind === "property" && meaning.property.type === "date",
    );
    const name = dates.length > 0 ? choosePart(property, dates, from, context, notes) : undefined;
    if (name?.meaning.kind === "property") {
      const { from: begin, to } = next.phrase.range;
      const path = {
        kind: "property",
        references: name.references,
        id: name.meaning.property.id,
        isDate: true,
      } as const;
      return {
        filters: [
          { ...path, operator: ">=", value: begin },
          { ...path, operator: "<", value: to },
        ],
        used: [next],
      };
    }
  }
  return undefined;
}

function filtersOf(
  mark: NamesMark | undefined,
  comparison: Comparison,
  values: readonly number[],
  from: string,
  context: ReadingContext,
  notes: ReadingNotes,
): readonly ReadFilter[] | undefined {
  const numbers: readonly NameMatch[] = (mark?.matches ?? []).filter(
    ({ meaning }) => meaning.kind === "property" && meaning.property.type === "number",
  );
  const [first, second] = values;
  const name = mark && numbers.length > 0 ? choosePart(mark, numbers, from, context, notes) : undefined;
  if (name?.meaning.kind !== "property" || first === undefined || (comparison === "between" && second === undefined)) {
    return undefined;
  }
  const path = { kind: "property", references: name.references, id: name.meaning.property.id, isDate: false } as const;
  const compare = (operator: Operator, value: number): ReadFilter => ({ ...path, operator, value });
  return comparison === "between"
    ? [compare(">=", Math.min(first, second ?? first)), compare("<=", Math.max(first, second ?? first))]
    : [compare(comparison, first)];
}

import type { TenantModel } from "../model/tenant-model.ts";
import type { Keyword, Mark } from "./mark-question.ts";
import type { NameMatch } from "./name-index.ts";
import {
  isJoinedMember,
  narrowMatches,
  noteMembersBeside,
  noteTopLevel,
  reasonAxisOf,
  referenceAfter,
} from "./names-in-context.ts";
import { noParts, type ReadAxis, type ReadFilter, type ReadParts, type ReadRanking } from "./question-reading.ts";
import { withTime } from "./question-time.ts";
import { readComparison } from "./read-comparison.ts";
import { asksForRecords, averageMetricOf, hasKeyword, objectOfAttributes, readMeasures } from "./read-measures.ts";
import {
  addFilter,
  axisOf,
  choosePart,
  describe,
  isSameAttribute,
  type NamesMark,
  type ReadingContext,
  type ReadingNotes,
} from "./read-parts.ts";
import { followReferences, preferKind } from "./resolve-names.ts";

/** Reads the marked parts of a question. `from` is the object of the conversation, for a question that names none. */
export function readParts(
  marks: readonly Mark[],
  context: ReadingContext,
  notes: ReadingNotes,
  from: string | undefined,
): ReadParts {
  return new PartsReader(marks, context, notes, from).read();
}

class PartsReader {
  readonly #marks: readonly Mark[];
  readonly #context: ReadingContext;
  readonly #notes: ReadingNotes;
  readonly #parts: ReadParts;
  readonly #from: string | undefined;
  /** Marks that another one has taken up. */
  #taken = new Set<Mark>();
  #isBy = false;
  #isNegated = false;
  #isReason = false;
  #isAverage = false;
  #isNarrower = true;
  #joinsByOr = false;
  #rankingEnd: ReadRanking["end"] | undefined;
  #rankingCount: number | undefined;
  #pathStart: readonly string[] = [];

  constructor(marks: readonly Mark[], context: ReadingContext, notes: ReadingNotes, from: string | undefined) {
    this.#marks = marks;
    this.#context = context;
    this.#notes = notes;
    this.#from = from;
    this.#parts = noParts();
  }

  read(): ReadParts {
    const parts = this.#parts;
    const measures = readMeasures(this.#marks, this.#notes);
    this.#taken = new Set(measures.used);
    parts.object = measures.object;
    parts.metrics = [...measures.metrics];
    parts.namesObject = measures.namesObject;
    parts.namesMetric = measures.namesMetric;
    parts.isCount = hasKeyword(this.#marks, "count");
    parts.isList = asksForRecords(this.#marks, measures);
    if (parts.object === undefined && this.#from === undefined) {
      parts.object = objectOfAttributes(this.#marks, this.#model);
    }
    for (const [index, mark] of this.#marks.entries()) {
      if (!this.#taken.has(mark)) {
        this.#readMark(mark, index);
      }
    }
    this.#finish();
    return parts;
  }

  get #model(): TenantModel {
    return this.#context.model;
  }

  get #object(): string {
    return this.#parts.object ?? this.#from ?? this.#model.objects[0]?.id ?? "";
  }

  #readMark(mark: Mark, index: number): void {
    const parts = this.#parts;
    switch (mark.kind) {
      case "filler":
        return;
      case "keyword":
        this.#readKeyword(mark.keyword, mark);
        return;
      case "time":
        parts.time = withTime(parts.time, mark.phrase, this.#notes);
        this.#isBy = false;
        this.#isNegated = false;
        return;
      case "number":
        this.#readNumber(mark, index);
        return;
      case "comparison":
      case "bound": {
        const filter = readComparison(this.#marks, index, this.#object, this.#context, this.#notes);
        for (const used of filter?.used ?? []) {
          this.#taken.add(used);
        }
        parts.filters = filter ? [...parts.filters, ...filter.filters] : parts.filters;
        return;
      }
      case "names":
        this.#readNames(mark, index);
        return;
      case "superlative":
        this.#readSuperlative(mark);
        return;
      case "unknown":
        this.#notes.add({
          warning: "ASSISTANT_NOT_UNDERSTOOD",
          message: `"${this.#notes.wordsOf(mark)}" is not understood: the model has no such name.`,
        });
    }
  }

  #readKeyword(keyword: Keyword, mark: Mark): void {
    switch (keyword) {
      case "by":
        this.#isBy = true;
        this.#isNegated = false;
        return;
      case "not":
        this.#isNegated = true;
        this.#isBy = false;
        return;
      case "and":
      case "or":
        this.#isNarrower = this.#notes.wordsOf(mark) === ",";
        this.#joinsByOr = keyword === "or";
        return;
      case "reason":
        this.#isReason = true;
        return;
      case "highest":
      case "lowest":
        this.#rankingEnd ??= keyword;
        return;
      case "compare":
        this.#parts.isComparison = true;
        this.#isNarrower = false;
        return;
      case "share":
        this.#parts.isShare = true;
        return;
      case "why":
        this.#addReasonAxis(mark);
        return;
      case "average":
        this.#isAverage = true;
        return;
      case "unsupported":
        this.#notes.add({
          warning: "ASSISTANT_NOT_UNDERSTOOD",
          message: `"${this.#notes.wordsOf(mark)}" is nothing that the metrics of the model answer.`,
        });
        return;
      default:
        // The others decide what is measured, see `readMeasures`.
        return;
    }
  }

  #readNumber(mark: Extract<Mark, { kind: "number" }>, index: number): void {
    const near = [this.#marks[index - 1], this.#marks[index + 1], this.#marks[index + 2]];
    const isRanking = near.some(
      (other) =>
        other?.kind === "superlative" ||
        (other?.kind === "keyword" && (other.keyword === "highest" || other.keyword === "lowest")),
    );
    const isCounted = hasKeyword(this.#marks, "highest", "lowest") && this.#marks[index + 1]?.kind === "names";
    if ((isRanking || isCounted) && this.#rankingCount === undefined && Number.isInteger(mark.value)) {
      this.#rankingCount = mark.value;
      return;
    }
    const next = this.#marks[index + 1];
    if (next?.kind === "bound") {
      // Read with its bound.
      return;
    }
    this.#notes.add({
      warning: "ASSISTANT_NOT_UNDERSTOOD",
      message: `What the number ${this.#notes.wordsOf(mark)} means is not understood.`,
    });
  }

  #readNames(mark: NamesMark, index: number): void {
    if (mark.misspelled !== undefined) {
      this.#notes.add({
        warning: "ASSISTANT_SPELLING",
        message: `"${mark.misspelled}" is read as ${describe((preferKind(mark.matches)[0] ?? (mark.matches[0] as NameMatch)).meaning)}.`,
      });
    }
    const around = { isBy: this.#isBy, isReason: this.#isReason };
    const matches = narrowMatches(this.#marks, index, around, this.#notes);
    if (matches === undefined) {
      return;
    }
    const name = choosePart(mark, matches, this.#startObject(), this.#context, this.#notes);
    if (!name) {
      this.#pathStart = [];
      return;
    }
    const references = [...this.#pathStart, ...name.references];
    const resolved = { ...name, references };
    this.#pathStart = [];
    const { meaning } = resolved;
    switch (meaning.kind) {
      case "reference":
        this.#pathStart = [...references, meaning.reference.id];
        return;
      case "dimension":
        this.#addAxis(axisOf(resolved), mark);
        return;
      case "concept":
        if (this.#isBy) {
          this.#notes.add({
            warning: "ASSISTANT_ASSUMPTION",
            message: `"${this.#notes.wordsOf(mark)}" is read as ${describe(meaning)}, which is true or false.`,
          });
          this.#addAxis(axisOf(resolved), mark);
        } else {
          this.#addFilter({ kind: "concept", references, id: meaning.concept.id, isNegated: this.#isNegated }, index);
        }
        return;
      case "member":
        noteMembersBeside(this.#marks, index, meaning, this.#notes);
        this.#isBy = false;
        this.#addFilter(
          {
            kind: "members",
            references,
            id: meaning.dimension.id,
            members: [{ path: meaning.member.path, name: meaning.member.displayName }],
            isNegated: this.#isNegated,
          },
          index,
        );
        return;
      case "property":
        this.#readProperty(mark, index, { references, id: meaning.property.id }, meaning.property.displayName);
        return;
      default:
        return;
    }
  }

  #startObject(): string {
    return followReferences(this.#model, this.#object, this.#pathStart);
  }

  #addAxis(axis: ReadAxis | undefined, mark: Mark): void {
    if (!axis) {
      return;
    }
    if (this.#parts.isList) {
      const { kind: _, ...column } = axis;
      this.#parts.columns.push(column);
    }
    if (!this.#parts.axes.some((other) => isSameAttribute(other, axis) && other.level === axis.level)) {
      this.#parts.axes.push(axis);
    }
    if (mark.kind === "names") {
      noteTopLevel(mark, axis, this.#notes);
    }
    this.#isNegated = false;
  }

  #addFilter(filter: ReadFilter, index: number): void {
    const parts = this.#parts;
    const last = parts.filters.at(-1);
    if (this.#joinsByOr && last && "id" in last && "id" in filter && !isSameAttribute(last, filter)) {
      parts.filters = [...parts.filters.slice(0, -1), { kind: "any", filters: [last, filter] }];
    } else {
      parts.filters = addFilter(parts.filters, filter, this.#isNarrower);
    }
    this.#joinsByOr = false;
    this.#isNarrower = true;
    this.#isReason = false;
    this.#isNegated &&= isJoinedMember(this.#marks, index);
  }

  #readProperty(
    mark: NamesMark,
    index: number,
    path: { readonly references: readonly string[]; readonly id: string },
    name: string,
  ): void {
    const owner = referenceAfter(this.#marks, index, this.#object, this.#notes);
    if (owner && this.#parts.isList) {
      this.#taken.add(owner.mark);
      this.#parts.columns.push({ references: [owner.reference, ...path.references], id: path.id });
      return;
    }
    const compared = readComparison(this.#marks, index, this.#object, this.#context, this.#notes);
    if (compared) {
      for (const used of compared.used) {
        this.#taken.add(used);
      }
      this.#parts.filters = [...this.#parts.filters, ...compared.filters];
      return;
    }
    if (this.#parts.isList) {
      this.#parts.columns.push(path);
      return;
    }
    const isMetricWanted = !this.#isBy && !this.#parts.namesMetric;
    const metric = isMetricWanted ? averageMetricOf(path, this.#model) : undefined;
    if (metric) {
      this.#parts.metrics.push({ id: metric.id, parameters: [] });
      this.#parts.namesMetric = true;
      this.#notes.add({
        warning: "ASSISTANT_ASSUMPTION",
        message: `"${this.#notes.wordsOf(mark)}" is read as the metric "${metric.displayName}".`,
      });
    } else {
      this.#notes.add({
        warning: "ASSISTANT_NOT_AVAILABLE",
        message: this.#isBy
          ? `Records are not grouped by "${name}", which is no dimension; compare it with a value instead.`
          : `The model has no metric for "${name}"; compare it with a value, or list it.`,
      });
    }
  }

  #readSuperlative(mark: Extract<Mark, { kind: "superlative" }>): void {
    const named = { ...mark, kind: "names", phrase: "", isPossessive: false } as const;
    const name = choosePart(named, mark.matches, this.#object, this.#context, this.#notes);
    if (name?.meaning.kind === "property") {
      this.#rankingEnd = mark.rankingEnd;
      this.#parts.order = { references: name.references, id: name.meaning.property.id };
    }
  }

  #addReasonAxis(mark: Mark): void {
    const axis = reasonAxisOf(this.#model, this.#object);
    if (axis) {
      this.#parts.axes.push(axis);
    } else {
      this.#notes.add({
        warning: "ASSISTANT_NOT_UNDERSTOOD",
        message: `"${this.#notes.wordsOf(mark)}" is nothing that the model answers here: it has no reasons.`,
      });
    }
  }

  #finish(): void {
    const parts = this.#parts;
    if (this.#rankingEnd) {
      parts.ranking = {
        end: this.#rankingEnd,
        ...(this.#rankingCount !== undefined && { count: this.#rankingCount }),
      };
    }
    if (this.#pathStart.length > 0) {
      this.#readReferenceAlone();
    }
    const isMeasured = parts.metrics.some(({ id }) =>
      this.#model.metrics.some(
        (metric) => metric.id === id && metric.kind === "base" && metric.aggregate === "average",
      ),
    );
    if (this.#isAverage && !isMeasured) {
      this.#notes.add({
        warning: "ASSISTANT_NOT_AVAILABLE",
        message: "The model has no metric for the average that is asked for.",
      });
    }
  }

  /** A reference in a list is a column with the name of what it leads to. */
  #readReferenceAlone(): void {
    const target = this.#model.objects.find(({ id }) => id === this.#startObject());
    const name = target?.properties.find(({ displayName }) => /name|title/iu.test(displayName));
    if (this.#parts.isList && name) {
      this.#parts.columns.push({ references: this.#pathStart, id: name.id });
    } else {
      this.#notes.add({
        warning: "ASSISTANT_NOT_AVAILABLE",
        message: `Records are not grouped by "${this.#pathStart.at(-1)}" itself; name one of its attributes, such as its location.`,
      });
    }
  }
}

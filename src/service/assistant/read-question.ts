import type { TenantModel } from "../model/tenant-model.ts";
import type { Keyword, Mark } from "./mark-question.ts";
import type { NameMatch } from "./name-index.ts";
import {
  addReferenceColumn,
  isJoinedMember,
  namesAllMembers,
  narrowMatches,
  noteMembersBeside,
  noteTopLevel,
  reasonAxisOf,
  referenceAfter,
} from "./names-in-context.ts";
import {
  noParts,
  type QuestionReading,
  type ReadAxis,
  type ReadFilter,
  type ReadParts,
  type ReadRanking,
} from "./question-reading.ts";
import { withTime } from "./question-time.ts";
import { readComparison } from "./read-comparison.ts";
import {
  asksForRecords,
  countsRanking,
  hasKeyword,
  measureProperty,
  measuresAverage,
  objectOfAttributes,
  readMeasures,
} from "./read-measures.ts";
import {
  addAlternative,
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

type FormerQuestion = Pick<QuestionReading, "object" | "kind">;

/** Reads the marked parts of a question. `from` is the conversation so far, for a question that names nothing to measure. */
export function readParts(
  marks: readonly Mark[],
  context: ReadingContext,
  notes: ReadingNotes,
  from: FormerQuestion | undefined,
): ReadParts {
  return new PartsReader(marks, context, notes, from).read();
}

/** Parts that a keyword by itself decides. */
const keywordFlags = {
  share: "isShare",
  amount: "isAmount",
  drill: "isDrill",
  "without axes": "dropsAxes",
  "without filters": "dropsFilters",
} as const satisfies Partial<Record<Keyword, keyof ReadParts>>;

class PartsReader {
  readonly #marks: readonly Mark[];
  readonly #context: ReadingContext;
  readonly #notes: ReadingNotes;
  readonly #parts: ReadParts;
  readonly #from: FormerQuestion | undefined;
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

  constructor(marks: readonly Mark[], context: ReadingContext, notes: ReadingNotes, from: FormerQuestion | undefined) {
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
    const isListKept =
      this.#from?.kind === "list" && !hasKeyword(this.#marks, "count", "by", "compare", "share", "average");
    parts.isList = isListKept || asksForRecords(this.#marks, measures);
    if (parts.object === undefined && this.#from === undefined) {
      parts.object = objectOfAttributes(this.#marks, this.#model);
    }
    for (const [index, mark] of this.#marks.entries()) {
      if (!this.#taken.has(mark)) {
        this.#readMark(mark, index);
      }
    }
    this.#notes.addUnknown(this.#marks.filter((mark) => mark.kind === "unknown" && !this.#taken.has(mark)));
    this.#finish();
    return parts;
  }

  get #model(): TenantModel {
    return this.#context.model;
  }

  get #object(): string {
    return this.#parts.object ?? this.#from?.object ?? this.#model.objects[0]?.id ?? "";
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
      // All of them are told in one sentence.
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
      default: {
        // Those without a flag decide what is measured, see `readMeasures`.
        const flag = keyword in keywordFlags ? keywordFlags[keyword as keyof typeof keywordFlags] : undefined;
        if (flag) {
          this.#parts[flag] = true;
        }
      }
    }
  }

  #readNumber(mark: Extract<Mark, { kind: "number" }>, index: number): void {
    if (countsRanking(this.#marks, index) && this.#rankingCount === undefined && Number.isInteger(mark.value)) {
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
    if (this.#isNegated || this.#parts.dropsAxes) {
      this.#parts.removedAxes.push(axis);
      this.#isNegated = false;
      return;
    }
    if (namesAllMembers(mark, this.#notes)) {
      this.#parts.freed.push(axis);
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
    parts.filters = this.#joinsByOr
      ? addAlternative(parts.filters, filter, this.#isNarrower)
      : addFilter(parts.filters, filter, this.#isNarrower);
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
    const named = { words: this.#notes.wordsOf(mark), name, isBy: this.#isBy };
    measureProperty(this.#parts, path, named, this.#model, this.#notes);
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
      addReferenceColumn(parts, this.#startObject(), this.#pathStart, this.#model, this.#notes);
    }
    if (this.#isAverage && !measuresAverage(parts.metrics, this.#model)) {
      this.#notes.add({
        warning: "ASSISTANT_NOT_AVAILABLE",
        message: "The model has no metric for the average that is asked for.",
      });
    }
  }
}

import type { StoredMetric, StoredObject, TenantModel } from "../model/tenant-model.ts";
import type { Mark } from "./mark-question.ts";
import { describeMeaning, type Meaning, type NameMatch } from "./name-index.ts";
import type { ReadAxis, ReadFilter, ReadingNote } from "./question-reading.ts";
import {
  chooseName,
  nameOfLevel,
  preferKind,
  qualifiedName,
  type ResolvedName,
  type Verdicts,
} from "./resolve-names.ts";

export type NamesMark = Extract<Mark, { kind: "names" }>;

/** Dependencies of reading the parts of a question. */
export interface ReadingContext {
  readonly text: string;
  readonly model: TenantModel;
  readonly verdicts: Verdicts;
}

/** Collects notes about a question while it is read. */
export class ReadingNotes {
  readonly all: ReadingNote[] = [];
  /** Meanings that were chosen among several, by `describeMeaning`. */
  readonly choices: string[] = [];
  readonly #text: string;
  #isReadable = true;

  constructor(text: string) {
    this.#text = text;
  }

  /** Whether there is an answer. */
  get isReadable(): boolean {
    return this.#isReadable;
  }

  /** Adds a note, once. */
  add(note: Omit<ReadingNote, "questions"> & { readonly questions?: readonly string[] }): void {
    const isFatal = !["ASSISTANT_ASSUMPTION", "ASSISTANT_SPELLING", "ASSISTANT_NO_WARNING"].includes(note.warning);
    this.#isReadable &&= !isFatal;
    if (!this.all.some(({ message }) => message === note.message)) {
      this.all.push({ questions: [], ...note });
    }
  }

  /** The question with other words in place of a part. */
  reworded({ start, end }: Pick<Mark, "start" | "end">, words: string): string {
    return `${this.#text.slice(0, start)}${words}${this.#text.slice(end)}`.trim();
  }

  wordsOf({ start, end }: Pick<Mark, "start" | "end">): string {
    return this.#text.slice(start, end);
  }

  /** Adds a note about the meaning that was chosen, and about how to ask for the others. */
  addChoice(mark: NamesMark, chosen: ResolvedName, others: readonly ResolvedName[]): void {
    const near = others.filter(({ rank, meaning }) => rank - chosen.rank < 2 && meaning.kind === chosen.meaning.kind);
    if (near.length > 0) {
      this.choices.push(describeMeaning(chosen.meaning));
      const words = this.wordsOf(mark);
      this.add({
        warning: "ASSISTANT_ASSUMPTION",
        message: `"${words}" is read as ${describe(chosen.meaning)}; it is also ${near.map(({ meaning }) => describe(meaning)).join(" and ")}.`,
        questions: near.map(({ meaning }) => this.reworded(mark, qualifiedName(meaning))),
        ...idsOf(near),
      });
    }
  }

  /** Adds a note about the words that are no names of the model, in one sentence. */
  addUnknown(marks: readonly Mark[]): void {
    const words = [...new Set(marks.map((mark) => `"${this.wordsOf(mark)}"`))];
    if (words.length > 0) {
      const end =
        words.length === 1
          ? "is not understood: the model has no such name"
          : "are not understood: the model has no such names";
      this.add({ warning: "ASSISTANT_NOT_UNDERSTOOD", message: `${words.join(", ")} ${end}.` });
    }
  }

  /**
   * Adds a note about the meaning of a word that is a synonym, or a name of a single letter, which may be there by
   * chance.
   */
  addSynonym(mark: NamesMark, matches: readonly NameMatch[], { meaning }: ResolvedName): void {
    const isLetter = mark.end - mark.start === 1;
    const isName = !isLetter && matches.some((match) => match.meaning === meaning && match.distance === 0);
    if (meaning.kind === "member" && !isName && mark.misspelled === undefined) {
      this.add({
        warning: "ASSISTANT_ASSUMPTION",
        message: `"${this.wordsOf(mark)}" is read as ${describe(meaning)}.`,
      });
    }
  }

  addAmbiguity(mark: NamesMark, names: readonly ResolvedName[]): void {
    const words = this.wordsOf(mark);
    this.add({
      warning: "ASSISTANT_AMBIGUOUS",
      message: `"${words}" can be ${names.map(({ meaning }) => describe(meaning)).join(" or ")}. Which one is meant?`,
      questions: names.map(({ meaning }) => this.reworded(mark, qualifiedName(meaning))),
      ...idsOf(names),
    });
  }
}

function idsOf(names: readonly ResolvedName[]): Partial<ReadingNote> {
  const ids = (kinds: readonly Meaning["kind"][], idOf: (meaning: Meaning) => string | undefined) =>
    names.flatMap(({ meaning }) => (kinds.includes(meaning.kind) ? (idOf(meaning) ?? []) : []));
  return {
    metrics: ids(["metric"], (meaning) => (meaning.kind === "metric" ? meaning.metric.id : undefined)),
    dimensions: ids(["dimension"], (meaning) =>
      meaning.kind === "dimension" ? (meaning.level ?? meaning.dimension).id : undefined,
    ),
    filters: ids(["member", "concept"], (meaning) =>
      meaning.kind === "member" ? meaning.member.path : meaning.kind === "concept" ? meaning.concept.id : undefined,
    ),
    attributes: ids(["property"], (meaning) => (meaning.kind === "property" ? meaning.property.id : undefined)),
  };
}

/** Returns how a meaning is called in a message: `the function "Sales"`. */
export function describe(meaning: Meaning): string {
  switch (meaning.kind) {
    case "member":
      return `the ${nameOfLevel(meaning)} "${meaning.member.displayName}"`;
    case "metric":
      return `the metric "${meaning.metric.displayName}"`;
    case "object":
      return `the object "${meaning.object.displayName}"`;
    case "dimension":
      return `the dimension "${(meaning.level ?? meaning.dimension).displayName}"`;
    case "concept":
      return `the concept "${meaning.concept.displayName}"`;
    case "property":
      return `the property "${meaning.property.displayName}"`;
    case "reference":
      return `the reference "${meaning.reference.displayName}"`;
  }
}

/**
 * Chooses the meaning of a part, seen from an object, and notes what the choice leaves out. Returns undefined, with a
 * note, where there is no choice.
 */
export function choosePart(
  mark: NamesMark,
  matches: readonly NameMatch[],
  from: string,
  { model, verdicts }: ReadingContext,
  notes: ReadingNotes,
): ResolvedName | undefined {
  const choice = chooseName(matches, from, model, verdicts);
  switch (choice.kind) {
    case "chosen":
      notes.addSynonym(mark, matches, choice.name);
      notes.addChoice(mark, choice.name, choice.others);
      return choice.name;
    case "ambiguous":
      notes.addAmbiguity(mark, choice.names);
      return undefined;
    case "unreachable": {
      const object = model.objects.find(({ id }) => id === from);
      const [meaning] = choice.meanings;
      notes.add({
        warning: "ASSISTANT_NOT_AVAILABLE",
        message: meaning
          ? `${capitalized(describe(meaning))} does not belong to ${object?.displayName ?? from}, and nothing leads from there to it.`
          : `"${notes.wordsOf(mark)}" was refused before.`,
      });
      return undefined;
    }
    case "none":
      return undefined;
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Axis of a dimension or a concept. A dimension with several levels is at its top level, unless one is named. */
export function axisOf({ meaning, references }: ResolvedName): ReadAxis | undefined {
  if (meaning.kind === "concept") {
    return { kind: "concept", references, id: meaning.concept.id };
  }
  if (meaning.kind !== "dimension") {
    return undefined;
  }
  const { dimension, level } = meaning;
  const [top] = dimension.levels ?? [];
  const named = level ?? (dimension.kind === "leveled" ? top : undefined);
  return { kind: "dimension", references, id: dimension.id, ...(named && { level: named.id }) };
}

/** Whether two filters or axes are on the same attribute. */
export function isSameAttribute(
  one: { readonly references?: readonly string[]; readonly id?: string },
  other: { readonly references?: readonly string[]; readonly id?: string },
): boolean {
  return one.id !== undefined && one.id === other.id && one.references?.join() === other.references?.join();
}

/** Adds a filter to others. Members of one dimension are alternatives; `isNarrower` takes the lower one of a branch. */
export function addFilter(
  filters: readonly ReadFilter[],
  added: ReadFilter,
  isNarrower: boolean,
): readonly ReadFilter[] {
  const index = filters.findIndex(
    (filter) =>
      filter.kind === "members" &&
      added.kind === "members" &&
      filter.isNegated === added.isNegated &&
      isSameAttribute(filter, added),
  );
  const known = filters[index];
  if (known?.kind !== "members" || added.kind !== "members") {
    return filters.some((filter) => JSON.stringify(filter) === JSON.stringify(added)) ? filters : [...filters, added];
  }
  const isUnder = (path: string, top: string) => path === top || path.startsWith(`${top}.`);
  let members = known.members;
  for (const member of added.members) {
    const above = isNarrower ? members.filter((other) => isUnder(member.path, other.path)) : [];
    const isKnown = members.some(({ path }) => path === member.path || (isNarrower && isUnder(path, member.path)));
    members = isKnown ? members : [...members.filter((other) => !above.includes(other)), member];
  }
  return filters.with(index, { ...known, members });
}

/** Adds a filter that is joined by "or": members of one dimension are alternatives anyway, others make one of both. */
export function addAlternative(
  filters: readonly ReadFilter[],
  added: ReadFilter,
  isNarrower: boolean,
): readonly ReadFilter[] {
  const last = filters.at(-1);
  return last && "id" in last && "id" in added && !isSameAttribute(last, added)
    ? [...filters.slice(0, -1), { kind: "any", filters: [last, added] }]
    : addFilter(filters, added, isNarrower);
}

/** The metric that counts all records of an object, or the only one that it has. */
export function countMetricOf(model: TenantModel, object: string): StoredMetric | undefined {
  const metrics = model.metrics.filter((metric) => metric.object === object);
  const count = metrics.find(
    (metric) =>
      metric.kind === "base" &&
      metric.object === object &&
      metric.aggregate === "count" &&
      metric.filter === undefined &&
      metric.parameters.length === 0,
  );
  return count ?? (metrics.length === 1 ? metrics[0] : undefined);
}

/** Metrics and objects that a part can mean, the nearest ones. */
export function measuresOf({ matches }: NamesMark): {
  readonly metrics: readonly StoredMetric[];
  readonly objects: readonly StoredObject[];
} {
  const measures = preferKind(matches).some(({ meaning: { kind } }) => kind === "metric" || kind === "object")
    ? matches.filter(({ meaning: { kind } }) => kind === "metric" || kind === "object")
    : [];
  const nearest = Math.min(...measures.map(({ distance }) => distance));
  const meanings = preferKind(measures.filter(({ distance }) => distance === nearest)).map(({ meaning }) => meaning);
  return {
    metrics: meanings.flatMap((meaning) => (meaning.kind === "metric" ? [meaning.metric] : [])),
    objects: meanings.flatMap((meaning) => (meaning.kind === "object" ? [meaning.object] : [])),
  };
}

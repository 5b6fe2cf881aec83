import type { TenantModel } from "../model/tenant-model.ts";
import type { Mark } from "./mark-question.ts";
import type { Meaning, NameMatch } from "./name-index.ts";
import type { ReadAxis, ReadParts } from "./question-reading.ts";
import { describe, type NamesMark, type ReadingNotes } from "./read-parts.ts";
import { preferKind } from "./resolve-names.ts";

/** Words before a name that narrow its meaning: "by", or words such as "because of". */
interface NameContext {
  readonly isBy: boolean;
  readonly isReason: boolean;
}

/** Returns the matches that the words around a name leave. Undefined for a name that only says what another one is. */
export function narrowMatches(
  marks: readonly Mark[],
  index: number,
  { isBy, isReason }: NameContext,
  notes: ReadingNotes,
): readonly NameMatch[] | undefined {
  const mark = marks[index];
  if (mark?.kind !== "names") {
    return undefined;
  }
  const ofKind = (...kinds: readonly Meaning["kind"][]) =>
    mark.matches.filter(({ meaning }) => kinds.includes(meaning.kind));
  if (mark.isPossessive && ofKind("reference").length > 0) {
    return ofKind("reference");
  }
  if (isReason && ofKind("member").length > 0) {
    return ofKind("member");
  }
  const beside = neighbours(marks, index, notes);
  const dimensions = ofKind("dimension");
  const levels = dimensions.filter(({ meaning }) => beside.some(({ mark: other }) => isLevelBeside(meaning, other)));
  if (levels.length > 0) {
    // "Org unit level 2": the level is the axis, the dimension only says which one's.
    return levels.some(({ meaning }) => meaning.kind === "dimension" && meaning.level) ? levels : undefined;
  }
  const saysWhat = beside.some(({ mark: other, isAdjacent }) =>
    other.matches.some(({ meaning }) => mark.matches.some((match) => isMemberOf(meaning, match.meaning, isAdjacent))),
  );
  if (dimensions.length > 0 && !isBy && saysWhat) {
    return undefined;
  }
  const qualified = ofKind("member").filter(({ meaning }) =>
    beside.some(({ mark: other, isAdjacent }) =>
      other.matches.some((match) => isMemberOf(meaning, match.meaning, isAdjacent)),
    ),
  );
  if (qualified.length > 0) {
    return qualified;
  }
  if (isBy && ofKind("dimension", "concept").length > 0) {
    return dimensions.length > 0 ? dimensions : ofKind("concept");
  }
  return preferKind(mark.matches);
}

/** Whether a name beside a dimension is a level of it, or beside a level its dimension. */
function isLevelBeside(meaning: Meaning, { matches }: NamesMark): boolean {
  return (
    meaning.kind === "dimension" &&
    matches.some(
      ({ meaning: other }) =>
        other.kind === "dimension" &&
        other.object === meaning.object &&
        other.dimension.id === meaning.dimension.id &&
        (other.level === undefined) !== (meaning.level === undefined),
    )
  );
}

/** The names beside another one, with nothing but "of", "the" or "is" in between. */
function neighbours(
  marks: readonly Mark[],
  index: number,
  notes: ReadingNotes,
): readonly { readonly mark: NamesMark; readonly isAdjacent: boolean }[] {
  return ([-1, 1] as const).flatMap((step) => {
    let at = index + step;
    while (isLink(marks[at], notes)) {
      at += step;
    }
    const mark = marks[at];
    return mark?.kind === "names" ? [{ mark, isAdjacent: at === index + step }] : [];
  });
}

function isLink(mark: Mark | undefined, notes: ReadingNotes): boolean {
  return mark?.kind === "filler" && /^(?:of|the|is|are|was|:|"|')$/iu.test(notes.wordsOf(mark));
}

/** Whether a member is one of a dimension, and of the level that is named. Directly beside it, a level says the dimension. */
function isMemberOf(meaning: Meaning, dimension: Meaning, isAdjacent: boolean): boolean {
  return (
    meaning.kind === "member" &&
    dimension.kind === "dimension" &&
    meaning.object === dimension.object &&
    meaning.dimension.id === dimension.dimension.id &&
    (isAdjacent || dimension.level === undefined || dimension.level.depth === meaning.member.depth)
  );
}

/** Whether another member follows a name, joined by "and", so that "except" holds for it as well. */
export function isJoinedMember(marks: readonly Mark[], index: number): boolean {
  const [join, next] = marks.slice(index + 1).filter(({ kind }) => kind !== "filler");
  const isJoin = join?.kind === "keyword" && (join.keyword === "and" || join.keyword === "or");
  return isJoin && next?.kind === "names" && preferKind(next.matches).some(({ meaning }) => meaning.kind === "member");
}

/** Records that the second of two adjacent members may belong to the first: "the Madrid office". */
export function noteMembersBeside(marks: readonly Mark[], index: number, meaning: Meaning, notes: ReadingNotes): void {
  const [before, mark] = [marks[index - 1], marks[index]];
  const first = before?.kind === "names" ? preferKind(before.matches)[0]?.meaning : undefined;
  if (mark && first?.kind === "member" && meaning.kind === "member" && first.dimension.id !== meaning.dimension.id) {
    notes.add({
      warning: "ASSISTANT_ASSUMPTION",
      message: `"${notes.wordsOf(mark)}" is read as ${describe(meaning)}.`,
    });
  }
}

/** Adds a note about the level that was taken for a dimension with several levels. */
export function noteTopLevel(mark: NamesMark, axis: ReadAxis, notes: ReadingNotes): void {
  const [match] = preferKind(mark.matches);
  const meaning = match?.meaning;
  const levels = meaning?.kind === "dimension" && !meaning.level ? (meaning.dimension.levels ?? []) : [];
  if (axis.level === undefined || levels.length < 2) {
    return;
  }
  const [top, ...others] = levels.map(({ displayName }) => displayName.toLowerCase());
  notes.add({
    warning: "ASSISTANT_ASSUMPTION",
    message: `"${notes.wordsOf(mark)}" is read as its top level, ${top}.`,
    questions: others.map((level) => notes.reworded(mark, level)),
  });
}

/** The reference that a property is of: "the name of their direct manager". */
export function referenceAfter(
  marks: readonly Mark[],
  index: number,
  object: string,
  notes: ReadingNotes,
): { readonly mark: Mark; readonly reference: string } | undefined {
  const property = marks[index];
  const mark = marks.slice(index + 1).find(({ kind }) => kind !== "filler");
  const isOf = property && mark && /\bof\b/iu.test(notes.wordsOf({ start: property.end, end: mark.start }));
  const [first] = isOf && mark.kind === "names" ? preferKind(mark.matches) : [];
  return mark && first?.meaning.kind === "reference" && first.meaning.object === object
    ? { mark, reference: first.meaning.reference.id }
    : undefined;
}

/** The axis that says why something happened. */
export function reasonAxisOf(model: TenantModel, object: string): ReadAxis | undefined {
  const dimension = model.objects
    .find(({ id }) => id === object)
    ?.dimensions.find(({ displayName }) => /\b(?:reason|cause)/iu.test(displayName));
  const level = dimension?.levels?.at(-1);
  return dimension && { kind: "dimension", references: [], id: dimension.id, ...(level && { level: level.id }) };
}

/** Adds what a reference alone means in a list: a column with the name of what it leads to. */
export function addReferenceColumn(
  parts: ReadParts,
  target: string,
  references: readonly string[],
  model: TenantModel,
  notes: ReadingNotes,
): void {
  const name = model.objects
    .find(({ id }) => id === target)
    ?.properties.find(({ displayName }) => /name|title/iu.test(displayName));
  if (parts.isList && name) {
    parts.columns.push({ references, id: name.id });
  } else {
    notes.add({
      warning: "ASSISTANT_NOT_AVAILABLE",
      message: `Records are not grouped by "${references.at(-1)}" itself; name one of its attributes, such as its location.`,
    });
  }
}

/** Whether all members of a dimension are asked for: "all regions". */
export function namesAllMembers(mark: Mark, notes: ReadingNotes): boolean {
  return /\b(?:all|any|every)(?:\s+(?:the|of the))?\s+$/iu.test(notes.wordsOf({ start: 0, end: mark.start }));
}

import type { TenantModel } from "../model/tenant-model.ts";
import { describeMeaning, type Meaning, type NameMatch } from "./name-index.ts";

/** A meaning with the references that lead to it from the object that is asked about. */
export interface ResolvedName {
  readonly meaning: Meaning;
  readonly references: readonly string[];
  /**
   * Distance of the meaning; the lowest is preferred: names before synonyms, short chains of references before long
   * ones.
   */
  readonly rank: number;
}

/** Meanings, by `describeMeaning`, that the asker has refused and approved for the words of a question. */
export interface Verdicts {
  readonly refused: ReadonlySet<string>;
  readonly approved: ReadonlySet<string>;
}

/** Result of a choice among the meanings of a phrase. */
type NameChoice =
  | { readonly kind: "chosen"; readonly name: ResolvedName; readonly others: readonly ResolvedName[] }
  | { readonly kind: "ambiguous"; readonly names: readonly ResolvedName[] }
  /** The model has the name, but nothing leads there from the object. */
  | { readonly kind: "unreachable"; readonly meanings: readonly Meaning[] }
  | { readonly kind: "none" };

const maxReferences = 2;

/** Returns the shortest chain of references between two objects. Undefined if there is none, or none that is short. */
export function findReferences(model: TenantModel, from: string, to: string): readonly string[] | undefined {
  let ends: readonly { readonly object: string; readonly references: readonly string[] }[] = [
    { object: from, references: [] },
  ];
  for (let length = 0; length <= maxReferences; length++) {
    const found = ends.find(({ object }) => object === to);
    if (found) {
      return found.references;
    }
    ends = ends.flatMap(({ object, references }) =>
      (model.objects.find(({ id }) => id === object)?.references ?? [])
        .filter(({ target }) => target !== object)
        .map(({ id, target }) => ({ object: target, references: [...references, id] })),
    );
  }
  return undefined;
}

/** Returns the object that references lead to. */
export function followReferences(model: TenantModel, from: string, references: readonly string[]): string {
  return references.reduce(
    (object, id) =>
      model.objects.find((each) => each.id === object)?.references.find((reference) => reference.id === id)?.target ??
      object,
    from,
  );
}

/** Objects whose attributes a meaning is, or the object itself. */
export function objectOf(meaning: Meaning): string {
  switch (meaning.kind) {
    case "metric":
      return meaning.metric.object;
    case "object":
      return meaning.object.id;
    default:
      return meaning.object;
  }
}

/** Kinds of meanings in the order in which they are preferred where nothing else decides. */
const kindOrder: readonly Meaning["kind"][] = [
  "metric",
  "object",
  "concept",
  "dimension",
  "property",
  "reference",
  "member",
];

/** Returns the matches of the kind that a phrase means where nothing around it says otherwise. */
export function preferKind(matches: readonly NameMatch[]): readonly NameMatch[] {
  const kind = kindOrder.find((candidate) => matches.some(({ meaning }) => meaning.kind === candidate));
  return matches.filter(({ meaning }) => meaning.kind === kind);
}

/** Chooses what a phrase means, seen from an object. */
export function chooseName(
  matches: readonly NameMatch[],
  from: string,
  model: TenantModel,
  { refused, approved }: Verdicts,
): NameChoice {
  const reached = matches.flatMap(({ meaning, distance }): ResolvedName[] => {
    const references = findReferences(model, from, objectOf(meaning));
    return references && !refused.has(describeMeaning(meaning))
      ? [{ meaning, references, rank: rankOf(meaning, references.length, distance) }]
      : [];
  });
  if (reached.length === 0) {
    return matches.length === 0
      ? { kind: "none" }
      : { kind: "unreachable", meanings: matches.map(({ meaning }) => meaning) };
  }
  const preferred = reached.find(({ meaning }) => approved.has(describeMeaning(meaning)));
  if (preferred) {
    return { kind: "chosen", name: preferred, others: reached.filter((name) => name !== preferred) };
  }
  const sorted = reached.toSorted((one, other) => one.rank - other.rank);
  const [best, second] = sorted as [ResolvedName, ...ResolvedName[]];
  const equal = sorted.filter(({ rank }) => rank === best.rank);
  // The same name in another dimension, but for the units of an organization, which are often called as their function.
  const rivals = sorted.filter((name) => name.rank - best.rank < 2 && isRival(name.meaning, best.meaning));
  if (rivals.length > 0 && equal.length === 1) {
    return { kind: "ambiguous", names: [best, ...sorted.slice(1).filter(({ rank }) => rank - best.rank < 2)] };
  }
  if (second && equal.length > 1) {
    const top = topOf(equal);
    return top
      ? { kind: "chosen", name: top, others: sorted.filter((name) => !equal.includes(name)) }
      : { kind: "ambiguous", names: equal };
  }
  return { kind: "chosen", name: best, others: sorted.slice(1) };
}

function isRival(meaning: Meaning, best: Meaning): boolean {
  return (
    meaning.kind === "member" &&
    best.kind === "member" &&
    meaning.dimension.kind !== "parentChild" &&
    meaning.dimension.id !== best.dimension.id
  );
}

function rankOf(meaning: Meaning, references: number, distance: number): number {
  const isTree =
    (meaning.kind === "member" || meaning.kind === "dimension") && meaning.dimension.kind === "parentChild";
  return references + (isTree ? 1 : 0) + (distance > 0 ? 2 : 0);
}

/**
 * Returns the uppermost of members on one branch of a dimension, such as Singapore in Singapore. Undefined for other
 * names.
 */
function topOf(names: readonly ResolvedName[]): ResolvedName | undefined {
  return names.find(
    ({ meaning }) =>
      meaning.kind === "member" &&
      names.every(
        ({ meaning: other }) =>
          other.kind === "member" &&
          other.object === meaning.object &&
          other.dimension.id === meaning.dimension.id &&
          (other.member.path === meaning.member.path || other.member.path.startsWith(`${meaning.member.path}.`)),
      ),
  );
}

/** Returns a phrase that means only this where it stands in a question, such as "org unit Sales". */
export function qualifiedName(meaning: Meaning): string {
  switch (meaning.kind) {
    case "metric":
      return meaning.metric.displayName.toLowerCase();
    case "object":
      return meaning.object.displayName.toLowerCase();
    case "dimension":
      return (meaning.level ?? meaning.dimension).displayName.toLowerCase();
    case "member":
      return `${nameOfLevel(meaning)} ${meaning.member.displayName}`;
    case "concept":
      return meaning.concept.displayName.toLowerCase();
    case "property":
      return meaning.property.displayName.toLowerCase();
    case "reference":
      return meaning.reference.displayName.toLowerCase();
  }
}

/** Returns the name of a member's level, or of its dimension where a level's says too little. */
export function nameOfLevel({ dimension, member }: Extract<Meaning, { kind: "member" }>): string {
  const levels = dimension.levels ?? [];
  const level = levels.find(({ depth }) => depth === member.depth);
  const name = dimension.kind === "leveled" && levels.length > 1 && level ? level.displayName : dimension.displayName;
  return name.toLowerCase();
}

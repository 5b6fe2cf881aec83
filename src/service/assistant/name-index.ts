import type { Level, NamedModelItem, Reference, SelectionConcept } from "../../languages/core/model/model-source.ts";
import { editDistanceOf } from "../../languages/core/text/find-name.ts";
import type { CallTenant } from "../call/call.ts";
import type {
  ModelTexts,
  StoredDimension,
  StoredMetric,
  StoredObject,
  StoredProperty,
  TenantModel,
} from "../model/tenant-model.ts";
import { findNamedMembers, type NamedMember } from "./member-names.ts";
import { phraseOf, type Word } from "./words.ts";

/** Possible meaning of a phrase of a question in the tenant's model. */
export type Meaning =
  | { readonly kind: "metric"; readonly metric: StoredMetric }
  | { readonly kind: "object"; readonly object: StoredObject }
  | {
      readonly kind: "dimension";
      readonly object: string;
      readonly dimension: StoredDimension;
      /** The level that is named. Undefined where the dimension itself is. */
      readonly level?: Level;
    }
  | {
      readonly kind: "member";
      readonly object: string;
      readonly dimension: StoredDimension;
      readonly member: NamedMember;
    }
  | { readonly kind: "concept"; readonly object: string; readonly concept: SelectionConcept }
  | { readonly kind: "property"; readonly object: string; readonly property: StoredProperty }
  | { readonly kind: "reference"; readonly object: string; readonly reference: Reference };

export interface NameMatch {
  readonly meaning: Meaning;
  /** 0 for a name of the model, 1 for a synonym, 2 for a phrase that is derived from names. */
  readonly distance: 0 | 1 | 2;
}

/** Words of everyday language by words of names; for models whose authors wrote no synonyms. */
const everydayWords: readonly (readonly [name: string, everyday: readonly string[]])[] = [
  ["employee count", ["headcount", "head count"]],
  ["employee", ["person", "staff", "worker", "colleague", "workforce", "employee"]],
  ["salary", ["pay", "wage"]],
  ["exit", ["leaver", "departure", "termination"]],
  ["start", ["hire", "joiner", "new hire", "recruit", "starter"]],
  ["age", ["year old", "year of age", "old"]],
];
const everydayMembers: ReadonlyMap<string, readonly string[]> = new Map([
  ["female", ["woman"]],
  ["male", ["man"]],
]);

/** Words by which aggregates of a property are asked for. */
const aggregateWords: Readonly<Record<string, readonly string[]>> = {
  average: ["average"],
  sum: ["total", "sum of"],
  minimum: ["minimum", "lowest"],
  maximum: ["maximum", "highest"],
};

/** Indexes of the names of models without members, which stay the same from question to question. */
const indexesOfModels = new WeakMap<TenantModel, NameIndex>();

/** The names that a question can use: those of the model that the caller sees, and of the members of its dimensions. */
export class NameIndex {
  /** Names of the model, beside which this index has those of members. Undefined for the index of a model. */
  readonly #ofModel: NameIndex | undefined;
  /** By phrase, then by the text of the meaning (see `describeMeaning`). */
  readonly #matches = new Map<string, Map<string, NameMatch>>();
  readonly #words = new Set<string>();
  #longest: number;

  private constructor(ofModel?: NameIndex) {
    this.#ofModel = ofModel;
    this.#longest = ofModel?.longest ?? 1;
  }

  /** Reads the names. Members are those that the words of the question can name. */
  static async read(
    { model, database }: Pick<CallTenant, "model" | "database">,
    words: readonly Word[],
    signal: AbortSignal,
  ): Promise<NameIndex> {
    const index = new NameIndex(NameIndex.#read(model));
    const owners = new Map<string, { readonly object: string; readonly dimension: StoredDimension }[]>();
    for (const object of model.objects) {
      for (const dimension of object.dimensions) {
        owners.set(dimension.membersOf, [...(owners.get(dimension.membersOf) ?? []), { object: object.id, dimension }]);
      }
    }
    const texts = sequencesOf(words);
    for (const [membersOf, dimensions] of owners) {
      const found = await findNamedMembers(database, membersOf, texts, signal);
      const synonyms = model.memberSynonyms?.[membersOf] ?? {};
      index.#addMembers(found, dimensions, synonyms);
    }
    return index;
  }

  static #read(model: TenantModel): NameIndex {
    const known = indexesOfModels.get(model);
    if (known) {
      return known;
    }
    const index = new NameIndex();
    index.#addModel(model);
    indexesOfModels.set(model, index);
    return index;
  }

  /** Number of words of the longest phrase. */
  get longest(): number {
    return this.#longest;
  }

  /** Whether a word is part of a name. */
  hasWord(stem: string): boolean {
    return this.#words.has(stem) || this.#ofModel?.hasWord(stem) === true;
  }

  find(phrase: string): readonly NameMatch[] {
    return [...(this.#ofModel?.find(phrase) ?? []), ...(this.#matches.get(phrase)?.values() ?? [])];
  }

  /** Returns the phrases that differ from a misspelled one in a letter, or in two of a long one, nearest first. */
  findMisspelled(phrase: string): readonly string[] {
    const limit = phrase.length < 5 ? 0 : phrase.length < 9 ? 1 : 2;
    const near: { readonly phrase: string; readonly distance: number }[] = [];
    for (const known of limit > 0 ? this.#phrases() : []) {
      if (Math.abs(known.length - phrase.length) <= limit && known.length >= 5) {
        const distance = editDistanceOf(known, phrase);
        if (distance <= limit) {
          near.push({ phrase: known, distance });
        }
      }
    }
    const best = Math.min(...near.map(({ distance }) => distance));
    return near.filter(({ distance }) => distance === best).map((found) => found.phrase);
  }

  #phrases(): ReadonlySet<string> {
    return new Set([...(this.#ofModel ? this.#ofModel.#matches.keys() : []), ...this.#matches.keys()]);
  }

  #add(phrase: string, meaning: Meaning, distance: NameMatch["distance"]): void {
    if (phrase === "") {
      return;
    }
    const known = this.#matches.get(phrase) ?? new Map<string, NameMatch>();
    if (known.size === 0) {
      this.#matches.set(phrase, known);
      const words = phrase.split(" ");
      this.#longest = Math.max(this.#longest, words.length);
      for (const word of words) {
        this.#words.add(word);
      }
    }
    const key = describeMeaning(meaning);
    const same = known.get(key);
    if (!same || distance < same.distance) {
      // A Map keeps the place of a key whose value is replaced.
      known.set(key, { meaning, distance });
    }
  }

  #addItem(item: NamedModelItem & ModelTexts, meaning: Meaning): void {
    this.#add(phraseOf(item.displayName), meaning, 0);
    this.#add(phraseOf(item.id), meaning, 0);
    this.#add(item.id.toLowerCase(), meaning, 0);
    for (const synonym of synonymsOf(item)) {
      this.#add(phraseOf(synonym), meaning, 1);
    }
  }

  #addModel(model: TenantModel): void {
    for (const metric of model.metrics) {
      this.#addItem(metric, { kind: "metric", metric });
    }
    for (const object of model.objects) {
      this.#addItem(object, { kind: "object", object });
      for (const dimension of object.dimensions) {
        this.#addDimension(object.id, dimension);
      }
      for (const concept of object.concepts) {
        const meaning: Meaning = { kind: "concept", object: object.id, concept };
        this.#addItem(concept, meaning);
        this.#add(phraseOf(concept.displayName).replace(/^(?:is|has|wa) /u, ""), meaning, 0);
      }
      for (const property of object.properties) {
        this.#addItem(property, { kind: "property", object: object.id, property });
      }
      for (const reference of object.references) {
        this.#addItem(reference, { kind: "reference", object: object.id, reference });
      }
    }
    for (const metric of model.metrics) {
      this.#addDerived(metric, model);
    }
    for (const object of model.objects) {
      this.#addShortNames(object);
    }
    this.#addEverydayWords();
  }

  #addDimension(object: string, dimension: StoredDimension): void {
    const levels = dimension.levels ?? [];
    const isSingle = levels.length <= 1;
    if (!isSingle) {
      for (const level of levels) {
        this.#addItem(level, { kind: "dimension", object, dimension, level });
      }
    }
    // After its levels: "Exit reason" is the level of that name rather than the dimension.
    const meaning: Meaning = { kind: "dimension", object, dimension };
    const names = [phraseOf(dimension.displayName), ...synonymsOf(dimension).map(phraseOf)];
    const isNameOfLevel = names.some((name) => levels.some((level) => phraseOf(level.displayName) === name));
    if (isSingle || !isNameOfLevel) {
      this.#addItem(dimension, meaning);
    } else {
      for (const synonym of names.slice(1)) {
        this.#add(synonym, meaning, 1);
      }
    }
  }

  /** Adds phrases by which a metric is asked for: "exits" for an exit count, "average pay" for the average of a property. */
  #addDerived(metric: StoredMetric, model: TenantModel): void {
    const meaning: Meaning = { kind: "metric", metric };
    if (metric.kind === "base" && metric.aggregate === "count" && metric.parameters.length === 0) {
      const counted = phraseOf(metric.displayName).replace(/ count$/u, "");
      if (!this.find(counted).some(({ meaning: { kind } }) => kind === "object" || kind === "concept")) {
        this.#add(counted, meaning, 2);
      }
    }
    if (metric.kind === "base" && metric.property !== undefined) {
      const property = model.objects
        .find(({ id }) => id === metric.object)
        ?.properties.find(({ id }) => id === metric.property);
      for (const word of property ? (aggregateWords[metric.aggregate] ?? []) : []) {
        for (const name of property ? [property.displayName, ...synonymsOf(property)] : []) {
          this.#add(phraseOf(`${word} ${name}`), meaning, 2);
        }
      }
    }
  }

  /** Adds the names of an object's attributes without its own: the "source" of a start, the "status" of a requisition. */
  #addShortNames(object: StoredObject): void {
    const own = new Set(phraseOf(object.displayName).split(" "));
    const shorten = (item: NamedModelItem, meaning: Meaning) => {
      const [first = "", ...rest] = phraseOf(item.displayName).split(" ");
      if (own.has(first) && rest.length === 1) {
        this.#add(rest.join(" "), meaning, 2);
      }
    };
    for (const dimension of object.dimensions) {
      shorten(dimension, { kind: "dimension", object: object.id, dimension });
    }
    for (const property of object.properties) {
      const verb =
        property.type === "date"
          ? /^(\p{L}+ed) (?:on|at|date|day)$/u.exec(phraseOf(property.displayName))?.[1]
          : undefined;
      if (verb !== undefined) {
        // "Opened in October" compares the date "Opened on".
        this.#add(verb, { kind: "property", object: object.id, property }, 2);
      }
      shorten(property, { kind: "property", object: object.id, property });
    }
  }

  #addEverydayWords(): void {
    for (const [name, everyday] of everydayWords) {
      for (const { meaning } of this.find(name)) {
        for (const word of everyday.filter((phrase) => this.find(phrase).length === 0)) {
          this.#add(word, meaning, 2);
        }
      }
    }
  }

  #addMembers(
    found: ReadonlyMap<string, readonly NamedMember[]>,
    dimensions: readonly { readonly object: string; readonly dimension: StoredDimension }[],
    synonyms: Readonly<Record<string, readonly string[]>>,
  ): void {
    const add = (phrase: string, member: NamedMember, distance: NameMatch["distance"]) => {
      for (const { object, dimension } of dimensions) {
        this.#add(phrase, { kind: "member", object, dimension, member }, distance);
      }
    };
    for (const [phrase, members] of found) {
      for (const member of members) {
        add(phrase, member, 0);
        for (const word of everydayMembers.get(phrase) ?? []) {
          add(word, member, 2);
        }
        for (const synonym of synonyms[member.path] ?? []) {
          add(phraseOf(synonym), member, 1);
        }
      }
    }
  }
}

function synonymsOf({ synonyms = [] }: ModelTexts): readonly string[] {
  return synonyms;
}

/** Returns a text that is unique for a meaning. */
export function describeMeaning(meaning: Meaning): string {
  switch (meaning.kind) {
    case "metric":
      return `metric ${meaning.metric.id}`;
    case "object":
      return `object ${meaning.object.id}`;
    case "dimension":
      return `dimension ${meaning.object}.${meaning.dimension.id} ${meaning.level?.id ?? ""}`;
    case "member":
      return `member ${meaning.object}.${meaning.dimension.id} ${meaning.member.path}`;
    case "concept":
      return `concept ${meaning.object}.${meaning.concept.id}`;
    case "property":
      return `property ${meaning.object}.${meaning.property.id}`;
    case "reference":
      return `reference ${meaning.object}.${meaning.reference.id}`;
  }
}

const longestLookup = 6;

/** All sequences of up to six words, as they are written. */
function sequencesOf(words: readonly Word[]): readonly string[] {
  return words.flatMap((_, start) =>
    Array.from({ length: longestLookup }, (_value, length) =>
      words
        .slice(start, start + length + 1)
        .map(({ plain }) => plain)
        .join(" "),
    ),
  );
}

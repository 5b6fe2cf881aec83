import { GrowingModel } from "../../core/model/growing-model.ts";
import type { ModelEntry, ModelSearch, ModelSearchResult } from "../../core/model/model-requests.ts";
import type { ModelSource } from "../../core/model/model-source.ts";
import type { SearchModel } from "../binding/attribute-search.ts";
import type { KnownNames, LookupState, NameLookup } from "./needed-names.ts";

/** Minimum length of a search text, in characters (service-api, "ObjectSearchRequest"). */
const shortest = 2;
const longest = 200;

function isSearchable(name: string): boolean {
  return name.length >= shortest && name.length <= longest;
}

/**
 * Returns the search texts that find names similar to a misspelled one: its thirds, because two wrong letters leave one
 * third intact, and its words. For `Base_Salery`: `Base`, `_Sal`, `ery` and `Salery`.
 */
function namePieces(name: string): readonly string[] {
  const words = name.match(/\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+/gu) ?? [];
  const count = Math.max(1, Math.min(3, Math.floor(name.length / shortest)));
  const thirds = Array.from({ length: count }, (_, index) =>
    name.slice(Math.round((index * name.length) / count), Math.round(((index + 1) * name.length) / count)),
  );
  return [...new Set([...thirds, ...words.slice(0, 4)])].filter(isSearchable);
}

/** Maximum number of texts per search request. The response contains up to one page of hits per text. */
const textsPerSearch = 20;
const searchesAtOnce = 4;

/** Cache of names that were looked up by searches. Each name is searched at most once. */
export class NameLookupCache implements KnownNames {
  readonly #model = new GrowingModel();
  readonly #states = new Map<string, LookupState>();
  readonly #search: SearchModel;

  constructor(search: SearchModel) {
    this.#search = search;
  }

  get source(): ModelSource {
    return this.#model.source;
  }

  stateOf(lookup: NameLookup): LookupState {
    return isSearchable(lookup.name) ? (this.#states.get(keyOf(lookup)) ?? "unknown") : "uncertain";
  }

  knowsReferences(object: string): boolean {
    return this.#model.knowsReferences(object);
  }

  members(object: string, dimension: string): readonly (readonly string[])[] {
    return this.#model.members(object, dimension);
  }

  /**
   * Looks up names, those with the same scope in one search request. Returns `false` if some of them could not be
   * searched for.
   */
  async lookUp(lookups: readonly NameLookup[]): Promise<boolean> {
    const searches = searchesFor(lookups.filter((lookup) => this.stateOf(lookup) === "unknown"));
    let isAnswered = true;
    for (let first = 0; first < searches.length; first += searchesAtOnce) {
      const some = searches.slice(first, first + searchesAtOnce);
      const answers = await Promise.all(some.map((lookedFor) => this.#ask(lookedFor)));
      isAnswered &&= !answers.includes(false);
      if (!isAnswered) {
        break;
      }
    }
    return isAnswered;
  }

  async #ask(lookups: readonly NameLookup[]): Promise<boolean> {
    const search = searchOf(lookups);
    const result = await this.#search(search);
    if (result.isFailed) {
      return false;
    }
    this.#model.add(search.kind, entriesOf(search, result), search.dimension);
    const [only, ...others] = lookups;
    const isExact = only !== undefined && !only.isNear;
    if (!result.isComplete && isExact && others.length > 0) {
      // A name may have filled its page and be hidden behind longer ones; each is searched separately.
      return !(await Promise.all(lookups.map((lookup) => this.#ask([lookup])))).includes(false);
    }
    for (const lookup of lookups) {
      this.#states.set(keyOf(lookup), result.isComplete || lookup.isNear ? "certain" : "uncertain");
    }
    return true;
  }
}

function keyOf({ kind, name, object = "", dimension = "", isNear = false }: NameLookup): string {
  return [kind, object, dimension, isNear, name].join("\n");
}

/** Groups lookups so that one search request serves each group. */
function searchesFor(lookups: readonly NameLookup[]): NameLookup[][] {
  const groups = new Map<string, Map<string, NameLookup>>();
  for (const lookup of lookups) {
    const key = keyOf({ ...lookup, name: "" });
    groups.set(key, (groups.get(key) ?? new Map<string, NameLookup>()).set(lookup.name, lookup));
  }
  return [...groups.values()].flatMap((group) => chunksOf([...group.values()]));
}

function chunksOf(lookups: readonly NameLookup[]): NameLookup[][] {
  const chunks: NameLookup[][] = [];
  let texts = 0;
  for (const lookup of lookups) {
    const count = textsOf(lookup).length;
    const last = chunks.at(-1);
    if (last && texts + count <= textsPerSearch) {
      last.push(lookup);
      texts += count;
    } else {
      chunks.push([lookup]);
      texts = count;
    }
  }
  return chunks;
}

function textsOf({ name, isNear }: NameLookup): readonly string[] {
  return isNear ? namePieces(name) : [name];
}

function searchOf(lookups: readonly NameLookup[]): ModelSearch {
  const [{ kind, object, dimension } = { kind: "property" as const, object: undefined, dimension: undefined }] =
    lookups;
  return {
    kind,
    prefix: "",
    names: [...new Set(lookups.flatMap(textsOf))],
    ...(object !== undefined && { object }),
    ...(dimension !== undefined && { dimension }),
  };
}

/**
 * Returns the search results for the searched object. Includes results without an object, which a search limited to one
 * object also returns.
 */
function entriesOf({ kind, object }: ModelSearch, { entries }: ModelSearchResult): readonly ModelEntry[] {
  if (object === undefined) {
    return entries;
  }
  return kind === "member"
    ? entries.map((entry) => ({ ...entry, object }))
    : entries.filter((entry) => (entry.object ?? object) === object).map((entry) => ({ ...entry, object }));
}

import type { ModelEntry, ModelEntryKind, ModelSearch, ModelSearchResult } from "../../core/model/model-requests.ts";
import type { AnalyticObject, ModelSource, NamedModelItem } from "../../core/model/model-source.ts";
import { findName } from "../../core/text/find-name.ts";
import {
  anyContainsTypedText,
  type ModelName,
  type ModelNameKind,
  modelNameOfEntry,
  modelNameOfMetric,
  modelNameOfObject,
  modelNameOfReference,
} from "./model-name.ts";
import { attributeNamesOf, ModelNameCache } from "./model-name-cache.ts";

/** Maximum number of names of one kind that completion proposes. Further typing narrows the list. */
const maxNames = 100;

const entryKinds = {
  metric: "metric",
  dimension: "dimension",
  property: "property",
  concept: "concept",
  object: "analyticObject",
} as const satisfies Readonly<Record<SearchedKind, ModelEntryKind>>;

interface NameOptions {
  readonly model: ModelSource;
  readonly search: (search: ModelSearch) => Promise<ModelSearchResult>;
  /** Text typed so far, which the proposed names must contain. */
  readonly prefix: string;
}

/** Finds names in the loaded model and by searches. Records whether the results may be incomplete. */
export class ModelNameFinder {
  /** Whether a search with a longer prefix may find more names. */
  isIncomplete = false;
  readonly #model: ModelSource;
  readonly #search: NameOptions["search"];
  readonly #prefix: string;

  constructor({ model, search, prefix }: NameOptions) {
    this.#model = model;
    this.#search = search;
    this.#prefix = prefix;
  }

  get model(): ModelSource {
    return this.#model;
  }

  /**
   * Returns the names of one kind on one object, or on all objects. Names of the loaded model come first, in its order.
   */
  async of(kind: SearchedKind, object?: string): Promise<ModelName[]> {
    const found = this.#searchFor(kind, object);
    const known = this.#take(sourceNames(this.#model, kind, object));
    const seen = new Set(known.map(keyOf));
    const entries = (await found)
      .filter((entry) => kind === "object" || object === undefined || (entry.object ?? object) === object)
      .map((entry) => modelNameOfEntry(kind, entry, object))
      .filter((name) => !seen.has(keyOf(name)));
    const further = this.#take(listOf(entries));
    // The source grows as texts use names, so its order means nothing to the user.
    return known.length > 0 && further.length > 0 ? [...known, ...further].sort(byId) : [...known, ...further];
  }

  /**
   * Returns the references of an object. If no object is given, returns those of all objects of the loaded model, one
   * per name.
   */
  async references(object: string | undefined): Promise<ModelName[]> {
    if (object === undefined) {
      return this.#take(listOf(ModelNameCache.of(this.#model).references()));
    }
    const known = (this.#model.object(object)?.references ?? []).map((reference) =>
      modelNameOfReference(reference, object),
    );
    if (known.length > 0) {
      return known;
    }
    const [entry] = await this.#named("object", object);
    return (entry?.references ?? []).map((reference) => modelNameOfReference(reference, object));
  }

  /**
   * Returns the object that a path of references leads to. The path starts at the given object and may begin with that
   * object's own name.
   */
  async targetObject(from: string | undefined, path: readonly string[]): Promise<string | undefined> {
    let object = from;
    for (const [index, name] of path.entries()) {
      const reference = object === undefined ? undefined : findName(await this.references(object), name)?.item;
      if (reference?.target !== undefined) {
        object = reference.target;
      } else if (index === 0) {
        // The object's own name, or the start of a path whose object is still unknown.
        object = this.object(name)?.id ?? name;
      } else {
        return undefined;
      }
    }
    return object;
  }

  /** Returns an object of the loaded model by id, ignoring case. */
  object(id: string): AnalyticObject | undefined {
    return this.#model.object(id) ?? findName(this.#model.objects(), id)?.item;
  }

  /** Finds a name of one kind by id on an object, in the loaded model or by a search. */
  async find(kind: SearchedKind, object: string | undefined, id: string): Promise<ModelName | undefined> {
    const known = this.#find(kind, object, id);
    if (known && (kind !== "dimension" || known.levels !== undefined)) {
      return known;
    }
    const entries = (await this.#named(kind, id, object)).map((entry) => modelNameOfEntry(kind, entry, object));
    return findName(entries, id)?.item ?? known;
  }

  #find(kind: SearchedKind, object: string | undefined, id: string): ModelName | undefined {
    const exact = kind === "metric" ? this.#model.metric(id) : undefined;
    if (exact) {
      return modelNameOfMetric(exact);
    }
    if (kind === "object") {
      const known = this.object(id);
      return known && modelNameOfObject(known);
    }
    return findName(sourceNames(this.#model, kind, object).like(id, Number.POSITIVE_INFINITY), id)?.item;
  }

  /**
   * Returns the dimension members whose name or path contains the typed prefix, of one dimension or of all. Members are
   * only found by search.
   */
  async members(dimension: string | undefined, object?: string): Promise<readonly ModelEntry[]> {
    const prefix = this.#prefix;
    const lastDot = prefix.lastIndexOf(".");
    const context = {
      kind: "member",
      ...(dimension !== undefined && { dimension }),
      ...(object !== undefined && { object }),
    } as const;
    let result = await this.#search({ ...context, prefix });
    if (result.entries.length === 0 && lastDot >= 0) {
      // The search compares names, not paths; a dot separates two names.
      result = await this.#search({ ...context, prefix: prefix.slice(lastDot + 1) });
    }
    this.isIncomplete ||= !result.isComplete || prefix.length > 0;
    const byPath = new Map(result.entries.map((entry) => [entry.path ?? entry.id, entry] as const));
    const fitting: ModelEntry[] = [];
    for (const [path, entry] of byPath) {
      if (fitting.length === maxNames) {
        this.isIncomplete = true;
        break;
      }
      if (anyContainsTypedText(prefix, path, entry.displayName)) {
        fitting.push(entry);
      }
    }
    return fitting;
  }

  async #searchFor(kind: SearchedKind, object: string | undefined): Promise<readonly ModelEntry[]> {
    const search = { kind: entryKinds[kind], prefix: this.#prefix, ...(object !== undefined && { object }) };
    const { entries, isComplete } = await this.#search(search);
    this.isIncomplete ||= !isComplete;
    return entries;
  }

  async #named(kind: SearchedKind, id: string, object?: string): Promise<readonly ModelEntry[]> {
    if (id.length < 2 || id.length > 200) {
      return [];
    }
    const on = object === undefined ? {} : { object };
    const { entries, isFailed = false } = await this.#search({
      kind: entryKinds[kind],
      prefix: "",
      names: [id],
      ...on,
    });
    this.isIncomplete ||= isFailed;
    return entries.filter((entry) => entry.id.toLowerCase() === id.toLowerCase());
  }

  /** Returns the names of a list in order. If there are too many, returns the first ones that contain the prefix. */
  #take(list: NameList): ModelName[] {
    const first = firstOf(list.all(), maxNames + 1);
    if (first.length <= maxNames) {
      return first;
    }
    this.isIncomplete = true;
    return firstOf(this.#prefix === "" ? first : list.like(this.#prefix, maxNames), maxNames);
  }
}

function firstOf(names: Iterable<ModelName>, count: number): ModelName[] {
  const first: ModelName[] = [];
  for (const name of names) {
    if (first.push(name) === count) {
      break;
    }
  }
  return first;
}

function keyOf({ kind, object, id }: ModelName): string {
  return kind === "object" ? id : `${object ?? ""} ${id}`;
}

function byId(one: ModelName, other: ModelName): number {
  return one.id < other.id ? -1 : one.id > other.id ? 1 : 0;
}

/** Kinds of names that a search can find. */
type SearchedKind = Exclude<ModelNameKind, "reference">;

/** Ordered list of names, read lazily. */
interface NameList {
  all(): Iterable<ModelName>;
  /** Returns the first `count` names whose id or display name contains a text. */
  like(text: string, count: number): Iterable<ModelName>;
}

function listOf(names: Iterable<ModelName>): NameList {
  const kept = [...names];
  return {
    all: () => kept,
    like: (text) => kept.filter(({ id, displayName }) => anyContainsTypedText(text, id, displayName)),
  };
}

/** Returns the names of one kind on one object of the loaded model, or on all its objects. */
function sourceNames(model: ModelSource, kind: SearchedKind, object: string | undefined): NameList {
  switch (kind) {
    case "metric":
      return listed(
        () => model.metrics(),
        (metric) => (object === undefined || metric.object === object ? modelNameOfMetric(metric) : undefined),
      );
    case "object":
      return listed(() => model.objects(), modelNameOfObject);
    default: {
      const one = object === undefined ? undefined : model.object(object);
      if (object !== undefined) {
        return listOf(one ? attributeNamesOf(kind, one) : []);
      }
      return {
        *all() {
          for (const each of model.objects()) {
            yield* attributeNamesOf(kind, each);
          }
        },
        like: (text, count) => ModelNameCache.of(model).attributes(kind).like(text, count),
      };
    }
  }
}

function listed<Item extends NamedModelItem>(
  items: () => Iterable<Item>,
  toName: (item: Item) => ModelName | undefined,
): NameList {
  function* names(text?: string): Generator<ModelName> {
    for (const item of items()) {
      const name =
        text === undefined || anyContainsTypedText(text, item.id, item.displayName) ? toName(item) : undefined;
      if (name) {
        yield name;
      }
    }
  }
  return { all: () => names(), like: (text) => names(text) };
}

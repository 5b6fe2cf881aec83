import type { ObjectSearchRequest, ObjectSearchResponse } from "../../contract/search.ts";
import {
  type ModelEntry,
  type ModelSearch,
  type ModelSearchResult,
  searchTextLength,
} from "../../languages/core/model/model-requests.ts";
import { createSearchRequest, entriesOf, isCompleteAnswer, searchPageSize } from "./model-search-model.ts";

type SearchObjects = (body: ObjectSearchRequest) => Promise<ObjectSearchResponse>;

/** Page of model names of one kind. */
interface NamePage {
  readonly entries: readonly ModelEntry[];
  /** Whether the page belongs to a list of all names, so that searches for other texts are unnecessary. */
  readonly isFullList: boolean;
}

/** Maximum number of pages to read in search of one name. Longer names that contain it may come first. */
const maxPages = 10;

/** Searcher of model names at one service. */
export class NameSearcher {
  readonly #searchObjects: SearchObjects;
  /**
   * Whether the service lists all names if the search text is empty, which the specification leaves open. Undefined
   * until known.
   */
  #canList: boolean | undefined;

  constructor(searchObjects: SearchObjects) {
    this.#searchObjects = searchObjects;
  }

  /**
   * Searches model names. If a single name is searched, reads further pages until it is found. Names too short for a
   * search text are looked for in the list of all names. Rethrows errors of requests.
   */
  async search({ names, ...search }: ModelSearch): Promise<ModelSearchResult> {
    const short = names?.filter((name) => name.length < searchTextLength.min) ?? [];
    if (!names || short.length === 0) {
      return await this.#searchTexts(names ? { ...search, names } : search);
    }
    const long = names.filter((name) => name.length >= searchTextLength.min);
    const [ofLong, ofShort] = await Promise.all([
      long.length > 0 ? this.#searchTexts({ ...search, names: long }) : { entries: [], isComplete: true },
      this.#findInList({ ...search, prefix: "" }, short),
    ]);
    return {
      entries: [...ofLong.entries, ...ofShort.entries],
      isComplete: ofLong.isComplete && ofShort.isComplete,
    };
  }

  /** Reads the list of all names page by page, until each of `ids` is the id of an entry. */
  async #findInList(search: ModelSearch, ids: readonly string[]): Promise<ModelSearchResult> {
    const entries: ModelEntry[] = [];
    for (let page = 0; ; page++) {
      const read = await this.page(search, page);
      entries.push(...read.entries);
      if (read.isComplete || page + 1 >= maxPages || ids.every((wanted) => entries.some(({ id }) => id === wanted))) {
        return { entries, isComplete: read.isComplete };
      }
    }
  }

  async #searchTexts(search: ModelSearch): Promise<ModelSearchResult> {
    const listed =
      search.names || search.prefix.length >= searchTextLength.min ? undefined : await this.#list(search, 0);
    if (listed) {
      return { entries: listed, isComplete: listed.length < searchPageSize };
    }
    const request = createSearchRequest(search);
    const [name, ...others] = search.names ?? [];
    const entries: ModelEntry[] = [];
    for (let page = 0; ; page++) {
      const response = await this.#searchObjects(onPage(request, page));
      entries.push(...entriesOf(search, response));
      const isComplete = isCompleteAnswer(search, response);
      const isLast = name === undefined || others.length > 0 || page + 1 >= maxPages;
      if (isComplete || isLast || entries.some(({ id }) => id === name)) {
        return { entries, isComplete };
      }
    }
  }

  /** Reads one page of model names. Pages are numbered from 0 and may repeat names. Rethrows errors of the request. */
  async page(search: ModelSearch, page: number): Promise<ModelSearchResult> {
    const listed = search.prefix.length >= searchTextLength.min ? undefined : await this.#list(search, page);
    if (listed) {
      return { entries: listed, isComplete: listed.length < searchPageSize };
    }
    const response = await this.#searchObjects(onPage(createSearchRequest(search), page));
    return {
      entries: entriesOf(search, response),
      isComplete: isCompleteAnswer({ ...search, names: [] }, response),
    };
  }

  /**
   * Yields all names of a kind page by page. If the service cannot list them, yields the names that contain any of the
   * given texts. Reads at most `pages` pages.
   */
  async *all(search: ModelSearch, texts: readonly string[], pages: number): AsyncGenerator<NamePage> {
    for (let page = 0; page < pages; page++) {
      const listed = await this.#list(search, page);
      if (listed) {
        yield { entries: listed, isFullList: true };
      } else {
        const response = await this.#searchObjects(onPage({ ...createSearchRequest(search), query: [...texts] }, page));
        yield { entries: entriesOf(search, response), isFullList: false };
        if (isCompleteAnswer({ ...search, names: texts }, response)) {
          return;
        }
      }
      if (listed && listed.length < searchPageSize) {
        return;
      }
    }
  }

  async #list(search: ModelSearch, page: number): Promise<readonly ModelEntry[] | undefined> {
    if (this.#canList === false) {
      return undefined;
    }
    try {
      const { query: _, ...request } = createSearchRequest(search);
      const entries = entriesOf(search, await this.#searchObjects(onPage(request, page)));
      this.#canList = this.#canList || entries.length > 0 || undefined;
      return this.#canList ? entries : undefined;
    } catch (error) {
      if (isRefused(error)) {
        this.#canList = false;
        return undefined;
      }
      throw error;
    }
  }
}

function onPage(request: ObjectSearchRequest, page: number): ObjectSearchRequest {
  return page === 0 ? request : { ...request, offset: page * searchPageSize };
}

/** Whether an error means that the service rejected the request as invalid. */
function isRefused(error: unknown): boolean {
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  return status === 400 || status === 422;
}

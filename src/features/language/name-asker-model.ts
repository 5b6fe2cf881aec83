import type { ObjectSearchRequest, ObjectSearchResponse } from "../../contract/search-schemas.ts";
import type { ModelEntry, ModelSearch, ModelSearchResult } from "../../languages/core/model/model-requests.ts";
import { entriesOf, isWholeAnswer, searchPageSize, searchRequest } from "./model-search-model.ts";

type SearchObjects = (body: ObjectSearchRequest) => Promise<ObjectSearchResponse>;

/** A page of names of one kind. */
interface NamePage {
  readonly entries: readonly ModelEntry[];
  /** The service lists all, so that no other texts need to be searched for. */
  readonly isWhole: boolean;
}

/** Pages of hits that are read for one name, which may hide behind longer ones that hold it. */
const mostPages = 10;

/** Asks one service for names. */
export class NameAsker {
  readonly #searchObjects: SearchObjects;
  /** Whether a search without a text lists everything, which the specification leaves open; `undefined` until that is seen. */
  #canList: boolean | undefined;

  constructor(searchObjects: SearchObjects) {
    this.#searchObjects = searchObjects;
  }

  /** A name of its own is looked for on further pages until it is found. Throws what the call throws. */
  async ask(search: ModelSearch): Promise<ModelSearchResult> {
    const listed = search.names || search.prefix.length >= 2 ? undefined : await this.#list(search, 0);
    if (listed) {
      return { entries: listed, isComplete: listed.length < searchPageSize };
    }
    const request = searchRequest(search);
    const [name, ...others] = search.names ?? [];
    const entries: ModelEntry[] = [];
    for (let page = 0; ; page++) {
      const response = await this.#searchObjects(onPage(request, page));
      entries.push(...entriesOf(search, response));
      const isComplete = isWholeAnswer(search, response);
      const isLast = name === undefined || others.length > 0 || page + 1 >= mostPages;
      if (isComplete || isLast || entries.some(({ id }) => id === name)) {
        return { entries, isComplete };
      }
    }
  }

  /** Everything of a kind, page by page, where the service lists it; else what holds any of the texts. At most so many pages. */
  async *all(search: ModelSearch, texts: readonly string[], pages: number): AsyncGenerator<NamePage> {
    for (let page = 0; page < pages; page++) {
      const listed = await this.#list(search, page);
      if (listed) {
        yield { entries: listed, isWhole: true };
      } else {
        const response = await this.#searchObjects(onPage({ ...searchRequest(search), query: [...texts] }, page));
        yield { entries: entriesOf(search, response), isWhole: false };
        if (isWholeAnswer({ ...search, names: texts }, response)) {
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
      const { query: _, ...request } = searchRequest(search);
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

/** The service read the request and does not want it so. */
function isRefused(error: unknown): boolean {
  const status = error instanceof Error && "status" in error ? error.status : undefined;
  return status === 400 || status === 422;
}

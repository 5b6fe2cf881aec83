import type { Connection } from "vscode-languageserver/node";
import { createModelSource } from "../core/create-model-source.ts";
import { type ModelSearch, type ModelSearchResult, modelChangedNotification } from "../core/model-requests.ts";
import type { ModelSource } from "../core/model-source.ts";
import type { QueryPart } from "../sql-like/query-document.ts";
import { SearchOnce } from "./search-once.ts";
import type { ServerModel } from "./server-model.ts";

/** The model of the editor's active connection, through object search. */
export class SearchedModel implements ServerModel {
  readonly #searches: SearchOnce;
  readonly #listeners: (() => void)[] = [];
  #source = createModelSource([], []);

  constructor(connection: Connection) {
    this.#searches = new SearchOnce(connection);
    connection.onNotification(modelChangedNotification, () => this.#forget());
  }

  get source(): ModelSource {
    return this.#source;
  }

  isLoaded(_part: QueryPart): boolean {
    return false;
  }

  async load(_part: QueryPart): Promise<void> {}

  onDidChange(listener: () => void): void {
    this.#listeners.push(listener);
  }

  search(search: ModelSearch): Promise<ModelSearchResult> {
    return this.#searches.search(search);
  }

  #forget(): void {
    this.#searches.forget();
    this.#source = createModelSource([], []);
    for (const listener of this.#listeners) {
      listener();
    }
  }
}

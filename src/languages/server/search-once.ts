import type { Connection } from "vscode-languageserver/node";
import { type ModelSearch, type ModelSearchResult, modelRequests } from "../core/model-requests.ts";

/** Asks the editor for names, each search once until the model changes; an editor that does not know the request has none to give. */
export class SearchOnce {
  readonly #connection: Connection;
  readonly #answers = new Map<string, Promise<ModelSearchResult>>();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  search(search: ModelSearch): Promise<ModelSearchResult> {
    const key = JSON.stringify(search);
    const known = this.#answers.get(key);
    if (known) {
      return known;
    }
    const answer = this.#connection.sendRequest<ModelSearchResult>(modelRequests.search, search).catch(() => {
      this.#answers.delete(key);
      return { entries: [], isComplete: false };
    });
    this.#answers.set(key, answer);
    return answer;
  }

  forget(): void {
    this.#answers.clear();
  }
}

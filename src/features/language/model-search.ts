import * as vscode from "vscode";
import type { Event } from "../../base/event.ts";
import type { Logger } from "../../base/logger.ts";
import type { Session } from "../../client/session.ts";
import type { ModelSearch, ModelSearchResult } from "../../languages/core/model-requests.ts";
import { entriesOf, isWholeAnswer, searchRequest } from "./model-search-model.ts";

/** What the searches need of the rest of the extension. */
export interface ModelSearchServices {
  readonly currentSession: () => Promise<Session>;
  readonly onDidChangeTarget: Event<void>;
  readonly cacheFolder: vscode.Uri;
  readonly log: Logger;
}

/** Names of the active tenant's model through object search, kept on disk so that they are there offline. */
export class ModelSearcher {
  readonly onDidChange: Event<void>;
  readonly #services: ModelSearchServices;
  readonly #answers = new Map<string, Promise<ModelSearchResult>>();

  constructor(services: ModelSearchServices) {
    this.#services = services;
    this.onDidChange = services.onDidChangeTarget;
  }

  async search(search: ModelSearch): Promise<ModelSearchResult> {
    const session = await this.#services.currentSession();
    const place = [session.connectionId, session.tenant ?? "", session.project?.id ?? ""].join(" ");
    const key = `${place} ${JSON.stringify(search)}`;
    const known = this.#answers.get(key);
    if (known) {
      return await known;
    }
    const answer = this.#ask(session, search, key);
    this.#answers.set(key, answer);
    return await answer;
  }

  async #ask(session: Session, search: ModelSearch, key: string): Promise<ModelSearchResult> {
    const file = vscode.Uri.joinPath(this.#services.cacheFolder, `${hash(key)}.json`);
    try {
      const response = await session.client.searchObjects({ body: searchRequest(search) });
      const result = { entries: entriesOf(search, response), isComplete: isWholeAnswer(search, response) };
      await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(JSON.stringify(result)));
      return result;
    } catch (error) {
      this.#answers.delete(key);
      this.#services.log.warn(`The model could not be searched: ${error instanceof Error ? error.message : "unknown"}`);
      return await readCached(file);
    }
  }
}

async function readCached(file: vscode.Uri): Promise<ModelSearchResult> {
  try {
    return JSON.parse(new TextDecoder().decode(await vscode.workspace.fs.readFile(file)));
  } catch {
    // Nothing was cached for this search: the editor works on without names.
    return { entries: [], isComplete: false };
  }
}

/** A file name for a key; only has to differ where keys differ. */
function hash(key: string): string {
  let value = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(key)) {
    value = BigInt.asUintN(64, (value ^ BigInt(byte)) * 0x100000001b3n);
  }
  return value.toString(16).padStart(16, "0");
}

import type { Connection, TextDocuments } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { modelRequests } from "../core/model/model-requests.ts";

/**
 * Requests the name of the time column in the deployment of the editor's active connection, when the first document is
 * opened.
 */
export class TimeColumnRequester {
  readonly #connection: Connection;
  /** Callback that receives the name of the time column, or undefined for the default name. */
  readonly #take: (name: string | undefined) => void;
  #latest = 0;

  constructor(
    connection: Connection,
    documents: TextDocuments<TextDocument>,
    take: (name: string | undefined) => void,
  ) {
    this.#connection = connection;
    this.#take = take;
    documents.onDidOpen(() => {
      if (this.#latest === 0) {
        void this.ask();
      }
    });
  }

  /**
   * Requests the name of the time column from the editor, also after a change of connection. A late response to an
   * earlier request is ignored.
   */
  async ask(): Promise<void> {
    const turn = ++this.#latest;
    try {
      const name: unknown = await this.#connection.sendRequest(modelRequests.timeColumn);
      if (turn === this.#latest) {
        this.#take(typeof name === "string" && name !== "" ? name : undefined);
      }
    } catch {
      // An editor without connections keeps the name it gave at the start.
    }
  }
}

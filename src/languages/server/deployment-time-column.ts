import type { Connection, TextDocuments } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { modelRequests } from "../core/model/model-requests.ts";

/** Name of the time column in the deployment of the editor's active connection; requested with the first document. */
export class DeploymentTimeColumn {
  readonly #connection: Connection;
  /** Receives the name; undefined stands for the default name. */
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

  /** Requests the name again after a change of connection; late answers to earlier requests are ignored. */
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

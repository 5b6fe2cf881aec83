import type { Connection, TextDocuments } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { modelRequests } from "../core/model/model-requests.ts";

/** Name of the time column in the deployment that the editor's active connection is to; asked for with the first document. */
export class DeploymentTimeColumn {
  readonly #connection: Connection;
  /** Called with the name, or with nothing where the deployment has the usual one. */
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

  /** Asks anew, since another connection may be active; an earlier answer that comes later does not count. */
  async ask(): Promise<void> {
    const turn = ++this.#latest;
    try {
      const name: unknown = await this.#connection.sendRequest(modelRequests.timeColumn);
      if (turn === this.#latest) {
        this.#take(typeof name === "string" && name !== "" ? name : undefined);
      }
    } catch {
      // An editor without connections; what it said when it started stays.
    }
  }
}

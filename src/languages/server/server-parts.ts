import type { ClientCapabilities, Connection, TextDocuments } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Event } from "../../base/event.ts";
import type { OpenQueries } from "./open-queries.ts";
import type { ServerOptions } from "./options.ts";
import type { ServerModel } from "./server-model.ts";

/** What the features of the server share. Each is registered by a function of its own that takes these. */
export interface ServerParts {
  readonly connection: Connection;
  readonly documents: TextDocuments<TextDocument>;
  /** What the editor said when it started the server, known once it is initialized, and the time column of its connection. */
  readonly options: () => ServerOptions;
  /** The time column has another name: what was taken for time may now be a name of the model, and the other way round. */
  readonly onDidChangeTimeColumn: Event<void>;
  /** What the editor can do; known once it is initialized. */
  readonly client: () => ClientCapabilities;
  /** Addresses of the folders that the editor was opened on; known once it is initialized. */
  readonly workspaceFolders: () => readonly string[];
  /** The open SQL-like documents, read. */
  readonly queries: OpenQueries;
  readonly model: ServerModel;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** What a feature adds to the answer to `initialize`. */
export type Capabilities = import("vscode-languageserver/node").ServerCapabilities;

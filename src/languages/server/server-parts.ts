import type { ClientCapabilities, Connection, TextDocuments } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Event } from "../../base/event.ts";
import type { NameScope } from "../sql-like/names/query-name.ts";
import type { QueryPart } from "../sql-like/syntax/query-document.ts";
import type { OpenQueries } from "./open-queries.ts";
import type { ServerOptions } from "./options.ts";
import type { ServerModel } from "./server-model.ts";

/** Dependencies shared by the features of the server, each of which has a register function. */
export interface ServerParts {
  readonly connection: Connection;
  readonly documents: TextDocuments<TextDocument>;
  /** Initialization options of the editor, known once initialized, with the time column of its connection. */
  readonly options: () => ServerOptions;
  /** Fires when the time column gets another name: names in queries may change between time column and model name. */
  readonly onDidChangeTimeColumn: Event<void>;
  /** Capabilities of the editor; known once initialized. */
  readonly client: () => ClientCapabilities;
  /** URIs of the folders that the editor was opened with; known once initialized. */
  readonly workspaceFolders: () => readonly string[];
  /** Open documents in the SQL-like language, parsed. */
  readonly queries: OpenQueries;
  readonly model: ServerModel;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Server capabilities that a feature adds to the answer of `initialize`. */
export type Capabilities = import("vscode-languageserver/node").ServerCapabilities;

/** Name scope of a part as known at this moment. */
export function nameScopeOf(part: QueryPart, { model, options }: ServerParts): NameScope {
  const { timeColumn } = options();
  const loaded = model.modelOf(part);
  // The model of a loaded part stays the same object while others grow, so that the part need not be analysed again.
  return loaded
    ? { model: loaded.source, isComplete: true, timeColumn, ...(loaded.members && { members: loaded.members }) }
    : { model: model.source, isComplete: false, timeColumn };
}

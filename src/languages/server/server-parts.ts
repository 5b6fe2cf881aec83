import type { ClientCapabilities, Connection, TextDocuments } from "vscode-languageserver/node";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { Event } from "../../base/event.ts";
import type { NameScope } from "../sql-like/names/query-name.ts";
import type { ParsedStatementText } from "../sql-like/syntax/query-document.ts";
import type { OpenQueries } from "./open-queries.ts";
import type { ServerOptions } from "./options.ts";
import type { ServerModel } from "./server-model.ts";

/**
 * Dependencies shared by the features of the language server. Each feature has a register function that receives them.
 */
export interface ServerContext {
  readonly connection: Connection;
  readonly documents: TextDocuments<TextDocument>;
  /**
   * Returns the options sent by the editor, with the time column of its connection. Available once the server is
   * initialized.
   */
  readonly options: () => ServerOptions;
  /** Fires when the name of the time column changes, because names in queries may then get another meaning. */
  readonly onDidChangeTimeColumn: Event<void>;
  /** Returns the LSP capabilities of the editor. Available once the server is initialized. */
  readonly client: () => ClientCapabilities;
  /** Returns the URIs of the folders that are open in the editor. Available once the server is initialized. */
  readonly workspaceFolders: () => readonly string[];
  /** Syntax trees of the open documents in the SQL-like language. */
  readonly queries: OpenQueries;
  readonly model: ServerModel;
  /** Returns the current time in epoch milliseconds. */
  readonly now: () => number;
}

/** LSP capabilities that a feature adds to the server's response to `initialize`. */
export type FeatureCapabilities = import("vscode-languageserver/node").ServerCapabilities;

/** Returns the names that a statement can use, as far as they are known now. */
export function nameScopeOf(part: ParsedStatementText, { model, options }: ServerContext): NameScope {
  const { timeColumn } = options();
  const loaded = model.modelOf(part);
  // The model of a loaded part stays the same object while others grow, so that the part need not be analysed again.
  return loaded
    ? { model: loaded.source, isComplete: true, timeColumn, ...(loaded.members && { members: loaded.members }) }
    : { model: model.source, isComplete: false, timeColumn };
}

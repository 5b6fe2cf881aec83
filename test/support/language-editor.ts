import { type ChildProcess, spawn } from "node:child_process";
import {
  type ClientCapabilities,
  createProtocolConnection,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import type { ModelSearch, ModelSearchResult } from "../../src/languages/core/model/model-requests.ts";

export interface EditorOptions {
  /** Answers searches of the model; an editor without does not know the request. */
  readonly search?: (search: ModelSearch) => Promise<ModelSearchResult> | ModelSearchResult;
  readonly workspaceFolder?: string;
  readonly capabilities?: ClientCapabilities;
}

/** A plain LSP client on the real server, over its standard input and output. */
export class LanguageEditor {
  readonly connection: ProtocolConnection;
  readonly #server: ChildProcess;
  readonly #published = new Map<string, PublishDiagnosticsParams>();
  readonly #counts = new Map<string, number>();
  readonly #waiting = new Set<() => void>();
  #version = 0;

  private constructor(connection: ProtocolConnection, server: ChildProcess) {
    this.connection = connection;
    this.#server = server;
    connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
      this.#published.set(params.uri, params);
      this.#counts.set(params.uri, this.timesPublished(params.uri) + 1);
      for (const look of this.#waiting) {
        look();
      }
    });
  }

  static async open({ search, workspaceFolder, capabilities = {} }: EditorOptions = {}): Promise<LanguageEditor> {
    const server = spawn(process.execPath, ["dist/language-server.js", "--stdio"], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const connection = createProtocolConnection(
      new StreamMessageReader(server.stdout),
      new StreamMessageWriter(server.stdin),
    );
    const editor = new LanguageEditor(connection, server);
    if (search) {
      connection.onRequest("workforce/model/search", search);
    }
    connection.listen();
    const workspaceFolders = workspaceFolder === undefined ? null : [{ uri: workspaceFolder, name: "workspace" }];
    const start = { processId: process.pid, rootUri: null, capabilities, workspaceFolders };
    await connection.sendRequest("initialize", start);
    await connection.sendNotification("initialized", {});
    return editor;
  }

  async openText(uri: string, text: string, languageId = "workforce-sqllike"): Promise<void> {
    const version = ++this.#version;
    await this.connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId, version, text },
    });
  }

  /** The newest diagnostics of a document once they are what is waited for; the test's own time limit ends the wait. */
  diagnostics(uri: string, isWanted: (params: PublishDiagnosticsParams) => boolean): Promise<PublishDiagnosticsParams> {
    return new Promise((resolve) => {
      const look = () => {
        const params = this.#published.get(uri);
        if (params && isWanted(params)) {
          this.#waiting.delete(look);
          resolve(params);
        }
      };
      this.#waiting.add(look);
      look();
    });
  }

  /** The newest diagnostics of a document, whatever they are. */
  published(uri: string): PublishDiagnosticsParams | undefined {
    return this.#published.get(uri);
  }

  /** How often the server sent diagnostics of a document. */
  timesPublished(uri: string): number {
    return this.#counts.get(uri) ?? 0;
  }

  dispose(): void {
    this.connection.dispose();
    this.#server.kill();
  }
}

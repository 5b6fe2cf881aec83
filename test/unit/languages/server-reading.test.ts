import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import {
  createProtocolConnection,
  type Hover,
  type InitializeResult,
  type InlayHint,
  type ProtocolConnection,
  type SemanticTokens,
  type SemanticTokensDelta,
  type SignatureHelp,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { ModelSearch, ModelSearchResult } from "../../../src/languages/core/model/model-requests.ts";
import { searchDescribedModel } from "../../support/described-model.ts";

const uri = "file:///reading.sqllike";
const textDocument = { uri };

const periods = 'Service_Time IN periods(date("2024-07-01"), 3, period(1, Month))';
const text = `SELECT RequisitionID FROM Requisition;
SELECT level(Location, "Location_1"), employeeCountAbovePay(9) FROM Employee
WHERE Location IN ("EMEA.Spain") AND isManagr = TRUE AND ${periods};
`;

/** The real server with one document open in it, asked as an editor asks. */
class ReadingEditor {
  readonly #server: ChildProcess;
  readonly #connection: ProtocolConnection;
  readonly #waiting: { count: number; resolve: () => void }[] = [];
  #refreshes = 0;
  #document: TextDocument;
  legend: readonly string[] = [];

  private constructor(server: ChildProcess, connection: ProtocolConnection, document: TextDocument) {
    this.#server = server;
    this.#connection = connection;
    this.#document = document;
  }

  static async open(
    search?: (asked: ModelSearch) => Promise<ModelSearchResult>,
    options?: unknown,
  ): Promise<ReadingEditor> {
    const server = spawn(process.execPath, ["dist/language-server.js", "--stdio"], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const connection = createProtocolConnection(
      new StreamMessageReader(server.stdout),
      new StreamMessageWriter(server.stdin),
    );
    const document = TextDocument.create(uri, "workforce-sqllike", 1, text);
    const editor = new ReadingEditor(server, connection, document);
    if (search) {
      connection.onRequest("workforce/model/search", search);
    }
    connection.onRequest("workspace/semanticTokens/refresh", () => editor.#refreshed());
    connection.onRequest("workspace/inlayHint/refresh", () => editor.#refreshed());
    connection.listen();
    const refreshed = { refreshSupport: true };
    const { capabilities } = await connection.sendRequest<InitializeResult>("initialize", {
      processId: process.pid,
      rootUri: null,
      capabilities: { workspace: { semanticTokens: refreshed, inlayHint: refreshed } },
      initializationOptions: options,
    });
    editor.legend = capabilities.semanticTokensProvider?.legend.tokenTypes ?? [];
    await connection.sendNotification("initialized", {});
    await connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "workforce-sqllike", version: 1, text },
    });
    return editor;
  }

  close(): void {
    this.#connection.dispose();
    this.#server.kill();
  }

  ask<Result>(method: string, params: object): Promise<Result> {
    return this.#connection.sendRequest(`textDocument/${method}`, { textDocument, ...params });
  }

  /** Asks at the place after the first `before` of the document. */
  askAt<Result>(method: string, before: string): Promise<Result> {
    const position = this.#document.positionAt(this.#document.getText().indexOf(before) + before.length);
    return this.ask(method, { position });
  }

  /** The labels of the hints in the lines, the last one included. */
  async hints(firstLine: number, lastLine: number): Promise<string[]> {
    const range = { start: { line: firstLine, character: 0 }, end: { line: lastLine, character: 999 } };
    const hints = await this.ask<InlayHint[]>("inlayHint", { range });
    return hints.map(({ label }) => String(label));
  }

  async change(changed: string): Promise<void> {
    this.#document = TextDocument.create(uri, "workforce-sqllike", this.#document.version + 1, changed);
    await this.#connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version: this.#document.version },
      contentChanges: [{ text: changed }],
    });
  }

  async configure(settings: unknown): Promise<void> {
    await this.#connection.sendNotification("workspace/didChangeConfiguration", { settings });
  }

  /** Resolves with the refresh after those there were at the call. */
  nextRefresh(): Promise<void> {
    return new Promise((resolve) => this.#waiting.push({ count: this.#refreshes, resolve }));
  }

  /** Each token as `text type`, `unknown` ones with a `?`. */
  tokens({ data }: { readonly data: readonly number[] }): string[] {
    const tokens: string[] = [];
    let [line, character] = [0, 0];
    for (let index = 0; index < data.length; index += 5) {
      const [lines = 0, characters = 0, length = 0, type = 0, modifiers = 0] = data.slice(index, index + 5);
      character = lines === 0 ? character + characters : characters;
      line += lines;
      const start = this.#document.offsetAt({ line, character });
      const name = this.#document.getText().slice(start, start + length);
      tokens.push(`${name} ${this.legend[type]}${modifiers === 1 ? "?" : ""}`);
    }
    return tokens;
  }

  #refreshed(): null {
    this.#refreshes++;
    for (const { count, resolve } of this.#waiting) {
      if (this.#refreshes > count) {
        resolve();
      }
    }
    return null;
  }
}

describe("the language server, asked for what helps to read", () => {
  let editor: ReadingEditor;

  afterEach(() => editor.close());

  it("hovers with the names of the editor's connection, in the range of the name", async () => {
    editor = await ReadingEditor.open(searchDescribedModel);
    const metric = await editor.askAt<Hover>("hover", "employeeCount");
    assert.match(JSON.stringify(metric.contents), /Headcount above pay/);
    assert.deepEqual(metric.range, { start: { line: 1, character: 38 }, end: { line: 1, character: 59 } });
    assert.match(JSON.stringify((await editor.askAt<Hover>("hover", "EMEA.")).contents), /España/);
    assert.match(JSON.stringify((await editor.askAt<Hover>("hover", "isMan")).contents), /Did you mean `isManager`/);
    assert.equal(await editor.askAt("hover", "employeeCountAbovePay("), null);
  });

  it("says at once what needs no model, and waits with the rest until the model was asked", async () => {
    let answer: () => void = () => {};
    const answered = new Promise<void>((resolve) => {
      answer = resolve;
    });
    editor = await ReadingEditor.open(async (asked) => {
      await answered;
      return await searchDescribedModel(asked);
    });
    const metric = editor.askAt<Hover>("hover", "employeeCount");
    assert.match(JSON.stringify((await editor.askAt<Hover>("hover", "perio")).contents), /3 periods of 1 month/);
    const help = await editor.askAt<SignatureHelp>("signatureHelp", "level(");
    assert.match(help.signatures[0]?.label ?? "", /^level\(/);
    answer();
    assert.match(JSON.stringify((await metric).contents), /Headcount above pay/);
  });

  it("shows the signature of a metric with the parameter of the cursor", async () => {
    editor = await ReadingEditor.open(searchDescribedModel);
    const help = await editor.askAt<SignatureHelp>("signatureHelp", "employeeCountAbovePay(9");
    assert.equal(help.activeParameter, 0);
    assert.match(help.signatures[0]?.label ?? "", /^employeeCountAbovePay\(threshold: number/);
    assert.equal(await editor.askAt("signatureHelp", "FROM Employee"), null);
  });

  it("hints what the range asked for does not say, as soon as it is known", async () => {
    editor = await ReadingEditor.open(searchDescribedModel);
    // A hover waits for the names of its part.
    await editor.askAt("hover", "employeeCount");
    assert.deepEqual(await editor.hints(1, 2), [
      "aggregate",
      "Country",
      "threshold =",
      "España",
      "ends 2024-05-01, 2024-06-01, 2024-07-01",
    ]);
    assert.deepEqual(await editor.hints(0, 0), ["list"]);
  });

  it("hints only what the settings choose, from the start and when they change", async () => {
    editor = await ReadingEditor.open(undefined, { timeColumn: "Service_Time", inlayHints: { periods: false } });
    assert.deepEqual(await editor.hints(0, 2), ["list", "aggregate"]);
    const refreshed = editor.nextRefresh();
    await editor.configure({ inlayHints: { periods: true, queryKind: false } });
    await refreshed;
    assert.deepEqual(await editor.hints(0, 2), ["ends 2024-05-01, 2024-06-01, 2024-07-01"]);
    for (const settings of [null, "x", { timeColumn: 5, inlayHints: [] }]) {
      await editor.configure(settings);
    }
    assert.deepEqual(await editor.hints(0, 2), ["ends 2024-05-01, 2024-06-01, 2024-07-01"]);
  });

  it("colours names, again after an edit by what changed, and only those of a range", async () => {
    editor = await ReadingEditor.open(searchDescribedModel);
    await editor.askAt("hover", "employeeCount");
    const full = await editor.ask<SemanticTokens>("semanticTokens/full", {});
    const tokens = editor.tokens(full);
    assert.deepEqual(tokens.slice(0, 5), [
      "RequisitionID property",
      "Requisition analyticObject",
      "level function",
      "Location dimension",
      '"Location_1" level',
    ]);
    assert.ok(tokens.includes("isManagr concept?"));
    const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 5 } };
    const ranged = await editor.ask<SemanticTokens>("semanticTokens/range", { range });
    assert.deepEqual(editor.tokens(ranged), tokens.slice(0, 2));

    await editor.change(text.replace("SELECT RequisitionID", "SELECT  RequisitionID"));
    const delta = await editor.ask<SemanticTokensDelta>("semanticTokens/full/delta", {
      previousResultId: full.resultId,
    });
    assert.equal(delta.edits.length, 1);
    const data = [...full.data];
    for (const { start, deleteCount, data: inserted = [] } of delta.edits) {
      data.splice(start, deleteCount, ...inserted);
    }
    assert.deepEqual(editor.tokens({ data }), tokens);
  });

  it("asks to be asked again when more of the model is known", async () => {
    editor = await ReadingEditor.open(searchDescribedModel);
    const refreshed = editor.nextRefresh();
    await editor.change(text.replace("RequisitionID", "Opened_On"));
    await refreshed;
  });

  it("says what the text alone tells for an editor that has no model", async () => {
    editor = await ReadingEditor.open();
    assert.match(JSON.stringify((await editor.askAt<Hover>("hover", "perio")).contents), /3 periods of 1 month/);
    const help = await editor.askAt<SignatureHelp>("signatureHelp", 'periods(date("2024-07-01"), ');
    assert.equal(help.activeParameter, 1);
    const tokens = editor.tokens(await editor.ask<SemanticTokens>("semanticTokens/full", {}));
    assert.ok(tokens.includes("employeeCountAbovePay metric"));
    assert.ok(tokens.includes("RequisitionID attribute"));
  });
});

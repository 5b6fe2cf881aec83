import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import {
  type CodeAction,
  type CompletionList,
  createProtocolConnection,
  type Hover,
  type LocationLink,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type SignatureHelp,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
} from "vscode-languageserver-protocol/node";
import type { TableLookupParams, TableSearchParams } from "../../../../src/languages/core/model/table-model.ts";
import { atCursor, column, createTables } from "./workforce-tables.ts";

const uri = "file:///badges.tablesql";

/** An LSP client of the real server. Answers requests for tables if `knowsTables` is set. */
class Editor {
  readonly connection: ProtocolConnection;
  readonly #server: ChildProcess;
  readonly #received: PublishDiagnosticsParams[] = [];
  readonly #waiting: ((params: PublishDiagnosticsParams) => void)[] = [];

  constructor(tables = createTables(), knowsTables = true) {
    this.#server = spawn(process.execPath, ["dist/language-server.js", "--stdio"], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    const { stdout, stdin } = this.#server;
    assert.ok(stdout && stdin);
    this.connection = createProtocolConnection(new StreamMessageReader(stdout), new StreamMessageWriter(stdin));
    this.connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
      const next = this.#waiting.shift();
      next ? next(params) : this.#received.push(params);
    });
    if (knowsTables) {
      this.connection.onRequest("workforce/tables/search", ({ prefix }: TableSearchParams) => tables.search(prefix));
      this.connection.onRequest("workforce/tables/find", ({ objectNames }: TableLookupParams) =>
        tables.find(objectNames),
      );
    }
    this.connection.listen();
  }

  async start(): Promise<void> {
    const capabilities = { textDocument: { definition: { linkSupport: true } } };
    await this.connection.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities });
    await this.connection.sendNotification("initialized", {});
  }

  async open(text: string, languageId = "workforce-tablesql"): Promise<PublishDiagnosticsParams> {
    const textDocument = { uri, languageId, version: 1, text };
    await this.connection.sendNotification("textDocument/didOpen", { textDocument });
    return await this.nextDiagnostics();
  }

  async ask<Answer>(request: string, offset: number, more: object = {}): Promise<Answer> {
    const position = { line: 0, character: offset };
    return await this.connection.sendRequest<Answer>(`textDocument/${request}`, {
      textDocument: { uri },
      position,
      ...more,
    });
  }

  nextDiagnostics(): Promise<PublishDiagnosticsParams> {
    const next = this.#received.shift();
    return next ? Promise.resolve(next) : new Promise((resolve) => this.#waiting.push(resolve));
  }

  dispose(): void {
    this.connection.dispose();
    this.#server.kill();
  }
}

suite("The language server with table-source SQL", () => {
  let editor: Editor;

  async function openEditor(...given: ConstructorParameters<typeof Editor>): Promise<void> {
    editor = new Editor(...given);
    await editor.start();
  }

  teardown(() => editor.dispose());

  test("reports problems as the text changes, and offers their fixes", async () => {
    await openEditor();
    const text = "SELECT nam FROM sites";
    const { diagnostics } = await editor.open(text);
    assert.deepEqual(
      diagnostics.map(({ code, range }) => [code, range.start.character]),
      [["TS302", 7]],
    );
    const range = diagnostics[0]?.range;
    const [fix] = await editor.connection.sendRequest<CodeAction[]>("textDocument/codeAction", {
      textDocument: { uri },
      range,
      context: { diagnostics },
    });
    assert.equal(fix?.edit?.changes?.[uri]?.[0]?.newText, "name");
    assert.equal(fix?.diagnostics?.length, 1);
    const [all] = await editor.connection.sendRequest<CodeAction[]>("textDocument/codeAction", {
      textDocument: { uri },
      range,
      context: { diagnostics: [], only: ["source.fixAll"] },
    });
    assert.equal(all?.title, "Fix the problem in this file");
    assert.equal(all?.edit?.changes?.[uri]?.[0]?.newText, "name");
    const contentChanges = [{ text: "SELECT name FROM sites WHERE" }];
    await editor.connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version: 2 },
      contentChanges,
    });
    assert.deepEqual(
      (await editor.nextDiagnostics()).diagnostics.map(({ code }) => code),
      ["TS202"],
    );
  }).timeout(20_000);

  test("completes, describes and finds names of the editor's connection", async () => {
    await openEditor();
    const { text, offset } = atCursor("SELECT lag(s.|) FROM sites s");
    await editor.open(text);
    const { items } = await editor.ask<CompletionList>("completion", offset);
    assert.ok(items.some(({ label }) => label === "Odd name"));
    const { signatures } = await editor.ask<SignatureHelp>("signatureHelp", offset);
    assert.match(signatures[0]?.label ?? "", /^lag\(/);
    const table = text.indexOf("sites") + 1;
    const hover = await editor.ask<Hover>("hover", table);
    assert.match(JSON.stringify(hover.contents), /table source/);
    const [link] = await editor.ask<LocationLink[]>("definition", table);
    assert.equal(link?.targetUri, "workforce-table-source:/sites.json");
  }).timeout(20_000);

  test("formats documents and ranges", async () => {
    await openEditor();
    await editor.open("select  1;  select  2");
    const options = { tabSize: 2, insertSpaces: true };
    const all = await editor.ask<TextEdit[]>("formatting", 0, { options });
    assert.deepEqual(
      all.map(({ newText }) => newText),
      [" ", "\n", " "],
    );
    const range = { start: { line: 0, character: 2 }, end: { line: 0, character: 2 } };
    assert.equal((await editor.ask<TextEdit[]>("rangeFormatting", 0, { options, range })).length, 1);
  }).timeout(20_000);

  test("returns what a text reads and writes", async () => {
    await openEditor();
    const text = "INSERT INTO salaries SELECT person_key, amount FROM employee_events";
    const lineage = await editor.connection.sendRequest<Record<string, unknown>>("workforce/tables/lineage", { text });
    assert.deepEqual([lineage.tablesRead, lineage.tablesWritten], [["employee_events"], ["salaries"]]);
  }).timeout(20_000);

  test("requests tables again when those of the connection change", async () => {
    const tables = [{ objectName: "old", columns: [column("a")] }];
    await openEditor(createTables(tables));
    assert.deepEqual((await editor.open("SELECT a FROM old")).diagnostics, []);
    tables.splice(0, 1, { objectName: "new", columns: [column("a")] });
    await editor.connection.sendNotification("workforce/tables/changed");
    assert.deepEqual(
      (await editor.nextDiagnostics()).diagnostics.map(({ code }) => code),
      ["TS301"],
    );
  }).timeout(20_000);

  test("works without tables for an editor that does not provide them", async () => {
    await openEditor(createTables(), false);
    assert.deepEqual((await editor.open("SELECT anything FROM anywhere")).diagnostics, []);
    const { items } = await editor.ask<CompletionList>("completion", 7);
    assert.ok(items.some(({ label }) => label === "coalesce"));
  }).timeout(20_000);

  test("loads the grammar of Spark from a separate file", async () => {
    await openEditor();
    const [server, grammar] = await Promise.all(
      ["language-server.js", "spark-grammar.js"].map((file) => readFile(`dist/${file}`, "utf8")),
    );
    assert.doesNotMatch(server ?? "", /SparkSqlParser/);
    assert.match(grammar ?? "", /SparkSqlParser/);
  }).timeout(20_000);

  test("does not handle documents of the SQL-like language", async () => {
    await openEditor();
    await editor.open("SELECT employeeCount() FROM Employee WHERE ", "workforce-sqllike");
    const { items } = await editor.ask<CompletionList>("completion", 43);
    assert.ok(items.some(({ label }) => /^Service_Time IN/.test(label)));
  }).timeout(20_000);
});

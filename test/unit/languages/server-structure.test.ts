import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  createProtocolConnection,
  type DocumentSymbol,
  type InitializeResult,
  type Location,
  type Position,
  type ProtocolConnection,
  type Range,
  type SelectionRange,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
  type WorkspaceEdit,
  type WorkspaceSymbol,
} from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { StatementsResponse } from "../../../src/languages/core/requests/server-requests.ts";

suite("The structure of documents over the protocol", () => {
  let server: ChildProcess;
  let connection: ProtocolConnection;
  let initialized: InitializeResult;
  let folder: string;

  suiteSetup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-queries-"));
    await mkdir(join(folder, "sub", ".hidden"), { recursive: true });
    await writeFile(join(folder, "sub", "a b.sqllike"), "-- Head count\nSELECT a() FROM b;\nSELECT c FROM d;");
    await writeFile(join(folder, "sub", ".hidden", "c.sqllike"), "-- Head hidden\nSELECT a() FROM b;");
    await writeFile(join(folder, "other.sql"), "-- Head of another language\nSELECT 1;");
    server = spawn(process.execPath, ["dist/language-server.js", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    assert.ok(server.stdout && server.stdin);
    connection = createProtocolConnection(
      new StreamMessageReader(server.stdout),
      new StreamMessageWriter(server.stdin),
    );
    connection.listen();
    const workspaceFolders = [{ uri: pathToFileURL(folder).href, name: "queries" }];
    const params = { processId: process.pid, rootUri: null, capabilities: {}, workspaceFolders };
    initialized = await connection.sendRequest<InitializeResult>("initialize", params);
    await connection.sendNotification("initialized", {});
  });

  suiteTeardown(async () => {
    connection.dispose();
    server.kill();
    await rm(folder, { recursive: true });
  });

  let documents = 0;

  /** Opens a text whose cursor is `|`. */
  async function open(marked: string, languageId = "workforce-sqllike") {
    const text = marked.replace("|", "");
    const uri = `file:///document-${++documents}`;
    const document = TextDocument.create(uri, languageId, 1, text);
    await connection.sendNotification("textDocument/didOpen", { textDocument: { uri, languageId, version: 1, text } });
    const position: Position = document.positionAt(Math.max(0, marked.indexOf("|")));
    return {
      position,
      textDocument: { uri },
      at: (range: Range) => document.getText(range),
      edited: (edits: TextEdit[] | null) => TextDocument.applyEdits(document, edits ?? []),
      ask: <Result>(method: string, params: object = { position }) =>
        connection.sendRequest<Result>(`textDocument/${method}`, { textDocument: { uri }, ...params }),
    };
  }

  const options = { tabSize: 4, insertSpaces: true };

  test("lays out a document", async () => {
    const { ask, edited } = await open("select a from b;\nselect c from d;");
    const edits = await ask<TextEdit[]>("formatting", { options });
    assert.equal(edited(edits), "SELECT a\nFROM b;\nSELECT c\nFROM d;");
  });

  test("lays out the statements of a range", async () => {
    const { ask, edited } = await open("select a from b;\nselect c from d;");
    const range = { start: { line: 1, character: 0 }, end: { line: 1, character: 3 } };
    assert.equal(edited(await ask("rangeFormatting", { options, range })), "select a from b;\nSELECT c\nFROM d;");
  });

  test("lays out the statement that a typed semicolon ends, and no other", async () => {
    const { ask, edited, position } = await open("select a from b;| select c from d;");
    const edits = await ask<TextEdit[]>("onTypeFormatting", { options, position, ch: ";" });
    assert.equal(edited(edits), "SELECT a\nFROM b; select c from d;");
    const script = await open("set schema to staging;| begin transaction;", "workforce-sqllike-shell");
    const scriptEdits = await script.ask<TextEdit[]>("onTypeFormatting", {
      options,
      position: script.position,
      ch: ";",
    });
    assert.equal(script.edited(scriptEdits), "SET schema TO staging; begin transaction;");
    const quoted = await open("select a as 'b;| c' from d");
    assert.deepEqual(await quoted.ask("onTypeFormatting", { options, position: quoted.position, ch: ";" }), []);
  });

  test("indents a new line", async () => {
    const { ask, edited, position } = await open("SELECT a FROM b WHERE c = 1\n|");
    const edits = await ask<TextEdit[]>("onTypeFormatting", { options, position, ch: "\n" });
    assert.equal(edited(edits), "SELECT a FROM b WHERE c = 1\n  ");
  });

  test("gives the outline with ranges of the document", async () => {
    const { ask, at } = await open("SELECT a FROM b;\n-- Heads\nSELECT c() FROM d");
    const symbols = await ask<DocumentSymbol[]>("documentSymbol", {});
    assert.deepEqual(
      symbols.map(({ name, range }) => [name, at(range)]),
      [
        ["List query of b", "SELECT a FROM b"],
        ["Heads", "SELECT c() FROM d"],
      ],
    );
    assert.deepEqual(
      symbols[1]?.children?.map(({ name, selectionRange }) => [name, at(selectionRange)]),
      [
        ["SELECT", "SELECT"],
        ["FROM", "d"],
      ],
    );
  });

  test("folds lines, one fold for each", async () => {
    const { ask } = await open("SELECT a\nFROM b;\n-- one\n-- two\nSELECT c(\n  d\n) FROM e");
    assert.deepEqual(await ask("foldingRange", {}), [
      { startLine: 0, endLine: 1 },
      { startLine: 2, endLine: 3, kind: "comment" },
      { startLine: 4, endLine: 6 },
    ]);
  });

  test("grows each of several selections", async () => {
    const { ask, at, position } = await open("SELECT a.b| FROM c");
    const positions = [position, { line: 0, character: 0 }];
    const [first, second] = await ask<SelectionRange[]>("selectionRange", { positions });
    assert.deepEqual(
      [first, first?.parent, second].map((selection) => selection && at(selection.range)),
      ["b", "a.b", "SELECT"],
    );
  });

  test("highlights in a statement and refers in the document", async () => {
    const { ask, at } = await open("SELECT |a() FROM b WHERE a() > 1;\nSELECT a() FROM b");
    const highlights = await ask<Location[]>("documentHighlight");
    assert.deepEqual(
      highlights.map(({ range }) => [range.start.line, at(range)]),
      [
        [0, "a"],
        [0, "a"],
      ],
    );
    const position = { line: 0, character: 7 };
    const references = await ask<Location[]>("references", { position, context: { includeDeclaration: true } });
    assert.deepEqual(
      references.map(({ range }) => range.start.line),
      [0, 0, 1],
    );
  });

  test("goes from a reference to its label", async () => {
    const { ask, at } = await open("SELECT a AS One FROM b ORDER BY |One");
    const { range } = await ask<Location>("definition");
    assert.deepEqual([at(range), range.start.character], ["One", 12]);
  });

  test("renames a label and says why nothing else can be renamed", async () => {
    const { ask, edited, textDocument } = await open("SELECT a AS |One FROM b");
    assert.equal((await ask<{ placeholder: string }>("prepareRename")).placeholder, "One");
    const { changes } = await ask<WorkspaceEdit>("rename", {
      position: { line: 0, character: 13 },
      newName: "Two words",
    });
    assert.equal(edited(changes?.[textDocument.uri] ?? []), 'SELECT a AS "Two words" FROM b');
    const other = await open("SELECT |a AS One FROM b");
    await assert.rejects(other.ask("prepareRename"), /an attribute of the business model/);
  });

  test("finds the saved queries of the workspace by their names", async () => {
    const symbols = await connection.sendRequest<WorkspaceSymbol[]>("workspace/symbol", { query: "headC" });
    assert.deepEqual(
      symbols.map(({ name, containerName, location }) => [name, containerName, location.uri]),
      [["Head count", "Aggregate query of b", pathToFileURL(join(folder, "sub", "a b.sqllike")).href]],
    );
  });

  test("finds what an open file has now, and a new file once the list is looked at again", async () => {
    const uri = pathToFileURL(join(folder, "sub", "a b.sqllike")).href;
    const textDocument = { uri, languageId: "workforce-sqllike", version: 1, text: "-- Unsaved\nSELECT a FROM b" };
    await connection.sendNotification("textDocument/didOpen", { textDocument });
    const names = async (query: string) =>
      (await connection.sendRequest<WorkspaceSymbol[]>("workspace/symbol", { query })).map(({ name }) => name);
    assert.deepEqual(await names(""), ["Unsaved"]);
    await connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
    assert.deepEqual(await names(""), ["Head count", "List query of d"]);
    const event = { added: [], removed: [{ uri: pathToFileURL(folder).href, name: "queries" }] };
    await connection.sendNotification("workspace/didChangeWorkspaceFolders", { event });
    assert.deepEqual(await names(""), []);
    await connection.sendNotification("workspace/didChangeWorkspaceFolders", {
      event: { added: event.removed, removed: [] },
    });
    assert.deepEqual(await names("list"), ["List query of d"]);
  });

  test("reads scripts of the shell, and makes no lenses itself", async () => {
    const { ask, edited } = await open("set schema to staging", "workforce-sqllike-shell");
    assert.equal(edited(await ask("formatting", { options })), "SET schema TO staging");
    const read = await connection.sendRequest<StatementsResponse>("workforce/query/statements", {
      text: "set schema to staging",
      isShellScript: true,
    });
    assert.deepEqual(read, { statements: [{ kind: "setSchema", schema: "staging", start: 0, end: 21 }], errors: [] });
    assert.equal(initialized.capabilities.codeLensProvider, undefined);
  });

  test("has no answer for a document of another language", async () => {
    const { ask, position } = await open("select a from b", "sql");
    assert.equal(await ask("formatting", { options }), null);
    assert.equal(await ask("documentSymbol", {}), null);
    assert.equal(await ask("foldingRange", {}), null);
    assert.equal(await ask("prepareRename", { position }), null);
  });
});

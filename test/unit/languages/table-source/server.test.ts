import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import {
  type CodeAction,
  type CompletionList,
  createProtocolConnection,
  type Diagnostic,
  type DocumentSymbol,
  type Hover,
  type LocationLink,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type Registration,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { TableLookupParams, TableSearchParams } from "../../../../src/languages/core/model/table-model.ts";
import { atCursor, createTables, exampleView, filterOf, viewOf } from "./definition-texts.ts";

suite("The language server with definitions of table sources", () => {
  let server: ChildProcess;
  let connection: ProtocolConnection;
  let registered: Promise<readonly Registration[]>;
  const published: ((params: PublishDiagnosticsParams) => void)[] = [];
  let tables = createTables();

  suiteSetup(async () => {
    server = spawn(process.execPath, ["dist/language-server.js", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    assert.ok(server.stdout && server.stdin);
    connection = createProtocolConnection(
      new StreamMessageReader(server.stdout),
      new StreamMessageWriter(server.stdin),
    );
    connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
      for (const look of [...published]) {
        look(params);
      }
    });
    connection.onRequest("workforce/tables/search", ({ prefix }: TableSearchParams) => tables.search(prefix));
    connection.onRequest("workforce/tables/find", ({ objectNames }: TableLookupParams) => tables.find(objectNames));
    registered = new Promise((resolve) => {
      connection.onRequest("client/registerCapability", ({ registrations }: { registrations: Registration[] }) => {
        resolve(registrations);
        return null;
      });
    });
    connection.listen();
    const capabilities = {
      textDocument: { synchronization: { dynamicRegistration: true }, definition: { linkSupport: true } },
    };
    await connection.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities });
    await connection.sendNotification("initialized", {});
  });

  suiteTeardown(() => {
    connection.dispose();
    server.kill();
  });

  let documents = 0;

  function nextDiagnostics(uri: string): Promise<readonly Diagnostic[]> {
    return new Promise((resolve) => {
      const look = (params: PublishDiagnosticsParams) => {
        if (params.uri === uri) {
          published.splice(published.indexOf(look), 1);
          resolve(params.diagnostics);
        }
      };
      published.push(look);
    });
  }

  async function open(text: string) {
    const uri = `file:///${++documents}.tablesource.json`;
    const document = TextDocument.create(uri, "json", 1, text);
    const next = nextDiagnostics(uri);
    await connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "json", version: 1, text },
    });
    const ask = <Answer>(request: string, offset: number, more: object = {}): Promise<Answer> =>
      connection.sendRequest(`textDocument/${request}`, {
        textDocument: { uri },
        position: document.positionAt(offset),
        ...more,
      });
    return { uri, document, diagnostics: await next, ask };
  }

  const codesOf = (diagnostics: readonly Diagnostic[]) =>
    diagnostics.map(({ code }) => code).filter((code) => code !== "TS601");

  test("asks the editor for the files by their name, beside job files, each request once", async () => {
    const registrations = await registered;
    assert.equal(new Set(registrations.map(({ method }) => method)).size, registrations.length);
    for (const { registerOptions } of registrations) {
      const files = registerOptions.documentSelector.map(
        ({ scheme, pattern }: { scheme: string; pattern: string }) => `${scheme}:${pattern}`,
      );
      assert.deepEqual(files, [
        "file:**/*.sqljob.json",
        "file:**/*.tablesource.json",
        "workforce-tablesource:**/*.tablesource.json",
      ]);
    }
  });

  test("reports problems of a definition and its SQL, and offers their fixes", async () => {
    assert.deepEqual(codesOf((await open(exampleView)).diagnostics), []);
    const wrong = exampleView
      .replace('"cost", "dataType": "DECIMAL"', '"cost", "dataType": "NUMBER"')
      .replace("input.site_id", "input.site")
      .replace(/\{ "upstreamTable": "id-100".*\n\s+/, "");
    const file = await open(wrong);
    assert.deepEqual(codesOf(file.diagnostics), ["TD005", "TD403", "TS302"]);
    const missing = file.diagnostics.find(({ code }) => code === "TD403");
    const [action] = await file.ask<CodeAction[]>("codeAction", 0, {
      range: missing?.range,
      context: { diagnostics: [missing] },
    });
    assert.equal(action?.title, "Add the dependency on ledger");
    const repaired = TextDocument.applyEdits(file.document, action?.edit?.changes?.[file.uri] ?? []);
    assert.deepEqual(
      JSON.parse(repaired).materializedView.dependencies.map((one: { upstreamTable: string }) => one.upstreamTable),
      ["id-200", "id-100"],
    );
    const [all] = await file.ask<CodeAction[]>("codeAction", 0, {
      range: missing?.range,
      context: { diagnostics: [], only: ["source.fixAll"] },
    });
    assert.deepEqual([all?.kind, all?.title], ["source.fixAll.workforce", "Fix 1 of 3 problems in this file"]);
    const whole = await open(TextDocument.applyEdits(file.document, all?.edit?.changes?.[file.uri] ?? []));
    assert.deepEqual(codesOf(whole.diagnostics), ["TD005", "TS302"]);
  }).timeout(20_000);

  test("checks again when the tables of the connection change", async () => {
    const { uri, diagnostics } = await open(exampleView);
    assert.deepEqual(codesOf(diagnostics), []);
    tables = createTables([]);
    const next = nextDiagnostics(uri);
    await connection.sendNotification("workforce/tables/changed");
    assert.ok(codesOf(await next).includes("TD401"));
    tables = createTables();
    await connection.sendNotification("workforce/tables/changed");
  }).timeout(20_000);

  test("completes upstream tables by their names, and SQL", async () => {
    const itemsAt = async (marked: string) => {
      const { text, offset } = atCursor(marked);
      const { ask } = await open(text);
      return (await ask<CompletionList>("completion", offset)).items;
    };
    const [first] = await itemsAt(viewOf("SELECT name FROM sites", '{"upstreamTable": "|"}'));
    assert.deepEqual([first?.label, first?.filterText], ["sites", '"sites id-300"']);
    assert.equal(first?.textEdit?.newText, '"id-300"');
    const labels = (await itemsAt(filterOf("input.|"))).map(({ label }) => label);
    assert.deepEqual(labels, ["person_key", "posted_at", "amount"]);
  }).timeout(20_000);

  test("explains fields, ids and SQL, and leads to tables", async () => {
    const { ask } = await open(exampleView);
    const hoverOn = async (stretch: string) =>
      JSON.stringify((await ask<Hover>("hover", exampleView.indexOf(stretch) + 1)).contents);
    assert.match(await hoverOn('"upstreamTable"'), /Unique id/);
    assert.match(await hoverOn('"id-200"'), /people/);
    assert.match(await hoverOn("people p ON"), /site_id/);
    const [link] = await ask<LocationLink[]>("definition", exampleView.indexOf("ledger l") + 1);
    assert.equal(link?.targetUri, "workforce-table-source:/ledger.json");
    const [upstream] = await ask<LocationLink[]>("definition", exampleView.indexOf('"id-200"') + 1);
    assert.equal(upstream?.targetUri, "workforce-table-source:/people.json");
    assert.equal(await ask<LocationLink[] | null>("definition", exampleView.indexOf('"columns"') + 1), null);
  }).timeout(20_000);

  test("gives the outline", async () => {
    const symbols = await (await open(exampleView)).ask<DocumentSymbol[]>("documentSymbol", 0);
    assert.deepEqual(
      symbols.map(({ name }) => name),
      ["site_id", "cost", "id-100", "id-200"],
    );
  }).timeout(20_000);
});

import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type CodeAction,
  type CompletionList,
  createProtocolConnection,
  type Diagnostic,
  type DocumentSymbol,
  type Hover,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  type Registration,
  type SignatureHelp,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { TableLookupParams, TableSearchParams } from "../../../../src/languages/core/model/table-model.ts";
import { atCursor, createTables, exampleJob, jobFiles } from "./job-texts.ts";

suite("The language server with SQL job files", () => {
  let folder: string;
  let server: ChildProcess;
  let connection: ProtocolConnection;
  let registered: Promise<readonly Registration[]>;
  const published: ((params: PublishDiagnosticsParams) => void)[] = [];
  let tables = createTables();

  suiteSetup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-job-"));
    for (const [name, text] of Object.entries(jobFiles).filter(([path]) => !path.includes("/"))) {
      await writeFile(join(folder, name), text);
    }
    server = spawn(process.execPath, ["dist/language-server.js", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    assert.ok(server.stdout && server.stdin);
    connection = createProtocolConnection(
      new StreamMessageReader(server.stdout),
      new StreamMessageWriter(server.stdin),
    );
    connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
      for (const look of published) {
        look(params);
      }
    });
    connection.onRequest("workforce/tables/search", ({ prefix }: TableSearchParams) => tables.search(prefix));
    connection.onRequest("workforce/tables/find", ({ objectNames }: TableLookupParams) => tables.find(objectNames));
    connection.onRequest("workforce/tenants/list", () => ({
      tenants: [
        { code: "WFF_north", displayName: "North" },
        { code: "WFF_south", displayName: "South" },
      ],
    }));
    registered = new Promise((resolve) => {
      connection.onRequest("client/registerCapability", ({ registrations }: { registrations: Registration[] }) => {
        resolve(registrations);
        return null;
      });
    });
    connection.listen();
    const capabilities = { textDocument: { synchronization: { dynamicRegistration: true } } };
    await connection.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities });
    await connection.sendNotification("initialized", {});
  });

  suiteTeardown(async () => {
    connection.dispose();
    server.kill();
    await rm(folder, { recursive: true });
  });

  let documents = 0;

  interface OpenJob {
    readonly uri: string;
    readonly diagnostics: readonly Diagnostic[];
    readonly document: TextDocument;
    ask<Answer>(request: string, offset: number, more?: object): Promise<Answer>;
  }

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

  async function open(text: string): Promise<OpenJob> {
    const uri = pathToFileURL(join(folder, `${++documents}.sqljob.json`)).href;
    const document = TextDocument.create(uri, "json", 1, text);
    const next = nextDiagnostics(uri);
    await connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "json", version: 1, text },
    });
    return {
      uri,
      document,
      diagnostics: await next,
      ask: (request, offset, more = {}) =>
        connection.sendRequest(`textDocument/${request}`, {
          textDocument: { uri },
          position: document.positionAt(offset),
          ...more,
        }),
    };
  }

  const codesOf = (diagnostics: readonly Diagnostic[]) =>
    diagnostics.map(({ code }) => code).filter((code) => code !== "TS601");

  test("asks the editor for the files by their name, and not to format them", async () => {
    const registrations = await registered;
    const methods = registrations.map(({ method }) => method);
    assert.ok(methods.includes("textDocument/didOpen") && methods.includes("textDocument/completion"));
    assert.ok(methods.every((method) => !/format/i.test(method)));
    for (const { registerOptions } of registrations) {
      assert.ok(
        registerOptions.documentSelector.some(({ pattern }: { pattern: string }) => pattern === "**/*.sqljob.json"),
      );
      const isJob = ({ pattern }: { pattern: string }) => pattern === "**/*.sqljob.json";
      assert.ok(
        registerOptions.documentSelector.filter(isJob).every(({ scheme }: { scheme: string }) => scheme === "file"),
      );
    }
  });

  test("reports problems of the job, its SQL and its files, and offers their fixes", async () => {
    assert.deepEqual(codesOf((await open(exampleJob)).diagnostics), []);
    const wrong = exampleJob
      .replace('["site_badge"]', "[]")
      .replace('{ "badges.csv"', '{ "gone.csv"')
      .replace("SELECT person_key, badge_no FROM site_badge", "SELECT person FROM site_badge");
    const job = await open(wrong);
    assert.deepEqual(codesOf(job.diagnostics), ["SJ601", "SJ201", "SJ201", "TS302"]);
    const [unlocked] = job.diagnostics.filter(({ code }) => code === "SJ201");
    const [action] = await job.ask<CodeAction[]>("codeAction", 0, {
      range: unlocked?.range,
      context: { diagnostics: [unlocked] },
    });
    assert.equal(action?.title, "Add site_badge to tablesToModify");
    const repaired = TextDocument.applyEdits(job.document, action?.edit?.changes?.[job.uri] ?? []);
    assert.deepEqual(JSON.parse(repaired).transaction.tablesToModify, ["site_badge"]);
    const [all] = await job.ask<CodeAction[]>("codeAction", 0, {
      range: unlocked?.range,
      context: { diagnostics: [], only: ["source.fixAll"] },
    });
    const fixed = await open(TextDocument.applyEdits(job.document, all?.edit?.changes?.[job.uri] ?? []));
    assert.equal(all?.title, "Fix 2 of 4 problems in this file");
    assert.deepEqual(codesOf(fixed.diagnostics), ["SJ601", "TS302"]);
  }).timeout(20_000);

  test("checks again when the tables of the connection change", async () => {
    const { uri, diagnostics } = await open(exampleJob);
    assert.deepEqual(codesOf(diagnostics), []);
    tables = createTables([]);
    const next = nextDiagnostics(uri);
    await connection.sendNotification("workforce/tables/changed");
    assert.ok(codesOf(await next).includes("SJ202"));
    tables = createTables();
    await connection.sendNotification("workforce/tables/changed");
  }).timeout(20_000);

  test("completes names of the job, local files and SQL", async () => {
    const labelsAt = async (marked: string) => {
      const { text, offset } = atCursor(marked);
      const job = await open(text);
      return (await job.ask<CompletionList>("completion", offset)).items.map(({ label }) => label);
    };
    assert.deepEqual(await labelsAt(exampleJob.replace('["person_key"]', '["|"]')), [
      "person_key",
      "badge_no",
      "closed",
    ]);
    assert.deepEqual(
      (await labelsAt(exampleJob.replace('"badges.csv":', '"|":'))).toSorted(),
      Object.keys(jobFiles).filter((path) => !path.includes("/")),
    );
    assert.ok((await labelsAt(exampleJob.replace("SELECT badge_no", "SELECT |"))).includes("closed"));
    assert.deepEqual(await labelsAt('{"job": {"tenants": ["WFF_north", "|"]}}'), ["WFF_south"]);
  }).timeout(20_000);

  test("explains fields, tables and SQL", async () => {
    const job = await open(exampleJob);
    const hoverOn = async (stretch: string) =>
      JSON.stringify((await job.ask<Hover>("hover", exampleJob.indexOf(stretch) + 1)).contents);
    assert.match(await hoverOn('"rollbackOnEmpty"'), /steps that validate/);
    assert.match(await hoverOn('"site_badge"'), /table source/);
    assert.match(await hoverOn("site_badge WHERE"), /table source/);
  }).timeout(20_000);

  test("helps with calls in SQL, and says nothing of calls elsewhere", async () => {
    const { text, offset } = atCursor(exampleJob.replace("SELECT badge_no", "SELECT lag(|)"));
    const job = await open(text);
    assert.match((await job.ask<SignatureHelp>("signatureHelp", offset)).signatures[0]?.label ?? "", /^lag\(/);
    assert.equal(await job.ask("signatureHelp", 0), null);
  }).timeout(20_000);

  test("gives the outline, beside those of the other languages", async () => {
    const job = await open(exampleJob);
    const symbols = await job.ask<DocumentSymbol[]>("documentSymbol", 0);
    assert.deepEqual(
      symbols.map(({ name }) => name),
      ["new_badges", "1 query", "2 upsert", "3 query", "4 query", "5 commit", "6 process"],
    );
    const uri = "file:///query.sqllike";
    const textDocument = { uri, languageId: "workforce-sqllike", version: 1, text: "SELECT a() FROM B" };
    await connection.sendNotification("textDocument/didOpen", { textDocument });
    const others = await connection.sendRequest<DocumentSymbol[]>("textDocument/documentSymbol", {
      textDocument: { uri },
    });
    assert.equal(others.length, 1);
  }).timeout(20_000);

  test("leaves other JSON alone", async () => {
    const uri = pathToFileURL(join(folder, "settings.json")).href;
    await connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "json", version: 1, text: exampleJob },
    });
    const textDocument = { uri };
    const position = { line: 1, character: 4 };
    assert.equal(await connection.sendRequest("textDocument/hover", { textDocument, position }), null);
    assert.equal(await connection.sendRequest("textDocument/documentSymbol", { textDocument }), null);
  }).timeout(20_000);
});

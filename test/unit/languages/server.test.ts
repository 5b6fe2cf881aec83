import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import {
  type CompletionList,
  createProtocolConnection,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import type { ModelSearch } from "../../../src/languages/core/model/model-requests.ts";

const uri = "file:///query.sqllike";

interface Editor {
  readonly connection: ProtocolConnection;
  readonly server: ChildProcess;
  nextDiagnostics(): Promise<PublishDiagnosticsParams>;
}

/** A plain LSP client on the real server; it answers model searches only when it is given names. */
async function openEditor(names?: (search: ModelSearch) => unknown): Promise<Editor> {
  const server = spawn(process.execPath, ["dist/language-server.js", "--stdio"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const connection = createProtocolConnection(
    new StreamMessageReader(server.stdout),
    new StreamMessageWriter(server.stdin),
  );
  const received: PublishDiagnosticsParams[] = [];
  const waiting: ((params: PublishDiagnosticsParams) => void)[] = [];
  connection.onNotification("textDocument/publishDiagnostics", (params: PublishDiagnosticsParams) => {
    const next = waiting.shift();
    if (next) {
      next(params);
    } else {
      received.push(params);
    }
  });
  if (names) {
    connection.onRequest("workforce/model/search", names);
  }
  connection.listen();
  await connection.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities: {} });
  await connection.sendNotification("initialized", {});
  return {
    connection,
    server,
    nextDiagnostics: () => {
      const next = received.shift();
      return next ? Promise.resolve(next) : new Promise((resolve) => waiting.push(resolve));
    },
  };
}

describe("the language server over stdin and stdout", () => {
  let editor: Editor;

  async function open(text: string): Promise<PublishDiagnosticsParams> {
    await editor.connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "workforce-sqllike", version: 1, text },
    });
    return await editor.nextDiagnostics();
  }

  afterEach(() => {
    editor.connection.dispose();
    editor.server.kill();
  });

  it("reports syntax and time problems as the text changes", async () => {
    editor = await openEditor();
    const first = await open(
      'SELECT employeeCount() FROM Employee WHERE Service_Time BETWEEN date("2024-01-01") AND date("2024-02-01")',
    );
    assert.deepEqual(
      first.diagnostics.map(({ code }) => code),
      ["SL503"],
    );
    await editor.connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version: 2 },
      contentChanges: [
        {
          text: 'SELECT EmployeeID FROM Employee WHERE Service_Time BETWEEN date("2024-01-01") AND date("2024-02-01")',
        },
      ],
    });
    assert.deepEqual((await editor.nextDiagnostics()).diagnostics, []);
  });

  it("completes with the names of the editor's connection", async () => {
    const searches: ModelSearch[] = [];
    editor = await openEditor((search) => {
      searches.push(search);
      const entries =
        search.kind === "metric" ? [{ id: "employeeCount", displayName: "Employees", object: "Employee" }] : [];
      return { entries, isComplete: true };
    });
    await open("SELECT  FROM Employee");
    const completion = await editor.connection.sendRequest<CompletionList>("textDocument/completion", {
      textDocument: { uri },
      position: { line: 0, character: 7 },
    });
    assert.equal(completion.items[0]?.label, "employeeCount");
    assert.ok(searches.some(({ kind, object }) => kind === "metric" && object === "Employee"));
  });

  it("completes the language itself for an editor that has no model", async () => {
    editor = await openEditor();
    await open("SELECT employeeCount() FROM Employee WHERE Service_Time IN ");
    const completion = await editor.connection.sendRequest<CompletionList>("textDocument/completion", {
      textDocument: { uri },
      position: { line: 0, character: 59 },
    });
    assert.match(completion.items[0]?.label ?? "", /^periods/);
  });

  it("tells what the columns of a statement hold by the names of the editor's connection", async () => {
    editor = await openEditor(({ kind }) => ({
      entries:
        kind === "property" ? [{ id: "EmployeeID", displayName: "ID", object: "Employee", dataType: "text" }] : [],
      isComplete: true,
    }));
    const text =
      'SELECT EmployeeID AS Who FROM Employee WHERE Service_Time BETWEEN date("2024-01-01") AND date("2024-02-01")';
    assert.deepEqual(await editor.connection.sendRequest("workforce/query/columnTypes", { text }), { Who: "text" });
  });

  it("tells what it can of columns to an editor that has no model", async () => {
    editor = await openEditor();
    const of = (text: string) => editor.connection.sendRequest("workforce/query/columnTypes", { text });
    assert.deepEqual(await of("SELECT EmployeeID, Service_Time AS Day FROM Employee"), { Day: "date" });
    assert.deepEqual(await of("SELECT"), {});
  });
});

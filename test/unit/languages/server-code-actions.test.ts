import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import {
  type ClientCapabilities,
  type CodeAction,
  createProtocolConnection,
  type Diagnostic,
  type ProtocolConnection,
  type PublishDiagnosticsParams,
  StreamMessageReader,
  StreamMessageWriter,
  type TextEdit,
} from "vscode-languageserver-protocol/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { answerFromAppendix } from "../../support/model-answers.ts";

const uri = "file:///query.sqllike";
const january = 'Service_Time BETWEEN date("2024-01-01") AND date("2024-02-01")';
const annotating: ClientCapabilities = {
  workspace: { workspaceEdit: { documentChanges: true, changeAnnotationSupport: {} } },
};

describe("the code actions of the language server", () => {
  let server: ChildProcess;
  let connection: ProtocolConnection;
  let document: TextDocument;
  let diagnosticsCame: (diagnostics: readonly Diagnostic[]) => void;

  /** Opens a text in an editor that has the model of sql-like-language appendix A, and waits until a code is reported. */
  async function open(text: string, code: string, capabilities: ClientCapabilities = {}): Promise<Diagnostic> {
    server = spawn(process.execPath, ["dist/language-server.js", "--stdio"], { stdio: ["pipe", "pipe", "inherit"] });
    assert.ok(server.stdout && server.stdin);
    connection = createProtocolConnection(
      new StreamMessageReader(server.stdout),
      new StreamMessageWriter(server.stdin),
    );
    const reported = new Promise<Diagnostic>((resolve) => {
      diagnosticsCame = (diagnostics) => {
        const found = diagnostics.find((diagnostic) => diagnostic.code === code);
        if (found) {
          resolve(found);
        }
      };
    });
    connection.onNotification("textDocument/publishDiagnostics", ({ diagnostics }: PublishDiagnosticsParams) =>
      diagnosticsCame(diagnostics),
    );
    connection.onRequest("workforce/model/search", answerFromAppendix);
    connection.listen();
    await connection.sendRequest("initialize", { processId: process.pid, rootUri: null, capabilities });
    await connection.sendNotification("initialized", {});
    document = TextDocument.create(uri, "workforce-sqllike", 1, text);
    await connection.sendNotification("textDocument/didOpen", {
      textDocument: { uri, languageId: "workforce-sqllike", version: 1, text },
    });
    return await reported;
  }

  async function actionsFor(diagnostics: readonly Diagnostic[], only?: readonly string[]): Promise<CodeAction[]> {
    const whole = { start: document.positionAt(0), end: document.positionAt(document.getText().length) };
    return await connection.sendRequest("textDocument/codeAction", {
      textDocument: { uri },
      range: diagnostics[0]?.range ?? whole,
      context: { diagnostics, ...(only && { only }) },
    });
  }

  function editsOf({ edit }: CodeAction): TextEdit[] {
    const [change] = edit?.documentChanges ?? [];
    return change && "edits" in change ? (change.edits as TextEdit[]) : (edit?.changes?.[uri] ?? []);
  }

  const textAfter = (action: CodeAction) => TextDocument.applyEdits(document, editsOf(action));

  afterEach(() => {
    connection.dispose();
    server.kill();
  });

  it("repair a name in the second statement of a file, by the names of the editor's connection", async () => {
    const text = `SELECT Age FROM Employee WHERE ${january};\nSELECT EmployeID FROM Employee WHERE ${january}`;
    const diagnostic = await open(text, "SL301");
    const actions = await actionsFor([diagnostic]);
    assert.deepEqual(
      actions.map(({ title, kind, isPreferred }) => ({ title, kind, isPreferred })),
      [{ title: "Replace `EmployeID` with `EmployeeID`", kind: "quickfix", isPreferred: true }],
    );
    assert.deepEqual(
      actions[0]?.diagnostics?.map(({ code }) => code),
      ["SL301"],
    );
    assert.equal(actions[0] && textAfter(actions[0]), text.replace("EmployeID", "EmployeeID"));
  });

  it("name every column of an object for a star, though the text named none of them", async () => {
    const diagnostic = await open(`SELECT * FROM Position WHERE ${january}`, "SL603");
    const [action] = await actionsFor([diagnostic]);
    assert.equal(action && textAfter(action), `SELECT PositionID, Title FROM Position WHERE ${january}`);
    assert.equal(action?.isPreferred, false);
  });

  it("change the object of FROM to one that the text did not name", async () => {
    const text =
      'SELECT requisitionCount() FROM Employee WHERE Service_Time IN periods(date("2024-01-01"), 1, period(1, Month))';
    const diagnostic = await open(text, "SL306");
    const [action] = await actionsFor([diagnostic]);
    assert.equal(action && textAfter(action), text.replace("FROM Employee", "FROM Requisition"));
  });

  it("ask before an edit that changes what the query means", async () => {
    const diagnostic = await open(`SELECT employeeCount() FROM Employee WHERE ${january}`, "SL503", annotating);
    const [action] = await actionsFor([diagnostic]);
    assert.deepEqual(Object.values(action?.edit?.changeAnnotations ?? {}), [
      {
        label: "Turn the range into one month",
        description: "In place of a range the query has one month, up to the later date.",
        needsConfirmation: true,
      },
    ]);
    assert.ok(action && editsOf(action).every((edit) => "annotationId" in edit));
  });

  it("say in their title what changes, to an editor that cannot ask", async () => {
    const diagnostic = await open(`SELECT employeeCount() FROM Employee WHERE ${january}`, "SL503");
    const [action] = await actionsFor([diagnostic]);
    assert.match(action?.title ?? "", /^Turn the range into one month: In place of a range/);
    assert.equal(action?.edit?.documentChanges, undefined);
  });

  it("repair all problems of a file at once, as a quick fix beside the others and as a source action", async () => {
    const text = `SELECT EmployeID FROM Employee WHERE isManager == TRUE AND ${january};\nSELECT Age FROM employee WHERE ${january}`;
    const diagnostic = await open(text, "SL301", annotating);
    const repaired = `SELECT EmployeeID FROM Employee WHERE isManager = TRUE AND ${january};\nSELECT Age FROM Employee WHERE ${january}`;
    const [, all] = await actionsFor([diagnostic], ["quickfix"]);
    assert.deepEqual(
      [all?.title, all?.kind, all && textAfter(all)],
      ["Fix all 3 problems in this file", "quickfix", repaired],
    );
    for (const kind of ["source.fixAll", "source.fixAll.workforce", "source"]) {
      const [action, ...others] = await actionsFor([], [kind]);
      assert.equal(action?.kind, "source.fixAll.workforce");
      assert.equal(action && textAfter(action), repaired);
      assert.deepEqual(others, []);
    }
    assert.deepEqual(await actionsFor([], ["refactor"]), []);
  });

  it("say how many problems of the file remain, and leave what changes the meaning", async () => {
    const text = `SELECT EmployeID FROM Employee WHERE Age <> 4 AND ${january};\nSELECT employeeCount() FROM Employee WHERE ${january}`;
    const diagnostic = await open(text, "SL301");
    const [, all] = await actionsFor([diagnostic]);
    assert.equal(all?.title, "Fix 2 of 3 problems in this file");
    assert.equal(all && textAfter(all), text.replace("EmployeID", "EmployeeID").replace("<>", "!="));
  });

  it("have nothing to say about a text without problems", async () => {
    await open(`SELECT Age FROM Employee`, "SL502");
    const changed = `SELECT Age FROM Employee WHERE ${january}`;
    await connection.sendNotification("textDocument/didChange", {
      textDocument: { uri, version: 2 },
      contentChanges: [{ text: changed }],
    });
    document = TextDocument.create(uri, "workforce-sqllike", 2, changed);
    assert.deepEqual(await actionsFor([]), []);
  });
});

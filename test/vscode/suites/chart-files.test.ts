import assert from "node:assert/strict";
import * as vscode from "vscode";
import { ChartSpecFiles } from "../../../src/features/results/chart-files.ts";
import { ResultListModel } from "../../../src/features/results/result-list-model.ts";
import { type BridgeParts, ResultsBridge } from "../../../src/features/results/results-bridge.ts";
import type { Log } from "../../../src/host/log.ts";
import type { Packet } from "../../../src/protocol/channel.ts";
import type { ChartEvents } from "../../../src/protocol/chart.ts";
import { eventually } from "../../support/eventually.ts";

/** One result, and a log whose lines a test reads. */
function oneResult(file?: string) {
  const results = new ResultListModel(Date.now);
  const origin = { title: "Heads", query: "", connection: "Local", tenant: undefined, project: undefined };
  results.begin("one", file === undefined ? origin : { ...origin, file }, {
    cancel: () => undefined,
    rerun: () => undefined,
  });
  const shown = results.find("one");
  assert.ok(shown);
  const lines: string[] = [];
  const log = { error: (line: string) => lines.push(line) } as unknown as Log;
  return { results, shown, log, lines };
}

/** Makes this window one without a folder, for as long as it is not disposed of. */
function withoutFolders(): vscode.Disposable {
  const property = Object.getOwnPropertyDescriptor(vscode.workspace, "workspaceFolders");
  assert.ok(property);
  Object.defineProperty(vscode.workspace, "workspaceFolders", { get: () => undefined, configurable: true });
  return { dispose: () => void Object.defineProperty(vscode.workspace, "workspaceFolders", property) };
}

async function insertAtStart(uri: vscode.Uri, text: string): Promise<void> {
  const edit = new vscode.WorkspaceEdit();
  edit.insert(uri, new vscode.Position(0, 0), text);
  await vscode.workspace.applyEdit(edit);
}

/** An address that VS Code refuses to read. */
const brokenFile = "no scheme:headcount.sqllike";

suite("Chart specifications in VS Code", () => {
  teardown(() => vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor"));

  for (const file of [undefined, "untitled:Untitled-1"]) {
    test(`are read, opened and followed in a window without a folder, of the file ${file}`, async () => {
      const { results, shown, log, lines } = oneResult(file);
      const folders = withoutFolders();
      const specs = new ChartSpecFiles(results, log);
      try {
        const name = file === undefined ? "result.chart.json" : "Untitled-1.chart.json";
        assert.deepEqual(await specs.read(shown), { text: undefined, name });
        await specs.edit(shown, "{}");
        const { document } = vscode.window.activeTextEditor ?? {};
        assert.ok(document?.uri.scheme === "untitled" && document.uri.path.endsWith(`/${name}`));
        let told: ChartEvents["chartSpecChanged"] | undefined;
        specs.onDidChange((changed) => {
          told = changed;
        });
        await insertAtStart(document.uri, " ");
        await eventually(async () => (told?.text === document.getText() ? true : undefined));
        assert.deepEqual(told, { resultId: "one", name, text: document.getText() });
        assert.equal((await specs.read(shown)).text, document.getText());
        assert.deepEqual(lines, []);
      } finally {
        specs.dispose();
        folders.dispose();
      }
    });
  }

  test("are logged when an edited one cannot be shown", async () => {
    const { results, log, lines } = oneResult(brokenFile);
    const specs = new ChartSpecFiles(results, log);
    try {
      const uri = vscode.Uri.from({ scheme: "untitled", path: "/broken.chart.json" });
      await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
      await insertAtStart(uri, "{}");
      const line = await eventually(async () => lines[0]);
      assert.match(line, /^An edited chart specification could not be shown: \[UriError\]/);
    } finally {
      specs.dispose();
    }
  });
});

suite("A page of results in VS Code", () => {
  test("has what it asks for in vain for an unexpected reason in the log", async () => {
    const { results, log, lines } = oneResult(brokenFile);
    const received = new vscode.EventEmitter<unknown>();
    const posted: Packet[] = [];
    const post = (packet: Packet) => void posted.push(packet);
    const bridge = new ResultsBridge({ post, onDidReceive: received.event, shows: () => true, overrides: {} }, {
      log,
      results,
    } as unknown as BridgeParts);
    received.fire({ type: "request", id: 1, name: "chartSpec", params: { resultId: "one" } });
    const answer = await eventually(async () => posted[0]);
    bridge.dispose();
    received.dispose();
    assert.ok(answer.type === "failure");
    assert.deepEqual([answer.failure.code, lines.length], ["internal", 1]);
    assert.match(lines[0] ?? "", /^The request "chartSpec" of a page of results failed: \[UriError\]/);
  });
});

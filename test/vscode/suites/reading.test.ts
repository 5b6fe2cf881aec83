import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";

const text = `SELECT employeeCount(), level(Location, "Location_1") FROM Employee
WHERE Service_Time IN periods(date("2024-07-01"), 3, period(1, Month))`;

suite("Reading a query in VS Code", () => {
  let document: vscode.TextDocument;

  suiteSetup(async () => {
    await vscode.extensions.getExtension("workforce.workforce-analytics")?.activate();
    document = await vscode.workspace.openTextDocument({ language: "workforce-sqllike", content: text });
    await vscode.window.showTextDocument(document);
  });

  const placeAfter = (before: string) => document.positionAt(text.indexOf(before) + before.length);
  const whole = () => new vscode.Range(document.positionAt(0), document.positionAt(text.length));
  const hintsNow = async () => {
    const hints = await vscode.commands.executeCommand<vscode.InlayHint[]>(
      "vscode.executeInlayHintProvider",
      document.uri,
      whole(),
    );
    return hints.map(({ label }) => String(label));
  };

  test("a hover spells the intervals out", async () => {
    const shown = await eventually(async () => {
      const hovers = await vscode.commands.executeCommand<vscode.Hover[]>(
        "vscode.executeHoverProvider",
        document.uri,
        placeAfter("perio"),
      );
      return hovers.length > 0 ? hovers : undefined;
    });
    const [content] = shown[0]?.contents ?? [];
    assert.ok(content instanceof vscode.MarkdownString);
    assert.match(content.value, /- `2024-04-01` to `2024-05-01`/);
    assert.ok(!content.isTrusted, "no link of a model may run a command");
  });

  test("the signature of the function around the cursor is shown", async () => {
    const help = await vscode.commands.executeCommand<vscode.SignatureHelp>(
      "vscode.executeSignatureHelpProvider",
      document.uri,
      placeAfter('periods(date("2024-07-01"), '),
    );
    assert.match(help.signatures[0]?.label ?? "", /^periods\(/);
    assert.equal(help.activeParameter, 1);
  });

  test("the names are coloured by what they are", async () => {
    const legend = await vscode.commands.executeCommand<vscode.SemanticTokensLegend>(
      "vscode.provideDocumentSemanticTokensLegend",
      document.uri,
    );
    const tokens = await vscode.commands.executeCommand<vscode.SemanticTokens>(
      "vscode.provideDocumentSemanticTokens",
      document.uri,
    );
    const types = [...tokens.data].filter((_, index) => index % 5 === 3).map((type) => legend.tokenTypes[type]);
    assert.deepEqual(types.slice(0, 4), ["metric", "function", "dimension", "level"]);
  });

  test("another time column of the connection's deployment counts at once", async () => {
    const codes = () => vscode.languages.getDiagnostics(document.uri).map(({ code }) => code);
    const folder = await mkdtemp(join(tmpdir(), "workforce-profile-"));
    const profile = join(folder, "profile.json");
    await writeFile(profile, JSON.stringify({ timeColumn: "Valid_Time" }));
    const settings = vscode.workspace.getConfiguration("workforce.localService");
    await settings.update("profile", profile, true);
    try {
      await eventually(async () => (codes().includes("SL501") ? true : undefined));
    } finally {
      await settings.update("profile", undefined, true);
      await rm(folder, { recursive: true });
    }
    await eventually(async () => (codes().includes("SL501") ? undefined : true));
  });

  test("hints follow their settings without a restart", async () => {
    const ends = "ends 2024-05-01, 2024-06-01, 2024-07-01";
    await eventually(async () => ((await hintsNow()).includes(ends) ? true : undefined));
    const settings = vscode.workspace.getConfiguration("workforce.editor.inlayHints");
    await settings.update("periods", false, true);
    try {
      await eventually(async () => ((await hintsNow()).includes(ends) ? undefined : true));
      assert.ok((await hintsNow()).includes("aggregate"));
    } finally {
      await settings.update("periods", undefined, true);
    }
  });
});

/** What a language server answers takes a moment to come to be. */
async function eventually<Value>(read: () => Promise<Value | undefined>): Promise<Value> {
  for (const deadline = Date.now() + 20_000; Date.now() < deadline; ) {
    const value = await read();
    if (value !== undefined) {
      return value;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("It did not come to be.");
}

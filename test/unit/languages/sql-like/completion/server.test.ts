import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CompletionItem, CompletionList } from "vscode-languageserver-protocol/node";
import { LanguageEditor } from "../../../../support/language-editor.ts";
import { answerFromAppendix } from "../../../../support/model-answers.ts";

const uri = "file:///query.sqllike";
const withSnippets = { textDocument: { completion: { completionItem: { snippetSupport: true } } } };

suite("Completion over the language server", () => {
  let editor: LanguageEditor | undefined;

  teardown(() => editor?.dispose());

  /** Completes where the `|` stands, on one of several lines. */
  async function completeAt(marked: string, capabilities = {}, search = answerFromAppendix): Promise<CompletionItem[]> {
    editor = await LanguageEditor.open({ search, capabilities });
    const before = marked.slice(0, marked.indexOf("|")).split("\n");
    await editor.openText(uri, marked.replace("|", ""));
    const list = await editor.connection.sendRequest<CompletionList>("textDocument/completion", {
      textDocument: { uri },
      position: { line: before.length - 1, character: before.at(-1)?.length },
    });
    return list.items;
  }

  const find = (items: readonly CompletionItem[], label: string): CompletionItem => {
    const item = items.find((each) => each.label === label);
    assert.ok(item, `${label} is among ${items.map((each) => each.label).join(", ")}`);
    return item;
  };

  test("offers the names of the connection in the order of the list", async () => {
    const items = await completeAt("SELECT employeeCount(), | FROM Employee");
    const sorted = [...items].sort((one, other) => ((one.sortText ?? "") < (other.sortText ?? "") ? -1 : 1));
    assert.deepEqual(sorted, items);
    assert.equal(items[0]?.label, "averageSalary");
  });

  test("replaces the word in its own statement of the document", async () => {
    const items = await completeAt("SELECT Age FROM Employee;\nSELECT Age FROM Employee WHERE Wor|k_M = 'Office'");
    assert.deepEqual(find(items, "Work_Model").textEdit, {
      range: { start: { line: 1, character: 31 }, end: { line: 1, character: 37 } },
      newText: "Work_Model",
    });
  });

  test("brings FROM as an edit of the document", async () => {
    const items = await completeAt("SELECT Age FROM Employee;\nSELECT exit|,\n  Exit_Type");
    const end = { line: 2, character: 11 };
    assert.deepEqual(find(items, "exitCount").additionalTextEdits, [
      { range: { start: end, end }, newText: "\nFROM Employee_Exit" },
    ]);
  });

  test("gives snippets only to an editor that takes them", async () => {
    const marked = "SELECT employeeCount() FROM Employee WHERE Service_Time |";
    const [plain] = await completeAt(marked);
    assert.match(String(plain?.textEdit?.newText), /^IN periods\(date\("\d{4}-\d\d-01"\), 12, period\(1, Month\)\)$/);
    assert.equal(plain?.insertTextFormat, 1);
    editor?.dispose();
    const [snippet] = await completeAt(marked, withSnippets);
    assert.match(String(snippet?.textEdit?.newText), /period\(\$\{3:1\}, \$\{4\|Month,Day,Week,Quarter,Year\|\}\)\)$/);
    assert.equal(snippet?.insertTextFormat, 2);
  });

  test("has an editor ask again after what leads on", async () => {
    const again = { title: "Suggest", command: "editor.action.triggerSuggest" };
    const items = await completeAt("SELECT | FROM Employee", withSnippets);
    assert.deepEqual(find(items, "Direct_Manager").command, again);
    assert.equal(find(items, "Age").command, undefined);
    editor?.dispose();
    const members = await completeAt("SELECT Age FROM Employee WHERE |", withSnippets);
    assert.deepEqual(find(members, "Location").command, again);
    editor?.dispose();
    const plain = await completeAt("SELECT Age FROM Employee WHERE |");
    assert.equal(find(plain, "Location").command, undefined, "the cursor stands behind the brackets");
  });

  test("documents an item when it is looked at", async () => {
    const items = await completeAt("SELECT | FROM Employee");
    const resolve = (label: string) =>
      editor?.connection.sendRequest<CompletionItem>("completionItem/resolve", find(items, label));
    assert.match(
      String((await resolve("Work_Model"))?.documentation),
      /Dimension of Employee\n.*\nMembers: Office, Hybrid/,
    );
    assert.match(String((await resolve("employeeCount"))?.documentation), /Metric of Employee/);
    assert.equal((await resolve("level"))?.documentation, undefined);
  });

  test("offers members in their path form", async () => {
    const items = await completeAt('SELECT Age FROM Employee WHERE Location IN ("Mad|")');
    assert.deepEqual(
      items.map(({ label }) => label),
      ["EMEA.Spain.Madrid"],
    );
  });

  test("offers statements and files in a script of the shell", async () => {
    const folder = await mkdtemp(join(tmpdir(), "workforce-shell-"));
    await writeFile(join(folder, "people.csv"), "EmployeeID\n");
    const opened = await LanguageEditor.open({ search: answerFromAppendix });
    editor = opened;
    const script = pathToFileURL(join(folder, "load.wfshell")).href;
    const text = "SET schema TO staging;\nBEGIN TRANSACTION;\n\nCOPY Employee FROM ''";
    await opened.openText(script, text, "workforce-sqllike-shell");
    const labelsAt = async (line: number, character: number) => {
      const place = { textDocument: { uri: script }, position: { line, character } };
      const { items } = await opened.connection.sendRequest<CompletionList>("textDocument/completion", place);
      return items.map(({ label }) => label);
    };
    assert.deepEqual((await labelsAt(2, 0)).slice(0, 3), ["COPY", "COMMIT", "ROLLBACK"]);
    assert.deepEqual(await labelsAt(3, 20), ["people.csv"]);
    await rm(folder, { recursive: true });
  });

  test("offers options in the comment of a query and nothing in another", async () => {
    const items = await completeAt("-- li|\nSELECT Age FROM Employee");
    assert.ok(items.some(({ label }) => label === "listQueryOptions"));
    editor?.dispose();
    assert.deepEqual(await completeAt("SELECT Age /* li| */ FROM Employee"), []);
  });
});

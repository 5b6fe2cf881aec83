import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { CompletionItem, CompletionList, Diagnostic } from "vscode-languageserver-protocol/node";
import {
  type ModelEntry,
  type ModelSearch,
  type ModelSearchResult,
  modelChangedNotification,
} from "../../../src/languages/core/model/model-requests.ts";
import { tablesChangedNotification } from "../../../src/languages/core/model/table-model.ts";
import { hostileTexts, livingMarkdown } from "../../support/hostile-markdown.ts";
import { LanguageEditor } from "../../support/language-editor.ts";

/** A text of others as a name within one line. */
const nameOf = (text: string) => text.replace(/\s+/g, " ");

/** A model, all of whose texts are the given one. */
function entriesOf(text: string, { kind }: ModelSearch): ModelSearchResult {
  const told = { displayName: text, description: text };
  const entries: Readonly<Record<ModelSearch["kind"], readonly ModelEntry[]>> = {
    analyticObject: [{ id: "Employee", objectKind: "SUBJECT", unsupported: { Moves: text }, ...told }],
    metric: [
      {
        id: "headCount",
        object: "Employee",
        formula: text,
        parameters: [{ id: "least", kind: "number", ...told }],
        ...told,
      },
    ],
    dimension: [
      {
        id: "Place",
        object: "Employee",
        dimensionKind: "leveled",
        levels: [nameOf(text)],
        levelNames: [text],
        ...told,
      },
    ],
    property: [{ id: "Name", object: "Employee", dataType: text, ...told }],
    concept: [{ id: "isHere", object: "Employee", ...told }],
    member: [{ id: nameOf(text), path: nameOf(text), names: [nameOf(text)], displayName: text }],
  };
  return { entries: entries[kind], isComplete: true };
}

/** Tables, all of whose texts but their names are the given one. */
function tablesOf(text: string) {
  const column = (name: string) => ({ name, type: text, isPrimaryTimestamp: false });
  const told = { displayName: text, description: text };
  const columns = [column("badge_no"), column(nameOf(text))];
  return {
    tables: [
      { objectName: "badges", id: "t-1", ...told, columns },
      { objectName: nameOf(text), id: nameOf(text), ...told, columns },
    ],
    isComplete: true,
  };
}

/** Files of each language that hold a text, with the places to complete at marked by `¦`. */
function filesOf(text: string) {
  const name = nameOf(text);
  const quoted = `\`${name.replaceAll("`", "``")}\``;
  const unknown = `\`${name.replaceAll("`", "``")}x\``;
  const query = (text: string) => `SELECT ${text} FROM \`badges\` AS b`;
  const json = (value: unknown) => JSON.stringify(value, undefined, 2);
  return [
    {
      file: "query.sqllike",
      languageId: "workforce-sqllike",
      marked: [`-- ${name}\nSELECT ¦ FROM Employee WHERE Place = "¦"`],
      wrong: `SELECT Name FROM Employee WHERE Place = "${name}x"`,
    },
    {
      file: "script.wfshell",
      languageId: "workforce-sqllike-shell",
      marked: [`-- ${name}\nSELECT ¦ FROM Employee WHERE Place = "¦";\nLOAD "¦"`],
      wrong: `SELECT Name FROM Employee WHERE Place = "${name}x";\n`,
    },
    {
      file: "table.tablesql",
      languageId: "workforce-tablesql",
      marked: [query("b.¦"), "SELECT * FROM ¦", "SELECT ¦ FROM badges"],
      wrong: `${query(`b.${unknown}`)};\nSELECT * FROM ${unknown}`,
    },
    {
      file: "load.sqljob.json",
      languageId: "json",
      marked: [
        json({ job: { tenants: ["¦"], actions: [{ upsert: { source: "¦", target: "¦", keys: ["¦"] } }] } }),
        json({
          uploads: { "¦": "¦" },
          job: { inputs: [{ id: name, filename: "¦" }], actions: [{ reset: { table: "¦" } }] },
        }),
        json({ job: { actions: [{ query: { query: "SELECT ¦ FROM badges" } }] } }),
      ],
      wrong: json({
        uploads: { [`../${text}`]: text },
        job: {
          tenants: [text],
          inputs: [{ id: text, filename: text }],
          actions: [{ upsert: { source: `${text}x`, target: text, keys: [`${text}x`] } }, { [text]: {} }],
        },
        downloads: [text],
      }),
    },
    {
      file: "view.tablesource.json",
      languageId: "json",
      marked: [
        json({ materializedView: { query: "SELECT ¦ FROM badges", dependencies: [{ upstreamTable: "¦" }] } }),
        json({ columns: [{ name: "¦" }], materializedView: { query: `SELECT ${quoted} FROM badges` } }),
      ],
      wrong: json({
        objectName: text,
        columns: [
          { name: text, dataType: text },
          { name: text, dataType: "STRING" },
        ],
        materializedView: {
          enabled: true,
          query: `SELECT ${unknown} FROM ${unknown}`,
          dependencies: [{ upstreamTable: `${text}x`, joinFilter: text }],
        },
      }),
    },
  ];
}

describe("texts of others in the answers of the language server", function () {
  this.timeout(60_000);
  let editor: LanguageEditor;
  let folder: string;
  let current = "";
  let documents = 0;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-hostile-"));
    editor = await LanguageEditor.open({ search: (search) => entriesOf(current, search) });
    editor.connection.onRequest("workforce/tables/search", () => tablesOf(current));
    editor.connection.onRequest("workforce/tables/find", () => tablesOf(current));
    editor.connection.onRequest("workforce/tenants/list", () => ({
      tenants: [{ code: current, displayName: current }],
    }));
    await writeFile(join(folder, "![p](command:a).csv"), "a\n1\n");
  });
  after(async () => {
    editor?.dispose();
    await rm(folder, { recursive: true });
  });

  const uriOf = (file: string) => pathToFileURL(join(folder, `${++documents}.${file}`)).href;

  async function complete(file: string, languageId: string, marked: string): Promise<CompletionItem[]> {
    const pieces = marked.split("¦");
    const uri = uriOf(file);
    await editor.openText(uri, pieces.join(""), languageId);
    const items: CompletionItem[] = [];
    for (let index = 1; index < pieces.length; index++) {
      const before = pieces.slice(0, index).join("").split("\n");
      const position = { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
      const params = { textDocument: { uri }, position };
      const list: CompletionList | null = await editor.connection.sendRequest("textDocument/completion", params);
      for (const item of list?.items ?? []) {
        items.push("data" in item ? await editor.connection.sendRequest("completionItem/resolve", item) : item);
      }
    }
    return items;
  }

  /** Problems that tell a text, once they are known. */
  async function problemsOf(file: string, languageId: string, text: string, told: string): Promise<Diagnostic[]> {
    const uri = uriOf(file);
    await editor.openText(uri, text, languageId);
    const tells = ({ message }: Diagnostic) => nameOf(String(message)).includes(told);
    return (await editor.diagnostics(uri, ({ diagnostics }) => diagnostics.some(tells))).diagnostics;
  }

  for (const text of hostileTexts) {
    it(`make no link in completions and problems: ${JSON.stringify(text)}`, async () => {
      current = text;
      await editor.connection.sendNotification(modelChangedNotification);
      await editor.connection.sendNotification(tablesChangedNotification);
      for (const { file, languageId, marked, wrong } of filesOf(text)) {
        const items: CompletionItem[] = [];
        for (const one of marked) {
          items.push(...(await complete(file, languageId, one)));
        }
        const texts: string[] = [];
        for (const { detail = "", documentation = "", labelDetails } of items) {
          // VS Code shows a string as it is, and only `MarkupContent` as Markdown.
          const isPlain = typeof documentation === "string";
          const shown: string = typeof documentation === "string" ? documentation : documentation.value;
          assert.deepEqual(isPlain ? [] : livingMarkdown(shown), [], `${file}: ${shown}`);
          assert.ok(typeof detail === "string" && labelDetails === undefined);
          texts.push(detail, isPlain ? shown : shown.replace(/\\(.)/g, "$1"));
        }
        assert.ok(
          texts.some((one) => nameOf(one).includes(nameOf(text))),
          `no completion of ${file} tells it`,
        );
        for (const problem of await problemsOf(file, languageId, wrong, nameOf(text))) {
          assert.equal(typeof problem.message, "string", "VS Code shows a string as it is");
          assert.match(String(problem.code), /^[A-Z]{2}\d{3}$/);
          assert.deepEqual([problem.codeDescription, problem.relatedInformation], [undefined, undefined]);
        }
      }
    });
  }
});

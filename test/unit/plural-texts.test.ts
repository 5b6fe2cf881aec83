import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import ts from "typescript";
import { fillCount } from "../../src/protocol/fill-text.ts";
import { sourceFiles } from "../support/source-files.ts";

const nouns =
  "batches|cells|changes|characters|columns|connectors|days|errors|fields|files|groups|items|jobs|lines|names|problems|queries|" +
  "records|rows|settings|tenants|texts|transactions|uploads|users|values|versions|views|warnings";
const counted = new RegExp(`(\\{\\d\\}) (?!hides|holds)(?:[a-z]+ )?(?:${nouns})\\b`, "g");

/** Texts whose count is never 1, or the total of a progress such as `1 of 2 rows`, or where the word is a verb. */
const excused = new Set([
  "Last {0} days",
  "First {0} rows",
  "{0} of {1} users",
  "Stopped after {0} of {1} users, which are remembered. Apply the file again to go on.",
  "{0} of {1} queries",
  "{0} of {1} tenants failed",
  "{0} of {1} tenants done",
  "{0} failed in {1} tenants, and its transaction was kept open.",
  "{0} of {1} files are there.",
  "Running the job: {0} of {1} tenants done",
  "{0} tenants: {1}",
  "{0} processing jobs have succeeded.",
  "{0} files",
  "Saved with the notebook: the first {0} of {1} rows of a run on {2}. Run the cell to get all of them.",
  "Exporting… {0} of {1} rows",
  "{0} of {1} rows",
  "{0} of {1} rows pass the filters.",
  "{0} of {1} tenants",
  "{0} of {1} columns shown",
  "Profiling… {0} of {1} columns",
  "{0}: {1}. {2} values, from {3} to {4}.",
  "{0} names files beside it, which must be on this machine. Save it in a folder first.",
  "What publishing {0} changes",
  "Look first at what publishing {0} changes: {1} is a production connection.",
  "The project {0} takes production back when it is published.",
]);

/** The text of a call of `vscode.l10n.t`. Undefined for any other node. */
function textOf(node: ts.Node): string | undefined {
  const text =
    ts.isCallExpression(node) && /\bl10n\.t$/.test(node.expression.getText()) ? node.arguments[0] : undefined;
  return text && ts.isStringLiteral(text) ? text.text : undefined;
}

/** The texts of a source that count something and have no other text for a count of 1. */
function unpairedTexts(file: string, source: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const text = textOf(node);
    if (text?.match(counted) && !excused.has(text) && !isPaired(node)) {
      found.push(text);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return found;
}

/** Whether a text stands in a pair whose first text is for a count of 1, or in the branch for other counts. */
function isPaired({ parent }: ts.Node): boolean {
  return (
    (ts.isArrayLiteralExpression(parent) && parent.elements.length === 2) ||
    (ts.isConditionalExpression(parent) && /(?:===|<=) 1\b/.test(parent.condition.getText()))
  );
}

describe("Texts about a count", () => {
  test("every text of the extension has another one for a count of 1", async () => {
    const found: string[] = [];
    for (const file of await sourceFiles("src")) {
      found.push(...unpairedTexts(file, await readFile(file, "utf8")).map((text) => `${file}: ${text}`));
    }
    assert.deepEqual(found, []);
  });

  test("a text without another one for a count of 1 is found", () => {
    for (const [source, count] of [
      ['vscode.l10n.t("{0} rows", n)', 1],
      ['vscode.l10n.t("{0}: {1} earlier lines are left out.", name, n)', 1],
      ['formatPlural(n, [vscode.l10n.t("1 row"), vscode.l10n.t("{0} rows")])', 0],
      ['n === 1 ? vscode.l10n.t("1 row") : vscode.l10n.t("{0} rows", n)', 0],
      ['n === 0 ? vscode.l10n.t("no row") : vscode.l10n.t("{0} rows", n)', 1],
      ['vscode.l10n.t("{0} is done.", name)', 0],
    ] as const) {
      assert.equal(unpairedTexts("a.ts", source).length, count, source);
    }
  });

  test("every text of a view has another one for a count of 1", async () => {
    const pairs = new Set<string>();
    const found: string[] = [];
    for (const file of await sourceFiles("src/webview")) {
      const source = await readFile(file, "utf8");
      for (const [, name = ""] of source.matchAll(
        /\[(?:strings\.|this\.#strings\.)?\w+, (?:strings\.|this\.#strings\.)?(\w+)\]/g,
      )) {
        pairs.add(name);
      }
    }
    for (const file of (await sourceFiles("src/protocol")).filter((name) => name.endsWith("-strings.ts"))) {
      for (const [, name = "", text = ""] of (await readFile(file, "utf8")).matchAll(/^ {2}(\w+): "(.*)",$/gm)) {
        if (text.match(counted) && !excused.has(text) && !pairs.has(name)) {
          found.push(`${file}: ${name}: ${text}`);
        }
      }
    }
    assert.deepEqual(found, []);
  });

  test("are filled with the count and the other values, which may hold placeholders themselves", () => {
    const texts = ["{1}: 1 row", "{1}: {0} rows"] as const;
    const format = (count: number | string) => Number(count).toLocaleString("en");
    assert.equal(fillCount(1, texts, format, "a {0}"), "a {0}: 1 row");
    assert.equal(fillCount("1", texts, format, "a"), "a: 1 row");
    assert.equal(fillCount(0, texts, format, "a"), "a: 0 rows");
    assert.equal(fillCount(2500, texts, format, "a {0}"), "a {0}: 2,500 rows");
  });
});

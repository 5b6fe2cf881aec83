import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import ts from "typescript";
import { sourceFiles } from "../support/source-files.ts";

interface Cruise {
  readonly summary: {
    readonly violations: readonly { readonly from: string; readonly rule: { readonly name: string } }[];
  };
}

function cruise(folder: string): Promise<Cruise> {
  const program = path.resolve("node_modules/dependency-cruiser/bin/dependency-cruise.mjs");
  const args = [program, "src", "--config", ".dependency-cruiser.cjs", "--output-type", "json"];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, { cwd: folder, maxBuffer: 1 << 28 }, (error, stdout) => {
      // A violation is no failure of the JSON reporter, but a crash leaves no JSON behind.
      try {
        resolve(JSON.parse(stdout));
      } catch {
        reject(error ?? new Error("dependency-cruiser printed no JSON."));
      }
    });
  });
}

/** Files by their paths, each with what it imports. */
const planted: readonly { readonly rule: string; readonly files: Readonly<Record<string, string>> }[] = [
  {
    rule: "base-imports-only-its-own",
    files: { "src/base/wrong.ts": "../contract/row.ts", "src/contract/row.ts": "" },
  },
  {
    rule: "languages-sql-like-syntax-imports-only-its-own",
    files: {
      "src/languages/sql-like/syntax/wrong.ts": "../binding/row.ts",
      "src/languages/sql-like/binding/row.ts": "",
    },
  },
  {
    rule: "service-store-imports-only-its-own",
    files: { "src/service/store/wrong.ts": "../sql-jobs/row.ts", "src/service/sql-jobs/row.ts": "" },
  },
  {
    rule: "client-call-imports-only-its-own",
    files: { "src/client/call/wrong.ts": "../service-client.ts", "src/client/service-client.ts": "" },
  },
  {
    rule: "only-egress-opens-sockets",
    files: { "src/service/jobs/wrong.ts": "node:tls" },
  },
  {
    rule: "no-cycles-between-folders",
    files: {
      "src/features/one/a/first.ts": "../b/second.ts",
      "src/features/one/a/third.ts": "",
      "src/features/one/b/second.ts": "",
      "src/features/one/b/fourth.ts": "../a/third.ts",
    },
  },
];

/** A type is a dependency for all rules but that of sockets. */
function contentOf(imported: string): string {
  if (imported.startsWith("node:")) {
    return `import "${imported}";\n`;
  }
  return imported ? `export type { Row } from "${imported}";\n` : "export type Row = string;\n";
}

describe("the layers", function () {
  this.timeout(120_000);
  let violations: Cruise["summary"]["violations"];

  // One cruise of all that is planted, since dependency-cruiser takes seconds to start.
  before(async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "layers-"));
    try {
      await copyFile(".dependency-cruiser.cjs", path.join(folder, ".dependency-cruiser.cjs"));
      await copyFile("tsconfig.json", path.join(folder, "tsconfig.json"));
      for (const [file, imported] of planted.flatMap(({ files }) => Object.entries(files))) {
        await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
        await writeFile(path.join(folder, file), contentOf(imported));
      }
      violations = (await cruise(folder)).summary.violations;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  for (const { rule, files } of planted) {
    it(`are watched: a planted violation of ${rule} is reported`, () => {
      // A cycle is one of folders.
      const own = violations.filter(({ from }) => Object.keys(files).some((file) => file.startsWith(from)));
      assert.deepEqual(new Set(own.map(({ rule: { name } }) => name)), new Set([rule]));
    });
  }

  it("are watched for nothing else in what is planted", () => {
    assert.deepEqual(new Set(violations.map(({ rule: { name } }) => name)), new Set(planted.map(({ rule }) => rule)));
  });
});

describe("the folders of a layer", () => {
  for (const layer of ["languages/core", "languages/sql-like", "client", "service", "results", "webview"]) {
    it(`src/${layer} have each a rule of what they may import`, async () => {
      const entries = await readdir(`src/${layer}`, { withFileTypes: true });
      const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
      const config: { forbidden: { from: { path?: string } }[] } = createRequire(import.meta.url)(
        path.resolve(".dependency-cruiser.cjs"),
      );
      const ruled = new Set(config.forbidden.map(({ from }) => from.path));
      assert.deepEqual(
        folders.filter((folder) => !ruled.has(`^src/${layer}/${folder}/`)),
        [],
      );
    });
  }
});

describe("the embedded service", () => {
  it("has no tokenizer or grammar of SQL: it reads statements by the front doors of the languages alone", async () => {
    const files = await sourceFiles("src/service");
    // A regular expression that goes on where it stopped is what tokens are cut with.
    const sticky = /\/[dgimsuv]*y[dgimsuv]*(?=[\s,;).])/;
    const named =
      /\/(engine|sql-jobs|table-data)\/.*(lexer|tokeni[sz]er|token-stream|tokens|parse-(statement|query|expression))\.ts$/;
    const found: string[] = [];
    for (const file of files) {
      if (named.test(file.replaceAll(path.sep, "/")) || sticky.test(await readFile(file, "utf8"))) {
        found.push(file);
      }
    }
    assert.ok(files.length > 100);
    assert.deepEqual(found, []);
  });
});

/** Where VS Code makes `[label](command:...)` a link, and the one file of ours that may call it and breaks the links. */
const linkingCalls = [
  [/\bshow(Information|Warning|Error)Message\b/, "src/host/notifications.ts"],
  [/\bwindow\.withProgress\b/, "src/host/progress.ts"],
  [/\b(createInputBox|showInputBox)\b/, "src/host/step-input.ts"],
  [/\bcreateLanguageStatusItem\b/, "src/features/language/model-status.ts"],
] as const;

/** The functions of `src/languages/core/text/markdown.ts` whose answers hold nothing of a text that lives. */
const escapes = new Set(["escapeMarkdown", "escapeMarkdownLine", "formatInlineCode", "formatCodeBlock"]);
/** Hover texts, which the language server makes with these functions for the editor as well. */
const hovers = new Set(["this.#services.describe"]);

/** Whether Markdown is a literal, or made of literals and of texts that went through an escaping function. */
function isEscaped(node: ts.Expression | undefined): boolean {
  if (node === undefined || ts.isStringLiteralLike(node)) {
    return true;
  }
  if (ts.isTemplateExpression(node)) {
    return node.templateSpans.every(({ expression }) => isEscaped(expression));
  }
  if (ts.isAwaitExpression(node)) {
    return ts.isCallExpression(node.expression) && hovers.has(node.expression.expression.getText());
  }
  if (ts.isParenthesizedExpression(node)) {
    return isEscaped(node.expression);
  }
  if (ts.isConditionalExpression(node)) {
    return isEscaped(node.whenTrue) && isEscaped(node.whenFalse);
  }
  if (ts.isBinaryExpression(node)) {
    return isEscaped(node.left) && isEscaped(node.right);
  }
  if (!ts.isCallExpression(node)) {
    return false;
  }
  const called = node.expression.getText();
  return escapes.has(called) || (/\bl10n\.t$/.test(called) && node.arguments.every(isEscaped));
}

/** What a source appends to Markdown, makes it of or sets it to, as it is written, where no escaping function is. */
function unescapedMarkdown(file: string, text: string): string[] {
  const found: string[] = [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    const isAppended =
      ts.isCallExpression(node) &&
      ts.isPropertyAccessExpression(node.expression) &&
      node.expression.name.text === "appendMarkdown";
    const isMade = ts.isNewExpression(node) && /\bMarkdownString$/.test(node.expression.getText());
    if ((isAppended || isMade) && !isEscaped(node.arguments?.[0])) {
      found.push(`${file}: ${node.arguments?.[0]?.getText()}`);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

describe("texts that VS Code would make links of", () => {
  it("are shown by one file alone, which breaks the links", async () => {
    const files = await sourceFiles("src");
    const texts = await Promise.all(files.map(async (file) => [file, await readFile(file, "utf8")] as const));
    for (const [pattern, owner] of linkingCalls) {
      const callers = texts.filter(([, text]) => pattern.test(text)).map(([file]) => file);
      assert.deepEqual(callers, [owner], `${pattern} is for ${owner} alone; call that`);
    }
  });

  it("are never trusted Markdown, never HTML, and escaped so that a bare address is no link either", async () => {
    const files = (await sourceFiles("src")).filter((file) => !file.startsWith("src/webview/"));
    for (const file of files) {
      assert.doesNotMatch(await readFile(file, "utf8"), /\bisTrusted\s*[:=](?!=)|\bsupportHtml\b|\.appendText\(/, file);
    }
  });

  it("are escaped in every piece of Markdown that is shown", async () => {
    const found: string[] = [];
    let pieces = 0;
    for (const file of await sourceFiles("src")) {
      const text = await readFile(file, "utf8");
      if (/\bMarkdownString\b|\.appendMarkdown\b/.test(text)) {
        pieces += text.match(/\.appendMarkdown\(/g)?.length ?? 0;
        found.push(...unescapedMarkdown(file, text));
      }
    }
    assert.ok(pieces > 5);
    assert.deepEqual(found, [], "pass each text through a function of src/languages/core/text/markdown.ts");
  });

  it("are watched: Markdown that is not escaped is reported", () => {
    for (const [piece, count] of [
      ["text.appendMarkdown(message)", 1],
      ["text.appendMarkdown(`**${name}**`)", 1],
      ["text.appendMarkdown(isKnown ? escapeMarkdownLine(name) : name)", 1],
      ["new vscode.MarkdownString(vscode.l10n.t('{0} failed', name), true)", 1],
      ["new MarkdownString().appendMarkdown(`a` + name)", 1],
      ["text.appendMarkdown(escapeMarkdownLine(name).replace('a', name))", 1],
      ["new vscode.MarkdownString().appendMarkdown(`**${escapeMarkdownLine(name)}**`).appendMarkdown(`\n`)", 0],
      ["new vscode.MarkdownString(vscode.l10n.t('{0} failed', formatInlineCode(name)))", 0],
    ] as const) {
      assert.equal(unescapedMarkdown("a.ts", piece).length, count, piece);
    }
  });
});

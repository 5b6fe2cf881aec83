import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

interface Cruise {
  readonly summary: { readonly violations: readonly { readonly rule: { readonly name: string } }[] };
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

describe("the layers", function () {
  this.timeout(120_000);

  it("are watched: a planted violation is reported", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "layers-"));
    try {
      await mkdir(path.join(folder, "src/base"), { recursive: true });
      await mkdir(path.join(folder, "src/contract"), { recursive: true });
      await copyFile(".dependency-cruiser.cjs", path.join(folder, ".dependency-cruiser.cjs"));
      await copyFile("tsconfig.json", path.join(folder, "tsconfig.json"));
      await writeFile(
        path.join(folder, "src/base/wrong.ts"),
        'import type { Row } from "../contract/row.ts";\nexport type Wrong = Row;\n',
      );
      await writeFile(path.join(folder, "src/contract/row.ts"), "export type Row = string;\n");
      const { summary } = await cruise(folder);
      assert.ok(summary.violations.some(({ rule }) => rule.name === "base-imports-only-its-own"));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

/** Where VS Code makes `[label](command:...)` a link, and the one file of ours that may call it and breaks the links. */
const linkingCalls = [
  [/\bshow(Information|Warning|Error)Message\b/, "src/host/notifications.ts"],
  [/\bwindow\.withProgress\b/, "src/host/progress.ts"],
  [/\b(createInputBox|showInputBox)\b/, "src/host/step-input.ts"],
  [/\bcreateLanguageStatusItem\b/, "src/features/language/model-status.ts"],
] as const;

async function sourceFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => path.join(entry.parentPath, entry.name).replaceAll("\\", "/"));
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
});

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
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

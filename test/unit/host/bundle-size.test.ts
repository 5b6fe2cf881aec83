import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import * as esbuild from "esbuild";

const megabyte = 1024 * 1024;
/** What starts the extension, helps with a query and runs it; every other feature is a file of its own. */
const mainFiles = ["extension.js", "client.js", "language-client.js"];

describe("the bundles of the extension host", function () {
  this.timeout(60_000);
  let folder = "";
  const hostFiles: string[] = [];
  const fileOf = (name: string) => path.join(folder, name);

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "workforce-bundles-"));
    const require = createRequire(path.resolve("package.json"));
    const { bundles } = require(path.resolve("esbuild.js")) as { bundles: esbuild.BuildOptions[] };
    for (const options of bundles) {
      const name = path.basename(options.outfile ?? "");
      const [entry] = options.entryPoints as string[];
      if (/^src\/(extension\.ts|client\/|features\/)/.test(entry ?? "")) {
        hostFiles.push(name);
        await esbuild.build({ ...options, outfile: fileOf(name), minify: true, sourcemap: false });
      }
    }
  });
  after(() => rm(folder, { recursive: true, force: true }));

  it("are one megabyte together where queries are written and run, minified", () => {
    const sizes = mainFiles.map((name) => statSync(fileOf(name)).size);
    const total = sizes.reduce((sum, size) => sum + size, 0);
    assert.ok(total <= megabyte, `${total} bytes: ${sizes.join(" + ")}`);
  });

  it("leave to the lazy ones what activation does not need", () => {
    const { size } = statSync(fileOf("extension.js"));
    assert.ok(size < 0.14 * megabyte, `${size} bytes`);
  });

  it("hold no native code and no server", async () => {
    for (const name of hostFiles) {
      assert.doesNotMatch(await readFile(fileOf(name), "utf8"), /@duckdb\/node-bindings|fastify/, name);
    }
  });
});

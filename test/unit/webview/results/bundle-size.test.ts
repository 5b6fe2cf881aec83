import assert from "node:assert/strict";
import { createRequire } from "node:module";
import path from "node:path";
import * as esbuild from "esbuild";

const mostBytes = 150 * 1024;

describe("the bundle of the results page", function () {
  this.timeout(60_000);

  it("stays small without the charts, minified", async () => {
    const { browser } = createRequire(path.resolve("package.json"))(path.resolve("esbuild.js")) as {
      browser: esbuild.BuildOptions;
    };
    const { outputFiles } = await esbuild.build({
      ...browser,
      entryPoints: ["src/webview/results/results-view.ts"],
      minify: true,
      sourcemap: false,
      metafile: false,
      write: false,
    });
    const size = outputFiles[0]?.contents.length ?? 0;
    assert.ok(size > 0 && size <= mostBytes, `${size} bytes`);
  });
});

import assert from "node:assert/strict";
import { build } from "esbuild";

/** Of the extension host's 1 MiB; the whole contract, its schema library and the HTTP library are in it. */
const budgetBytes = 360 * 1024;

const entry = `
  export { createClient } from "./src/client/call/client.ts";
  export { readAllItems, readAllPages } from "./src/client/call/paging.ts";
  export { contract } from "./src/contract/contract.ts";
`;

suite("bundle size", () => {
  test("the client with the contract stays within its part of the extension host's bundle", async () => {
    const { outputFiles } = await build({
      stdin: { contents: entry, resolveDir: process.cwd() },
      bundle: true,
      minify: true,
      platform: "node",
      target: "node20",
      format: "cjs",
      mainFields: ["module", "main"],
      define: { "import.meta.url": "importMetaUrl" },
      external: ["web-streams-polyfill/*"],
      write: false,
    });
    const bytes = outputFiles[0]?.contents.length ?? Number.POSITIVE_INFINITY;
    assert.ok(bytes > 50_000, `${bytes} bytes cannot be the client`);
    assert.ok(bytes <= budgetBytes, `${bytes} bytes, more than ${budgetBytes}`);
  });
});

import assert from "node:assert/strict";
import { eagerLazyCode } from "../../bench/measures/bundle-size.ts";

const bytes = (bytesInOutput: number) => ({ bytesInOutput });

suite("The size of the extension host's bundles", () => {
  test("finds code in the first file that is to be loaded later", () => {
    const outputs = {
      ".cache/dist/extension.js": {
        inputs: {
          "src/extension.ts": bytes(500),
          "src/client/client.ts": bytes(40),
          "src/contract/limits.ts": bytes(0),
          "node_modules/typebox/build/type.mjs": bytes(2),
        },
      },
      ".cache/dist/client.js": { inputs: { "src/client/retry.ts": bytes(900) } },
    };
    assert.deepEqual(eagerLazyCode(outputs), {
      bytes: 42,
      files: ["src/client/client.ts", "node_modules/typebox/build/type.mjs"],
    });
  });

  test("needs the build to have the file at all", () => {
    assert.throws(() => eagerLazyCode({ "dist/client.js": { inputs: {} } }), /no extension\.js/);
  });
});

import assert from "node:assert/strict";
import { eagerLazyCode, hostFiles } from "../../bench/measures/bundle-size.ts";

const bytes = (bytesInOutput: number) => ({ bytesInOutput });

suite("The size of the extension host's bundles", () => {
  test("finds code in the first file that is to be loaded later", () => {
    const outputs = {
      ".cache/dist/extension.js": {
        inputs: {
          "src/extension.ts": bytes(500),
          "src/client/call/client.ts": bytes(40),
          "src/contract/limits.ts": bytes(0),
          "node_modules/typebox/build/type.mjs": bytes(2),
        },
      },
      ".cache/dist/client.js": { inputs: { "src/client/call/retry.ts": bytes(900) } },
    };
    assert.deepEqual(eagerLazyCode(outputs), {
      bytes: 42,
      files: ["src/client/call/client.ts", "node_modules/typebox/build/type.mjs"],
    });
  });

  test("counts every file that the extension host may read, and no other", () => {
    const outputs = {
      "dist/extension.js": { entryPoint: "src/extension.ts", inputs: {} },
      "dist/jobs.js": { entryPoint: "src/features/jobs/jobs-controller.ts", inputs: {} },
      "dist/client.js": { entryPoint: "src/client/service-client.ts", inputs: {} },
      "dist/service.js": { entryPoint: "src/service/process/main.ts", inputs: {} },
      "dist/chunk.js": { inputs: {} },
    };
    assert.deepEqual(hostFiles(outputs), ["extension.js", "jobs.js", "client.js"]);
  });

  test("needs the build to have the file at all", () => {
    assert.throws(() => eagerLazyCode({ "dist/client.js": { inputs: {} } }), /no extension\.js/);
  });
});

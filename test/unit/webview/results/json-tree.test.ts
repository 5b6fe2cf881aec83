import assert from "node:assert/strict";
import { parseJsonTree } from "../../../../src/webview/results/json-tree.ts";
import { imageDataUriOf } from "../../../../src/webview/results/value-viewer.ts";

suite("The whole value of a cell", () => {
  test("is read as JSON with every digit of its numbers", () => {
    assert.deepEqual(parseJsonTree(' {"id": 9203817354237048492, "list": [-0.10, null, {}], "a\\n": "b\\"c"} '), {
      kind: "object",
      entries: [
        ["id", { kind: "leaf", text: "9203817354237048492" }],
        [
          "list",
          {
            kind: "array",
            items: [
              { kind: "leaf", text: "-0.10" },
              { kind: "leaf", text: "null" },
              { kind: "object", entries: [] },
            ],
          },
        ],
        ["a\n", { kind: "leaf", text: '"b\\"c"' }],
      ],
    });
  });

  for (const text of ["", "12", '"a"', "{", "[1,]", '{"a" 1}', "[1] 2", "[01]", "{a: 1}", '["\\x"]', "[".repeat(500)]) {
    test(`is no JSON to fold when it is ${text.slice(0, 10) || "empty"}`, () => {
      assert.equal(parseJsonTree(text), undefined);
    });
  }

  test("is JSON also with a very long text in it", () => {
    assert.equal(parseJsonTree(`["${"x\\n".repeat(400_000)}"]`)?.kind, "array");
  });

  test("is an image in four formats, and nothing else is", () => {
    const base64 = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJ";
    assert.equal(imageDataUriOf(base64), `data:image/png;base64,${base64}`);
    assert.equal(imageDataUriOf(`data:image/webp;base64,${base64}`), `data:image/webp;base64,${base64}`);
    for (const text of [
      "iVBORw0KGgo",
      `${base64}<script>`,
      `data:image/svg+xml;base64,${base64}`,
      `data:text/html;base64,${base64}`,
      "a plain text that is long enough to be an image",
    ]) {
      assert.equal(imageDataUriOf(text), undefined, text);
    }
  });
});

import assert from "node:assert/strict";
import { englishResultsStrings as strings } from "../../../../src/protocol/results-strings.ts";
import { describeChartMeta, insertResultValues, readCustomSpec } from "../../../../src/webview/charts/custom-spec.ts";

const columns = [
  { name: "Month", kind: "date" },
  { name: "Heads", kind: "number" },
] as const;

const read = (spec: unknown) =>
  readCustomSpec(typeof spec === "string" ? spec : JSON.stringify(spec), columns, strings);
const data = { name: "result" };

suite("A chart spec of the user's own", () => {
  test("takes the values of the result where it names them, also in its layers", () => {
    const spec = {
      data,
      mark: "line",
      layer: [
        { data, mark: "point" },
        { data: { values: [1] }, mark: "rule" },
      ],
    };
    const found = read(spec);
    assert.ok("spec" in found);
    const values = [{ x: 1 }];
    assert.deepEqual(insertResultValues(found.spec, values), {
      data: { ...data, values },
      mark: "line",
      layer: [
        { data: { ...data, values }, mark: "point" },
        { data: { values: [1] }, mark: "rule" },
      ],
    });
  });

  test("says by column names what it draws", () => {
    const request = { kind: "line", x: 0, y: 1, series: undefined, function: "average" } as const;
    const found = read({ data, usermeta: { chart: describeChartMeta(request, columns) }, mark: "line" });
    assert.ok("spec" in found);
    assert.deepEqual(found.request, request);
    const other = read({ data, usermeta: { chart: { kind: "line", x: "Month", y: "Pay" } } });
    assert.deepEqual(other, { problem: 'the result has no column "Pay".' });
  });

  test("is refused when it would load something or link somewhere, wherever that stands", () => {
    const outside = "https://example.com/a.json";
    const refused: [unknown, RegExp][] = [
      [{ data: { url: outside }, mark: "bar" }, /"url" is not allowed/],
      [{ data, layer: [{ mark: { type: "image", url: outside } }] }, /"(image|url)" is not allowed/],
      [{ data, mark: "image" }, /"image" is not allowed/],
      [{ data, mark: "bar", encoding: { href: { field: "x" } } }, /"href" is not allowed/],
      [{ data, transform: [{ lookup: "x", from: { data: { url: outside } } }], mark: "bar" }, /"url" is not allowed/],
      [{ data: { values: [] }, mark: "bar" }, /lacks \{"data": \{"name": "result"\}\}/],
      ["[]", /not a JSON object/],
      ["{ data", /not JSON/],
    ];
    for (const [spec, problem] of refused) {
      const found = read(spec);
      assert.match("problem" in found ? found.problem : "", problem, JSON.stringify(spec));
    }
  });
});

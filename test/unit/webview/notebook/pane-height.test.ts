import assert from "node:assert/strict";
import { computeResultHeight } from "../../../../src/webview/notebook/result-output.ts";

const looks = { rowHeight: 22, hasSummaries: false };

describe("the height of an output", () => {
  it("grows with its rows up to a limit, from which on they scroll", () => {
    const [few, some, many, most] = [1, 8, 1000, 1_000_000].map((rowCount) =>
      computeResultHeight({ state: "done", rowCount }, "table", looks),
    );
    assert.ok(few !== undefined && some !== undefined && many !== undefined && few < some && some < many);
    assert.equal(many, most);
  });

  it("has room for a chart of few rows", () => {
    const rows = { state: "done", rowCount: 2 } as const;
    assert.ok(computeResultHeight(rows, "chart", looks) > 2 * computeResultHeight(rows, "table", looks) - 50);
  });
});

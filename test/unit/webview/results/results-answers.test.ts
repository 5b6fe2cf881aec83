import assert from "node:assert/strict";
import { type CheckedAsk, isResultsAnswer } from "../../../../src/webview/results/results-answers.ts";

const mark = { x: "2024-01-01", series: null, y: "12" };
const chart = { marks: [mark], isCut: false, isSum: true };

const right: Record<CheckedAsk, readonly unknown[]> = {
  ready: [
    { results: [], activeId: undefined, rowHeight: 22 },
    { results: [{}], activeId: "one", rowHeight: 22 },
  ],
  cell: ["9203817354237048492", "", null],
  sort: [{ rowCount: 0 }],
  columnTypes: [{ columns: [] }, { columns: [{ name: "FTE", kind: "number" }] }],
  copy: [undefined, null],
  exportCsv: [{ isWritten: false, rowCount: 0 }],
  chartData: [chart, { ...chart, marks: [] }],
  cancel: [undefined],
  rerun: [undefined],
  close: [undefined],
  copyText: [undefined],
  openValue: [undefined],
};

const wrong: Record<CheckedAsk, readonly unknown[]> = {
  ready: [undefined, { results: {}, rowHeight: 22 }, { results: [], activeId: 1, rowHeight: 22 }, { results: [] }],
  cell: [undefined, 12, ["a"]],
  sort: [undefined, { rowCount: -1 }, { rowCount: "12" }],
  columnTypes: [null, { columns: {} }, { columns: [null] }, { columns: [{ name: "FTE", kind: "decimal" }] }],
  copy: ["done"],
  exportCsv: [undefined, { isWritten: "true", rowCount: 1 }, { isWritten: true }],
  chartData: [
    undefined,
    { ...chart, marks: undefined },
    { ...chart, isSum: undefined },
    { ...chart, isCut: "no" },
    { ...chart, marks: [null] },
    { ...chart, marks: [{ ...mark, y: 12 }] },
    { ...chart, marks: [{ x: "a", y: "1" }] },
  ],
  cancel: [{}],
  rerun: [{}],
  close: [{}],
  copyText: [{}],
  openValue: [{}],
};

suite("The guards of the results view's answers", () => {
  for (const name of Object.keys(isResultsAnswer) as CheckedAsk[]) {
    test(`take an answer to ${name} in its own form only`, () => {
      for (const answer of right[name]) {
        assert.equal(isResultsAnswer[name](answer), true, JSON.stringify(answer));
      }
      for (const answer of wrong[name]) {
        assert.equal(isResultsAnswer[name](answer), false, JSON.stringify(answer));
      }
    });
  }
});

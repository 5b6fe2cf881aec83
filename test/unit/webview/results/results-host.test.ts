import assert from "node:assert/strict";
import { type CheckedRequest, isResultsAnswer } from "../../../../src/webview/results/results-host.ts";

const mark = { x: "2024-01-01", series: null, y: "12" };
const chart = { marks: [mark], isCut: false, isComputed: true };

const table = { resultId: "one#pivot-0", columns: [{ name: "A", kind: "text" }], rowCount: 3 };
const pivotRequest = {
  rows: [0],
  columns: [],
  values: [{ column: 1, function: "sum", show: "value" }],
  hasTotals: true,
  hasSubtotals: false,
  memberOrder: "result",
};

const displaySettings = { rowHeight: 22, numberFormat: "locale", hasSummaries: true };
const layout = { order: ["A"], hidden: [], frozen: ["A"], widths: { A: 120 } };
const counts = { rowCount: 3, missingCount: 1, distinctCount: 2, isDistinctExact: true };
const summary = { ...counts, shape: "values", bars: [{ from: "a", to: "a", rowCount: 2 }] };
const profile = {
  ...counts,
  minimum: "a",
  maximum: "b",
  mean: null,
  firstQuartile: null,
  median: null,
  thirdQuartile: null,
  topValue: "a",
  topCount: 1,
};

const range = {
  cellCount: 4,
  valueCount: 3,
  numberCount: 2,
  sum: "9203817354237048493",
  average: "4601908677118524246.5",
  minimum: "1",
  maximum: "9203817354237048492",
  isExact: true,
};

const right: Record<CheckedRequest, readonly unknown[]> = {
  ready: [
    { results: [], activeId: undefined, displaySettings },
    { results: [{}], activeId: "one", displaySettings: { ...displaySettings, numberFormat: "exact" } },
  ],
  columnSummary: [summary, { ...summary, shape: "none", bars: [] }],
  columnProfile: [profile],
  layout: [undefined, null, layout],
  storeLayout: [undefined, null],
  cell: ["9203817354237048492", "", null],
  correctConnection: [undefined, null],
  recordsQuery: [
    { kind: "query", text: "SELECT" },
    { kind: "refused", reason: "computed" },
  ],
  runRecordsQuery: [undefined, null],
  arrange: [{ rowCount: 0 }],
  columnValues: [
    { values: [], isCut: true },
    {
      values: [
        { value: null, rowCount: 3 },
        { value: "", rowCount: 1 },
      ],
      isCut: false,
    },
  ],
  find: [{}, { cell: { row: 7, column: 0 } }, { cell: { row: 0, column: 2 }, ordinal: 1, count: 12 }],
  countMatches: [{ count: 0 }],
  rangeStatistics: [range, { cellCount: 0, valueCount: 0, numberCount: 0, isExact: true }],
  rangeDistinct: [{}, { distinctCount: 3 }],
  columnTypes: [{ columns: [] }, { columns: [{ name: "FTE", kind: "number" }] }],
  copy: [undefined, null],
  pin: [undefined, null],
  export: [{ isWritten: false, rowCount: 0 }],
  chartData: [chart, { ...chart, marks: [] }],
  chartSpec: [
    { text: undefined, name: "a.chart.json" },
    { text: "{}", name: "a.chart.json" },
  ],
  editChartSpec: [undefined],
  saveChart: [{ isWritten: true }],
  pivot: [table],
  suggestPivot: [{ request: undefined }, { request: pivotRequest }],
  cancel: [undefined],
  rerun: [undefined],
  close: [undefined],
  setActive: [undefined],
  touch: [undefined],
  rename: [undefined],
  compareWithPrevious: [undefined],
  focusEditor: [undefined],
  copyText: [undefined],
  openValue: [undefined],
  goTo: [undefined],
};

const wrong: Record<CheckedRequest, readonly unknown[]> = {
  ready: [
    undefined,
    { results: {}, displaySettings },
    { results: [], activeId: 1, displaySettings },
    { results: [] },
    { results: [], displaySettings: { ...displaySettings, rowHeight: 0 } },
    { results: [], displaySettings: { ...displaySettings, hasSummaries: undefined } },
  ],
  columnSummary: [undefined, { ...summary, rowCount: -1 }, { ...summary, shape: "pie" }, { ...summary, bars: [{}] }],
  columnProfile: [undefined, { ...profile, topCount: "1" }, { ...profile, mean: 1.5 }],
  layout: [{}, { ...layout, order: [0] }, { ...layout, widths: { A: "1" } }],
  storeLayout: [{}],
  cell: [undefined, 12, ["a"]],
  correctConnection: [{}],
  recordsQuery: [undefined, { kind: "query" }, { kind: "refused", text: "SELECT" }, { kind: "other", text: "" }],
  runRecordsQuery: [{}],
  arrange: [undefined, { rowCount: -1 }, { rowCount: "12" }],
  columnValues: [undefined, { values: [{ value: 1, rowCount: 1 }], isCut: false }, { values: [], isCut: "no" }],
  find: [undefined, { cell: { row: -1, column: 0 } }, { cell: { row: 0, column: 0 }, ordinal: "1" }],
  countMatches: [undefined, { count: -1 }],
  rangeStatistics: [undefined, { ...range, sum: 12 }, { ...range, isExact: undefined }],
  rangeDistinct: [undefined, { distinctCount: "3" }],
  columnTypes: [null, { columns: {} }, { columns: [null] }, { columns: [{ name: "FTE", kind: "decimal" }] }],
  copy: ["done"],
  pin: [0, {}],
  export: [undefined, { isWritten: "true", rowCount: 1 }, { isWritten: true }],
  chartData: [
    undefined,
    { ...chart, marks: undefined },
    { ...chart, isComputed: undefined },
    { ...chart, isCut: "no" },
    { ...chart, marks: [null] },
    { ...chart, marks: [{ ...mark, y: 12 }] },
    { ...chart, marks: [{ x: "a", y: "1" }] },
  ],
  chartSpec: [undefined, { text: 1, name: "a.chart.json" }, { text: "{}" }],
  editChartSpec: [{}],
  saveChart: [undefined, { isWritten: "yes" }],
  pivot: [undefined, { ...table, rowCount: -1 }, { ...table, columns: [{ name: "A" }] }, { ...table, resultId: 1 }],
  suggestPivot: [undefined, { request: {} }, { request: { ...pivotRequest, rows: ["0"] } }],
  cancel: [{}],
  rerun: [{}],
  close: [{}],
  setActive: [{}],
  touch: [{}],
  rename: [{}],
  compareWithPrevious: [{}],
  focusEditor: [{}],
  copyText: [{}],
  openValue: [{}],
  goTo: [{}],
};

suite("The guards of the results view's answers", () => {
  for (const name of Object.keys(isResultsAnswer) as CheckedRequest[]) {
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

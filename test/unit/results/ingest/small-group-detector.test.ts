import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SmallGroupGuard } from "../../../../src/base/small-group.ts";
import { partSeparator } from "../../../../src/protocol/body-frames.ts";
import type { CellSetLayout } from "../../../../src/protocol/cell-set-layout.ts";
import type { ResultSummary } from "../../../../src/protocol/data-worker.ts";
import { defaultRowView } from "../../../../src/protocol/row-view.ts";
import { chunks, startWorker, type WorkerProcess, withFolder } from "../worker-process.ts";

/** Digits that no other number of the test has. */
const secret = "770077.125";
const otherSecret = "660066.5";
const hide: SmallGroupGuard = { mode: "hide", threshold: 5 };
const mark: SmallGroupGuard = { mode: "mark", threshold: 5 };

const teams = ["Ann's", "Big", "None", "Other"];
const months = ["2024-06-01T00:00:00.000Z - [0]", "2024-07-01T00:00:00.000Z - [1]"];
const axes = [
  {
    dimension: { name: "Team" },
    positions: teams.map((name) => ({ path: ["All", name], displayName: name, displayNamePath: ["All", name] })),
  },
  { dimension: { name: "DateInRange" }, positions: months.map((path) => ({ path: [path], displayName: "a day" })) },
];

interface SeededCell {
  readonly value?: string;
  readonly support?: string;
  readonly distribution?: readonly { readonly value: string; readonly support: string }[];
}

/** One cell for each team, all of the first month. */
function cellSetOf(cells: readonly SeededCell[]): string {
  return JSON.stringify({ cellSet: { axes, cells: cells.map((cell, team) => ({ ...cell, coordinates: [team, 0] })) } });
}

const pay: readonly SeededCell[] = [
  { value: secret, support: "4", distribution: [{ value: secret, support: "4" }] },
  {
    value: "1000.5",
    support: "6",
    distribution: [
      { value: "500", support: "5" },
      { value: "800", support: "1" },
      { value: "900", support: "0" },
    ],
  },
  { value: "0", support: "0" },
  { value: otherSecret },
];
const people: readonly SeededCell[] = [
  { value: "4", support: "4" },
  { value: "5", support: "5" },
  { value: "0", support: "0" },
  { value: "9", support: "9" },
];

const oneMetric: CellSetLayout = {
  columns: [
    { kind: "time", name: "Service_Time" },
    { kind: "metric", name: "Pay", index: 0 },
    { kind: "axis", name: "Team", index: 0 },
  ],
  memberDisplayMode: "COMPACT",
  dropsZero: false,
  dropsMissing: false,
};
const twoMetrics: CellSetLayout = {
  ...oneMetric,
  columns: [
    { kind: "axis", name: "Team", index: 0 },
    { kind: "metric", name: "Pay", index: 0 },
    { kind: "metric", name: "People", index: 1 },
    { kind: "time", name: "DateInRange" },
  ],
};

/** Everything that the worker has on disk, whatever it is. */
async function everyFile(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = await Promise.all(files.map((file) => readFile(file, "latin1").catch(() => "")));
  return texts.join("\n");
}

async function* partsOf(bodies: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const [index, body] of bodies.entries()) {
    if (index > 0) {
      yield partSeparator;
    }
    yield* chunks(body, 50);
  }
}

suite("Small groups in a cell set", function () {
  this.timeout(60_000);
  let worker: WorkerProcess;
  let folder = "";
  let release = () => {};
  let over: Promise<void> = Promise.resolve();

  suiteSetup(async () => {
    await new Promise<void>((ready, fail) => {
      over = withFolder(async (made) => {
        folder = made;
        worker = await startWorker(folder);
        ready();
        await new Promise<void>((resolve) => {
          release = resolve;
        });
        await worker.stop();
      });
      over.catch(fail);
    });
  });
  suiteTeardown(async () => {
    release();
    await over;
  });

  const load = (id: string, bodies: readonly string[], smallGroups?: SmallGroupGuard, cellSets?: CellSetLayout) =>
    worker.load(id, partsOf(bodies), {}, "json", { smallGroups, cellSets });

  function windowOf({ resultId, columns, rowCount }: Pick<ResultSummary, "resultId" | "columns" | "rowCount">) {
    const positions = columns.map((_, position) => position);
    return worker.channel.request("window", {
      resultId,
      first: 0,
      count: rowCount,
      columns: positions,
      view: defaultRowView,
    });
  }

  test("are hidden with their support and distribution; nobody at all is no small group", async () => {
    const summary = await load("cells", [cellSetOf(pay)], hide);
    assert.deepEqual([summary.state, summary.message, summary.smallGroups], ["done", undefined, hide]);
    assert.deepEqual(
      summary.columns.map(({ name, isSmallGroupMark }) => [name, isSmallGroupMark ?? false]),
      [
        ["Team (level 1)", false],
        ["Team (level 2)", false],
        ["DateInRange", false],
        ["Value", false],
        ["Support", false],
        ["Distribution", false],
        ["Small Group", true],
      ],
    );
    const { rows, small } = await windowOf(summary);
    assert.deepEqual(rows, [
      ["All", "Ann's", months[0], null, null, null, "< 5"],
      [
        "All",
        "Big",
        months[0],
        "1000.5",
        "6",
        '[{"value":"500","support":"5"},{"value":"800","support":"< 5"},{"value":"900","support":"0"}]',
        null,
      ],
      ["All", "None", months[0], "0", "0", null, null],
      // Nobody said how many people it is about.
      ["All", "Other", months[0], null, null, null, "< 5"],
    ]);
    assert.deepEqual(small?.cells.toSorted(), ["0:3", "0:4", "0:5", "3:3", "3:4", "3:5"]);
  });

  test("are in no file of the worker, neither while the answer comes nor when it is stored", async () => {
    const body = cellSetOf(pay);
    let staged = "";
    async function* stopped() {
      // All but the end, so that what was staged of it lies there.
      yield Buffer.from(body.slice(0, -1));
      for (const deadline = Date.now() + 20_000; !staged.includes("1000.5") && Date.now() < deadline; ) {
        staged = await everyFile(join(folder, "staged"));
      }
      yield Buffer.from(body.slice(-1));
    }
    const options = { smallGroups: hide, cellSets: oneMetric };
    const summary = await worker.load("files", stopped(), {}, "json", options);
    assert.equal(summary.state, "done");
    const stored = await everyFile(folder);
    for (const text of [staged, stored]) {
      assert.ok(text.includes("1000.5"), "what is not hidden is there");
      assert.ok(!text.includes(secret) && !text.includes(otherSecret));
    }
  });

  test("become the flat table of the query, each metric with what small groups say of it", async () => {
    const flat = await load("flat", [cellSetOf(pay)], hide, oneMetric);
    assert.deepEqual((await windowOf(flat)).rows, [
      ["2024-06-01T00:00:00.000Z", null, "All.Ann's", "< 5"],
      ["2024-06-01T00:00:00.000Z", "1000.5", "All.Big", null],
      ["2024-06-01T00:00:00.000Z", "0", "All.None", null],
      ["2024-06-01T00:00:00.000Z", null, "All.Other", "< 5"],
    ]);
    const two = await load("two", [cellSetOf(pay), cellSetOf(people)], hide, { ...twoMetrics, dropsZero: true });
    assert.deepEqual(
      two.columns.map(({ name }) => name),
      ["Team", "Pay", "People", "DateInRange", "Small Group: Pay", "Small Group: People"],
    );
    const { rows, small } = await windowOf(two);
    assert.deepEqual(rows, [
      ["All.Ann's", null, null, "2024-06-01T00:00:00.000Z", "< 5", "< 5"],
      ["All.Big", "1000.5", "5", "2024-06-01T00:00:00.000Z", null, null],
      ["All.Other", null, "9", "2024-06-01T00:00:00.000Z", "< 5", null],
    ]);
    assert.deepEqual(small?.cells.toSorted(), ["0:1", "0:2", "2:1"]);
  });

  test("keep their values when they are only marked", async () => {
    const marked = await load("marked", [cellSetOf(pay)], mark, oneMetric);
    const { rows, small } = await windowOf(marked);
    assert.deepEqual(rows[0], ["2024-06-01T00:00:00.000Z", secret, "All.Ann's", "< 5"]);
    assert.deepEqual(small, { guard: mark, cells: ["0:1", "3:1"] });
  });

  test("are left empty in copies and scratch queries, which say so in a column", async () => {
    await load("out", [cellSetOf(pay)], hide, oneMetric);
    const range = { resultId: "out", first: 0, count: 2, columns: [2, 1, 3], view: defaultRowView };
    const { text } = await worker.channel.request("copy", { ...range, format: "csv", neutralisesFormulas: false });
    assert.deepEqual(text.trim().split(/\r?\n/), ["Team,Pay,Small Group", "All.Ann's,,< 5", "All.Big,1000.5,"]);
    const open = [{ resultId: "out", title: "pay" }];
    const sql = `SELECT count(*) AS n, count("Pay") AS paid, sum("Pay") AS total, count("Small Group") AS small FROM result('pay')`;
    const made = await worker.channel.request("scratch", { resultId: "asked", label: "", sql, open });
    assert.deepEqual((await windowOf(made)).rows, [["4", "2", "1000.5", "2"]]);
  });

  test("stay hidden in pivots and charts, which say where they were", async () => {
    await load("shown", [cellSetOf(pay)], hide, oneMetric);
    const request = {
      rows: [2],
      columns: [],
      values: [{ column: 1, function: "sum", show: "value" }],
      hasTotals: true,
      hasSubtotals: false,
      memberOrder: "result",
    } as const;
    const labels = { total: "Total", missing: "missing", values: ["Pay"] };
    const pivot = await worker.channel.request("pivot", { resultId: "shown", request, labels, filter: [] });
    const { rows, small } = await windowOf(pivot);
    assert.deepEqual(rows, [
      ["All.Ann's", null],
      ["All.Big", "1000.5"],
      ["All.None", "0"],
      ["All.Other", null],
      ["Total", "1000.5"],
    ]);
    assert.deepEqual(small, { guard: hide, cells: ["0:1", "3:1", "4:1"] });
    const chart = { resultId: "shown", kind: "bars", x: 2, y: 1, series: undefined, function: "sum" } as const;
    const { marks, small: ofChart } = await worker.channel.request("chartData", { ...chart, view: defaultRowView });
    assert.deepEqual(
      marks.map(({ x, y, isSmall }) => [x, y, isSmall ?? false]),
      [
        ["All.Ann's", null, true],
        ["All.Big", "1000.5", false],
        ["All.None", "0", false],
        ["All.Other", null, true],
      ],
    );
    assert.deepEqual(ofChart, { guard: hide, rowCount: 2 });
  });

  test("are told of again by a worker that was started anew", async () => {
    await load("kept", [cellSetOf(pay)], hide, oneMetric);
    await worker.kill();
    worker = await startWorker(folder);
    const { results } = await worker.channel.request("list", {});
    const kept = results.find(({ resultId }) => resultId === "kept");
    assert.deepEqual(kept?.smallGroups, hide);
    assert.deepEqual((await windowOf(kept ?? assert.fail())).small?.cells, ["0:1", "3:1"]);
  });

  test("are not guessed at: an answer that does not fit the query is refused", async () => {
    const missing = await load("missing", [cellSetOf(pay)], hide, twoMetrics);
    assert.match(missing.message ?? "", /^The answer ended before every metric had arrived/);
    const uneven = await load("uneven", [cellSetOf(pay), cellSetOf(people.slice(1))], hide, twoMetrics);
    assert.match(uneven.message ?? "", /^The metrics of the answer have different cells/);
    const refused = await load("refused", [JSON.stringify({ error: { message: "No such metric" } })], hide, oneMetric);
    assert.match(refused.message ?? "", /it is an error \(No such metric\)/);
    const flat = await load("table", ['{"header":{"0":"Pay"},"rows":[{"0":"1"}]}'], hide, oneMetric);
    assert.deepEqual([flat.state, flat.rowCount], ["failed", 0]);
  });
});

import assert from "node:assert/strict";
import { defaultRowView } from "../../../../src/protocol/row-view.ts";
import { type WorkerProcess, withWorker } from "../worker-process.ts";

const before = [
  '["Id","Unit","Pay","Since"]',
  '["1","North","10.00","2024-01-01"]',
  '["2","North","20.5","2024-01-02"]',
  '["3","South","9203817354237048492","2024-01-03"]',
  '["4",null,"1","2024-01-04"]',
  "",
].join("\n");
const after = [
  '["Unit","Id","Pay","Since","New"]',
  '["South","3","-9203817354237048492","2024-01-03","x"]',
  '["North","1","10.004","2024-01-01","x"]',
  '["East","5","7","2024-01-05","x"]',
  '[null,"4",null,"2024-01-04","x"]',
  "",
].join("\n");

async function compare(worker: WorkerProcess, keys: readonly string[], tolerance = "0") {
  const left = { resultId: "before", title: "May" };
  const right = { resultId: "after", title: "June" };
  return worker.channel.request("compare", { resultId: "diff", left, right, keys, tolerance, label: "" });
}

async function withBoth(work: (worker: WorkerProcess) => Promise<void>): Promise<void> {
  await withWorker(async (worker) => {
    await worker.load("before", before, { Id: "text", Pay: "number", Since: "date" });
    await worker.load("after", after, { Id: "text", Pay: "number", Since: "date" });
    await work(worker);
  });
}

suite("Two results compared", function () {
  this.timeout(60_000);

  test("propose as keys the smallest set that is unique in both, ids first", async () => {
    await withBoth(async (worker) => {
      const { columns } = await worker.channel.request("compareColumns", { leftId: "before", rightId: "after" });
      assert.deepEqual(
        columns.map(({ name, isKey }) => [name, isKey]),
        [
          ["Id", true],
          ["Unit", false],
          ["Pay", false],
          ["Since", false],
        ],
      );
    });
  });

  test("propose several columns where none is unique alone, a number that is called an id, and else what is not measured", async () => {
    await withWorker(async (worker) => {
      const body = (rows: readonly (readonly string[])[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
      const keysOf = async (
        rows: readonly (readonly string[])[],
        kinds: Readonly<Record<string, "number" | "text">>,
      ) => {
        await worker.load("one", body(rows), kinds);
        await worker.load("other", body(rows), kinds);
        const { columns } = await worker.channel.request("compareColumns", { leftId: "one", rightId: "other" });
        for (const resultId of ["one", "other"]) {
          await worker.channel.request("close", { resultId });
        }
        return columns.filter(({ isKey }) => isKey).map(({ name }) => name);
      };
      const pairs = ["A", "B"].flatMap((unit) => ["x", "y"].map((team) => [unit, "same", team, "5"]));
      const header = ["Unit", "Kind", "Team", "Pay"];
      assert.deepEqual(await keysOf([header, ...pairs], { Pay: "number" }), ["Unit", "Team"]);
      assert.deepEqual(await keysOf([header, ...pairs, ...pairs], { Pay: "number" }), ["Unit", "Kind", "Team"]);
      const people = ["1", "2", "3"].map((id) => ["Ada", id, "paid"]);
      assert.deepEqual(await keysOf([["Name", "EmployeeID", "Paid"], ...people], { EmployeeID: "number" }), [
        "EmployeeID",
      ]);
    });
  });

  test("say of equal results how many rows are the same", async () => {
    await withWorker(async (worker) => {
      await worker.load("before", before, { Id: "text", Pay: "number", Since: "date" });
      await worker.load("after", before, { Id: "text", Pay: "number", Since: "date" });
      const { summary, counts } = await compare(worker, ["Id"]);
      assert.deepEqual(counts, { added: 0, gone: 0, changed: 0, same: 4 });
      assert.deepEqual([summary.rowCount, summary.sameCount], [0, 4]);
    });
  });

  test("give the rows that came, went and changed, with exact differences", async () => {
    await withBoth(async (worker) => {
      const { summary, counts } = await compare(worker, ["Id", "Unit"], "0.01");
      assert.equal(summary.state, "done", summary.message);
      assert.deepEqual(counts, { added: 1, gone: 1, changed: 2, same: 1 });
      const columns = summary.columns.map(({ name }) => name);
      assert.deepEqual(columns, [
        "Status",
        "Id",
        "Unit",
        "Pay (old)",
        "Pay (new)",
        "Pay (delta)",
        "Since (old)",
        "Since (new)",
      ]);
      const range = { first: 0, count: 9, view: defaultRowView, columns: columns.map((_, position) => position) };
      const { rows } = await worker.channel.request("window", { resultId: "diff", ...range });
      assert.deepEqual(rows, [
        [
          "changed",
          "3",
          "South",
          "9203817354237048492.00",
          "-9203817354237048492.000",
          "-18407634708474096984.000",
          "2024-01-03",
          "2024-01-03",
        ],
        ["gone", "2", "North", "20.50", null, null, "2024-01-02", null],
        ["added", "5", "East", null, "7.000", null, null, "2024-01-05"],
        ["changed", "4", null, "1.00", null, null, "2024-01-04", "2024-01-04"],
      ]);
      assert.deepEqual((await compare(worker, ["Id", "Unit"])).counts, { added: 1, gone: 1, changed: 3, same: 0 });
    });
  });

  test("are reported as Markdown", async () => {
    await withBoth(async (worker) => {
      await compare(worker, ["Id"], "0.01");
      const { markdown } = await worker.channel.request("compareReport", { resultId: "diff" });
      assert.match(markdown, /^# May and June compared\n/);
      assert.match(
        markdown,
        /\| Added \| Gone \| Changed \| Same \|\n\| --- \| --- \| --- \| --- \|\n\| 1 \| 1 \| 2 \| 1 \|/,
      );
      assert.match(
        markdown,
        /## Gone\n\n\| Id \| Unit \(old\) \| Pay \(old\) \| Since \(old\) \|\n.*\n\| 2 \| North \| 20.50 \| 2024-01-02 \|/,
      );
      await assert.rejects(worker.channel.request("compareReport", { resultId: "before" }), /not a comparison/);
    });
  });

  test("are refused with a way out when the keys stand for several rows or are missing", async () => {
    await withBoth(async (worker) => {
      await assert.rejects(
        compare(worker, ["Unit"]),
        /the keys "Unit" do not tell the rows of "May" apart: 1 combinations .* Add a column to the keys/,
      );
      await assert.rejects(compare(worker, ["Boss"]), /both results need the key "Boss"/);
    });
  });
});

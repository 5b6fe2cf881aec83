import assert from "node:assert/strict";
import type { PivotRequest } from "../../../../src/protocol/pivot.ts";
import { defaultRowView, type RowView } from "../../../../src/protocol/row-view.ts";
import { useSuiteWorker } from "../suite-worker.ts";
import { startWorker, type WorkerProcess, withFolder } from "../worker-process.ts";

const names = { Job: { RnD: "Research and Development", HR: "Human Resources" } };
const lines = [
  ["Job", "Country", "Heads"],
  ["RnD", "US", 12],
  ["HR", "US", 3],
  ["Sales", "HR", 7],
].map((row) => `${JSON.stringify(row)}\n`);
const kinds = { Job: "text", Country: "text", Heads: "number" } as const;
const resultId = "named";

suite("Members that have display names", function () {
  this.timeout(120_000);
  let worker: WorkerProcess;
  useSuiteWorker(async (started) => {
    worker = started;
    await worker.load(resultId, lines.join(""), kinds);
    await worker.channel.request("nameMembers", { resultId, names });
  });

  const filtered = (operator: RowView["filter"][number]["operator"], value: string): RowView => ({
    ...defaultRowView,
    filter: [{ column: 0, operator, values: [value] }],
  });
  async function jobs(view: RowView): Promise<readonly (string | null | undefined)[]> {
    const { rows } = await worker.channel.request("window", { resultId, first: 0, count: 9, columns: [0], view });
    return rows.map(([job]) => job);
  }

  test("are listed for the look-up, texts of each column once, without numbers", async () => {
    const { members } = await worker.channel.request("members", { resultId });
    assert.deepEqual(members, { Job: ["HR", "RnD", "Sales"], Country: ["HR", "US"] });
  });

  test("are not listed where a column has more than 1,000, since nobody looks so many up", async () => {
    const rows = Array.from({ length: 1001 }, (_, index) => [`member ${index}`, `of ${index % 1000}`]);
    const text = [["Many", "Most"], ...rows].map((row) => `${JSON.stringify(row)}\n`).join("");
    await worker.load("many", text, { Many: "text", Most: "text" });
    const { members } = await worker.channel.request("members", { resultId: "many" });
    assert.deepEqual(Object.keys(members), ["Most"]);
    assert.equal(members["Most"]?.length, 1000);
  });

  test("are known to the views of their column, while rows and copies keep the text of the result", async () => {
    const { columns } = await worker.channel.request("columnTypes", { resultId });
    assert.deepEqual(
      columns.map(({ memberNames }) => memberNames),
      [names.Job, undefined, undefined],
    );
    assert.deepEqual(await jobs(defaultRowView), ["RnD", "HR", "Sales"]);
    const range = { resultId, first: 0, count: 3, columns: [0, 2], view: defaultRowView } as const;
    const { text } = await worker.channel.request("copy", { ...range, format: "csv", neutralisesFormulas: true });
    assert.match(text, /RnD,12/);
  });

  test("are found by what is shown and by the text of the result", async () => {
    assert.deepEqual(await jobs(filtered("contains", "research")), ["RnD"]);
    assert.deepEqual(await jobs(filtered("contains", "rn")), ["RnD"]);
    assert.deepEqual(await jobs(filtered("startsWith", "hum")), ["HR"]);
    assert.deepEqual(await jobs(filtered("equals", "Human Resources")), ["HR"]);
    assert.deepEqual(await jobs(filtered("equals", "HR")), ["HR"]);
    const match = { resultId, columns: [0, 1], view: defaultRowView, text: "human", isCaseSensitive: false };
    assert.equal((await worker.channel.request("countMatches", match)).count, 1);
    const search = { resultId, column: 0, filter: [], search: "develop" };
    assert.deepEqual((await worker.channel.request("columnValues", search)).values, [{ value: "RnD", rowCount: 1 }]);
  });

  test("head the columns of a pivot and name its rows; its copies keep the text of the result", async () => {
    const request: PivotRequest = {
      rows: [1],
      columns: [0],
      values: [{ column: 2, function: "sum", show: "value" }],
      hasTotals: false,
      hasSubtotals: false,
      memberOrder: "name",
    };
    const labels = { total: "Total", missing: "missing", values: ["Heads"] };
    const byJob = await worker.channel.request("pivot", { resultId, request, labels, filter: [] });
    assert.deepEqual(
      byJob.columns.map(({ name, head }) => [name, head?.text]),
      [
        ["Country", "Country"],
        ["HR · Heads", "Human Resources"],
        ["RnD · Heads", "Research and Development"],
        ["Sales · Heads", "Sales"],
      ],
    );
    const turned = { ...request, rows: [0], columns: [1] };
    const ofJobs = await worker.channel.request("pivot", { resultId, request: turned, labels, filter: [] });
    assert.deepEqual(ofJobs.columns[0]?.memberNames, names.Job);
    // The country HR is no human resources.
    assert.deepEqual(
      ofJobs.columns.slice(1).map(({ head }) => head?.text),
      ["HR", "US"],
    );
  });

  test("are still known after the worker was started again", async () => {
    await withFolder(async (folder) => {
      const ended = await startWorker(folder);
      await ended.load(resultId, lines.join(""), kinds);
      await ended.channel.request("nameMembers", { resultId, names });
      await ended.kill();
      const next = await startWorker(folder);
      const { results } = await next.channel.request("list", {});
      assert.deepEqual(results[0]?.columns[0]?.memberNames, names.Job);
      await next.stop();
    });
  });
});

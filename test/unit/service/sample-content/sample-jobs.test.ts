import assert from "node:assert/strict";
import { createSampleJobs } from "../../../../src/service/sample-content/sample-jobs.ts";

const own = createSampleJobs("WFF_demo", "WFF_demo");
const child = createSampleJobs("WFF_demo~north", "WFF_demo");
const all = [...own, ...child];
const byId = new Map(all.map((job) => [job.id, job]));

suite("the job history of the sample", () => {
  test("is the same every time, with an id for each job", () => {
    assert.deepEqual(createSampleJobs("WFF_demo", "WFF_demo"), own);
    assert.equal(byId.size, all.length);
    assert.ok(all.length > 40);
  });

  test("has ended before the tables of the sample were written for the last time", () => {
    for (const { createdAt, startedAt = Number.NaN, endedAt = Number.NaN } of all) {
      assert.ok(createdAt < startedAt && startedAt < endedAt && endedAt < Date.UTC(2026, 0, 2, 3, 10));
    }
  });

  test("has jobs of all types, a failure that says why and one job that was cancelled", () => {
    assert.equal(new Set(all.map(({ type }) => type)).size, 4);
    const failed = all.filter(({ state }) => state === "failed");
    assert.deepEqual(failed.map(({ type }) => type).sort(), ["dispatching", "extraction"]);
    assert.ok(failed.every(({ message }) => message));
    assert.equal(all.filter(({ state }) => state === "cancelled").length, 1);
  });

  test("has children that run within the time of the job that dispatched them", () => {
    const dispatched = all.filter(({ parent }) => byId.get(parent ?? "")?.type === "dispatching");
    assert.ok(dispatched.length > 35);
    for (const { parent, startedAt = 0, endedAt = 0 } of dispatched) {
      const dispatching = byId.get(parent ?? "");
      assert.ok((dispatching?.startedAt ?? 0) < startedAt && endedAt < (dispatching?.endedAt ?? 0));
    }
  });

  test("makes one data version for each processing job that succeeded, ever higher", () => {
    const versions = child.flatMap(({ dataVersion, startedAt }) =>
      dataVersion === undefined ? [] : [[startedAt, Number(dataVersion)] as const],
    );
    const inOrder = versions.sort(([one = 0], [other = 0]) => one - other).map(([, version]) => version);
    assert.equal(inOrder.length, 7);
    assert.ok(inOrder.every((version, index) => index === 0 || version > (inOrder[index - 1] ?? 0)));
  });
});

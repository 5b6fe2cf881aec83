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
    const reasons = failed.flatMap(({ type, message }) => (type === "extraction" ? [message] : []));
    assert.match(reasons.join(), /refused the credential of the connector/);
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

  test("says of each job that it is an example, and of the newest which data version stands for it", () => {
    for (const { id, message, dataVersion } of all) {
      assert.match(message ?? "", /^This job is an example of the sample and never ran\./, id);
      assert.equal(/Data version \d+ is the data/.test(message ?? ""), dataVersion !== undefined);
    }
    for (const jobs of [own, child]) {
      const processing = jobs.filter(({ type, state }) => type === "processing" && state === "succeeded");
      const newest = Math.max(...processing.map(({ startedAt = 0 }) => startedAt));
      const withVersion = jobs.filter(({ dataVersion }) => dataVersion !== undefined);
      assert.deepEqual(
        withVersion.map(({ startedAt, dataVersion }) => [startedAt, dataVersion]),
        [[newest, "5000130"]],
      );
    }
  });
});

import assert from "node:assert/strict";
import type { ChildJob } from "../../../../src/client/jobs/job-state.ts";
import type { JobStatus } from "../../../../src/contract/job-schemas.ts";
import type { JobItem } from "../../../../src/features/jobs/job-item.ts";
import type { JobWindowDays } from "../../../../src/features/jobs/job-window-model.ts";
import { JobsModel } from "../../../../src/features/jobs/jobs-model.ts";
import { WatchedJobsModel } from "../../../../src/features/jobs/watched-jobs-model.ts";
import { ManualClock } from "../../client/manual-clock.ts";

const now = Date.parse("2026-03-08T12:00:00Z");

class FakeService {
  jobs: readonly JobStatus[] | Error = [];
  dispatchedJobs: readonly ChildJob[] = [];
  readonly asked: (string | undefined)[] = [];
  readonly clock = new ManualClock(now);
  readonly watched = new WatchedJobsModel({
    store: { read: () => [], write: async () => {} },
    clock: this.clock,
    async *watch() {},
  });

  model(days: JobWindowDays = 7): JobsModel {
    const source = {
      connectionId: () => "c",
      list: async (startTime: string | undefined) => {
        this.asked.push(startTime);
        if (this.jobs instanceof Error) {
          throw this.jobs;
        }
        return this.jobs;
      },
      dispatched: async () => this.dispatchedJobs,
    };
    return new JobsModel({ source, watched: this.watched, clock: this.clock, random: () => 0.5 }, days);
  }
}

const names = (items: readonly JobItem[]) =>
  items.map((item) => ("facts" in item ? `${item.facts.id} ${item.facts.phase}` : item.kind));

suite("the jobs of a connection", () => {
  test("stand under the job that started them", async () => {
    const service = new FakeService();
    service.jobs = [
      { jobId: "1", jobType: "Dispatching", status: "Running" },
      { jobId: "2", jobType: "Extraction", status: "Succeeded", parentJobId: "1" },
      { jobId: "3", jobType: "Receiving", status: "Failed", parentJobId: "gone" },
    ];
    const model = service.model();
    const roots = await model.roots();
    assert.deepEqual(names(roots), ["1 running", "3 failed"]);
    const [first] = roots;
    assert.ok(first);
    assert.deepEqual(names(await model.children(first)), ["2 succeeded"]);
  });

  test("of a dispatching job that are not in the list are asked for", async () => {
    const service = new FakeService();
    service.jobs = [{ jobId: "1", jobType: "DISPATCHING", status: "Running" }];
    const child = { jobType: "EXTRACTION", tenant: "WFF_a", status: "x", message: undefined, startTime: undefined };
    service.dispatchedJobs = [{ ...child, id: "9", phase: "running" }];
    const model = service.model();
    const [first] = await model.roots();
    assert.ok(first?.kind === "job" && first.hasChildren);
    assert.deepEqual(names(await model.children(first)), ["9 running"]);
  });

  test("are asked for from the beginning of the chosen time on, once until it is refreshed", async () => {
    const service = new FakeService();
    const model = service.model(7);
    await model.roots();
    await model.roots();
    model.setWindow(0);
    await model.roots();
    assert.deepEqual(service.asked, ["2026-03-01T12:00:00.000Z", undefined]);
  });

  test("that cannot be read are a line that says why, and are there after a refresh", async () => {
    const service = new FakeService();
    service.jobs = new Error("listJobStatuses: the service did not answer.");
    const model = service.model();
    const [line] = await model.roots();
    assert.ok(line?.kind === "problem" && line.message.includes("did not answer"));
    service.jobs = [];
    model.refresh();
    assert.deepEqual(names(await model.roots()), ["empty"]);
  });

  test("are looked at again while they are seen, and tell of a change only", async () => {
    const service = new FakeService();
    service.jobs = [{ jobId: "1", status: "Running" }];
    const model = service.model();
    await model.roots();
    let changes = 0;
    const change = new Promise<void>((resolve) => {
      model.onDidChange(() => {
        changes++;
        resolve();
      });
    });
    model.setVisible(true);
    await service.clock.untilAsleep(2000);
    service.clock.advance(2000);
    await service.clock.untilAsleep(2000);
    assert.equal(changes, 0);
    service.jobs = [{ jobId: "1", status: "Succeeded" }];
    service.clock.advance(2000);
    await change;
    assert.deepEqual(names(await model.roots()), ["1 succeeded"]);
    model.setVisible(false);
    const asked = service.asked.length;
    service.clock.advance(60_000);
    assert.equal(service.asked.length, asked);
    model.dispose();
  });
});

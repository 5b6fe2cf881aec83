import assert from "node:assert/strict";
import type { ChildJob } from "../../../../src/client/jobs/job-state.ts";
import type { ProcessingJobStatus } from "../../../../src/contract/jobs.ts";
import { JobDetailsModel } from "../../../../src/features/jobs/job-details-model.ts";
import type { JobItem } from "../../../../src/features/jobs/job-item.ts";
import { JobsModel, type JobWindowDays } from "../../../../src/features/jobs/jobs-model.ts";
import { WatchedJobsModel } from "../../../../src/features/jobs/watched-jobs-model.ts";
import { childState } from "../../../support/job-states.ts";
import { ManualClock } from "../../client/manual-clock.ts";

const now = Date.parse("2026-03-08T12:00:00Z");

type Answer = (jobs: readonly ProcessingJobStatus[] | Promise<readonly ProcessingJobStatus[]>) => void;

class FakeService {
  jobs: readonly ProcessingJobStatus[] | Error = [];
  dispatchedJobs: readonly ChildJob[] = [];
  readonly asked: (string | undefined)[] = [];
  connectionId = "c";
  #hold: ((answer: Answer) => void) | undefined;
  readonly clock = new ManualClock(now);
  readonly details = new JobDetailsModel({
    clock: this.clock,
    read: async function* (this: void, _target, ids) {
      yield new Map(ids.map((jobId) => [jobId, { jobId, startTime: `2026-03-08T11:00:0${jobId}Z` }]));
    },
  });
  readonly watched = new WatchedJobsModel({
    store: { read: () => [], write: async () => {} },
    clock: this.clock,
    async *watch() {},
  });

  /** Holds the next request back, and gives what answers it once it was made. */
  async hold(): Promise<Answer> {
    return await new Promise((resolve) => {
      this.#hold = resolve;
    });
  }

  model(days: JobWindowDays = 7): JobsModel {
    const source = {
      target: () => ({ connectionId: this.connectionId, tenant: undefined }),
      list: async (startTime: string | undefined) => {
        this.asked.push(startTime);
        const hold = this.#hold;
        this.#hold = undefined;
        if (hold) {
          return await new Promise<readonly ProcessingJobStatus[]>(hold);
        }
        if (this.jobs instanceof Error) {
          throw this.jobs;
        }
        return this.jobs;
      },
      dispatched: async () => this.dispatchedJobs,
    };
    return new JobsModel(
      { source, watched: this.watched, details: this.details, clock: this.clock, random: () => 0.5 },
      days,
    );
  }
}

const names = (items: readonly JobItem[]) =>
  items.map((item) => ("details" in item ? `${item.details.id} ${item.details.phase}` : item.kind));

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
    service.dispatchedJobs = [childState("9", "running")];
    const model = service.model();
    const [first] = await model.roots();
    assert.ok(first?.kind === "job" && first.hasChildren);
    const told = new Promise<void>((resolve) => service.details.onDidChange(resolve));
    const [before] = await model.children(first);
    assert.ok(before?.kind === "child");
    assert.deepEqual([before.details.id, before.details.phase, before.details.times], ["9", "running", {}]);
    await told;
    const [child] = await model.children(first);
    assert.ok(child?.kind === "child");
    const started = { atMs: Date.parse("2026-03-08T11:00:09Z"), source: "service" };
    assert.deepEqual(child.details.times, { started });
  });

  test("have a log each; what was dispatched has that of the dispatching job, which says more of it", async () => {
    const service = new FakeService();
    service.jobs = [
      { jobId: "1", jobType: "Dispatching", status: "Running" },
      { jobId: "2", jobType: "Extraction", status: "Succeeded", parentJobId: "1" },
      { jobId: "3", jobType: "Processing", status: "Running", parentJobId: "2" },
      { jobId: "4", jobType: "Receiving", status: "Running" },
    ];
    const model = service.model();
    const [dispatching, receiving] = await model.roots();
    assert.ok(dispatching?.kind === "job" && receiving?.kind === "job");
    const [extraction] = await model.children(dispatching);
    assert.ok(extraction?.kind === "job");
    const [processing] = await model.children(extraction);
    assert.ok(processing?.kind === "job");
    assert.deepEqual(dispatching.log, {
      connectionId: "c",
      label: "Dispatching",
      reference: { kind: "dispatching", jobId: "1" },
    });
    assert.deepEqual(extraction.log, { ...dispatching.log, label: "Extraction", child: "2" });
    assert.deepEqual(processing.log.reference, { kind: "job", jobId: "3" });
    assert.deepEqual(receiving.log.reference, { kind: "job", jobId: "4" });
  });

  test("are asked for from the beginning of the chosen time on, once until it is refreshed", async () => {
    const service = new FakeService();
    const model = service.model(7);
    await model.roots();
    await model.roots();
    model.setWindow(0);
    await model.roots();
    assert.deepEqual(service.asked, ["2026-03-01T12:00:00.000Z", "1970-01-01T00:00:00.000Z"]);
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
    const [ended] = await model.roots();
    assert.deepEqual(names(await model.roots()), ["1 succeeded"]);
    assert.ok(ended?.kind === "job");
    assert.deepEqual(ended.details.times, { ended: { atMs: service.clock.now(), source: "window" } });
    model.setVisible(false);
    const asked = service.asked.length;
    service.clock.advance(60_000);
    assert.equal(service.asked.length, asked);
    model.dispose();
  });

  const former = [{ jobId: "1", status: "Running" }];
  const next = [{ jobId: "2", status: "Running" }];

  /** Begins a poll of the first connection, which is not answered before the next connection is active. */
  async function leftWhileAsking() {
    const service = new FakeService();
    const model = service.model();
    const changes: string[] = [];
    model.onDidChange((change) => changes.push(change));
    model.setVisible(true);
    await service.clock.untilAsleep(2000);
    const asked = service.hold();
    service.clock.advance(2000);
    const answer = await asked;
    service.connectionId = "d";
    service.jobs = next;
    return { service, model, changes, answer };
  }

  test("of a connection that was left are not listed when they come late", async () => {
    const { service, model, changes, answer } = await leftWhileAsking();
    answer(former);
    await service.clock.untilAsleep(2000);
    assert.deepEqual(changes, []);
    assert.deepEqual(names(await model.roots()), ["2 running"]);
    model.dispose();
  });

  test("of the next connection are looked at without waiting for those of the one that was left", async () => {
    const { service, model, changes, answer } = await leftWhileAsking();
    model.refresh();
    await service.clock.untilAsleep(2000);
    assert.deepEqual(names(await model.roots()), ["2 running"]);
    answer(former);
    service.clock.advance(2000);
    await service.clock.untilAsleep(2000);
    assert.deepEqual(changes, ["reloaded"]);
    assert.deepEqual(names(await model.roots()), ["2 running"]);
    model.dispose();
  });

  test("are another list only after another connection is active, and else are compared", async () => {
    const service = new FakeService();
    const model = service.model();
    await model.roots();
    const changes: string[] = [];
    model.onDidChange((change) => changes.push(change));
    model.updateTarget();
    service.connectionId = "d";
    model.updateTarget();
    model.updateTarget();
    model.update();
    await model.roots();
    assert.deepEqual(changes, ["updated", "reloaded", "updated", "updated"]);
    assert.equal(service.asked.length, 2);
    model.dispose();
  });

  for (const late of [former, new Error("The former service did not answer.")]) {
    test(`are those of the next connection when the first list has become ${Array.isArray(late) ? "late" : "a failure"}`, async () => {
      const service = new FakeService();
      const model = service.model();
      const asked = service.hold();
      const begun = model.roots();
      const answer = await asked;
      service.connectionId = "d";
      service.jobs = next;
      model.refresh();
      const again = model.roots();
      answer(late instanceof Error ? Promise.reject(late) : late);
      const keys = (await Promise.all([begun, again])).map((items) => items.map(({ key }) => key));
      assert.deepEqual(keys, [["job d 2"], ["job d 2"]]);
    });
  }
});

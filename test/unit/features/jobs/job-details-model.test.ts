import assert from "node:assert/strict";
import type { ProcessingJobStatus } from "../../../../src/contract/jobs.ts";
import { JobDetailsModel, type JobTarget } from "../../../../src/features/jobs/job-details-model.ts";
import { childState } from "../../../support/job-states.ts";
import { ManualClock } from "../../client/manual-clock.ts";

const target: JobTarget = { connectionId: "c", tenant: undefined };

class Details {
  readonly clock = new ManualClock();
  readonly asked: (readonly string[])[] = [];
  jobStatus: Readonly<Record<string, ProcessingJobStatus>> | Error = {};
  readonly model = new JobDetailsModel({
    clock: this.clock,
    read: (_target, ids) => this.#read(ids),
  });

  async loadMissing(...children: ReturnType<typeof childState>[]): Promise<void> {
    this.model.loadMissing(target, children);
    await new Promise((resolve) => setImmediate(resolve));
  }

  async *#read(ids: readonly string[]): AsyncGenerator<ReadonlyMap<string, ProcessingJobStatus>> {
    this.asked.push(ids);
    if (this.jobStatus instanceof Error) {
      throw this.jobStatus;
    }
    const { jobStatus } = this;
    yield new Map(ids.flatMap((id) => (jobStatus[id] ? [[id, jobStatus[id]] as const] : [])));
  }
}

suite("What a parent's answer does not say of a child", () => {
  test("is asked for once, where it is missing and can be had", async () => {
    const details = new Details();
    details.jobStatus = { 1: { jobId: "1", startTime: "2026-01-05T02:00:00Z" } };
    let changes = 0;
    details.model.onDidChange(() => changes++);
    const child = childState("1", "running");
    const others = [
      childState("2", "waiting"),
      childState("3", "running", { isDataJob: false }),
      childState("4", "running", { times: { started: "2026-01-05T01:00:00Z" } }),
      childState("", "running"),
    ];
    await details.loadMissing(child, ...others);
    await details.loadMissing(child, ...others);
    assert.deepEqual(details.asked, [["1"]]);
    assert.equal(changes, 1);
    assert.deepEqual(details.model.enrich(target, child).times, { started: "2026-01-05T02:00:00Z" });
    assert.deepEqual(details.model.enrich({ ...target, tenant: "WFF_b" }, child), child);
  });

  test("is asked for again when the child has gone on, and no start was told before", async () => {
    const details = new Details();
    await details.loadMissing(childState("1", "running"));
    await details.loadMissing(childState("1", "running"));
    await details.loadMissing(childState("1", "succeeded"));
    assert.deepEqual(details.asked, [["1"], ["1"]]);
  });

  test("is its status, too, where the parent gives an id alone, which is looked at now and then until it has ended", async () => {
    const details = new Details();
    const child = childState("1", "waiting", { status: undefined, tenant: undefined });
    details.jobStatus = { 1: { jobId: "1", status: "Running", tenant: "WFF_b" } };
    await details.loadMissing(child);
    const { status, phase, tenant } = details.model.enrich(target, child);
    assert.deepEqual([status, phase, tenant], ["Running", "running", "WFF_b"]);
    await details.loadMissing(child);
    assert.equal(details.asked.length, 1);
    details.clock.advance(5000);
    details.jobStatus = { 1: { jobId: "1", status: "Succeeded" } };
    await details.loadMissing(child);
    details.clock.advance(60_000);
    await details.loadMissing(child);
    assert.equal(details.asked.length, 2);
    assert.equal(details.model.enrich(target, child).phase, "succeeded");
  });

  test("is asked for of no more than somebody reads", async () => {
    const details = new Details();
    await details.loadMissing(...Array.from({ length: 900 }, (_, index) => childState(`job ${index}`, "running")));
    assert.deepEqual(
      details.asked.map(({ length }) => length),
      [200],
    );
  });

  test("may be refused without anything but its absence", async () => {
    const details = new Details();
    details.jobStatus = new Error("getJobStatus: the service answered status 500.");
    const child = childState("1", "running");
    await details.loadMissing(child);
    assert.deepEqual(details.model.enrich(target, child), child);
  });
});

import assert from "node:assert/strict";
import type { JobState } from "../../../../src/client/jobs/job-state.ts";
import type { WatchedJob } from "../../../../src/features/jobs/watched-job.ts";
import { WatchedJobsModel } from "../../../../src/features/jobs/watched-jobs-model.ts";
import { childState, GivenStates, jobState } from "../../../support/job-states.ts";
import { ManualClock } from "../../client/manual-clock.ts";

const reference = { kind: "export", jobUuid: "u" } as const;
/** Jobs that are written down, and states that a test gives one by one. */
class Watching {
  written: readonly WatchedJob[] = [];
  readonly states = new GivenStates();
  readonly clock = new ManualClock();

  model(): WatchedJobsModel {
    return new WatchedJobsModel({
      clock: this.clock,
      store: {
        read: () => this.written,
        write: async (jobs) => {
          this.written = jobs;
        },
      },
      watch: (job, signal) => this.states.watch(job, signal),
    });
  }

  give(given: JobState | Error): Promise<void> {
    return this.states.give(given);
  }
}

suite("watched jobs", () => {
  test("are followed to their end, which is told once", async () => {
    const watching = new Watching();
    const model = watching.model();
    const ended: string[] = [];
    model.onDidEnd(({ log, state: { phase } }) => ended.push(`${log.label} ${phase}`));
    await model.watch("c", reference, "Export");
    await watching.give(jobState("running"));
    await watching.give(jobState("succeeded"));
    assert.deepEqual(ended, ["Export succeeded"]);
    const [item] = model.items("c");
    assert.ok(item?.kind === "watched");
    assert.deepEqual([item.label, item.details.id, item.details.phase], ["Export", "u", "succeeded"]);
    assert.deepEqual(model.items("other"), []);
  });

  test("that end before their first poll are told too, whatever their kind", async () => {
    const watching = new Watching();
    const model = watching.model();
    const ended: string[] = [];
    model.onDidEnd(({ log, state: { phase } }) => ended.push(`${log.label} ${phase}`));
    await model.watch("c", { kind: "validation", id: "v" }, "Validation of Night server");
    await watching.give(jobState("failed"));
    assert.deepEqual(ended, ["Validation of Night server failed"]);
  });

  test("are found again after a reload, and an end before it is no news", async () => {
    const watching = new Watching();
    const before = watching.model();
    await before.watch("c", reference, "Export");
    before.dispose();
    const model = watching.model();
    let ends = 0;
    model.onDidEnd(() => ends++);
    await watching.give(jobState("failed"));
    const [item] = model.items("c");
    assert.ok(item?.kind === "watched" && item.details.phase === "failed");
    assert.equal(ends, 0);
  });

  test("are written down once each, and forgotten when asked", async () => {
    const watching = new Watching();
    const model = watching.model();
    await model.watch("c", reference, "Export");
    await model.watch("c", reference, "Export");
    assert.equal(watching.written.length, 1);
    const [item] = model.items("c");
    assert.ok(item);
    await model.forget(item.key);
    assert.deepEqual([watching.written.length, watching.states.signal?.aborted, model.items("c").length], [0, true, 0]);
  });

  test("that can no longer be watched say why, and go with those that have ended", async () => {
    const watching = new Watching();
    const model = watching.model();
    await model.watch("c", reference, "Export");
    await watching.give(new Error("getDataVersionExportJob: the service answered status 404."));
    const [item] = model.items("c");
    assert.ok(item?.kind === "watched" && item.problem?.includes("404"));
    await model.forgetEnded();
    assert.deepEqual(model.items("c"), []);
  });

  test("have the times that this window saw, where the service says none", async () => {
    const watching = new Watching();
    const model = watching.model();
    await model.watch("c", reference, "Export");
    const begun = watching.clock.now();
    await watching.give(jobState("waiting", { children: [childState("1", "running")] }));
    watching.clock.advance(1000);
    await watching.give(jobState("running", { children: [childState("1", "succeeded")] }));
    watching.clock.advance(2000);
    await watching.give(jobState("succeeded", { times: { started: "2024-06-01T00:00:00.500Z" } }));
    const [item] = model.items("c");
    assert.ok(item?.kind === "watched");
    assert.deepEqual(item.details.times, {
      submitted: { atMs: begun, source: "window" },
      started: { atMs: begun + 500, source: "service" },
      ended: { atMs: begun + 3000, source: "window" },
    });
    assert.deepEqual(model.observed(item.log, "1"), { ended: begun + 1000 });
  });
});

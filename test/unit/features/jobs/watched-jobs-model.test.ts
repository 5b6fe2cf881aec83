import assert from "node:assert/strict";
import type { JobState } from "../../../../src/client/jobs/job-state.ts";
import type { WatchedJob } from "../../../../src/features/jobs/watched-job.ts";
import { WatchedJobsModel } from "../../../../src/features/jobs/watched-jobs-model.ts";
import { ManualClock } from "../../client/manual-clock.ts";

const reference = { kind: "export", jobUuid: "u" } as const;
const state = (phase: JobState["phase"]): JobState => ({
  phase,
  status: phase,
  message: undefined,
  jobType: "EXPORT",
  startTime: undefined,
  children: [],
});

/** Jobs that are written down, and states that a test gives one by one. */
class Watching {
  written: readonly WatchedJob[] = [];
  signal: AbortSignal | undefined;
  readonly clock = new ManualClock();
  #next: ((state: JobState | Error) => void) | undefined;

  model(): WatchedJobsModel {
    const watching = this;
    return new WatchedJobsModel({
      clock: this.clock,
      store: {
        read: () => this.written,
        write: async (jobs) => {
          this.written = jobs;
        },
      },
      async *watch(_job, signal) {
        watching.signal = signal;
        for (;;) {
          const given = await new Promise<JobState | Error>((resolve) => {
            watching.#next = resolve;
          });
          if (given instanceof Error) {
            throw given;
          }
          yield given;
        }
      },
    });
  }

  async give(given: JobState | Error): Promise<void> {
    this.#next?.(given);
    await new Promise((resolve) => setImmediate(resolve));
  }
}

suite("watched jobs", () => {
  test("are followed to their end, which is told once", async () => {
    const watching = new Watching();
    const model = watching.model();
    const ended: string[] = [];
    model.onDidEnd(({ label, state: { phase } }) => ended.push(`${label} ${phase}`));
    await model.watch("c", reference, "Export");
    await watching.give(state("running"));
    await watching.give(state("succeeded"));
    assert.deepEqual(ended, ["Export succeeded"]);
    const [item] = model.items("c");
    assert.ok(item?.kind === "watched");
    assert.deepEqual([item.label, item.facts.id, item.facts.phase], ["Export", "u", "succeeded"]);
    assert.deepEqual(model.items("other"), []);
  });

  test("are found again after a reload, and an end before it is no news", async () => {
    const watching = new Watching();
    const before = watching.model();
    await before.watch("c", reference, "Export");
    before.dispose();
    const model = watching.model();
    let ends = 0;
    model.onDidEnd(() => ends++);
    await watching.give(state("failed"));
    const [item] = model.items("c");
    assert.ok(item?.kind === "watched" && item.facts.phase === "failed");
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
    assert.deepEqual([watching.written.length, watching.signal?.aborted, model.items("c").length], [0, true, 0]);
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
});

import assert from "node:assert/strict";
import type { JobReference } from "../../../../src/contract/job-reference.ts";
import { JobChains } from "../../../../src/features/jobs/job-chains-model.ts";
import { WatchedJobsModel } from "../../../../src/features/jobs/watched-jobs-model.ts";
import type { JobChainEnd } from "../../../../src/host/job-chain.ts";
import { GivenStates, jobState } from "../../../support/job-states.ts";
import { ManualClock } from "../../client/manual-clock.ts";

const receiving: JobReference = { kind: "job", jobId: "r", tenant: "WFF_a" };

function createChains(next: Readonly<Record<string, string>>) {
  const states = new GivenStates();
  const watched = new WatchedJobsModel({
    clock: new ManualClock(),
    store: { read: () => [], write: async () => undefined },
    watch: (job, signal) => states.watch(job, signal),
  });
  const chains = new JobChains({
    watched,
    findNext: async (_connectionId, reference) => {
      const jobId = next[reference.kind === "job" ? reference.jobId : ""];
      return jobId === undefined ? undefined : { kind: "job", jobId, tenant: "WFF_a" };
    },
  });
  const ends: JobChainEnd[] = [];
  chains.onDidEnd(({ chain }) => ends.push(chain));
  return { watched, states, ends };
}

suite("chains of jobs", () => {
  test("are reported once, when the job that followed has ended, even if its first poll shows its end", async () => {
    const { watched, states, ends } = createChains({ r: "p" });
    await watched.watch("c", receiving, "employee.csv");
    await states.give({ ...jobState("succeeded"), jobType: "Receiving" });
    assert.deepEqual(ends, []);
    await states.give({ ...jobState("succeeded"), jobType: "Processing" });
    assert.deepEqual(ends, [
      {
        connectionId: "c",
        tenant: "WFF_a",
        label: "employee.csv",
        jobs: [
          { id: "r", jobType: "Receiving", phase: "succeeded", message: undefined },
          { id: "p", jobType: "Processing", phase: "succeeded", message: undefined },
        ],
      },
    ]);
  });

  test("end with a job that failed", async () => {
    const { watched, states, ends } = createChains({ r: "p" });
    await watched.watch("c", receiving, "employee.csv");
    await states.give({ ...jobState("failed"), message: "employee.csv line 2, Pay is no number" });
    assert.deepEqual(
      ends.map(({ jobs }) => jobs.map(({ id, phase }) => `${id} ${phase}`)),
      [["r failed"]],
    );
  });
});

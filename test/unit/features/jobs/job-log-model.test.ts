import assert from "node:assert/strict";
import { JobDetailsModel } from "../../../../src/features/jobs/job-details-model.ts";
import { type JobLog, JobLogsModel } from "../../../../src/features/jobs/job-log-model.ts";
import type { JobLogSubject } from "../../../../src/features/jobs/job-log-subject.ts";
import type { ObservedTimes } from "../../../../src/features/jobs/job-times-model.ts";
import { WatchedJobsModel } from "../../../../src/features/jobs/watched-jobs-model.ts";
import { childState, GivenStates, jobState } from "../../../support/job-states.ts";
import { ManualClock } from "../../client/manual-clock.ts";

const subject: JobLogSubject = {
  connectionId: "c",
  reference: { kind: "dispatching", jobId: "d" },
  label: "Nightly load",
};

class Logs {
  readonly clock = new ManualClock();
  readonly states = new GivenStates();
  observed: ObservedTimes = {};
  readonly watched = new WatchedJobsModel({
    store: { read: () => [], write: async () => {} },
    clock: this.clock,
    watch: (job, signal) => this.states.watch(job, signal),
  });
  readonly details = new JobDetailsModel({
    clock: this.clock,
    read: async function* (this: void, _target, ids) {
      yield new Map(ids.map((jobId) => [jobId, { jobId, startTime: "2024-05-31T23:00:00Z" }]));
    },
  });
  readonly model = new JobLogsModel({
    clock: this.clock,
    watch: (job, signal) => this.states.watch(job, signal),
    watched: this.watched,
    details: this.details,
    observed: () => this.observed,
  });
}

/** The course of events, each with the seconds since the clock began. */
function eventLines({ events }: JobLog): string[] {
  const begin = Date.parse("2024-06-01T00:00:00Z");
  return events.map((event) => {
    const at = (event.atMs - begin) / 1000;
    switch (event.kind) {
      case "moment":
        return `${at} ${typeof event.owner === "string" ? event.owner : event.owner.id} ${event.moment}, ${event.source}`;
      case "state":
        return `${at} ${event.child?.id ?? "job"} ${[event.status, event.message].filter(Boolean).join(", ")}`;
      case "counts":
        return `${at} ${JSON.stringify(event.counts)}`;
      case "export":
        return `${at} export ${event.id}`;
      case "problem":
        return `${at} ${event.message}`;
      default:
        return `${at} ${event.kind}`;
    }
  });
}

suite("The log of a job", () => {
  test("has in the order of time what the service says and each change that was seen", async () => {
    const { model, states, clock } = new Logs();
    assert.deepEqual([model.read(subject).hasState, eventLines(model.read(subject))], [false, ["0 began"]]);
    const times = { started: "2024-05-31T23:59:00Z" };
    const first = childState("1", "running", { message: "Reading" });
    await states.give(jobState("running", { times, counts: { dispatched: 2 }, children: [first] }));
    clock.advance(3000);
    const children = [{ ...first, message: "Writing" }, childState("2", "waiting")];
    await states.give(jobState("running", { times, counts: { dispatched: 2 }, children }));
    clock.advance(4000);
    const all = [childState("1", "failed", { message: "Refused" }), childState("2", "cancelled")];
    await states.give(jobState("failed", { times, message: "1 failed", counts: { dispatched: 2 }, children: all }));
    const log = model.read(subject);
    assert.deepEqual(eventLines(log), [
      "-60 job started, service",
      "0 began",
      "0 job running",
      '0 {"dispatched":2}',
      "0 1 running, Reading",
      "3 1 running, Writing",
      "3 2 waiting",
      "7 job failed, 1 failed",
      "7 1 failed, Refused",
      "7 2 cancelled",
    ]);
    assert.deepEqual(
      [...log.childPhases],
      [
        ["failed", 1],
        ["cancelled", 1],
      ],
    );
    assert.deepEqual(log.details.times.ended, { atMs: clock.now(), source: "window" });
    assert.equal(log.children[0]?.id, "1");
  });

  test("follows the job while it is open, and no longer", async () => {
    const { model, states } = new Logs();
    const told: string[] = [];
    model.onDidChange(({ label }) => told.push(label));
    model.read(subject);
    await states.give(jobState("running"));
    model.read(subject);
    await states.give(jobState("running", { message: "more" }));
    assert.deepEqual(told, ["Nightly load", "Nightly load"]);
    assert.equal(states.signal?.aborted, false);
    model.close(subject);
    assert.equal(states.signal?.aborted, true);
  });

  test("of a job that is watched has all that was seen since it was started, and goes without ending the watching", async () => {
    const { model, states, watched, clock } = new Logs();
    await watched.watch("c", subject.reference, subject.label);
    await states.give(jobState("waiting"));
    clock.advance(2000);
    await states.give(jobState("running"));
    let changes = 0;
    model.onDidChange(() => changes++);
    assert.deepEqual(eventLines(model.read(subject)), [
      "0 job submitted, window",
      "0 began",
      "0 job waiting",
      "2 job running",
    ]);
    await states.give(jobState("succeeded"));
    assert.equal(changes, 1);
    model.close(subject);
    assert.equal(states.signal?.aborted, false);
    assert.equal(watched.items("c").length, 1);
  });

  test("has the starts of the job's children, as soon as they are known", async () => {
    const { model, states, details } = new Logs();
    model.read(subject);
    await states.give(jobState("running", { children: [childState("1", "running")] }));
    const told = new Promise<void>((resolve) => details.onDidChange(resolve));
    model.read(subject);
    await told;
    const log = model.read(subject);
    assert.equal(eventLines(log)[0], "-3600 1 started, service");
    assert.equal(log.children[0]?.times.started?.source, "service");
  });

  test("of a child has what its parent says of it, with its start beside that", async () => {
    const logs = new Logs();
    const { model, states, clock } = logs;
    const child = { ...subject, label: "Extraction", child: "1" };
    model.read(child);
    const second = childState("2", "running");
    await states.give(jobState("running", { children: [childState("1", "running"), second] }));
    model.read(child);
    await new Promise((resolve) => setImmediate(resolve));
    clock.advance(1000);
    await states.give(jobState("running", { children: [childState("1", "failed", { message: "Refused" }), second] }));
    const log = model.read(child);
    assert.deepEqual(eventLines(log), [
      "-3600 job started, service",
      "0 began",
      "0 job running",
      "1 job failed, Refused",
    ]);
    assert.deepEqual([log.details.id, log.details.jobType, log.children], ["1", "EXTRACTION", []]);
  });

  test("has what the list of jobs saw before it was opened", () => {
    const logs = new Logs();
    logs.observed = { ended: logs.clock.now() - 5000 };
    assert.deepEqual(eventLines(logs.model.read(subject)), ["-5 job ended, window", "0 began"]);
  });

  test("has the times of a SQL job's transaction, and the export that came of a job", async () => {
    const { model, states } = new Logs();
    model.read(subject);
    const transactionTimes = { submitted: "2024-05-31T23:59:50Z", ended: "2024-06-01T00:01:00Z" };
    await states.give(jobState("succeeded", { transactionTimes, relatedIds: { export: "e" } }));
    assert.deepEqual(eventLines(model.read(subject)), [
      "-10 transaction submitted, service",
      "0 began",
      "0 job succeeded",
      "0 export e",
      "60 transaction ended, service",
    ]);
  });

  test("says why the job can no longer be looked at", async () => {
    const { model, states } = new Logs();
    model.read(subject);
    await states.give(new Error("getDispatchingJobStatus: the service answered status 404."));
    const log = model.read(subject);
    assert.match(log.problem ?? "", /404/);
    assert.match(eventLines(log).at(-1) ?? "", /^0 getDispatchingJobStatus.*404/);
  });

  test("leaves out its oldest lines when there are very many, and counts them", async () => {
    const { model, states } = new Logs();
    model.read(subject);
    const children = Array.from({ length: 10_010 }, (_, index) => childState(String(index), "running"));
    await states.give(jobState("running", { children }));
    const log = model.read(subject);
    assert.equal(log.omitted, 11);
    assert.equal(log.events.length, 10_001);
  });
});

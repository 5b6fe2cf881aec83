import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { JobFailure, RecordedJobFailure } from "../../../../src/service/jobs/job-failure.ts";
import type { JobOrder } from "../../../../src/service/jobs/job-order.ts";
import { type JobContext, type JobFunction, JobRunner } from "../../../../src/service/jobs/job-runner.ts";
import { JobStore } from "../../../../src/service/store/job-store.ts";
import { PlatformDatabase } from "../../../../src/service/store/platform-database.ts";
import { eventually } from "../../../support/eventually.ts";
import { MovableClock } from "../../../support/movable-clock.ts";

const now = Date.UTC(2026, 0, 15, 12);
const { signal } = new AbortController();

/** Waits until something has a value. */
async function becomes(read: () => unknown, expected: unknown): Promise<void> {
  let found: unknown;
  await eventually(
    async () => {
      found = await read();
      return isDeepStrictEqual(found, expected) || undefined;
    },
    () => `${JSON.stringify(found)} has not become ${JSON.stringify(expected)}`,
  );
}

/** Jobs that go on until the test lets them: each waits for its own end. */
class HeldJobs {
  readonly begun: unknown[] = [];
  readonly contexts = new Map<unknown, JobContext>();
  readonly #ends = new Map<unknown, () => void>();
  readonly run: JobFunction = async (request, context) => {
    this.begun.push(request);
    this.contexts.set(request, context);
    await new Promise<void>((resolve, reject) => {
      this.#ends.set(request, resolve);
      context.signal.addEventListener("abort", () => reject(context.signal.reason));
    });
    return { message: `done ${request}` };
  };

  end(request: unknown): void {
    this.#ends.get(request)?.();
  }
}

suite("the job runner", () => {
  let folder: string;
  let platform: PlatformDatabase;
  let clock: MovableClock;
  let store: JobStore;
  let runner: JobRunner;
  let failures: unknown[];
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-runner-"));
    platform = await PlatformDatabase.open(folder);
    clock = new MovableClock(now);
    await open();
  });
  teardown(async () => {
    await runner.close();
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function open(): Promise<void> {
    store = await JobStore.open(platform, clock);
    failures = [];
    runner = new JobRunner(platform, store, clock, (error) => failures.push(error));
  }

  const order = (request: unknown, more: Partial<JobOrder> = {}): JobOrder => ({
    kind: "load",
    tenant: "WFF_demo",
    type: "processing",
    request,
    ...more,
  });
  /** Starts the runner with jobs of the usual kind that go on until they are let go. */
  const holdJobs = async (weight = { isHeavy: true }) => {
    const held = new HeldJobs();
    runner.register("load", held.run, weight);
    await runner.resume();
    return held;
  };
  const ended = (id: string) => runner.ended(id, signal);
  const outcomeOf = async (id: string) => {
    const { state, message, dataVersion } = await ended(id);
    return [state, message, dataVersion];
  };
  const stateOf = async (id: string) => (await store.get(id))?.state;
  const write = (value: string) => (connection: { run(sql: string, values: string[]): Promise<void> }) =>
    connection.run("INSERT INTO settings VALUES (?, 'test')", [value]);
  const written = () =>
    platform.use(async (connection) =>
      (await connection.rows("SELECT name FROM settings WHERE value = 'test' ORDER BY name")).map(({ name }) => name),
    );

  test("runs a job whose begin could not be written when it can be", async () => {
    const begin = store.begin;
    store.begin = () => Promise.reject(new Error("The disk is full."));
    const held = await holdJobs();
    const id = await runner.start(order("late"));
    await becomes(() => failures.length, 1);
    assert.deepEqual([await stateOf(id), runner.isBusy], ["pending", true]);
    store.begin = begin;
    await clock.advance(5000);
    await becomes(() => held.begun, ["late"]);
    held.end("late");
    assert.equal((await ended(id)).state, "succeeded");
  });

  test("runs a job with the request that was stored, and keeps its result and times", async () => {
    runner.register("load", async (request, { id, tenant }) => {
      assert.deepEqual([request, tenant], [{ files: ["a", null] }, "WFF_demo~north"]);
      assert.equal(await stateOf(id), "running");
      return { message: "Loaded.", dataVersion: "7" };
    });
    await runner.resume();
    const id = await runner.start(order({ files: ["a", null] }, { tenant: "WFF_demo~north" }));
    assert.deepEqual(await outcomeOf(id), ["succeeded", "Loaded.", "7"]);
    const job = await store.get(id);
    assert.deepEqual([job?.createdAt, job?.startedAt, job?.endedAt, job?.type], [now, now, now, "processing"]);
    assert.equal(runner.isBusy, false);
  });

  test("stores the job together with what its caller writes, or neither", async () => {
    const held = await holdJobs();
    await runner.start(order(1), write("a"));
    const refused = runner.start(order(2), async (connection) => {
      await write("b")(connection);
      throw new Error("no");
    });
    await assert.rejects(refused, /no/);
    assert.deepEqual([await written(), held.begun], [["a"], [1]]);
  });

  test("fails a job with the message of a JobFailure, and tells only the log of any other error", async () => {
    runner.register("refuse", async () => {
      throw new JobFailure("employee.csv: row 3 has no date.");
    });
    runner.register("break", async () => {
      throw new Error("Could not convert 'Ada' to a date");
    });
    runner.register("fill", async () => {
      throw Object.assign(new Error("write failed"), { code: "ENOSPC" });
    });
    await runner.resume();
    const messages = [];
    for (const kind of ["refuse", "break", "fill"]) {
      const { state, message } = await ended(await runner.start(order(1, { kind })));
      messages.push(`${state}: ${message}`);
    }
    assert.deepEqual(messages, [
      "failed: employee.csv: row 3 has no date.",
      "failed: The service failed, and its log has the reason; start it again.",
      "failed: The disk of the data folder is full; free some space, then start it again.",
    ]);
    assert.deepEqual(
      failures.map((error) => error instanceof Error && error.message),
      ["Could not convert 'Ada' to a date", "write failed"],
    );
  });

  test("ends a job in one transaction with what it writes and the jobs that follow it", async () => {
    runner.register("receive", async () => ({
      message: "first",
      next: [order("follow")],
      inTransaction: async (connection) => {
        await write("received")(connection);
        return { dataVersion: "8" };
      },
    }));
    runner.register("load", async (request) => ({ message: `ran ${request}` }));
    await runner.resume();
    const id = await runner.start(order(1, { kind: "receive" }));
    assert.deepEqual(await outcomeOf(id), ["succeeded", "first", "8"]);
    assert.deepEqual(await written(), ["received"]);
    const [next] = await store.children(id, "processing", ["WFF_demo"], { limit: 10, start: 0 });
    assert.deepEqual(await outcomeOf(next?.id ?? ""), ["succeeded", "ran follow", undefined]);
  });

  test("fails a job whose writes fail, with none of them and nothing that follows", async () => {
    runner.register("load", async () => ({
      next: [order("follow")],
      inTransaction: async (connection) => {
        await write("a")(connection);
        throw new Error("constraint");
      },
    }));
    await runner.resume();
    const id = await runner.start(order(1));
    assert.equal((await ended(id)).state, "failed");
    assert.deepEqual(await written(), []);
    assert.deepEqual(await store.children(id, "processing", ["WFF_demo"], { limit: 10, start: 0 }), []);
    assert.equal(failures.length, 1);
  });

  test("keeps what a failed job records with its failure", async () => {
    runner.register("load", async () => {
      throw new RecordedJobFailure("2 problems.", write("problems"));
    });
    await runner.resume();
    assert.deepEqual(await outcomeOf(await runner.start(order(1))), ["failed", "2 problems.", undefined]);
    assert.deepEqual(await written(), ["problems"]);
  });

  test("runs the jobs of a lane one after the other in their order, and those of others meanwhile", async () => {
    const held = await holdJobs({ isHeavy: false });
    for (const [request, lane] of [
      ["a1", "a"],
      ["a2", "a"],
      ["b1", "b"],
      ["a3", "a"],
      ["free", undefined],
    ] as const) {
      await runner.start(order(request, { lane }));
    }
    await becomes(() => held.begun, ["a1", "b1", "free"]);
    held.end("a1");
    await becomes(() => held.begun.slice(3), ["a2"]);
    held.end("a2");
    await becomes(() => held.begun.slice(4), ["a3"]);
  });

  test("runs two heavy jobs at a time, which no job of their lanes overtakes", async () => {
    const held = new HeldJobs();
    runner.register("load", held.run);
    runner.register("light", held.run, { isHeavy: false });
    await runner.resume();
    for (const [request, kind, lane] of [
      ["h1", "load", "a"],
      ["h2", "load", "b"],
      ["h3", "load", "c"],
      ["l1", "light", "c"],
      ["l2", "light", "d"],
    ] as const) {
      await runner.start(order(request, { kind, lane }));
    }
    await becomes(() => held.begun, ["h1", "h2", "l2"]);
    held.end("h2");
    await becomes(() => held.begun.slice(3), ["h3"]);
    held.end("h3");
    await becomes(() => held.begun.slice(4), ["l1"]);
  });

  test("aborts a job that is cancelled, which then changes nothing, and frees its lane when it has stopped", async () => {
    const held = new HeldJobs();
    let isAborted = false;
    let stop = () => undefined as unknown;
    runner.register("stubborn", async (_, context) => {
      context.signal.addEventListener("abort", () => {
        isAborted = true;
      });
      await new Promise<void>((resolve) => {
        stop = resolve as () => undefined;
        held.begun.push("stubborn");
      });
      const discard = async () => void held.begun.push("discarded");
      return { message: "too late", next: [order("next")], inTransaction: write("late") as never, discard };
    });
    runner.register("load", held.run);
    await runner.resume();
    const id = await runner.start(order(1, { kind: "stubborn", lane: "a" }));
    await runner.start(order("behind", { lane: "a" }));
    await becomes(() => held.begun, ["stubborn"]);
    const [result] = await runner.cancel(["WFF_demo"], [id]);
    assert.deepEqual([result?.isCancelled, isAborted, await stateOf(id)], [true, true, "cancelled"]);
    assert.equal(runner.isBusy, true);
    assert.deepEqual(held.begun, ["stubborn"]);
    stop();
    await becomes(() => held.begun, ["stubborn", "discarded", "behind"]);
    assert.deepEqual(await outcomeOf(id), ["cancelled", undefined, undefined]);
    assert.deepEqual([await written(), failures], [[], []]);
  });

  test("discards once what a job prepared when its end cannot be stored, and never what was stored", async () => {
    const discarded: unknown[] = [];
    runner.register("load", async (request) => ({
      discard: async () => void discarded.push(request),
      inTransaction: async () => {
        if (request === "bad") {
          throw new JobFailure("The version was given up meanwhile.");
        }
        return { dataVersion: "8" };
      },
    }));
    await runner.resume();
    const bad = await outcomeOf(await runner.start(order("bad")));
    assert.deepEqual(bad, ["failed", "The version was given up meanwhile.", undefined]);
    assert.equal((await ended(await runner.start(order("good")))).dataVersion, "8");
    assert.deepEqual([discarded, failures], [["bad"], []]);
  });

  test("cancels a job before its turn, and leaves a receiving job that runs", async () => {
    const held = await holdJobs();
    const receiving = await runner.start(order("r", { type: "receiving", lane: "a" }));
    const waiting = await runner.start(order("w", { type: "receiving", lane: "a" }));
    await becomes(() => held.begun, ["r"]);
    const results = await runner.cancel(["WFF_demo"], [receiving, waiting]);
    assert.deepEqual(
      results.map(({ isCancelled }) => isCancelled),
      [false, true],
    );
    held.end("r");
    assert.equal((await ended(receiving)).state, "succeeded");
    assert.deepEqual(held.begun, ["r"]);
  });

  test("runs a deferred job at its time; an equal one joins it, and the earlier time counts", async () => {
    const held = await holdJobs();
    const first = await runner.start(order({ a: 1 }, { notBefore: now + 4000 }));
    const later = await runner.start(order({ a: 1 }, { notBefore: now + 9000 }));
    const earlier = await runner.start(order({ a: 1 }, { notBefore: now + 2000 }));
    const other = await runner.start(order({ a: 2 }, { notBefore: now + 3000 }));
    assert.deepEqual([later, earlier, other === first], [first, first, false]);
    assert.equal(runner.isBusy, false);
    await clock.advance(1999);
    assert.deepEqual(held.begun, []);
    await clock.advance(1);
    await becomes(() => held.begun, [{ a: 1 }]);
    assert.equal(runner.isBusy, true);
  });

  test("keeps pending and deferred jobs over a restart, and fails those that ran", async () => {
    const held = await holdJobs();
    const running = await runner.start(order("running", { lane: "a" }));
    const pending = await runner.start(order("pending", { lane: "a" }));
    const due = await runner.start(order("due", { notBefore: now + 1000 }));
    const deferred = await runner.start(order("deferred", { notBefore: now + 5000 }));
    await becomes(() => held.begun, ["running"]);
    await runner.close();
    clock = new MovableClock(now + 2000);
    await open();
    const again = new HeldJobs();
    runner.register("load", again.run);
    await runner.resume();
    await becomes(() => again.begun, ["pending", "due"]);
    const message = "The service ended while the job was running; start it again.";
    assert.deepEqual(await outcomeOf(running), ["failed", message, undefined]);
    again.end("pending");
    again.end("due");
    assert.deepEqual([(await ended(pending)).message, (await ended(due)).message], ["done pending", "done due"]);
    await clock.advance(3000);
    await becomes(() => again.begun.slice(2), ["deferred"]);
    again.end("deferred");
    assert.equal((await ended(deferred)).state, "succeeded");
  });

  test("runs the pending jobs of a lane before those that are ordered during the next start", async () => {
    await runner.start(order("before", { lane: "a" }));
    await runner.close();
    await open();
    const held = new HeldJobs();
    runner.register("load", held.run);
    await runner.start(order("after", { lane: "a" }));
    await runner.resume();
    await becomes(() => held.begun.length, 1);
    held.end(held.begun[0]);
    await becomes(() => held.begun, ["before", "after"]);
  });

  test("dispatches jobs, whose followers belong to the dispatching job, and ends it with the last", async () => {
    const held = new HeldJobs();
    runner.register("receive", async () => ({ next: [order("p", { tenant: "WFF_demo~north" })] }));
    runner.register("load", held.run);
    await runner.resume();
    const id = await runner.dispatch("WFF_demo", [
      order(1, { kind: "receive", type: "receiving" }),
      order("q", { type: "processing" }),
    ]);
    await becomes(() => [...held.begun].sort(), ["p", "q"]);
    assert.deepEqual([await store.countChildren(id), await stateOf(id)], [3, "running"]);
    held.end("p");
    held.end("q");
    assert.equal((await ended(id)).state, "succeeded");
  });

  test("cancels what a dispatching job dispatched, with it", async () => {
    const held = await holdJobs();
    const id = await runner.dispatch("WFF_demo", [order(1), order(2), order(3)]);
    await becomes(() => held.begun, [1, 2]);
    const [result] = await runner.cancel(["WFF_demo"], [id]);
    assert.deepEqual([result?.isCancelled, result?.cancelledChildren], [true, 3]);
    assert.ok(held.contexts.get(1)?.signal.aborted && held.contexts.get(2)?.signal.aborted);
    assert.equal((await ended(id)).state, "cancelled");
    await becomes(() => runner.isBusy, false);
    assert.deepEqual(held.begun, [1, 2]);
  });

  test("stores what a job reports, the newest of those that come in quick succession", async () => {
    const held = await holdJobs();
    const id = await runner.start(order(1));
    await becomes(() => held.contexts.has(1), true);
    const progress = async () => (await store.get(id))?.progress;
    for (let row = 1; row <= 1000; row++) {
      held.contexts.get(1)?.report(`Row ${row}`);
    }
    await becomes(progress, "Row 1");
    await becomes(() => clock.hasSleeper(500), true);
    await clock.advance(500);
    await becomes(progress, "Row 1000");
  });

  test("gives up waiting for a job when the caller does", async () => {
    await holdJobs();
    const id = await runner.start(order(1));
    const waiting = new AbortController();
    const given = runner.ended(id, waiting.signal);
    waiting.abort(new Error("enough"));
    await assert.rejects(given, /enough/);
    await assert.rejects(runner.ended("none", signal), /no such job/);
  });
});

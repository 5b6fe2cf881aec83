import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type JobFilter, JobStore, type NewJob } from "../../../../src/service/store/job-store.ts";
import { PlatformDatabase } from "../../../../src/service/store/platform-database.ts";
import type { JobState } from "../../../../src/service/store/stored-job.ts";
import { MovableClock } from "../../../support/movable-clock.ts";
import { storedJob } from "../../../support/stored-job.ts";

const now = Date.UTC(2026, 0, 15, 12);
const always: JobFilter = { from: 0, to: now, state: undefined };
const page = { limit: 100, start: 0 };

suite("the jobs of the service", () => {
  let folder: string;
  let platform: PlatformDatabase;
  let store: JobStore;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-jobs-"));
    platform = await PlatformDatabase.open(folder);
    store = await JobStore.open(platform, new MovableClock(now));
  });
  teardown(async () => {
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  const idsOf = async (tenants: string[], window: Partial<JobFilter> = {}) =>
    (await store.list(tenants, { ...always, ...window })).map(({ id }) => id);

  test("are given as they were added, whatever was left open", async () => {
    const waiting = storedJob({ id: "a", state: "pending" });
    const ended = storedJob({
      id: "b",
      type: "processing",
      state: "failed",
      endedAt: now,
      parent: "a",
      message: "It's full.",
      dataVersion: "7",
    });
    await store.addAll([waiting, ended]);
    assert.deepEqual(await store.find(["WFF_demo"], "a"), waiting);
    assert.deepEqual(await store.find(["WFF_demo"], "b"), ended);
  });

  test("that are added again stay as they are", async () => {
    await store.addAll([storedJob({ id: "a", message: "first" })]);
    await store.addAll([storedJob({ id: "a", message: "second" })]);
    assert.equal((await store.find(["WFF_demo"], "a"))?.message, "first");
  });

  test("are described anew where they exist, with all else as it is", async () => {
    const job = storedJob({ id: "a", state: "succeeded", message: "first", dataVersion: "7" });
    await store.addAll([job]);
    await store.describeAll([
      { ...job, state: "failed", message: "second", dataVersion: undefined },
      storedJob({ id: "b" }),
    ]);
    assert.deepEqual(await store.find(["WFF_demo"], "a"), { ...job, message: "second", dataVersion: undefined });
    assert.equal(await store.find(["WFF_demo"], "b"), undefined);
  });

  test("are kept for 180 days, those of the sample and those that wait for longer", async () => {
    const day = 24 * 60 * 60 * 1000;
    const clock = new MovableClock(now);
    store = await JobStore.open(platform, clock);
    const job = { tenant: "WFF_demo", type: "processing", parent: undefined, kind: "process", request: "{}" } as const;
    const rest = { lane: undefined, notBefore: undefined };
    const insert = (id: string) =>
      platform.transaction((connection) => store.insert(connection, [{ ...job, ...rest, id }]));
    await store.addAll([storedJob({ id: "sample", state: "failed", createdAt: now, endedAt: now })]);
    await insert("ended");
    await insert("waiting");
    await store.begin("ended");
    await store.end("ended", { state: "succeeded", message: undefined, dataVersion: undefined }, async () => undefined);
    const idsAfter = async (ms: number) => {
      await clock.advance(ms);
      store = await JobStore.open(platform, clock);
      return (await idsOf(["WFF_demo"], { to: clock.now() })).sort();
    };
    assert.deepEqual(await idsAfter(180 * day), ["ended", "sample", "waiting"]);
    assert.deepEqual(await idsAfter(1), ["sample", "waiting"]);
  });

  test("are seen only by way of their tenant", async () => {
    await store.addAll([storedJob({ id: "a" }), storedJob({ id: "b", tenant: "WFF_demo~north" })]);
    assert.deepEqual(await idsOf(["WFF_demo"]), ["a"]);
    assert.deepEqual(await idsOf(["WFF_demo", "WFF_demo~north"]), ["a", "b"]);
    assert.deepEqual(await idsOf([]), []);
    assert.equal(await store.find(["WFF_demo"], "b"), undefined);
    assert.deepEqual(await store.cancel(["WFF_demo"], ["b"]), { results: [], cancelled: [] });
    assert.equal((await store.find(["WFF_demo~north"], "b"))?.state, "running");
  });

  test("are listed newest first, by when they started or, while they wait, were asked for", async () => {
    await store.addAll([
      storedJob({ id: "old", startedAt: 1000 }),
      storedJob({ id: "waiting", state: "pending", createdAt: 2000 }),
      storedJob({ id: "new", createdAt: 500, startedAt: 3000 }),
    ]);
    assert.deepEqual(await idsOf(["WFF_demo"]), ["new", "waiting", "old"]);
    assert.deepEqual(await idsOf(["WFF_demo"], { from: 1000, to: 2000 }), ["waiting", "old"]);
    assert.deepEqual(await idsOf(["WFF_demo"], { from: 1001, to: 1999 }), []);
    assert.deepEqual(await idsOf(["WFF_demo"], { state: "pending" }), ["waiting"]);
  });

  test("that a job started are given page by page, of one type and the tenants asked for", async () => {
    const children = ["c", "a", "b"].map((id) => storedJob({ id, parent: "d" }));
    await store.addAll([
      storedJob({ id: "d", type: "dispatching" }),
      ...children,
      storedJob({ id: "n", parent: "d", tenant: "WFF_demo~north" }),
      storedJob({ id: "r", parent: "d", type: "receiving" }),
      storedJob({ id: "x", parent: "other" }),
    ]);
    const both = ["WFF_demo", "WFF_demo~north"];
    const ids = async (tenants: string[], of: Partial<typeof page>) =>
      (await store.children("d", "extraction", tenants, { ...page, ...of })).map(({ id }) => id);
    assert.deepEqual(await ids(both, {}), ["a", "b", "c", "n"]);
    assert.deepEqual(await ids(both, { limit: 2, start: 1 }), ["b", "c"]);
    assert.deepEqual(await ids(["WFF_demo~north"], {}), ["n"]);
    assert.equal(await store.countChildren("d"), 5);
    assert.equal(await store.countChildren("a"), 0);
  });

  test("are cancelled while they wait or run, but no receiving job that runs", async () => {
    await store.addAll([
      storedJob({ id: "waiting", type: "receiving", state: "pending" }),
      storedJob({ id: "running" }),
      storedJob({ id: "receiving", type: "receiving" }),
      storedJob({ id: "succeeded", state: "succeeded", endedAt: 5 }),
      storedJob({ id: "failed", state: "failed", endedAt: 5 }),
    ]);
    const ids = ["failed", "receiving", "none", "running", "succeeded", "waiting"];
    const outcome = await store.cancel(["WFF_demo"], ids);
    assert.deepEqual([...outcome.cancelled].sort(), ["running", "waiting"]);
    assert.deepEqual(
      outcome.results.map(({ job, isCancelled }) => [job.id, isCancelled, job.state, job.endedAt]),
      [
        ["failed", false, "failed", 5],
        ["receiving", false, "running", undefined],
        ["running", true, "cancelled", now],
        ["succeeded", false, "succeeded", 5],
        ["waiting", true, "cancelled", now],
      ],
    );
    const [again] = (await store.cancel(["WFF_demo"], ["running"])).results;
    assert.equal(again?.isCancelled, false);
  });

  test("that were dispatched are cancelled with what dispatched them, while that has not ended", async () => {
    const dispatch = (id: string, open: "running" | "failed") => [
      storedJob({ id, type: "dispatching" }),
      storedJob({ id: `${id}1`, parent: id, tenant: "WFF_demo~north", state: open }),
      storedJob({ id: `${id}2`, parent: id, state: open === "running" ? "pending" : open }),
      storedJob({ id: `${id}3`, parent: id, type: "receiving", state: open }),
      storedJob({ id: `${id}4`, parent: id, state: "succeeded" }),
    ];
    await store.addAll([...dispatch("d", "running"), ...dispatch("e", "failed")]);
    const tenants = ["WFF_demo", "WFF_demo~north"];
    const { results, cancelled } = await store.cancel(tenants, ["d", "e"]);
    assert.deepEqual(
      results.map(({ isCancelled, cancelledChildren }) => [isCancelled, cancelledChildren]),
      [
        [true, 2],
        [false, 0],
      ],
    );
    assert.deepEqual([...cancelled].sort(), ["d", "d1", "d2"]);
    assert.deepEqual((await idsOf(tenants, { state: "cancelled" })).sort(), ["d", "d1", "d2"]);
  });

  test("that dispatched others are as these are: running until the last has ended", async () => {
    const dispatched = (id: string, states: readonly JobState[]) => [
      storedJob({ id, type: "dispatching", state: "running" }),
      ...states.map((state, index) =>
        storedJob({
          id: `${id}${index}`,
          parent: id,
          state,
          endedAt: state === "pending" || state === "running" ? undefined : index,
        }),
      ),
    ];
    await store.addAll([
      ...dispatched("open", ["succeeded", "failed", "pending"]),
      ...dispatched("failed", ["failed", "cancelled", "failed"]),
      ...dispatched("cancelled", ["cancelled", "succeeded"]),
      ...dispatched("succeeded", ["succeeded", "succeeded"]),
      ...dispatched("empty", []),
      storedJob({ id: "extraction", type: "extraction", state: "succeeded" }),
      storedJob({ id: "next", parent: "extraction", state: "failed" }),
    ]);
    const found = await Promise.all(
      ["open", "failed", "cancelled", "succeeded", "empty", "extraction"].map((id) => store.get(id)),
    );
    assert.deepEqual(
      found.map((job) => [job?.state, job?.endedAt, job?.message]),
      [
        ["running", undefined, undefined],
        ["failed", 2, "2 of the jobs that it dispatched have failed."],
        ["cancelled", 1, undefined],
        ["succeeded", 1, undefined],
        ["running", undefined, undefined],
        ["succeeded", undefined, undefined],
      ],
    );
    assert.deepEqual(await idsOf(["WFF_demo"], { state: "running" }), ["empty", "open"]);
  });

  test("are each cancelled by one of several calls that come at once", async () => {
    await store.addAll([storedJob({ id: "a" }), storedJob({ id: "b" })]);
    const calls = await Promise.all(["a", "b", "a", "a"].map((id) => store.cancel(["WFF_demo"], [id, "b"])));
    const cancelled = calls.flatMap(({ results }) => results).filter(({ isCancelled }) => isCancelled);
    assert.deepEqual(cancelled.map(({ job }) => job.id).sort(), ["a", "b"]);
  });

  test("that an ended process left say what can be done: what was sent is gone, and is sent again", async () => {
    const sent = (id: string, origin: string): NewJob => ({
      id,
      tenant: "WFF_demo",
      type: "receiving",
      kind: "receive",
      request: JSON.stringify({ kind: origin, origin: "1", files: [] }),
      parent: undefined,
      lane: undefined,
      notBefore: undefined,
    });
    const origins = ["transaction", "session", "inbox", "extraction"];
    const jobs = [
      ...origins.map((origin) => sent(origin, origin)),
      { ...sent("process", ""), type: "processing" as const, kind: "process" },
    ];
    await platform.transaction((connection) => store.insert(connection, jobs));
    for (const { id } of jobs) {
      await store.begin(id);
    }
    const reopened = await JobStore.open(platform, new MovableClock(now + 1000));
    const ended = await Promise.all(jobs.map(({ id }) => reopened.get(id)));
    assert.deepEqual(
      ended.map((job) => job?.message?.replace("The service ended while the job was running; ", "")),
      [
        "send its data again.",
        "send its data again.",
        "send its data again.",
        "start the extraction again.",
        "start it again.",
      ],
    );
  });

  test("that an ended process left are failed, and say so", async () => {
    await store.addAll([
      storedJob({ id: "running" }),
      storedJob({ id: "waiting", state: "pending" }),
      storedJob({ id: "ended", state: "cancelled", endedAt: 5 }),
    ]);
    const reopened = await JobStore.open(platform, new MovableClock(now + 1000));
    const jobs = await Promise.all(["running", "waiting", "ended"].map((id) => reopened.find(["WFF_demo"], id)));
    assert.deepEqual(
      jobs.map((job) => [job?.state, job?.endedAt, job?.message]),
      [
        ["failed", now + 1000, "The service ended while the job was running; start it again."],
        ["failed", now + 1000, "The service ended before the job was started; start it again."],
        ["cancelled", 5, undefined],
      ],
    );
  });
});

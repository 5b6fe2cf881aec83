import assert from "node:assert/strict";
import { StoredTransactions } from "../../../../src/features/transactions/stored-transactions-model.ts";
import {
  type EndedJob,
  type EndedTransaction,
  TransactionsModel,
  waitForJobEnd,
} from "../../../../src/features/transactions/transactions-model.ts";
import {
  FakeTransactionCalls,
  MemoryNoteStore,
  settle,
  sqlTransaction,
  timeAt,
} from "../../../support/fake-transactions.ts";
import { ManualClock } from "../../client/manual-clock.ts";

class Cockpit {
  readonly clock = new ManualClock();
  readonly calls = new FakeTransactionCalls();
  readonly ended: EndedTransaction[] = [];
  readonly endedJobs: EndedJob[] = [];
  readonly stored: StoredTransactions;
  active = "c";

  constructor(readonly store = new MemoryNoteStore()) {
    this.stored = new StoredTransactions(store, () => this.clock.now());
  }

  model(): TransactionsModel {
    const { clock, calls } = this;
    const model = new TransactionsModel(
      this.stored,
      { clock, calls, random: () => 0.5, isExtended: () => false, extendBySeconds: () => 60 },
      () => this.active,
    );
    model.onDidEnd((end) => this.ended.push(end));
    model.onDidEndJob((end) => this.endedJobs.push(end));
    return model;
  }
}

const place = { connectionId: "c", transactionId: "t1", tables: ["site_badge"] };

suite("the transactions", () => {
  test("of the active connection are listed, and looked at while they are seen", async () => {
    const cockpit = new Cockpit();
    const model = cockpit.model();
    await cockpit.stored.save(place);
    await cockpit.stored.save({ ...place, connectionId: "other" });
    assert.deepEqual(
      model.list().map(({ stored }) => stored.connectionId),
      ["c"],
    );
    assert.deepEqual(cockpit.calls.asked, []);
    model.setVisible(true);
    await settle();
    assert.deepEqual(cockpit.calls.asked, ["transaction"]);
    model.dispose();
    assert.equal(cockpit.clock.sleeperCount, 0);
  });

  test("are followed with another connection when that becomes active", async () => {
    const cockpit = new Cockpit();
    const model = cockpit.model();
    await cockpit.stored.save(place);
    await cockpit.stored.save({ ...place, connectionId: "other", transactionId: "t2" });
    model.setVisible(true);
    await settle();
    cockpit.active = "other";
    model.refreshList();
    await settle();
    await cockpit.clock.advance(60_000);
    await settle();
    assert.deepEqual(
      model.list().map(({ stored }) => stored.transactionId),
      ["t2"],
    );
    assert.equal(cockpit.clock.sleeperCount, 1);
    model.dispose();
  });

  test("are found again by another window, which says how they ended meanwhile", async () => {
    const before = new Cockpit();
    const key = await before.stored.save(place);
    const after = new Cockpit(before.store);
    after.calls.answer = sqlTransaction({ status: "COMMITTED", closedAt: timeAt(5) });
    const model = after.model();
    model.pollOpen();
    await settle();
    assert.deepEqual(
      after.ended.map(({ end, isFirst }) => [end, isFirst]),
      [["committed", true]],
    );
    assert.equal(after.stored.find(key)?.end, "committed");
    const later = new Cockpit(before.store);
    later.model().pollOpen();
    await settle();
    assert.deepEqual([later.ended, later.calls.asked], [[], []]);
  });

  test("tell when a job has ended, to whoever waits for it, too", async () => {
    const cockpit = new Cockpit();
    const model = cockpit.model();
    cockpit.calls.jobs.set("j1", { status: "RUNNING" });
    const key = await cockpit.stored.save({ ...place, job: { jobId: "j1" } });
    model.find(key)?.followed.poll();
    const waiting = waitForJobEnd(model, key, "j1", new AbortController().signal);
    await cockpit.clock.untilAsleep(1000);
    cockpit.calls.jobs.set("j1", { status: "SUCCEEDED", tenants: [{ tenantCode: "a", status: "SUCCEEDED" }] });
    cockpit.clock.advance(1000);
    assert.equal((await waiting).status, "SUCCEEDED");
    assert.deepEqual(
      cockpit.endedJobs.map(({ job }) => job.jobId),
      ["j1"],
    );
    model.dispose();
  });

  test("let one who waits for a job stop waiting", async () => {
    const cockpit = new Cockpit();
    const model = cockpit.model();
    cockpit.calls.jobs.set("j1", { status: "RUNNING" });
    const key = await cockpit.stored.save({ ...place, job: { jobId: "j1" } });
    const controller = new AbortController();
    const waiting = waitForJobEnd(model, key, "j1", controller.signal);
    controller.abort(new Error("Stopped."));
    await assert.rejects(waiting, /Stopped/);
    model.dispose();
  });

  test("that are forgotten are followed no more", async () => {
    const cockpit = new Cockpit();
    const model = cockpit.model();
    const key = await cockpit.stored.save(place);
    model.setVisible(true);
    await settle();
    await cockpit.stored.forget([key]);
    cockpit.clock.advance(60_000);
    await settle();
    assert.deepEqual([model.list(), cockpit.clock.sleeperCount], [[], 0]);
  });
});

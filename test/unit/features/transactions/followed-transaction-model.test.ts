import assert from "node:assert/strict";
import {
  FollowedTransaction,
  type PollResult,
} from "../../../../src/features/transactions/followed-transaction-model.ts";
import type { StoredTransaction } from "../../../../src/features/transactions/stored-transaction.ts";
import {
  FakeStatusError,
  FakeTransactionCalls,
  notedTransaction,
  settle,
  sqlTransaction,
  timeAt,
} from "../../../support/fake-transactions.ts";
import { ManualClock } from "../../client/manual-clock.ts";

const running = { status: "RUNNING", summary: { running: 1 } };
const failed = { status: "FAILED", tenants: [{ tenantCode: "a", status: "FAILED", message: "No table." }] };

class Following {
  readonly clock = new ManualClock();
  readonly calls = new FakeTransactionCalls();
  readonly heard: (PollResult | undefined)[] = [];
  stored: StoredTransaction;
  isExtended = true;

  constructor(stored: Partial<StoredTransaction> = {}) {
    this.stored = notedTransaction(stored);
  }

  follow(): FollowedTransaction {
    return new FollowedTransaction(
      () => this.stored,
      {
        clock: this.clock,
        random: () => 0.5,
        calls: this.calls,
        isExtended: () => this.isExtended,
        extendBySeconds: () => 7200,
      },
      (look) => this.heard.push(look),
    );
  }

  async pass(byMs: number): Promise<void> {
    this.clock.advance(byMs);
    await settle();
  }
}

suite("a transaction that is followed", () => {
  test("is not looked at while nobody sees it and nothing runs", async () => {
    const following = new Following();
    const followed = following.follow();
    followed.setVisible(false);
    await settle();
    assert.deepEqual([following.calls.asked, following.clock.sleeperCount], [[], 0]);
  });

  test("is looked at less and less often while nothing changes, and not at all once nobody sees it", async () => {
    const following = new Following();
    const followed = following.follow();
    followed.setVisible(true);
    await settle();
    for (const delayMs of [1000, 1500, 2250]) {
      await following.clock.untilAsleep(delayMs);
      await following.pass(delayMs);
    }
    assert.equal(following.calls.asked.length, 4);
    assert.equal(following.heard.length, 1);
    followed.setVisible(false);
    await following.pass(60_000);
    assert.deepEqual([following.calls.asked.length, following.clock.sleeperCount], [4, 0]);
  });

  test("is looked at in the moment of its expiry, and then no more", async () => {
    const following = new Following();
    following.calls.answer = sqlTransaction({ expireAt: timeAt(0.4) });
    const followed = following.follow();
    followed.setVisible(true);
    await following.clock.untilAsleep(900);
    following.calls.answer = sqlTransaction({ status: "ROLLED_BACK", expireAt: timeAt(0.4), closedAt: timeAt(0.4) });
    await following.pass(900);
    assert.equal(followed.phase, "expired");
    assert.deepEqual(following.heard.at(-1), { isFirst: false, hasEnded: true, endedJobs: [] });
    assert.equal(following.clock.sleeperCount, 0);
  });

  test("is followed unseen while a job runs, and each job is asked for its tenants once when it has ended", async () => {
    const following = new Following();
    const followed = following.follow();
    following.stored = notedTransaction({ jobIds: ["j1"] });
    following.calls.jobs.set("j1", running);
    followed.poll();
    await following.clock.untilAsleep(1000);
    following.calls.jobs.set("j1", failed);
    await following.pass(1000);
    assert.deepEqual(following.calls.asked, ["transaction", "j1", "transaction", "j1", "whole j1", "transaction"]);
    const [ended] = following.heard.at(-1)?.endedJobs ?? [];
    assert.deepEqual([ended?.jobId, ended?.tenants?.[0]?.message], ["j1", "No table."]);
    assert.equal(following.clock.sleeperCount, 0);
  });

  test("takes the end of a job from before the window for no news", async () => {
    const following = new Following({ jobIds: ["j1"] });
    following.calls.jobs.set("j1", failed);
    following.follow().poll();
    await settle();
    assert.deepEqual(following.heard, [{ isFirst: true, hasEnded: false, endedJobs: [] }]);
  });

  test("asks for every tenant while its page is seen, of all jobs", async () => {
    const following = new Following({ jobIds: ["j1"] });
    following.calls.jobs.set("j1", failed);
    following.follow().setDetailed(true);
    await settle();
    assert.deepEqual(following.calls.asked, ["whole transaction", "whole j1"]);
  });

  test("is looked at again after a job that has ended, which may have closed it meanwhile", async () => {
    const following = new Following();
    const { calls } = following;
    const followed = following.follow();
    following.stored = notedTransaction({ jobIds: ["j1"] });
    const answerJob = calls.job.bind(calls);
    calls.job = (...args) => {
      calls.answer = sqlTransaction({ status: "COMMITTED" });
      calls.jobs.set("j1", failed);
      return answerJob(...args);
    };
    followed.poll();
    await settle();
    assert.equal(followed.phase, "committed");
    assert.deepEqual(
      following.heard.map((poll) => poll?.endedJobs.map(({ jobId }) => jobId)),
      [["j1"]],
    );
  });

  test("is extended shortly before it expires while a job runs", async () => {
    const following = new Following();
    following.calls.answer = sqlTransaction({ expireAt: timeAt(122) });
    const followed = following.follow();
    following.stored = notedTransaction({ jobIds: ["j1"] });
    following.calls.jobs.set("j1", running);
    followed.poll();
    await following.clock.untilAsleep(1000);
    assert.ok(!following.calls.asked.includes("extend by 7200"));
    await following.pass(1000);
    await following.clock.untilAsleep(1000);
    await following.pass(1000);
    assert.equal(following.calls.asked.filter((ask) => ask === "extend by 7200").length, 1);
    assert.equal(followed.transaction?.expireAt, timeAt(7200));
  });

  test("is not extended without a job, nor where nobody wants it", async () => {
    for (const jobIds of [[], ["j1"]]) {
      const following = new Following();
      following.isExtended = jobIds.length === 0;
      following.calls.answer = sqlTransaction({ expireAt: timeAt(60) });
      const followed = following.follow();
      following.stored = notedTransaction({ jobIds });
      following.calls.jobs.set("j1", running);
      followed.setVisible(true);
      await settle();
      assert.ok(!following.calls.asked.includes("extend by 7200"));
      followed.stop();
    }
  });

  test("is not asked to be extended again by one who was refused", async () => {
    const following = new Following();
    following.calls.answer = sqlTransaction({ expireAt: timeAt(60) });
    following.calls.extendFailure = new Error("extendSqlTransaction: not allowed.");
    const followed = following.follow();
    following.stored = notedTransaction({ jobIds: ["j1"] });
    following.calls.jobs.set("j1", running);
    followed.poll();
    await following.clock.untilAsleep(1000);
    await following.pass(1000);
    assert.equal(following.calls.asked.filter((ask) => ask.startsWith("extend")).length, 1);
    assert.equal(followed.extendProblem, "extendSqlTransaction: not allowed.");
  });

  test("that the service does not know any more is gone, with its jobs", async () => {
    const following = new Following({ jobIds: ["j1"] });
    following.calls.answer = new FakeStatusError(404);
    const followed = following.follow();
    followed.setVisible(true);
    await settle();
    assert.deepEqual([followed.phase, followed.isBusy, following.clock.sleeperCount], ["gone", false, 0]);
    assert.equal(following.heard.at(-1)?.hasEnded, true);
  });

  test("says why it cannot be looked at, and goes on when it can again", async () => {
    const following = new Following();
    following.calls.answer = new Error("getSqlTransaction: no connection.");
    const followed = following.follow();
    followed.setVisible(true);
    await settle();
    assert.equal(followed.problem, "getSqlTransaction: no connection.");
    following.calls.answer = sqlTransaction();
    await following.pass(30_000);
    assert.deepEqual([followed.problem, followed.phase], [undefined, "open"]);
  });

  test("that had ended is not looked at because its line is seen", async () => {
    const following = new Following({ end: "committed" });
    const followed = following.follow();
    followed.setVisible(true);
    await settle();
    assert.deepEqual([followed.phase, following.calls.asked], ["committed", []]);
  });
});

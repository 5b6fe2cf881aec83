import assert from "node:assert/strict";
import type { Client } from "../../src/client/call/client.ts";
import { createServiceClient } from "../../src/client/service-client.ts";
import { limitRequestToTenants, planRerun } from "../../src/features/transactions/run-again-model.ts";
import { StoredTransactions } from "../../src/features/transactions/stored-transactions-model.ts";
import { createTransactionCalls } from "../../src/features/transactions/transaction-calls.ts";
import { matrixRows } from "../../src/features/transactions/transaction-matrix-model.ts";
import {
  type EndedTransaction,
  TransactionsModel,
  waitForJobEnd,
} from "../../src/features/transactions/transactions-model.ts";
import { MemoryNoteStore } from "../support/fake-transactions.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { silentLogger } from "../support/silent-logger.ts";
import { SqlJobCaller } from "../support/sql-job-caller.ts";

const never = new AbortController().signal;

/** What the editor sees of transactions, against the service itself (service-api, "Table-source SQL transaction"). */
suite("the transactions that the editor follows", () => {
  let service: TestService;
  let sql: SqlJobCaller;
  let client: Client;
  let model: TransactionsModel;
  let stored: StoredTransactions;
  const ended: EndedTransaction[] = [];

  suiteSetup(async () => {
    service = await startTestService();
    sql = new SqlJobCaller(service);
    await sql.table("badge", ["person", "number"]);
    const { url, apiKey, username, password } = service.service.ready;
    client = createServiceClient({
      connection: { baseUrl: url, apiKey, credentials: async () => ({ username, password }) },
      gate: async () => "allowed",
      logger: silentLogger,
    });
  });
  suiteTeardown(async () => {
    client.dispose();
    await service.dispose();
  });
  setup(() => {
    ended.length = 0;
    stored = new StoredTransactions(new MemoryNoteStore(), () => service.clock.now());
    const session = async () => ({
      connectionId: "local",
      connectionLabel: "Local",
      role: "development" as const,
      tenant: undefined,
      project: undefined,
      client,
    });
    // The service's clock stands still, so the looks follow each other at once.
    const clock = {
      now: () => service.clock.now(),
      sleep: (_delayMs: number, signal?: AbortSignal) =>
        new Promise<void>((resolve, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason));
          setImmediate(resolve);
        }),
    };
    model = new TransactionsModel(
      stored,
      {
        clock,
        random: () => 0.5,
        calls: createTransactionCalls(session),
        isExtended: () => true,
        extendBySeconds: () => 7200,
      },
      () => "local",
    );
    model.onDidEnd((end) => ended.push(end));
  });
  teardown(() => model.dispose());

  const note = (transactionId: string, jobId?: string) =>
    stored.save({
      connectionId: "local",
      transactionId,
      tables: ["badge"],
      ...(jobId !== undefined && { job: { jobId } }),
    });
  const found = (key: string) => {
    const seen = model.find(key);
    assert.ok(seen);
    return seen;
  };
  const untilEnded = (key: string) =>
    new Promise<EndedTransaction>((resolve) => {
      const end = ended.find(({ watched }) => watched.key === key);
      if (end) {
        resolve(end);
        return;
      }
      model.onDidEnd((one) => one.watched.key === key && resolve(one));
    });

  test("are open until they are committed, and say so", async () => {
    const id = await sql.start({ tablesToModify: ["badge"] });
    const key = await note(id);
    model.setVisible(true);
    const { jobId } = await sql.begin(id, {
      actions: [{ query: { query: "INSERT INTO badge VALUES ('P1', '1')" } }, { commit: {} }],
    });
    await note(id, jobId);
    assert.equal((await waitForJobEnd(model, key, jobId, never)).status, "SUCCEEDED");
    assert.equal((await untilEnded(key)).end, "committed");
    assert.equal(stored.find(key)?.end, "committed");
  });

  test("that nobody extended have expired, which is told apart from a rollback", async () => {
    const [expired, rolledBack] = [await sql.start({ expireAfterSeconds: 60 }), await sql.start()];
    await sql.done(rolledBack, [{ rollback: {} }]);
    const keys = [await note(expired), await note(rolledBack)];
    await service.clock.advance(61_000);
    model.pollOpen();
    const ends = await Promise.all(keys.map(untilEnded));
    assert.deepEqual(
      ends.map(({ end }) => end),
      ["expired", "rolledBack"],
    );
  });

  test("whose job failed and kept them open run it again for the tenants in which it failed", async () => {
    const id = await sql.start({ tablesToModify: ["badge"] });
    const request = {
      keepTransactionOpenOnError: true,
      actions: [{ query: { query: "SELECT * FROM badge_of_later" } }, { commit: {} }],
    };
    const { jobId } = await sql.begin(id, request);
    const key = await note(id, jobId);
    found(key).followed.setDetailed(true);
    const status = await waitForJobEnd(model, key, jobId, never);
    const { followed } = found(key);
    assert.equal(followed.phase, "open");
    const [row] = matrixRows(followed.transaction, [status]);
    assert.deepEqual([row?.tenant, row?.cells[0]?.phase, row?.cells[1]?.phase], ["WFF_demo", "open", "failed"]);
    assert.match(row?.cells[1]?.message ?? "", /badge_of_later/);
    const plan = planRerun(request, status, await client.getSqlTransaction({ path: { transactionId: id } }));
    assert.deepEqual(plan, { inSameTransaction: ["WFF_demo"], inNewTransaction: [], isMissingInputs: false });
    await sql.table("badge_of_later", ["person"]);
    const again = await sql.begin(id, limitRequestToTenants(request, plan.inSameTransaction));
    await note(id, again.jobId);
    assert.equal((await waitForJobEnd(model, key, again.jobId, never)).status, "SUCCEEDED");
    assert.equal((await untilEnded(key)).end, "committed");
  });

  test("that the service does not know are gone", async () => {
    const key = await note("no-such-transaction");
    model.pollOpen();
    assert.equal((await untilEnded(key)).end, "gone");
  });

  test("are extended by the service's answer", async () => {
    const id = await sql.start({ expireAfterSeconds: 60 });
    const calls = createTransactionCalls(async () => ({
      connectionId: "local",
      connectionLabel: "Local",
      role: "development",
      tenant: undefined,
      project: undefined,
      client,
    }));
    const { expireAt } = await calls.extend({ connectionId: "local", transactionId: id }, 7200, never);
    assert.equal(Date.parse(expireAt ?? "") - service.clock.now(), 7_200_000);
  });
});

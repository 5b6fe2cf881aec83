import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeNextCall, holdNextCall } from "../support/before-next-call.ts";
import { eventually } from "../support/eventually.ts";
import { startTestService, type TestAnswer, type TestService } from "../support/running-service.ts";
import { csv, type MadeTable, SqlJobCaller } from "../support/sql-job-caller.ts";

const child = "WFF_demo~north";
const transactions = "/v1alpha/data/table-sources/transactions";
const second = 1000;

/** The table of service-api, "Table-source SQL transaction", and what stands beside it. */
suite("SQL transactions of the embedded service", () => {
  let test_: TestService;
  let sql: SqlJobCaller;
  let badge: MadeTable;
  suiteSetup(async () => {
    test_ = await startTestService();
    sql = new SqlJobCaller(test_);
    badge = await sql.table("badge", ["person", "number"]);
  });
  suiteTeardown(() => test_.dispose());

  const refused = (answer: TestAnswer, status: number, code: string, message: RegExp) => {
    assert.deepEqual([answer.status, answer.json().code], [status, code], answer.text);
    assert.match(String(answer.json().message), message);
  };
  const input = (id: string) => ({ id, filename: `${id}.csv`, format: { csv: { header: true } } });
  const upsert = { upsert: { source: "news", target: "badge", keys: ["person"] } };
  const failing = { query: { query: "SELECT * FROM no_such_table" } };
  const folder = (id: string) => join(test_.dataFolder, "sql-transactions", id);

  test("are open once they are started", async () => {
    const answer = await sql.call("POST", transactions, { expireAfterSeconds: 60, tablesToModify: ["BADGE"] });
    const started = answer.json();
    assert.deepEqual(started, {
      transactionId: started.transactionId,
      status: "OPEN",
      createdAt: "2026-01-15T12:00:00.000Z",
      createdBy: test_.service.ready.username,
      expireAt: "2026-01-15T12:01:00.000Z",
      tablesToModify: ["badge"],
      children: [],
      summary: { open: 0, resolving: 0, committed: 0, rolledBack: 0 },
    });
    assert.deepEqual(await sql.status(String(started.transactionId)), started);
    const summary = await sql.call("GET", `${transactions}/${started.transactionId}?summaryOnly=true`);
    assert.ok(!("children" in summary.json()));
  });

  test("last an hour unless told otherwise, at least a second and as long as 32 bits say", async () => {
    const lastingOf = async (id: string) => {
      const { createdAt = "", expireAt = "" } = await sql.status(id);
      return (Date.parse(expireAt) - Date.parse(createdAt)) / second;
    };
    assert.equal(await lastingOf(await sql.start()), 3600);
    for (const expireAfterSeconds of [7 * 24 * 3600 + 1, 2 ** 31 - 1]) {
      assert.equal(await lastingOf(await sql.start({ expireAfterSeconds })), expireAfterSeconds);
    }
    const wrong: readonly [number, RegExp][] = [
      [0, /expireAfterSeconds must be at least 1,/],
      [-1, /expireAfterSeconds must be at least 1,/],
      [2 ** 31, /expireAfterSeconds must be at most 2147483647,/],
    ];
    for (const [expireAfterSeconds, problem] of wrong) {
      refused(await sql.call("POST", transactions, { expireAfterSeconds }), 400, "REQUEST_INVALID", problem);
    }
  });

  test("modify only tables that there are, by their name or their uuid", async () => {
    const answer = await sql.call("POST", transactions, { tablesToModify: ["badge", "no_such"] });
    refused(answer, 400, "TABLE_SOURCE_UNKNOWN", /cannot modify "no_such"/);
    const id = await sql.start({ tablesToModify: [badge.uuid, "Badge"] });
    assert.deepEqual((await sql.status(id)).tablesToModify, ["badge"]);
  });

  test("are rolled back when their time is over, and their files are gone", async () => {
    const id = await sql.start({ expireAfterSeconds: 600, tablesToModify: ["badge"] });
    await sql.upload(id, "news.csv", "person,number\nP1,7\n");
    const query = { query: { query: "SELECT * FROM news", output: csv("news.out") } };
    await sql.done(id, [upsert, query], { inputs: [input("news")] });
    assert.ok(readdirSync(folder(id)).length >= 2);
    await test_.clock.advance(599 * second);
    assert.equal((await sql.status(id)).status, "OPEN");
    await test_.clock.advance(second);
    const { status, children, closedAt, summary } = await sql.status(id);
    assert.deepEqual([status, children?.[0]?.status, summary?.rolledBack], ["ROLLED_BACK", "ROLLED_BACK", 1]);
    assert.equal(Date.parse(closedAt ?? ""), test_.clock.now());
    assert.ok(!existsSync(folder(id)));
    assert.deepEqual(await sql.rows("badge"), []);
    refused(await sql.output(id, "news.out"), 404, "OUTPUT_UNKNOWN", /were removed when it expired/);
    refused(await sql.tryUpload(id, "a.csv", "a"), 409, "TRANSACTION_CLOSED", /has expired/);
    refused(await sql.tryRun(id, { actions: [{ commit: {} }] }), 409, "TRANSACTION_CLOSED", /has expired/);
    refused(await sql.extend(id, 60), 409, "TRANSACTION_CLOSED", /has expired/);
  });

  test("expire without being asked for", async () => {
    const id = await sql.start({ expireAfterSeconds: 10 });
    await sql.upload(id, "a.csv", "a\n1\n");
    assert.ok(existsSync(folder(id)));
    await test_.clock.advance(10 * second);
    while (existsSync(folder(id))) {
      await sql.start();
    }
  });

  test("expire so long after they are extended as that says, also earlier than before", async () => {
    const id = await sql.start({ expireAfterSeconds: 100 });
    await test_.clock.advance(60 * second);
    const extended = (await sql.extend(id, 90)).json<{ expireAt: string; status: string }>();
    assert.deepEqual([Date.parse(extended.expireAt), extended.status], [test_.clock.now() + 90 * second, "OPEN"]);
    await test_.clock.advance(80 * second);
    assert.equal((await sql.status(id)).status, "OPEN");
    const shortened = (await sql.extend(id, 5)).json<{ expireAt: string }>();
    assert.equal(Date.parse(shortened.expireAt), test_.clock.now() + 5 * second);
    await test_.clock.advance(5 * second);
    assert.equal((await sql.status(id)).status, "ROLLED_BACK");
  });

  test("are rolled back when a job fails", async () => {
    const id = await sql.start({ tablesToModify: ["badge"] });
    await sql.upload(id, "news.csv", "person,number\nP2,7\n");
    const message = await sql.failed(id, [upsert, failing], { inputs: [input("news")] });
    assert.match(message, /Action 2 \(query\): .*no_such_table.* The transaction was rolled back in WFF_demo\./s);
    assert.equal((await sql.status(id)).status, "ROLLED_BACK");
    assert.deepEqual(await sql.rows("badge"), []);
  });

  test("stay open when a job fails that says so, and keep what it did", async () => {
    const id = await sql.start({ tablesToModify: ["badge"] });
    await sql.upload(id, "news.csv", "person,number\nP3,7\n");
    const job = { inputs: [input("news")], keepTransactionOpenOnError: true };
    assert.match(await sql.failed(id, [upsert, failing], job), /The transaction is still open\.$/);
    assert.equal((await sql.status(id)).status, "OPEN");
    await sql.done(id, [{ query: { query: "SELECT * FROM badge", output: csv("inside.csv", false) } }]);
    assert.deepEqual(await sql.lines(id, "inside.csv"), ["P3,7"]);
    assert.deepEqual(await sql.rows("badge"), []);
    await sql.done(id, [{ rollback: {} }]);
  });

  test("are committed by the action, and closed then", async () => {
    const id = await sql.start({ tablesToModify: ["badge"] });
    await sql.upload(id, "news.csv", "person,number\nP4,7\n");
    await sql.done(id, [upsert], { inputs: [input("news")] });
    const open = await sql.status(id);
    assert.deepEqual([open.status, open.summary?.open, open.children?.[0]?.status], ["OPEN", 1, "OPEN"]);
    assert.deepEqual(await sql.rows("badge"), []);
    await sql.done(id, [{ commit: {} }]);
    const { status, summary, children, closedAt } = await sql.status(id);
    assert.deepEqual([status, summary?.committed, children?.[0]?.status], ["COMMITTED", 1, "COMMITTED"]);
    assert.ok(closedAt && children?.[0]?.closedAt);
    assert.deepEqual(await sql.rows("badge"), ["P4,7"]);
    refused(await sql.tryRun(id, { actions: [{ rollback: {} }] }), 409, "TRANSACTION_CLOSED", /is closed/);
    refused(await sql.extend(id, 60), 409, "TRANSACTION_CLOSED", /is closed/);
    refused(await sql.tryUpload(id, "a.csv", "a"), 409, "TRANSACTION_CLOSED", /is closed/);
  });

  suite("with several jobs", () => {
    const insert = { query: { query: "INSERT INTO team_badge VALUES ('P1')" } };
    const begin = (more: object = {}) => sql.start({ tablesToModify: ["team_badge"], ...more });
    const locks = (id: string) =>
      test_.service.platform.tableData.listLocks().filter(({ transactionId }) => transactionId === id);
    suiteSetup(() => sql.table("team_badge", ["person"], { canChildrenInherit: true }));

    test("stay open after a commit while another job waits, which may begin in another tenant", async () => {
      const id = await begin();
      const commit = holdNextCall(test_.service.platform.tableData, "commit");
      const first = await sql.begin(id, { actions: [insert, { commit: {} }] });
      const second = await sql.begin(id, { actions: [insert], tenants: [child] });
      commit.release();
      await sql.jobThat(id, first.jobId, "SUCCEEDED");
      await sql.jobThat(id, second.jobId, "SUCCEEDED");
      const { status, summary } = await sql.status(id);
      assert.deepEqual([status, summary?.committed, summary?.open], ["OPEN", 1, 1]);
      assert.equal((await sql.extend(id, 60)).status, 200);
      await sql.done(id, [{ commit: {} }], { tenants: [child] });
      assert.equal((await sql.status(id)).status, "COMMITTED");
      assert.deepEqual([await sql.rows("team_badge", child), locks(id)], [["P1"], []]);
    });

    test("are closed by the last job, also by one that finds its tenant committed", async () => {
      const id = await begin();
      const commit = holdNextCall(test_.service.platform.tableData, "commit");
      const first = await sql.begin(id, { actions: [insert, { commit: {} }] });
      const second = await sql.begin(id, { actions: [insert] });
      commit.release();
      await sql.jobThat(id, first.jobId, "SUCCEEDED");
      const { tenants } = await sql.jobThat(id, second.jobId, "FAILED");
      assert.match(tenants[0]?.message ?? "", /The transaction is closed in WFF_demo/);
      assert.equal((await sql.status(id)).status, "COMMITTED");
    });

    test("are closed without a job that could not be saved", async () => {
      const id = await begin();
      const { database } = test_.service.platform;
      const { runPrepared } = database;
      database.runPrepared = () => Promise.reject(new Error("The disk is full."));
      try {
        assert.equal((await sql.tryRun(id, { actions: [insert] })).status, 500);
      } finally {
        database.runPrepared = runPrepared;
      }
      await sql.done(id, [insert, { commit: {} }]);
      assert.equal((await sql.status(id)).status, "COMMITTED");
    });

    for (const [what, keepTransactionOpenOnError, end, status, lockCount] of [
      ["are rolled back", false, "The transaction was rolled back in WFF_demo.", "ROLLED_BACK", 0],
      ["stay open where the job says so", true, "The transaction is still open.", "OPEN", 1],
    ] as const) {
      test(`${what} when the service fails beside a job that has begun`, async () => {
        const id = await begin();
        await sql.done(id, [insert]);
        beforeNextCall(test_.service.platform.tableData, "openSessions", () => Promise.reject(new Error("No memory.")));
        const message = await sql.failed(id, [insert], { keepTransactionOpenOnError });
        assert.equal(message, `The service failed, and its log has the reason; run the job again. ${end}`);
        assert.deepEqual([(await sql.status(id)).status, locks(id).length], [status, lockCount]);
        if (keepTransactionOpenOnError) {
          await sql.done(id, [{ rollback: {} }]);
        }
      });
    }

    test("refuse a job when they are closed before its tables are looked up", async () => {
      const id = await begin();
      const list = holdNextCall(test_.service.platform.tableSources, "list");
      const late = sql.tryRun(id, { actions: [insert], tenants: [child] });
      await list.reached;
      await sql.done(id, [insert, { commit: {} }]);
      list.release();
      refused(await late, 409, "TRANSACTION_CLOSED", /is closed/);
      assert.deepEqual(locks(id), []);
    });

    test("stop also a job that is added while the one before it is stopped by their expiry", async () => {
      const id = await begin({ expireAfterSeconds: 60 });
      const { tableData, tableSources } = test_.service.platform;
      const commit = holdNextCall(tableData, "commit");
      await sql.begin(id, { actions: [insert, { commit: {} }] });
      await commit.reached;
      const list = holdNextCall(tableSources, "list");
      const late = sql.tryRun(id, { actions: [insert], tenants: [child], keepTransactionOpenOnError: true });
      await list.reached;
      await test_.clock.advance(60 * second);
      const status = sql.status(id);
      await sql.start();
      list.release();
      const { jobId } = (await late).json<{ jobId: string }>();
      commit.release();
      await status;
      const { tenants } = await sql.jobThat(id, jobId, "SUCCEEDED", "FAILED");
      assert.match(tenants[0]?.message ?? "", /The transaction has expired/);
      const { summary } = await sql.status(id);
      assert.deepEqual([summary?.committed, summary?.rolledBack, locks(id)], [1, 1, []]);
    });
  });

  test("are rolled back by the action, and closed then", async () => {
    const id = await sql.start({ tablesToModify: ["badge"] });
    await sql.upload(id, "news.csv", "person,number\nP5,7\n");
    await sql.done(id, [upsert, { rollback: {} }], { inputs: [input("news")] });
    assert.equal((await sql.status(id)).status, "ROLLED_BACK");
    assert.deepEqual(await sql.rows("badge"), ["P4,7"]);
  });

  test("keep their outputs after the commit until they expire", async () => {
    const id = await sql.start({ expireAfterSeconds: 60, tablesToModify: ["badge"] });
    const query = { query: "SELECT number FROM badge", output: csv("kept.csv") };
    await sql.done(id, [{ query }, { commit: {} }]);
    assert.equal((await sql.output(id, "kept.csv")).text, "number\n7\n");
    await test_.clock.advance(60 * second);
    assert.equal((await sql.output(id, "kept.csv")).status, 404);
    assert.equal((await sql.status(id)).status, "COMMITTED");
  });

  test("hold the tables that they modify from the first job on, and tell others who holds them", async () => {
    const first = await sql.start({ expireAfterSeconds: 3600, tablesToModify: ["badge"] });
    const other = await sql.start({ tablesToModify: ["badge"] });
    await sql.done(first, [{ query: { query: "SELECT * FROM badge" } }]);
    const message = await sql.failed(other, [{ query: { query: "SELECT * FROM badge" } }]);
    assert.match(message, new RegExp(`The table badge of WFF_demo is locked by the transaction ${first}, which `));
    assert.match(message, /expires at 2026-.*run the job again when it has ended/);
    assert.equal((await sql.status(other)).status, "ROLLED_BACK");
    await sql.done(first, [{ rollback: {} }]);
    const third = await sql.start({ tablesToModify: ["badge"] });
    await sql.done(third, [{ rollback: {} }]);
  });

  test("hold no table in other tenants", async () => {
    const shared = await sql.table("shared_badge", ["person"], { canChildrenInherit: true });
    const one = await sql.start({ tablesToModify: [shared.objectName] });
    await sql.done(one, [{ query: { query: "SELECT * FROM shared_badge" } }]);
    const other = await sql.start({ tablesToModify: [shared.objectName] }, child);
    const actions = [{ query: { query: "SELECT * FROM shared_badge" } }, { rollback: {} }];
    assert.equal((await sql.runIn(other, { actions }, child)).status, "SUCCEEDED");
    await sql.done(one, [{ rollback: {} }]);
  });

  test("that cannot be rolled back say so, and are when they expire", async () => {
    const { tableData } = test_.service.platform;
    const rollback = tableData.rollback.bind(tableData);
    const id = await sql.start({ expireAfterSeconds: 60, tablesToModify: ["badge"] });
    tableData.rollback = () => Promise.reject(new Error("The disk is full."));
    try {
      const insert = { query: { query: "INSERT INTO badge VALUES ('P8', '8')" } };
      const message = await sql.failed(id, [insert, failing]);
      assert.match(
        message,
        /Rolling back the transaction in WFF_demo failed; it will be tried again when the transaction expires/,
      );
      assert.doesNotMatch(message, /disk/);
      const { status, summary } = await sql.status(id);
      assert.deepEqual([status, summary?.resolving], ["OPEN", 1]);
      assert.match(await sql.failed(id, [insert]), /The transaction is closed in WFF_demo; start another one/);
    } finally {
      tableData.rollback = rollback;
    }
    assert.ok(test_.log.some((line) => line.includes("The disk is full.")));
    await test_.clock.advance(60 * second);
    assert.equal((await sql.status(id)).status, "ROLLED_BACK");
    assert.ok(!(await sql.rows("badge")).includes("P8,8"));
  });

  for (const [what, nextCall] of [
    ["save", (fail: () => Promise<never>) => beforeNextCall(test_.service.platform.database, "runPrepared", fail)],
    ["rollback", (fail: () => Promise<never>) => beforeNextCall(test_.service.platform.tableData, "rollback", fail)],
  ] as const) {
    test(`release their tables after a pause when a ${what} fails at their expiry`, async () => {
      const id = await sql.start({ expireAfterSeconds: 60, tablesToModify: ["badge"] });
      await sql.done(id, [{ query: { query: "INSERT INTO badge VALUES ('P9', '9')" } }]);
      // Waits for the save of the job's end, which is not the one that is to fail.
      await sql.extend(id, 60);
      const failed = new Promise<void>((resolve) => {
        nextCall(() => {
          resolve();
          return Promise.reject(new Error("The disk is full."));
        });
      });
      await test_.clock.advance(60 * second);
      await failed;
      const early = await sql.start({ tablesToModify: ["badge"] });
      const read = [{ query: { query: "SELECT * FROM badge" } }];
      assert.match(await sql.failed(early, read), new RegExp(`locked by the transaction ${id}`));
      await test_.clock.advance(5 * second);
      const isLocked = () => test_.service.platform.tableData.listLocks().some((lock) => lock.transactionId === id);
      await eventually(async () => (isLocked() ? undefined : true));
      const late = await sql.start({ tablesToModify: ["badge"] });
      await sql.done(late, [...read, { rollback: {} }]);
      const { status, closedAt } = await sql.status(id);
      assert.deepEqual([status, Date.parse(closedAt ?? "")], ["ROLLED_BACK", test_.clock.now() - 5 * second]);
    });
  }

  test("are told of while their expiry fails", async () => {
    const { tableData } = test_.service.platform;
    const { rollback } = tableData;
    const id = await sql.start({ expireAfterSeconds: 60, tablesToModify: ["badge"] });
    await sql.done(id, [{ query: { query: "INSERT INTO badge VALUES ('P9', '9')" } }]);
    let fail = () => undefined;
    const failing = new Promise<never>((_resolve, reject) => {
      fail = () => void reject(new Error("The disk is full."));
    });
    const begun = new Promise<void>((resolve) => {
      tableData.rollback = () => {
        resolve();
        return failing;
      };
    });
    try {
      await test_.clock.advance(60 * second);
      await begun;
      const asked = sql.status(id);
      // Once the call waits for the expiry.
      setTimeout(fail, 100);
      assert.ok((await asked).closedAt);
    } finally {
      tableData.rollback = rollback;
    }
    await test_.clock.advance(5 * second);
    // At the end of the expiry, so that nothing of it is left for another test.
    await eventually(async () =>
      (await sql.tryUpload(id, "a.csv", "a")).text.includes("has expired") ? true : undefined,
    );
  });

  test("are there for the tenant that they were started on, and through it for those that it manages", async () => {
    const own = await sql.start();
    assert.equal((await sql.call("GET", `${transactions}/${own}`, undefined, child)).status, 200);
    const ofChild = await sql.start({}, child);
    refused(await sql.call("GET", `${transactions}/${ofChild}`), 404, "TRANSACTION_UNKNOWN", /has no SQL transaction/);
    refused(await sql.call("GET", `${transactions}/x%20y`), 404, "TRANSACTION_UNKNOWN", /"x y"/);
  });
});

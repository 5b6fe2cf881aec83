import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Client } from "../../src/client/call/client.ts";
import { createServiceClient } from "../../src/client/service-client.ts";
import { parseCsvOutput } from "../../src/client/sql/csv-output.ts";
import { dryRunSqlJobFile } from "../../src/client/sql/dry-run.ts";
import { readSqlJobFile } from "../../src/client/sql/job-file.ts";
import { type JobFileProgress, runSqlJobFile } from "../../src/client/sql/run-job-file.ts";
import { SqlTransaction } from "../../src/client/sql/sql-transaction.ts";
import { TransactionOwner } from "../../src/client/sql/transaction-owner.ts";
import { createLocalFile } from "../../src/client/upload/local-file.ts";
import { saveBody } from "../../src/host/save-body.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { silentLogger } from "../support/silent-logger.ts";
import { SqlJobCaller } from "../support/sql-job-caller.ts";

/** What the editor does with SQL transactions, against the service itself (service-api, "Table-source SQL transaction"). */
suite("SQL transactions of the client", () => {
  let service: TestService;
  let sql: SqlJobCaller;
  let client: Client;
  let folder: string;
  let count = 0;
  let table: string;

  suiteSetup(async () => {
    service = await startTestService();
    sql = new SqlJobCaller(service);
    const { url, apiKey, username, password } = service.service.ready;
    client = createServiceClient({
      connection: { baseUrl: url, apiKey, credentials: async () => ({ username, password }) },
      gate: async () => "allowed",
      logger: silentLogger,
    });
    folder = await mkdtemp(join(tmpdir(), "workforce-client-sql-"));
  });
  suiteTeardown(async () => {
    client.dispose();
    await service.dispose();
    await rm(folder, { recursive: true });
  });
  setup(async () => {
    table = `client_badge_${++count}`;
    await sql.table(table, ["person", "number INTEGER"]);
    const id = await sql.start({ tablesToModify: [table] });
    const query = `INSERT INTO ${table} VALUES ('P1', 1), ('P2', 2), ('P3', 3)`;
    await sql.done(id, [{ query: { query } }, { commit: {} }]);
  });

  const options = { title: "test", extendsWhileRunning: false };
  const started: string[] = [];
  const run = async (text: object, more: { signal?: AbortSignal; onStep?: (step: JobFileProgress) => void } = {}) => ({
    client,
    file: await readSqlJobFile(JSON.stringify(text), (path) => readFile(join(folder, path), "utf8")),
    localFiles: {
      open: (path: string) => createLocalFile(resolve(folder, path)),
      save: (path: string, body: AsyncIterable<Uint8Array>, onBytes: (bytes: number) => void) =>
        saveBody(resolve(folder, path), body, onBytes),
    },
    options,
    signal: more.signal ?? new AbortController().signal,
    onStep: more.onStep ?? (() => undefined),
    onTransaction: async ({ transactionId }: { transactionId: string }) => {
      started.push(transactionId);
    },
  });
  const load = (actions: readonly object[], more: object = {}) => ({
    transaction: { tablesToModify: [table] },
    uploads: { "news.csv": "news.csv" },
    job: { inputs: [{ id: "news", filename: "news.csv", format: { csv: { header: true } } }], actions, ...more },
  });
  const csv = { csv: { header: true } };

  test("run a job file from uploads to downloads, and say each step", async () => {
    await writeFile(join(folder, "news.csv"), 'person,number\nP3,33\nP4,44\n"P,5",\n');
    await writeFile(join(folder, "out.tablesql"), `SELECT * FROM ${table} ORDER BY person`);
    const steps: string[] = [];
    const outcome = await runSqlJobFile(
      await run(
        {
          ...load([
            { upsert: { source: "news", target: table, keys: ["person"] } },
            { query: { query: { file: "out.tablesql" }, output: { format: csv, filename: "after.csv" } } },
            { commit: {} },
          ]),
          downloads: [{ filename: "after.csv", file: "saved.csv" }],
        },
        { onStep: ({ kind }) => void (steps.at(-1) === kind || steps.push(kind)) },
      ),
    );
    assert.deepEqual(steps, ["start", "upload", "job", "download"]);
    assert.equal(outcome.transactionState, "committed");
    assert.deepEqual(outcome.access, { read: ["news", table].filter((name) => name !== "news"), write: [table] });
    assert.equal(
      await readFile(join(folder, "saved.csv"), "utf8"),
      'person,number\n"P,5",\nP1,1\nP2,2\nP3,33\nP4,44\n',
    );
    assert.deepEqual((await sql.rows(table)).length, 5);
  });

  test("say of a job that failed how its transaction stands and what to do", async () => {
    const fails = { query: { query: `DELETE FROM ${table} WHERE nothing = 1` } };
    const failure = async (more: object) =>
      runSqlJobFile(await run({ ...load([fails], more), uploads: {} })).then(
        () => assert.fail("it did not fail"),
        (error: Error) => error.message,
      );
    assert.match(
      await failure({ inputs: [] }),
      /The SQL job failed: Action 1 .* is rolled back, so nothing has changed/s,
    );
    const id = started.at(-1) ?? "";
    assert.match(
      await failure({ inputs: [], keepTransactionOpenOnError: true }),
      /is open: run the job again in it, commit it or roll it back/,
    );
    assert.notEqual(started.at(-1), id);
    await SqlTransaction.resume(client, started.at(-1) ?? "", options).rollBack();
  });

  test("leave no transaction open when a run is stopped", async () => {
    await writeFile(join(folder, "news.csv"), "person,number\nP9,9\n");
    const stopping = new AbortController();
    const reason = new Error("stopped");
    const stopped = runSqlJobFile(
      await run(load([{ upsert: { source: "news", target: table, keys: ["person"] } }]), {
        signal: stopping.signal,
        onStep: ({ kind }) => kind === "job" && stopping.abort(reason),
      }),
    );
    await assert.rejects(stopped, (error) => error === reason);
    assert.equal((await sql.status(started.at(-1) ?? "")).status, "ROLLED_BACK");
    assert.equal((await sql.rows(table)).length, 3);
  });

  test("say of a run that is stopped after its commit that its changes are permanent", async () => {
    const stopping = new AbortController();
    const add = { query: { query: `INSERT INTO ${table} VALUES ('P9', 9)` } };
    const all = { query: { query: `SELECT * FROM ${table}`, output: { format: csv, filename: "all.csv" } } };
    const stopped = runSqlJobFile(
      await run(
        {
          transaction: { tablesToModify: [table] },
          job: { actions: [add, all, { commit: {} }] },
          downloads: [{ filename: "all.csv", file: "all.csv" }],
        },
        { signal: stopping.signal, onStep: ({ kind }) => kind === "download" && stopping.abort(new Error("stopped")) },
      ),
    );
    await assert.rejects(stopped, /^SqlTransactionError: The run was stopped\. .* is committed, so its changes are/);
    assert.equal((await sql.rows(table)).length, 4);
  });

  test("send nothing when a file of the uploads is not there", async () => {
    const before = started.length;
    await rm(join(folder, "news.csv"), { force: true });
    await assert.rejects(runSqlJobFile(await run(load([{ commit: {} }]))), /The file "news.csv" no longer exists/);
    assert.equal(started.length, before);
  });

  for (const moment of ["before its job", "while its job runs"]) {
    test(`leave a run to the window that took it over ${moment}`, async () => {
      await writeFile(join(folder, "news.csv"), "person,number\nP9,9\n");
      const [here, there] = [new TransactionOwner(folder, "local"), new TransactionOwner(folder, "local")];
      const all = { query: { query: "SELECT * FROM news", output: { format: csv, filename: "all.csv" } } };
      const plan = await run({ ...load([all]), downloads: [{ filename: "all.csv", file: "taken-over.csv" }] });
      let id = "";
      let jobs = 0;
      const taken = runSqlJobFile({
        ...plan,
        options: { ...options, owner: here },
        onTransaction: async ({ transactionId, jobId }) => {
          id = transactionId;
          jobs += jobId === undefined ? 0 : 1;
          if (moment === "before its job" || jobId !== undefined) {
            await there.takeOver(transactionId);
          }
        },
      });
      await assert.rejects(taken, /Another window continues this run/);
      assert.equal(jobs, moment === "before its job" ? 0 : 1);
      assert.ok(!(await readdir(folder)).includes("taken-over.csv"));
      assert.equal((await sql.status(id)).status, "OPEN");
      const [first, second] = [here, there].map((owner) => SqlTransaction.resume(client, id, { ...options, owner }));
      assert.equal(await first?.abandon(), false);
      assert.equal(await second?.abandon(), true);
    });
  }

  test("leave a job without commit open for whoever decides, and commit it then", async () => {
    const add = { query: { query: `INSERT INTO ${table} VALUES ('P9', 9)` } };
    const { transaction, transactionState } = await runSqlJobFile(
      await run({ transaction: { tablesToModify: [table] }, job: { actions: [add] } }),
    );
    assert.equal(transactionState, "open");
    await transaction.commit();
    assert.equal((await sql.rows(table)).length, 4);
    await assert.rejects(transaction.commit(), /The commit failed: .* is committed/s);
  });

  test("close a transaction that only read, whose outputs can still be had", async () => {
    const query = { query: `SELECT person FROM ${table} ORDER BY person`, output: { format: csv, filename: "p.csv" } };
    const { transaction, transactionState } = await runSqlJobFile(await run({ job: { actions: [{ query }] } }));
    assert.equal(transactionState, "rolledBack");
    const rows: unknown[] = [];
    for await (const row of parseCsvOutput((await transaction.output("p.csv")).body)) {
      rows.push(row);
    }
    assert.deepEqual(rows, [["person"], ["P1"], ["P2"], ["P3"]]);
  });

  test("give the parts of an output", async () => {
    const transaction = await SqlTransaction.start(client, {}, options);
    const query = { query: "SELECT 1 AS one", output: { format: csv, filename: "one.csv" } };
    await transaction.run({ actions: [{ query }] });
    const parts: string[] = [];
    for await (const { body } of transaction.outputParts("one.csv")) {
      for await (const piece of body) {
        parts.push(Buffer.from(piece).toString());
      }
    }
    assert.equal(parts.join(""), "one\n1\n");
    assert.equal(await transaction.abandon(), true);
  });

  test("count in a dry run what each action would do, and change nothing", async () => {
    // The row of P2 is written as it was.
    await writeFile(join(folder, "news.csv"), "person,number\nP2,2\nP3,33\nP4,44\n");
    const statement = (query: string, more: object = {}) => ({ query: { query, ...more } });
    const report = await dryRunSqlJobFile(
      await run(
        load([
          statement("SELECT * FROM news WHERE person IS NOT NULL;", { rollbackOnEmpty: true }),
          { upsert: { source: "news", target: table, keys: ["person"] } },
          statement(`UPDATE ${table} AS t SET number = 0 WHERE t.person IN ('P1', 'WHERE')`),
          statement(`DELETE FROM ${table} -- closed; gone\nWHERE person = 'P2'`),
          statement(`INSERT INTO ${table} SELECT person, 5 FROM news`),
          statement(
            `MERGE INTO ${table} AS t USING (SELECT 'P1' AS person, 7 AS number UNION ALL SELECT 'P8', 8) AS s ON t.person = s.person
             WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *`,
          ),
          statement(`SELECT * FROM ${table}`, { output: { format: csv, filename: "after.csv" } }),
          statement(`SELECT * FROM ${table} WHERE person = 'nobody'`, { rollbackOnEmpty: true }),
          { commit: {} },
          { process: {} },
        ]),
      ),
    );
    const [tenant] = report.tenants;
    const told = tenant?.steps.map((step) =>
      step.kind === "write"
        ? [step.action, step.added, step.isUpperBound ? `up to ${step.changed}` : step.changed, step.removed]
        : step.kind === "rows"
          ? [step.rows, step.output, step.assertion]
          : [step.kind, step.action],
    );
    assert.equal(tenant?.failure, undefined);
    assert.deepEqual(told, [
      [3, undefined, "passed"],
      ["upsert", 1, "up to 2", 0],
      ["UPDATE", 0, "up to 1", 0],
      ["DELETE", 0, 0, 1],
      ["INSERT", 3, 0, 0],
      ["MERGE", 1, "up to 1", 0],
      [7, "after.csv", undefined],
      [0, undefined, "failed"],
      ["left", "commit"],
      ["left", "process"],
    ]);
    assert.deepEqual(report.written, [table]);
    assert.equal(report.isGood, false);
    assert.deepEqual(await sql.rows(table), ["P1,1", "P2,2", "P3,3"]);
    assert.equal((await sql.status(await lockFree())).status, "ROLLED_BACK");
  });

  /** Another transaction can write the table: nothing holds its lock. */
  const lockFree = async () => {
    const id = await sql.start({ tablesToModify: [table] });
    await sql.done(id, [{ query: { query: `DELETE FROM ${table}` } }, { rollback: {} }]);
    return id;
  };

  test("say in a dry run which columns an input and its table do not share, and only of inputs taken as they are", async () => {
    await writeFile(join(folder, "renamed.csv"), "person,nummer\nP1,9\n");
    const report = await dryRunSqlJobFile(
      await run({
        transaction: { tablesToModify: [table] },
        uploads: { "renamed.csv": "renamed.csv" },
        job: {
          inputs: [{ filename: "renamed.csv", format: { csv: { header: true } } }],
          actions: [
            { upsert: { source: "Renamed", target: table, keys: ["person"] } },
            { query: { query: `INSERT INTO ${table} (person) SELECT person FROM renamed` } },
            { commit: {} },
          ],
        },
      }),
    );
    assert.equal(report.isGood, true);
    const [upserted, inserted] = report.tenants[0]?.steps ?? [];
    assert.ok(upserted?.kind === "write" && inserted?.kind === "write");
    assert.equal(upserted.changed, 1);
    assert.deepEqual(upserted.mismatch, {
      input: "renamed",
      findings: [
        { kind: "unknownColumn", column: "nummer" },
        { kind: "missingColumn", column: "number", isKey: false },
      ],
    });
    assert.equal(inserted.mismatch, undefined);
  });

  test("say in a dry run by the file's own numbers which action fails, and which precondition is not met", async () => {
    const { uuid } = await sql.table(`${table}_meta`, ["person"]);
    const report = await dryRunSqlJobFile(
      await run({
        transaction: { tablesToModify: [table] },
        job: {
          preconditions: [{ table: uuid, metadata: { loaded: "yes" } }],
          actions: [
            { query: { query: `DELETE FROM ${table}` } },
            { query: { query: `-- A comment before it\nSELECT 1,\n nothing FROM ${table}` } },
            { commit: {} },
          ],
        },
      }),
    );
    assert.deepEqual(report.preconditions, [{ table: uuid, name: `${table}_meta`, unmet: ["loaded"] }]);
    assert.match(report.tenants[0]?.failure ?? "", /^Action 2 \(query\): line 3, column 2: (?!.*still open)/);
    assert.equal(report.tenants[0]?.failedStep, 1);
    assert.equal(report.isGood, false);
    assert.equal((await sql.rows(table)).length, 3);
  });

  /** A job that adds somebody to a table that an object is filled from. */
  const hire = async (process: object) => {
    await writeFile(join(folder, "news.csv"), `EmployeeID,Effective_Date\nN-${++count},2025-06-01\n`);
    const actions = [
      { upsert: { source: "news", target: "hr_employee_change", keys: ["EmployeeID"] } },
      { commit: {} },
      { process },
    ];
    return { ...load(actions), transaction: { tablesToModify: ["hr_employee_change"] } };
  };

  test("wait for the processing jobs that a job starts, and have what they say", async () => {
    const { processed, transactionState } = await runSqlJobFile(
      await run(await hire({ dataCategoryIds: ["Workforce"] })),
    );
    const [version] = await service.service.platform.dataVersions.visible("WFF_demo");
    assert.deepEqual(
      processed.map(({ status, tenant }) => [status, tenant]),
      [["Succeeded", "WFF_demo"]],
    );
    assert.ok(processed[0]?.message?.startsWith(`Data version ${version?.number} of Workforce is published: 1 row`));
    assert.equal(transactionState, "committed");
  });

  test("do not wait for a processing job that may wait for a time", async () => {
    const deferTimeNotAfter = new Date(service.clock.now() + 3_600_000).toISOString();
    const { processed } = await runSqlJobFile(await run(await hire({ deferTimeNotAfter })));
    assert.deepEqual(
      processed.map(({ status }) => status),
      ["Pending"],
    );
  });

  test("name the action whose processing job failed and why, and say that the rows are committed", async () => {
    const job = await hire({ dataCategoryIds: ["Nonsense"] });
    await assert.rejects(
      runSqlJobFile(await run(job)),
      /failed: Action 3 \(process\): the processing job failed: .*"Nonsense"; there are Workforce .* is committed/,
    );
  });

  test("say that the rows are committed when a run is stopped while they are processed", async () => {
    service.service.platform.jobRunner.register(
      "process",
      (_, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
    );
    const stopping = new AbortController();
    const stopped = runSqlJobFile(
      await run(await hire({ dataCategoryIds: ["Workforce"] }), {
        signal: stopping.signal,
        onStep: (step) => {
          if (step.kind === "job" && step.state?.counts.processing?.running === 1) {
            stopping.abort(new Error("stopped"));
          }
        },
      }),
    );
    await assert.rejects(
      stopped,
      /^SqlTransactionError: The run was stopped\. .* is committed, so its changes are permanent\.$/,
    );
  });
});

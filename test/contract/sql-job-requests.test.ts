import assert from "node:assert/strict";
import { startTestService, type TestAnswer, type TestService } from "../support/running-service.ts";
import { csv, SqlJobCaller } from "../support/sql-job-caller.ts";

const child = "WFF_demo~north";

/** What no job is made of: the transaction stays as it is. */
suite("requests of SQL jobs that the embedded service refuses", () => {
  let test_: TestService;
  let sql: SqlJobCaller;
  let id: string;
  suiteSetup(async () => {
    test_ = await startTestService();
    sql = new SqlJobCaller(test_);
    await sql.table("badge", ["person", "number"]);
    await sql.table("visit", ["person"]);
    id = await sql.start({ tablesToModify: ["badge"] });
  });
  suiteTeardown(() => test_.dispose());
  teardown(async () => {
    const { status, children } = await sql.status(id);
    assert.deepEqual([status, children], ["OPEN", []]);
  });

  const refused = (answer: TestAnswer, code: string, message: RegExp) => {
    assert.deepEqual([answer.status, answer.json().code], [400, code], answer.text);
    assert.match(String(answer.json().message), message);
  };
  const query = { query: { query: "SELECT 1 AS one" } };
  const input = { id: "news", filename: "news.csv", format: { csv: { header: true } } };

  const withActions = (actions: unknown) => sql.tryRun(id, { actions });
  const withInput = (more: object, tenants?: readonly string[]) =>
    sql.tryRun(id, { actions: [query], inputs: [{ ...input, ...more }], ...(tenants && { tenants }) });

  test("have no action, or one with no key, several keys or one that was withdrawn", async () => {
    for (const actions of [undefined, []]) {
      refused(await withActions(actions), "SQL_JOB_INVALID", /actions is missing or empty/);
    }
    for (const action of [{}, { commit: {}, rollback: {} }, { copyChanges: { source: "a", target: "b" } }]) {
      refused(await withActions([action]), "REQUEST_INVALID", /body actions\[0\]/);
    }
  });

  test("go on after the end of the transaction", async () => {
    for (const ending of ["commit", "rollback"]) {
      const answer = await withActions([{ [ending]: {} }, query]);
      refused(answer, "SQL_JOB_INVALID", new RegExp(`actions.1 is a query after the ${ending}; only process`));
    }
  });

  test("lack what an action needs", async () => {
    const at = "2026-01-10T00:00:00Z";
    const cases: readonly (readonly [object, RegExp])[] = [
      [{ query: {} }, /actions\.0\.query\.query is missing/],
      [{ query: { query: "SELECT 1", timeoutSeconds: 0 } }, /timeoutSeconds must be between 1 and 86400/],
      [{ query: { query: "SELECT 1", output: { format: { csv: {} } } } }, /output\.filename is missing/],
      [{ query: { query: "SELECT 1", output: { filename: "a" } } }, /output\.format is missing/],
      [{ query: { query: "SELECT 1", output: csv("../a.csv") } }, /output\.filename contains an empty folder/],
      [{ query: { query: "SELECT 1; SELECT 2" } }, /query\.query has 2 statements/],
      [{ upsert: { target: "badge", keys: ["person"] } }, /upsert\.source is missing/],
      [{ upsert: { source: "news", keys: ["person"] } }, /upsert\.target is missing/],
      [{ upsert: { source: "news", target: "badge" } }, /upsert\.keys is missing/],
      [{ upsert: { source: "news", target: "badge", keys: ["a", "A"] } }, /upsert\.keys names a column twice/],
      [{ replace: { target: "badge" } }, /replace\.source is missing/],
      [{ setMetadata: { metadata: { a: "b" } } }, /setMetadata\.table is missing/],
      [{ setMetadata: { table: "t" } }, /setMetadata\.metadata is missing or empty/],
      [{ setMetadata: { table: "t", metadata: { ["k".repeat(129)]: "v" } } }, /longer than 128 characters/],
      [{ setMetadata: { table: "t", metadata: { k: "v".repeat(257) } } }, /longer than 256 characters/],
      [{ reset: { asOfTimestamp: at } }, /reset\.table is missing/],
      [{ reset: { table: "badge" } }, /reset\.asOfTimestamp is missing/],
      [{ reset: { table: "badge", asOfTimestamp: "yesterday" } }, /asOfTimestamp is not an ISO 8601 date and time/],
      [{ process: { deferTimeNotAfter: "soon" } }, /deferTimeNotAfter is not an ISO 8601 date and time/],
    ];
    for (const [action, message] of cases) {
      refused(await withActions([action]), "SQL_JOB_INVALID", message);
    }
  });

  test("write one output twice", async () => {
    const one = { query: { query: "SELECT 1", output: csv("a.csv") } };
    refused(
      await withActions([one, one]),
      "SQL_JOB_INVALID",
      /actions\.1\.query\.output\.filename is used by another output/,
    );
  });

  test("name the files of an input in no way, in two or in one that is no name", async () => {
    refused(await withInput({ filename: undefined }), "SQL_JOB_INVALID", /inputs\.0 names no file/);
    refused(await withInput({ filenames: ["a.csv"] }), "SQL_JOB_INVALID", /names both filename and filenames/);
    refused(
      await withInput({ filename: "a/../b.csv" }),
      "SQL_JOB_INVALID",
      /inputs\.0\.filename contains an empty folder/,
    );
    refused(await withInput({ format: undefined }), "SQL_JOB_INVALID", /inputs\.0\.format is missing/);
    refused(
      await sql.tryRun(id, { actions: [query], inputs: [input, { ...input, id: "NEWS" }] }),
      "SQL_JOB_INVALID",
      /inputs\.1\.id is used by another input/,
    );
  });

  test("do not say how an input is distributed", async () => {
    refused(await withInput({}, ["WFF_demo", child]), "SQL_JOB_INVALID", /inputDistributionMode is missing/);
    refused(await withInput({ inputDistributionMode: "SOME" }), "SQL_JOB_INVALID", /one of NO_DISTRIBUTION, /);
    const rows = { inputDistributionMode: "DISTRIBUTE_ROWS" };
    refused(await withInput(rows), "SQL_JOB_INVALID", /tenantCodeColumn is missing/);
  });

  test("run in tenants that the caller's does not manage", async () => {
    const answer = await sql.tryRun(id, { actions: [query], tenants: ["WFF_demo", "WFF_other"] });
    refused(answer, "TENANT_UNKNOWN", /cannot run in WFF_other/);
    const ofChild = await sql.start({}, child);
    const upwards = await sql.tryRun(ofChild, { actions: [query], tenants: ["WFF_demo"] }, child);
    refused(upwards, "TENANT_UNKNOWN", /cannot run in WFF_demo;/);
  });

  test("write what the transaction was not started for", async () => {
    const message = /The job writes visit, which tablesToModify does not list/;
    for (const action of [
      { query: { query: "DELETE FROM visit" } },
      { query: { query: "INSERT INTO visit SELECT person FROM badge" } },
      { upsert: { source: "badge", target: "Visit", keys: ["person"] } },
      { replace: { source: "badge", target: "visit" } },
      { reset: { table: "visit", asOfTimestamp: "2026-01-15T00:00:00Z" } },
    ]) {
      refused(await withActions([action]), "TABLE_NOT_TO_MODIFY", message);
    }
  });

  test("write in a transaction that only reads", async () => {
    const readonly = await sql.start();
    const writing = await sql.tryRun(readonly, { actions: [{ query: { query: "DELETE FROM badge" } }] });
    refused(writing, "TABLE_NOT_TO_MODIFY", /The transaction is read-only, but the job writes badge/);
    const metadata = { setMetadata: { table: "t", metadata: { a: "b" } } };
    refused(await sql.tryRun(readonly, { actions: [metadata] }), "TABLE_NOT_TO_MODIFY", /sets metadata/);
  });

  test("upload a file under what is no name", async () => {
    for (const name of ["../a.csv", "a//b.csv", "/a.csv", "a\\b.csv", "a\nb.csv"]) {
      refused(await sql.tryUpload(id, name, "a"), "REQUEST_INVALID", /path filename contains/);
    }
  });
});

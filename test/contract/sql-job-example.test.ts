import assert from "node:assert/strict";
import type { SqlJobRequest } from "../../src/contract/sql-job-schemas.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { SqlJobCaller } from "../support/sql-job-caller.ts";

/** The job of sql-like-language 13.2, as it stands there. */
const example: SqlJobRequest = {
  inputs: [{ id: "new_badges", filename: "badges.csv", format: { csv: { header: true } } }],
  actions: [
    { query: { query: "SELECT badge_no FROM new_badges WHERE badge_no IS NOT NULL", rollbackOnEmpty: true } },
    { upsert: { source: "new_badges", target: "site_badge", keys: ["person_key"] } },
    {
      query: {
        query: "DELETE FROM site_badge WHERE person_key IN (SELECT person_key FROM new_badges WHERE closed = 'Y')",
      },
    },
    {
      query: {
        query: "SELECT person_key, badge_no FROM site_badge ORDER BY person_key",
        output: { format: { csv: { header: true } }, filename: "after.csv" },
      },
    },
    { commit: {} },
    { process: {} },
  ],
};

suite("the example of a SQL job", () => {
  let test_: TestService;
  let sql: SqlJobCaller;
  suiteSetup(async () => {
    test_ = await startTestService();
    sql = new SqlJobCaller(test_);
    await sql.table("site_badge", ["person_key", "badge_no", "closed"]);
  });
  suiteTeardown(() => test_.dispose());

  const run = async (badges: string) => {
    const id = await sql.start({ tablesToModify: ["site_badge"] });
    await sql.upload(id, "badges.csv", badges);
    return { id, status: await sql.process(id, example) };
  };

  test("loads, checks, cleans, exports, commits and processes", async () => {
    await run("person_key,badge_no,closed\nP1,100,N\nP2,200,N\n");
    const { id, status } = await run("person_key,badge_no,closed\nP2,201,N\nP3,300,N\nP1,100,Y\n");
    assert.equal(status.status, "SUCCEEDED", JSON.stringify(status));
    // No object is filled from the table.
    assert.match(status.tenants[0]?.message ?? "", /Action 6 \(process\): no processing job was started/);
    assert.equal((await sql.output(id, "after.csv")).text, "person_key,badge_no\nP2,201\nP3,300\n");
    assert.deepEqual(await sql.rows("site_badge"), ["P2,201,N", "P3,300,N"]);
  });

  test("leaves everything as it was when its file holds nothing to load", async () => {
    const { id, status } = await run("person_key,badge_no,closed\nP9,,N\n");
    assert.equal(status.status, "FAILED");
    assert.match(status.tenants[0]?.message ?? "", /Action 1 \(query\): the query returned no rows/);
    assert.equal((await sql.status(id)).status, "ROLLED_BACK");
    assert.deepEqual(await sql.rows("site_badge"), ["P2,201,N", "P3,300,N"]);
  });
});

import assert from "node:assert/strict";
import { planDryRun } from "../../src/client/sql/dry-run-plan.ts";
import type { UploadMode } from "../../src/features/table-sources/file-check-model.ts";
import { createUploadJob } from "../../src/features/table-sources/upload-job-model.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { type MadeTable, SqlJobCaller } from "../support/sql-job-caller.ts";

const columns = [
  { name: "person", dataType: "STRING" },
  { name: "number", dataType: "INTEGER" },
  { name: "since", dataType: "DATE" },
];

suite("jobs that take a file into a table", () => {
  let test_: TestService;
  let sql: SqlJobCaller;
  let table: MadeTable;
  let count = 0;
  suiteSetup(async () => {
    test_ = await startTestService();
    sql = new SqlJobCaller(test_);
  });
  suiteTeardown(() => test_.dispose());
  setup(async () => {
    count += 1;
    table = await sql.table(`upload_${count}`, ["person", "number INTEGER", "since DATE", "note"]);
    const id = await sql.start({ tablesToModify: [table.objectName] });
    const query = `INSERT INTO ${table.objectName} VALUES ('P1', 1, DATE '2026-01-01', 'x'), ('P2', 2, NULL, 'y')`;
    await sql.done(id, [{ query: { query } }, { commit: {} }]);
  });

  const text = "number,person,since\n10,P1,2026-02-01\n30,P3,\n";
  /** Uploads the file and runs its job as the editor does: with counts around it, and a commit of its own. */
  async function take(mode: UploadMode): Promise<string[]> {
    const id = await sql.start({ tablesToModify: [table.objectName] });
    await sql.upload(id, "badges.csv", text);
    const keys = mode === "upsert" ? ["person"] : [];
    const job = createUploadJob({
      table: table.objectName,
      mode,
      keys,
      kind: "csv",
      filename: "badges.csv",
      columns: [columns[1], columns[0], columns[2]].filter((column) => column !== undefined),
    });
    const { actions = [], ...rest } = planDryRun(job).job;
    await sql.done(id, actions, rest);
    assert.equal((await sql.rows(table.objectName)).length, 2, "nothing is permanent before the commit");
    await sql.done(id, [{ commit: {} }]);
    return sql.rows(table.objectName);
  }

  test("append all of its rows, each value as its column's type", async () => {
    assert.deepEqual(await take("append"), ["P1,1,2026-01-01,x", "P1,10,2026-02-01,", "P2,2,,y", "P3,30,,"]);
  });

  test("update by keys, and add what is new", async () => {
    assert.deepEqual(await take("upsert"), ["P1,10,2026-02-01,", "P2,2,,y", "P3,30,,"]);
  });

  test("replace everything", async () => {
    assert.deepEqual(await take("replace"), ["P1,10,2026-02-01,", "P3,30,,"]);
  });
});

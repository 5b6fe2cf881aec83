import assert from "node:assert/strict";
import { ConnectorCaller } from "../support/connector-caller.ts";
import { parquetOf } from "../support/parquet-of.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { SqlJobCaller } from "../support/sql-job-caller.ts";

const columns = ["id", "amount DECIMAL", "note", "changed DATE_TIME", "is_open BOOLEAN", "day DATE", "count LONG"];

suite("extraction into table sources", () => {
  let test_: TestService;
  let caller: ConnectorCaller;
  let sql: SqlJobCaller;
  setup(async () => {
    test_ = await startTestService();
    caller = new ConnectorCaller(test_);
    sql = new SqlJobCaller(test_);
    await sql.table("hr_note", columns);
  });
  teardown(() => test_.dispose());

  test("keeps every value: NULL, empty text, 38 digits, instants with fractions", async () => {
    const path = await caller.writeFiles("notes", {
      "hr_note.parquet": await parquetOf(
        `SELECT * FROM (VALUES
           ('1', 12345678901234567890.123456789012345678::DECIMAL(38,18), '', TIMESTAMPTZ '2025-05-01 10:00:00.123456+02', true, DATE '2025-05-01', 9203817354237048492),
           ('2', NULL, NULL, NULL, NULL, NULL, NULL),
           ('3', -0.1, 'a "b", c', TIMESTAMPTZ '0001-01-01 00:00:00Z', false, DATE '9999-12-31', -1)
         ) AS rows(id, amount, note, changed, is_open, day, count)`,
      ),
    });
    await caller.connect("hris-files", "folder", { path });
    const { job } = await caller.extract({ outputTarget: "SQL" });
    assert.equal(job.state, "succeeded", job.message);
    assert.equal(job.message, "HRIS files: 3 rows for hr_note.");
    assert.deepEqual(await sql.rows("hr_note"), [
      '1,12345678901234567890.123456789012345678,"",2025-05-01 08:00:00.123456,true,2025-05-01,9203817354237048492',
      "2,,,,,,",
      '3,-0.100000000000000000,"a ""b"", c",0001-01-01 00:00:00,false,9999-12-31,-1',
    ]);
  });

  test("replaces a table that is read whole, and adds or replaces the rows of a window", async () => {
    const file = (rows: readonly string[]) => `id,note,changed\n${rows.map((row) => `${row}\n`).join("")}`;
    const path = await caller.writeFiles("notes", { "hr_note.csv": file(["1,a,2026-01-01", "2,b,2026-01-02"]) });
    await caller.connect("hris-files", "folder", { path });
    const read = async () =>
      (await sql.rows("hr_note")).map((line) =>
        line
          .split(",")
          .filter((_, index) => index === 0 || index === 2)
          .join(","),
      );
    await caller.extract({ outputTarget: "SQL" });
    await caller.writeFiles("notes", { "hr_note.csv": file(["2,c,2026-01-02"]) });
    await caller.extract({ outputTarget: "SQL" });
    assert.deepEqual(await read(), ["2,c"]);
    await caller.set("hris-files", { incrementalColumn: "changed", keyColumns: "id" });
    await caller.writeFiles("notes", {
      "hr_note.csv": file(["2,d,2026-01-15T12:00:00Z", "3,e,2026-01-15T12:00:00Z", "4,f,2026-01-01"]),
    });
    await test_.clock.advance(60_000);
    const { job } = await caller.extract({ outputTarget: "SQL" });
    assert.match(job.message ?? "", /2 rows for hr_note changed from/);
    assert.deepEqual(await read(), ["2,d", "3,e"]);
    await caller.set("hris-files", { keyColumns: "" });
    assert.match(
      (await caller.extract({ outputTarget: "SQL" })).job.message ?? "",
      /The setting keyColumns is missing/,
    );
    await caller.set("hris-files", { keyColumns: "person" });
    assert.match(
      (await caller.extract({ outputTarget: "SQL" })).job.message ?? "",
      /fills no column person of hr_note/,
    );
  });

  test("fails by the row whose value is not of its column's type, and writes nothing", async () => {
    const path = await caller.writeFiles("notes", { "hr_note.csv": "id,count\n1,1\n2,many\n" });
    await caller.connect("hris-files", "folder", { path });
    const { job } = await caller.extract({ outputTarget: "SQL" });
    assert.equal(job.state, "failed");
    assert.match(job.message ?? "", /could not be written/);
    assert.doesNotMatch(job.message ?? "", /many/);
    assert.deepEqual(await sql.rows("hr_note"), []);
  });
});

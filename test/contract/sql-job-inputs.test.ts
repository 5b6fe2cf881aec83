import assert from "node:assert/strict";
import { parquetOf } from "../support/parquet-of.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { type MadeTable, SqlJobCaller } from "../support/sql-job-caller.ts";

/** What a job says of its input files: file, line, column and rule, and never a value (sql-like-language 13.3). */
suite("input files of SQL jobs of the embedded service", () => {
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
    table = await sql.table(`site_${count}`, ["person", "valid_from DATE", "number INTEGER", "closed BOOLEAN"]);
  });

  /** Uploads a file and runs an action with it as the input `news`; what the job says, which failed. */
  async function failure(text: string, action: object = upsert()): Promise<string> {
    const id = await sql.start({ tablesToModify: [table.objectName] });
    await sql.upload(id, "bad.csv", text);
    const input = { id: "news", filename: "bad.csv", format: { csv: { header: true } } };
    const message = await sql.failed(id, [action], { inputs: [input] });
    assert.doesNotMatch(message, /secret/);
    return message;
  }
  const upsert = () => ({ upsert: { source: "news", target: table.objectName, keys: ["person"] } });

  test("that are not CSV are named with the line and the rule", async () => {
    assert.match(
      await failure('person,number\nA,1\nB,2\n"secret,3\n'),
      /^Action 1 \(upsert\): bad\.csv line 4 begins a row with a quote that is not closed; close it\./,
    );
    assert.match(
      await failure("person,number\nA,1\nsecret,2,3\n"),
      /bad\.csv line 3 begins a row with 3 values, but line 1 names 2 columns/,
    );
    const query = { query: { query: "SELECT * FROM news" } };
    assert.match(
      await failure('person\n"A"secret\n', query),
      /^Action 1 \(query\): bad\.csv line 2 begins a row in which text follows/,
    );
  });

  test("whose values do not fit are named with line, column and type", async () => {
    const message = await failure('person,valid_from\n"A\n",2024-01-01\nB,secret\n');
    assert.match(
      message,
      /^Action 1 \(upsert\): .* failed: bad\.csv line 4, valid_from: the value is not a DATE \(yyyy-MM-dd\)\./,
    );
    assert.match(
      await failure("person,number\n\nA,1\nB,3000000000\n", { replace: { source: "news", target: table.objectName } }),
      /bad\.csv line 4, number: the value is not an INTEGER \(-2147483648 to 2147483647\)/,
    );
    assert.match(
      await failure("person,closed\nA,true\nB,secret\n"),
      /bad\.csv line 3, closed: the value is not a BOOLEAN/,
    );
  });

  test("whose values do not fit in the SQL of an action are named with the action and the column", async () => {
    const statement = (query: string) => ({ query: { query } });
    assert.match(
      await failure(
        "person,n\nA,3000000000\n",
        statement(`INSERT INTO ${table.objectName} (person, number) SELECT person, CAST(n AS BIGINT) FROM news`),
      ),
      /^Action 1 \(query\): (?:INSERT site_\d+ failed: number: a value is not an INTEGER|\[CAST_OVERFLOW_IN_TABLE_INSERT\].*`number`)/,
    );
    assert.match(
      await failure("person\nA\n", statement("SELECT element_at(array(1), 0) AS first FROM news")),
      /the index of element_at is 0; arrays count from 1|\[INVALID_INDEX_OF_ZERO\]/,
    );
    assert.match(
      await failure("person\nA\n", statement(`SELECT nothing FROM news`)),
      /^Action 1 \(query\): line 1, column 8: /,
    );
  });

  test("of Parquet give each value as it is in the file, of every type and in many rows", async () => {
    const types = [
      "id LONG",
      "flag BOOLEAN",
      "n INTEGER",
      "ratio DOUBLE",
      "day DATE",
      "price DECIMAL",
      "word",
      "at DATE_TIME",
    ];
    const kinds = await sql.table(`kinds_${count}`, types);
    const file = await parquetOf(`
      SELECT i::BIGINT - 2 AS id, CASE WHEN i % 3 > 0 THEN i % 3 = 1 END AS flag,
        CASE WHEN i % 5 > 0 THEN (i - 1300)::INTEGER END AS n, CASE WHEN i % 7 > 0 THEN i / 8 - 100 END AS ratio,
        CASE WHEN i % 11 > 0 THEN DATE '1969-12-01' + i::INTEGER END AS day,
        CASE WHEN i % 13 > 0 THEN (i * 1000003 - 900000000)::DECIMAL(22, 3) / 100 END::DECIMAL(22, 3) AS price,
        CASE i % 4 WHEN 1 THEN '' WHEN 2 THEN 'é€😀' || i WHEN 3 THEN 'a,"b"' || i END AS word,
        TIMESTAMP '2024-02-29 23:59:59.5' + INTERVAL 1 SECOND * i AS at
      FROM range(2500) AS numbers(i)`);
    const id = await sql.start({ tablesToModify: [kinds.objectName] });
    await sql.upload(id, "kinds.parquet", file);
    const inputs = [{ id: "news", filename: "kinds.parquet", format: { parquet: {} } }];
    const upsert = { upsert: { source: "news", target: kinds.objectName, keys: ["id"] } };
    const query = "SELECT * FROM news WHERE id BETWEEN -2 AND 4 OR id IN (997, 998, 1000, 2497)";
    const output = { format: { csv: {} }, filename: "some.csv" };
    await sql.done(id, [upsert, { query: { query, output } }, { commit: {} }], { inputs });
    assert.deepEqual((await sql.output(id, "some.csv")).text.split("\n").slice(0, -1).sort(), [
      '-1,true,-1299,-99.875,1969-12-02,-8989999.970,"",2024-03-01 00:00:00.5',
      "-2,,,,,,,2024-02-29 23:59:59.5",
      "0,false,-1298,-99.75,1969-12-03,-8979999.940,é€😀2,2024-03-01 00:00:01.5",
      '1,,-1297,-99.625,1969-12-04,-8969999.910,"a,""b""3",2024-03-01 00:00:02.5',
      "1000,,-298,25.25,1972-08-29,1020030.060,é€😀1002,2024-03-01 00:16:41.5",
      "2,true,-1296,-99.5,1969-12-05,-8959999.880,,2024-03-01 00:00:03.5",
      '2497,,1199,,1976-10-04,15990074.970,"a,""b""2499",2024-03-01 00:41:38.5',
      '3,false,,-99.375,1969-12-06,-8949999.850,"",2024-03-01 00:00:04.5',
      "4,,-1294,-99.25,1969-12-07,-8939999.820,é€😀6,2024-03-01 00:00:05.5",
      '997,,-301,24.875,1972-08-26,990029.970,"a,""b""999",2024-03-01 00:16:38.5',
      "998,true,,25.0,1972-08-27,1000030.000,,2024-03-01 00:16:39.5",
    ]);
    const rows = await sql.rows(kinds.objectName);
    assert.equal(rows.length, 2_500);
    assert.ok(rows.includes('2497,,1199,,1976-10-04,15990074.970000000000000000,"a,""b""2499",2024-03-01 00:41:38.5'));
  });
});

import assert from "node:assert/strict";
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
});

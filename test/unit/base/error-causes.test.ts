import assert from "node:assert/strict";
import { isOutOfMemory } from "../../../src/base/error-causes.ts";
import { Database } from "../../../src/duckdb/database.ts";
import { describeStorageFailure } from "../../../src/results/model/result-error.ts";

suite("DuckDB's memory limit", () => {
  let database: Database;

  suiteSetup(async () => {
    database = await Database.open(":memory:", { threads: 1 });
    await database.use((connection) => connection.run("SET memory_limit = '20MB'; SET temp_directory = ''"));
  });

  suiteTeardown(() => database.close());

  test("is told from the error that DuckDB reports, also as the cause of another", async () => {
    const error = await failureOf("CREATE TABLE t AS SELECT repeat('x', 1000) || i FROM range(1000000) AS r(i)");
    assert.equal(isOutOfMemory(error), true, String(error));
    assert.equal(isOutOfMemory(new Error("The table cannot be read.", { cause: error })), true);
    assert.match(
      describeStorageFailure("Sorting", error).message,
      /^Sorting: the data worker's memory limit was reached/,
    );
  });

  test("is not taken from a text of the data that an error quotes", async () => {
    const error = await failureOf("SELECT CAST('Out of Memory Error' AS INTEGER)");
    assert.match(String(error), /Out of Memory Error/);
    assert.equal(isOutOfMemory(error), false);
    assert.match(describeStorageFailure("Sorting", error).message, /the result store failed/);
  });

  function failureOf(sql: string): Promise<Error> {
    return database
      .use((connection) => connection.run(sql))
      .then(
        () => assert.fail("DuckDB did not refuse the statement"),
        (error: Error) => error,
      );
  }
});

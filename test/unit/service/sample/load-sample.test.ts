import assert from "node:assert/strict";
import { type Connection, Database, quoteName } from "../../../../src/duckdb/database.ts";
import { loadSample } from "../../../../src/service/sample/load-sample.ts";

async function loaded(options: {
  people: number;
  seed: number;
}): Promise<{ database: Database; connection: Connection }> {
  const database = await Database.open(":memory:", { threads: 2 });
  const connection = await database.connect();
  await loadSample(connection, options);
  return { database, connection };
}

/** One hash over every row of every table, in an order that the rows themselves give. */
async function fingerprint(connection: Connection): Promise<string> {
  const tables = await connection.rows("SELECT table_name AS name FROM duckdb_tables() ORDER BY table_name");
  const hashes: string[] = [];
  for (const { name } of tables) {
    const [row] = await connection.rows(
      `SELECT count(*) AS size, md5(string_agg(line, '|' ORDER BY line)) AS hash
       FROM (SELECT to_json(t)::VARCHAR AS line FROM ${quoteName(String(name))} AS t)`,
    );
    hashes.push(`${String(name)}:${String(row?.size)}:${String(row?.hash)}`);
  }
  return hashes.join("\n");
}

suite("loading the sample workforce", () => {
  test("gives the same data for the same seed, and other data for another", async function () {
    this.timeout(60_000);
    const prints: string[] = [];
    for (const seed of [3, 3, 4]) {
      const { database, connection } = await loaded({ people: 120, seed });
      prints.push(await fingerprint(connection));
      connection.close();
      database.close();
    }
    assert.equal(prints[0], prints[1]);
    assert.notEqual(prints[0], prints[2]);
  });

  for (const people of [10, 20, 200]) {
    test(`fits a company of ${people}`, async function () {
      this.timeout(60_000);
      for (const seed of [1, 2, 3]) {
        const { database, connection } = await loaded({ people, seed });
        const [row] =
          await connection.rows(`SELECT count(*) AS n, count(*) FILTER ("EmployeeID" IN ('P-1001', 'P-1002')) AS named
          FROM "Employee" WHERE "$valid_to" IS NULL`);
        assert.equal(Number(row?.n), people);
        assert.equal(Number(row?.named), Math.min(2, people));
        connection.close();
        database.close();
      }
    });
  }

  test("refuses a company too small to have managers", async () => {
    const database = await Database.open(":memory:");
    await database.use(async (connection) => {
      await assert.rejects(
        loadSample(connection, { people: 9 }),
        /the number of people must be a whole number of at least 10/,
      );
      await assert.rejects(
        loadSample(connection, { people: 10.5 }),
        /the number of people must be a whole number of at least 10/,
      );
    });
    database.close();
  });

  test("leaves an empty database when it is stopped", async () => {
    const database = await Database.open(":memory:", { threads: 2 });
    const connection = await database.connect();
    const controller = new AbortController();
    const loading = loadSample(connection, { people: 3000, signal: controller.signal });
    setImmediate(() => controller.abort(new Error("stopped by the test")));
    await assert.rejects(loading, /stopped by the test/);
    assert.deepEqual(await connection.rows("SELECT table_name FROM duckdb_tables()"), []);
    connection.close();
    database.close();
  });
});

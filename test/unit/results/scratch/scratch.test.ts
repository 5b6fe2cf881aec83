import assert from "node:assert/strict";
import { defaultRowView } from "../../../../src/protocol/row-view.ts";
import { useSuiteWorker } from "../suite-worker.ts";
import type { WorkerProcess } from "../worker-process.ts";

const people =
  '["Name","Unit","Pay"]\n["Ada","North","0.10"]\n["Bo","North","0.20"]\n["Cy","South","9203817354237048492"]\n';
const units = '["Unit","Boss"]\n["North","Zoë"]\n';

const open = [
  { resultId: "r1", title: "Head's count" },
  { resultId: "r2", title: "units" },
];

suite("A scratch query", function () {
  this.timeout(60_000);
  let worker: WorkerProcess;

  useSuiteWorker(async (started) => {
    worker = started;
    await worker.load("r1", people, { Pay: "number" });
    await worker.load("r2", units);
  });

  const run = (sql: string, signal?: AbortSignal) =>
    worker.channel.request("scratch", { resultId: "scratch", sql, open, label: "" }, signal);

  async function rows(sql: string) {
    const { columns, state, message } = await run(sql);
    assert.equal(state, "done", message);
    const range = { first: 0, count: 500, view: defaultRowView, columns: columns.map((_, position) => position) };
    const block = await worker.channel.request("window", { resultId: "scratch", ...range });
    return { columns, rows: block.rows };
  }

  test("joins open results by title or id and answers with a result of its own", async () => {
    const answer = await rows(
      "-- Zoë's units\nWITH u AS (SELECT * FROM result('Head''s count') AS p JOIN RESULT('units') USING (Unit))\nSELECT Boss, units.Unit, sum(Pay) AS total, count(*) FROM u JOIN result('r2') AS units USING (Boss) GROUP BY ALL -- é\n;",
    );
    assert.deepEqual(answer.rows, [["Zoë", "North", "0.30", "2"]]);
    assert.deepEqual(
      answer.columns.map(({ name, kind }) => [name, kind]),
      [
        ["Boss", "text"],
        ["Unit", "text"],
        ["total", "number"],
        ["count_star()", "number"],
      ],
    );
    assert.deepEqual((await rows("SELECT Pay FROM result('r1') ORDER BY Pay DESC LIMIT 1")).rows, [
      ["9203817354237048492.00"],
    ]);
    assert.deepEqual((await rows("FROM range(2)")).rows, [["0"], ["1"]]);
    const twice = await rows(
      "SELECT a.Name, b.Name FROM result('r1') a JOIN result('r1') b ON a.Unit = b.Unit AND a.Name < b.Name",
    );
    assert.deepEqual(twice.rows, [["Ada", "Bo"]]);
  });

  test("names the open results when a title is unknown", async () => {
    await assert.rejects(
      run("SELECT * FROM result('nobody')"),
      /no open result is called 'nobody'. Open are: 'Head's count', 'units'/,
    );
  });

  test("says what is wrong with a text without telling values", async () => {
    await assert.rejects(run("SELECT Payy FROM result('r1')"), /Payy/);
    await assert.rejects(run("SELECT ("), /Scratch query: syntax error/);
    const failed = await run("SELECT Name::INTEGER FROM result('r1')");
    assert.equal(failed.state, "failed");
    assert.match(failed.message ?? "", /a value does not fit the type/);
    assert.doesNotMatch(failed.message ?? "", /Ada/);
  });

  const refused = [
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_json('https://example.com/x.json')",
    "SELECT * FROM glob('*')",
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM (SELECT 1) WHERE 1 IN (SELECT size FROM read_blob('/etc/passwd'))",
    "WITH x AS (FROM read_csv('/etc/passwd')) FROM x",
    "FROM query('SELECT 1')",
    "FROM query_table('result_0')",
    "SELECT * FROM result_0",
    "SELECT * FROM information_schema.tables",
    "SELECT * FROM duckdb_settings()",
    "SELECT * FROM pragma_table_info('result_0')",
    "SHOW TABLES",
    "DESCRIBE result_0",
    "SELECT current_setting('temp_directory')",
    "COPY (SELECT 1) TO 'x.csv'",
    "COPY result_0 FROM 'x.csv'",
    "ATTACH 'x.duckdb'",
    "INSTALL httpfs",
    "LOAD httpfs",
    "PRAGMA database_list",
    "SET enable_external_access = true",
    "RESET ALL",
    "DROP TABLE result_0",
    "INSERT INTO result_0 VALUES (1)",
    "CREATE TABLE x AS SELECT 1",
    "EXPORT DATABASE 'x'",
    "CALL pragma_version()",
    "SELECT 1; DROP TABLE result_0",
    "SELECT 1; SELECT 2",
    "SELECT * FROM result('r1'), result(concat('r', '2'))",
    // Names of a WITH reach only as far as it does.
    "SELECT d.* FROM duckdb_databases d WHERE EXISTS (WITH duckdb_databases AS (SELECT 1 AS a) SELECT a FROM duckdb_databases)",
    "SELECT * FROM duckdb_tables WHERE (WITH duckdb_tables AS (SELECT 1 AS a) SELECT a FROM duckdb_tables) = 1",
    "SELECT * FROM result_0 WHERE EXISTS (WITH result_0 AS (SELECT 1) FROM result_0)",
    'SELECT * FROM \'x.csv\' WHERE EXISTS (WITH "x.csv" AS (SELECT 1) FROM "x.csv")',
    "(WITH duckdb_tables AS (SELECT 1) FROM duckdb_tables) UNION ALL SELECT database_oid FROM duckdb_tables",
    "SELECT * FROM (WITH duckdb_tables AS (SELECT 1) FROM duckdb_tables) JOIN duckdb_tables ON true",
    "WITH a AS (WITH duckdb_tables AS (SELECT 1) FROM duckdb_tables) SELECT * FROM a, duckdb_tables",
    "WITH a AS (SELECT * FROM duckdb_tables), duckdb_tables AS (SELECT 1) SELECT * FROM a",
    "WITH duckdb_tables AS (SELECT * FROM duckdb_tables) SELECT * FROM duckdb_tables",
    "WITH duckdb_tables AS MATERIALIZED (SELECT * FROM duckdb_tables) SELECT * FROM duckdb_tables",
    "WITH RECURSIVE duckdb_tables AS (SELECT * FROM duckdb_tables) SELECT * FROM duckdb_tables",
    "WITH RECURSIVE duckdb_tables AS (SELECT * FROM duckdb_tables UNION ALL SELECT * FROM duckdb_tables) SELECT * FROM duckdb_tables",
    "WITH RECURSIVE t AS (SELECT 1 UNION ALL SELECT 2 FROM t WHERE false) SELECT * FROM main.t",
    "WITH t AS (SELECT 1) SELECT * FROM memory.main.t",
    "SELECT (SELECT count(*) FROM duckdb_tables) FROM (WITH duckdb_tables AS (SELECT 1) FROM duckdb_tables)",
    "",
  ];

  for (const sql of refused) {
    test(`refuses ${sql || "an empty text"}`, async () => {
      await assert.rejects(run(sql), /Scratch query|"sql" is missing/);
    });
  }

  test("sees the names of a WITH where SQL does", async () => {
    for (const [sql, expected] of [
      ["WITH a AS (SELECT 1 AS x), b AS (SELECT x + 1 AS x FROM a) SELECT * FROM A, B", [["1", "2"]]],
      ["WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM T WHERE n < 3) SELECT max(n) FROM t", [["3"]]],
      ["WITH a AS (SELECT 7 AS x) SELECT * FROM (SELECT (SELECT max(x) FROM a) AS y)", [["7"]]],
      ["WITH a AS (SELECT 7 AS x) SELECT * FROM a UNION ALL SELECT x + 1 FROM a ORDER BY 1", [["7"], ["8"]]],
      ["WITH a AS (SELECT 1 AS x), b AS (WITH a AS (SELECT 2 AS x) FROM a) SELECT a.x, b.x FROM a, b", [["1", "2"]]],
      ["WITH RECURSIVE n AS (SELECT Name FROM result('r1') UNION SELECT Name FROM n) SELECT count(*) FROM n", [["3"]]],
    ] as const) {
      assert.deepEqual((await rows(sql)).rows, expected, sql);
    }
  });

  test("leaves results as they were after all that", async () => {
    const { rows: names } = await rows("SELECT count(*) FROM result('r1')");
    assert.deepEqual(names, [["3"]]);
  });

  test("stops when it is cancelled, and the worker is free again", async () => {
    const controller = new AbortController();
    const running = run("SELECT count(*) FROM range(100000000) a, range(100000) b", controller.signal);
    controller.abort(new Error("stopped"));
    await assert.rejects(running, /stopped/);
    assert.deepEqual((await rows("SELECT 1 AS one")).rows, [["1"]]);
  });
});

import assert from "node:assert/strict";
import { Database } from "../../../../src/duckdb/database.ts";
import { maxNestingDepth } from "../../../../src/languages/table-sql/syntax/token-reader.ts";
import { translateSparkSql } from "../../../../src/service/engine/spark/translate.ts";
import { SparkSqlError } from "../../../../src/service/engine/spark/types/spark-sql-error.ts";
import type { SparkScope, TranslatedQuery } from "../../../../src/service/engine/spark/types/translated-statement.ts";

const scope: SparkScope = {
  tables: [
    {
      name: "Badge",
      columns: [
        { name: "id", type: "int" },
        { name: "Holder", type: "string" },
        { name: "detail", type: "json" },
      ],
    },
    { name: "new_badges", columns: [{ name: "_c0", type: "string" }] },
  ],
};

function query(text: string): TranslatedQuery {
  const translated = translateSparkSql(text, scope);
  assert.equal(translated.kind, "query");
  return translated as TranslatedQuery;
}

/** Returns the error message for a statement, with the part of the text at its span. */
function refusal(text: string): { readonly message: string; readonly place: string } {
  try {
    translateSparkSql(text, scope);
  } catch (error) {
    assert.ok(error instanceof SparkSqlError, String(error));
    return { message: error.message, place: text.slice(error.start, error.end) };
  }
  return assert.fail(`"${text}" was translated`);
}

suite("translation of Spark SQL", () => {
  test("lists each relation that is read once, as spelled in the scope", () => {
    const text = "SELECT * FROM BADGE b JOIN `New_Badges` n ON b.holder = n._c0 WHERE id IN (SELECT id FROM badge)";
    assert.deepEqual(query(text).reads, ["Badge", "new_badges"]);
  });

  test("does not list a relation that WITH hides", () => {
    assert.deepEqual(query("WITH badge AS (SELECT 1 AS id) SELECT id FROM badge").reads, []);
  });

  test("returns columns with Spark's names and types, JSON as text", () => {
    assert.deepEqual(query("SELECT id + 1, detail, holder AS who FROM badge").columns, [
      { name: "(id + 1)", type: "int" },
      { name: "detail", type: "string" },
      { name: "who", type: "string" },
    ]);
  });

  test("runs on relations with the names of the scope", async () => {
    const database = await Database.open(":memory:");
    try {
      const rows = await database.use(async (connection) => {
        await connection.run(
          `CREATE TABLE "Badge" AS SELECT 1 AS id, 'Ann' AS "Holder", CAST('{"a": 1}' AS JSON) AS detail`,
        );
        return connection.rows(query("SELECT get_json_object(detail, '$.a') AS a, upper(holder) AS h FROM badge").sql);
      });
      assert.deepEqual(rows, [{ a: "1", h: "ANN" }]);
    } finally {
      database.close();
    }
  });

  for (const [text, place, message] of [
    ["SELECT nothing FROM badge", "nothing", /no column nothing here.*id, Holder/],
    ["SELECT b.nothing FROM badge b", "b.nothing", /no column b\.nothing/],
    ["SELECT id FROM nowhere", "nowhere", /no table or input nowhere.*Badge, new_badges/],
    ["SELECT x.id, y.id FROM badge x, badge y WHERE id = 1", "id", /can be x\.id, y\.id/],
    ["SELECT frobnicate(id) FROM badge", "frobnicate(id)", /function frobnicate is not known/],
    ["SELECT hash(id) FROM badge", "hash(id)", /function hash is not available.*md5/],
    ["SELECT lower(array(1))", "array(1)", /lower takes string as argument 1, not array<int>/],
    ["SELECT date_format(now(), 'w')", "'w'", /date_format does not support the pattern letters w/],
    ["SELECT regexp_extract('a', '(?=a)a', 0)", "'(?=a)a'", /regular expression/],
    ["SELECT CAST(id AS GEOMETRY) FROM badge", "CAST(id AS GEOMETRY)", /type geometry/],
    ["SELECT true + 1", "true + 1", /\+ cannot be applied to boolean and int/],
    [
      "SELECT id FROM badge UNION SELECT 1, 2",
      "SELECT id FROM badge UNION SELECT 1, 2",
      /UNION combines a query of 1 column with a query of 2/,
    ],
    ["SELECT 'open", "'open", /string is not closed/],
    ["SELECT DATE '2023-02-29'", "DATE '2023-02-29'", /'2023-02-29' is not a date/],
    ["SELECT TIMESTAMP 'soon'", "TIMESTAMP 'soon'", /'soon' is not a timestamp/],
    ["SELECT id, FROM badge", ",", /expression is expected after `,`/],
    ["SELECT 1 FROM", "FROM", /table is expected after `FROM`/],
    ["SELECT id FROM badge VERSION AS OF 3", "VERSION", /AS OF.*reset/],
    ["SELECT id FROM badge /* a /* b */", "/*", /comment is not closed/],
    ["SELECT id FROM badge WHERE id = :id", ":id", /Parameters have no values/],
    ["SELECT id::string FROM badge", "::", /`::` is not allowed here/],
    ["DELETE badge", "badge", /`badge` is not allowed here/],
    ["INSERT INTO badge", "", /statement is not complete/],
    [
      "SELECT grouping(id) FROM badge GROUP BY id, ROLLUP (holder)",
      "SELECT grouping(id) FROM badge GROUP BY id, ROLLUP (holder)",
      /several of ROLLUP, CUBE and GROUPING SETS/,
    ],
    [
      "FROM badge INSERT INTO badge SELECT * INSERT INTO new_badges SELECT holder",
      "FROM badge INSERT INTO badge SELECT * INSERT INTO new_badges SELECT holder",
      /several INSERTs/,
    ],
    [
      "WITH b AS (SELECT 1 AS id) DELETE FROM badge WHERE id IN (SELECT id FROM b)",
      "b AS (SELECT 1 AS id)",
      /WITH before DELETE/,
    ],
  ] as const) {
    test(`reports the problem in "${text}" and its position`, () => {
      const found = refusal(text);
      assert.match(found.message, message);
      assert.equal(found.place, place);
    });
  }

  for (const [text, message] of [
    ["CREATE TABLE t (a INT)", /CREATE TABLE is not available.*table sources/],
    ["DROP TABLE badge", /DROP TABLE is not available/],
    ["ALTER TABLE badge ADD COLUMN x INT", /ALTER TABLE is not available/],
    ["TRUNCATE TABLE badge", /TRUNCATE TABLE/],
    ["SET spark.sql.ansi.enabled = true", /SET is not available|SET SPARK/],
    ["PRAGMA database_list", /PRAGMA/],
    ["ATTACH 'x.db'", /ATTACH/],
    ["COPY badge TO 'x.csv'", /COPY/],
    ["CALL system.rollback('t')", /CALL/],
    ["SELECT 1; SELECT 2", /second statement/],
    ["", /empty/],
    ["/* a /* b */ DELETE FROM badge -- */", /empty/],
    ["/* DELETE FROM badge */ -- SELECT 1", /empty/],
  ] as const) {
    test(`refuses "${text}"`, () => {
      assert.match(refusal(text).message, message);
    });
  }

  for (const text of [
    "SELECT * FROM read_csv('/etc/passwd')",
    "SELECT * FROM glob('*')",
    "SELECT * FROM csv.`/etc/passwd`",
    "SELECT * FROM '/etc/passwd'",
    "SELECT * FROM `/etc/passwd`",
    "SELECT * FROM main.badge",
    "SELECT * FROM duckdb_tables()",
    "SELECT * FROM information_schema.tables",
    "SELECT read_text('/etc/passwd')",
    "SELECT getenv('HOME')",
    "SELECT query('SELECT 1')",
  ]) {
    test(`cannot access anything outside of the scope with "${text}"`, () => {
      refusal(text);
    });
  }

  test("accepts keywords as names where they are not ambiguous", () => {
    const text =
      "SELECT start, end, `order`, t.when FROM (SELECT 1 AS start, 2 AS end, 3 AS `order`, 4 AS when) t WHERE end > 1";
    assert.deepEqual(
      query(text).columns.map(({ name }) => name),
      ["start", "end", "order", "when"],
    );
  });

  test("reads nested comments, but no nested hints, as Spark 3.5 does", () => {
    assert.deepEqual(query("SELECT id /* a /* b */ , c /* d */ */ FROM badge").reads, ["Badge"]);
    assert.deepEqual(query("/* a /*+ b */ SELECT id FROM badge").reads, ["Badge"]);
  });

  test("accepts a query in brackets as an operand", () => {
    const { columns } = query("SELECT ((SELECT max(id) FROM badge) + 1) AS next, ((SELECT 1)) AS one FROM badge");
    assert.deepEqual(
      columns.map(({ name, type }) => `${name} ${type}`),
      ["next int", "one int"],
    );
  });

  test("translates FROM before INSERT like INSERT with SELECT", () => {
    const translated = translateSparkSql("FROM badge INSERT INTO new_badges SELECT holder WHERE id > 1", scope);
    assert.deepEqual([translated.kind, translated.reads], ["insert", ["Badge"]]);
    const usual = translateSparkSql("INSERT INTO new_badges SELECT holder FROM badge WHERE id > 1", scope);
    assert.deepEqual(translated, usual);
  });

  test("accepts the same depth of nesting as the editor", () => {
    const nested = (depth: number) => `SELECT ${"(".repeat(depth)}1${")".repeat(depth)}`;
    query(nested(maxNestingDepth - 2));
    assert.match(refusal(nested(maxNestingDepth)).message, /nested too deeply/);
  });

  test("translates or refuses deep nesting without a stack overflow", () => {
    const deep = `SELECT ${"(".repeat(5000)}1${")".repeat(5000)}`;
    assert.match(refusal(deep).message, /too deep/);
    assert.match(refusal(`SELECT ${"-".repeat(1)}${" -".repeat(5000)}1`).message, /too deep/);
    query(`SELECT ${Array.from({ length: 60 }, () => "upper(").join("")}'a'${")".repeat(60)}`);
  });

  test("keeps the SQL of nested calls short", () => {
    const nested = Array.from({ length: 8 }).reduce<string>(
      (inner) => `substring(lpad(${inner}, 9, 'x'), -5, 4)`,
      "holder",
    );
    assert.ok(query(`SELECT ${nested} AS s FROM badge`).sql.length < 50_000);
  });
});

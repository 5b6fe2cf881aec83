import assert from "node:assert/strict";
import { type Connection, Database, type SqlValue } from "../../../../src/duckdb/database.ts";
import { translate } from "../../../../src/service/engine/spark/translate.ts";
import { SparkSqlError } from "../../../../src/service/engine/spark/types/spark-sql-error.ts";

/**
 * Calls at their size limit, with their results, and calls just beyond it. The arguments are columns of a table, so
 * that DuckDB knows them only at run time: `n` is one million, `letters` a text of one million letters, `m` one
 * thousand, `numbers` an array of 300 integers.
 */
const calls: Readonly<Record<string, { readonly within: string; readonly gives: SqlValue; readonly beyond: string }>> =
  {
    repeat: { within: "length(repeat('a', n))", gives: 1_000_000, beyond: "repeat('ab', n)" },
    space: { within: "length(space(n))", gives: 1_000_000, beyond: "space(n + 1)" },
    lpad: { within: "length(lpad('a', n, 'b'))", gives: 1_000_000, beyond: "lpad('a', n + 1, 'b')" },
    rpad: { within: "length(rpad('a', n))", gives: 1_000_000, beyond: "rpad('a', n + 1)" },
    concat: {
      within: "length(concat(letters, letters, letters, letters, letters, letters, letters, letters))",
      gives: 8_000_000,
      beyond: "letters || letters || letters || letters || letters || letters || letters || letters || 'a' || m",
    },
    concat_ws: {
      within: "length(concat_ws('', letters, array(letters, letters)))",
      gives: 3_000_000,
      beyond:
        "concat_ws('', array_repeat(letters, 1), letters, letters, letters, letters, letters, letters, letters, letters)",
    },
    replace: {
      within: "length(replace(letters, 'a', 'bbbbbbbb'))",
      gives: 8_000_000,
      beyond: "replace(letters, 'a', 'bbbbbbbbb')",
    },
    regexp_replace: {
      within: "length(regexp_replace(repeat('a', m * 3), 'a', repeat('b', m)))",
      gives: 3_000_000,
      beyond: "regexp_replace(letters, '[a]', 'bbbbbbbbb')",
    },
    overlay: {
      within: "length(overlay(letters, letters, 1))",
      gives: 1_000_000,
      beyond: "overlay(concat(letters, letters, letters, letters, letters, letters, letters, letters), letters, 1, 0)",
    },
    hex: {
      within: "length(hex(letters))",
      gives: 2_000_000,
      beyond: "hex(concat(letters, letters, letters, letters, letters))",
    },
    levenshtein: {
      within: "levenshtein(repeat('a', m), repeat('b', m))",
      gives: 1_000,
      beyond: "levenshtein(repeat('a', m), repeat('b', m + 1))",
    },
    array_repeat: {
      within: "size(array_repeat(1, m * 100))",
      gives: 100_000,
      beyond: "array_repeat(array_repeat(1, m), m)",
    },
    sequence: {
      within: "size(sequence(1, m * 100))",
      gives: 100_000,
      beyond: "sequence(DATE '0001-01-01', DATE '9999-01-01')",
    },
    flatten: {
      within: "size(flatten(transform(numbers, x -> sequence(1, 300))))",
      gives: 90_000,
      beyond: "flatten(transform(numbers, x -> sequence(1, 400)))",
    },
    array_join: {
      within: "length(array_join(array(letters, letters), ','))",
      gives: 2_000_001,
      beyond: "array_join(transform(numbers, x -> letters), ',')",
    },
    array_distinct: {
      within: "size(array_distinct(sequence(1, m)))",
      gives: 1_000,
      beyond: "array_distinct(sequence(1, m + 1))",
    },
    array_union: {
      within: "size(array_union(numbers, numbers))",
      gives: 300,
      beyond: "array_union(sequence(1, m), numbers)",
    },
    array_intersect: {
      within: "size(array_intersect(numbers, numbers))",
      gives: 300,
      beyond: "array_intersect(sequence(1, m), sequence(1, m))",
    },
    array_except: {
      within: "size(array_except(sequence(1, m - 100), array(1)))",
      gives: 899,
      beyond: "array_except(sequence(1, m), sequence(1, m))",
    },
  };

/** Statements with malicious intent: large literals, arithmetic, and nested calls that multiply their sizes. */
const excessive: Readonly<Record<string, string>> = {
  "repeat of a literal": "SELECT repeat('a', 2000000000)",
  "repeat of literal arithmetic": "SELECT repeat('a', 1000 * 1000 * 1000)",
  "array_repeat of a literal": "SELECT size(array_repeat(1, 2000000000))",
  "sequence of literals": "SELECT size(sequence(1, 400000000))",
  "sequence of the widest numbers": "SELECT sequence(-9223372036854775807, 9223372036854775807)",
  "sequence of instants": "SELECT sequence(TIMESTAMP '2024-01-01', TIMESTAMP '2025-01-01', INTERVAL 1 SECOND)",
  "lpad of literals": "SELECT lpad('a', 2000000000, 'b')",
  "levenshtein of repeats": "SELECT levenshtein(repeat('a', 100000), repeat('b', 100000))",
  "a format's width": "SELECT printf('%1000000000d', 1)",
  "a format's digits": "SELECT format_string('%.1000000000f', 1.0)",
  "format_number's places": "SELECT format_number(1.5, 1000000000)",
  "array_insert far away": "SELECT array_insert(array(1), 1000000000, 2)",
  "a sequence in a lambda": "SELECT transform(sequence(1, 100000), x -> sequence(1, 100000))",
  "a text in a lambda": "SELECT transform(sequence(1, 100000), x -> repeat('a', 100000))",
  "doubling in a lambda": "SELECT aggregate(sequence(1, 60), 'a', (acc, x) -> concat(acc, acc))",
  "doubling in a lambda by hex": "SELECT aggregate(sequence(1, 60), 'a', (acc, x) -> hex(acc))",
  "doubling in WITH": `WITH ${[...Array(30).keys()]
    .map(
      (at) =>
        `t${at} AS (SELECT ${at === 0 ? "repeat('a', 1000)" : `x || x`} AS x ${at === 0 ? "" : `FROM t${at - 1}`})`,
    )
    .join(", ")} SELECT length(x) FROM t29`,
};

suite("size limits of function calls", () => {
  let database: Database;
  let connection: Connection;
  suiteSetup(async () => {
    database = await Database.open(":memory:", { threads: 1 });
    connection = await database.connect();
    await connection.run(
      `CREATE TABLE sizes AS SELECT 1000000::INTEGER AS n, 1000::INTEGER AS m, repeat('a', 1000000) AS letters,
         range(300)::INTEGER[] AS numbers`,
    );
  });
  suiteTeardown(() => {
    connection.close();
    database.close();
  });

  const columns = [
    { name: "n", type: "int" },
    { name: "m", type: "int" },
    { name: "letters", type: "string" },
    { name: "numbers", type: "array<int>" },
  ];
  const run = async (text: string): Promise<SqlValue | undefined> => {
    const translated = translate(text, { tables: [{ name: "sizes", columns }] });
    assert.equal(translated.kind, "query");
    const [column] = await connection.allColumns(translated.kind === "query" ? translated.sql : "");
    return column?.[0];
  };

  for (const [name, { within, gives, beyond }] of Object.entries(calls)) {
    test(`${name} works up to its limit and fails with the limit beyond`, async () => {
      assert.equal(await run(`SELECT ${within} FROM sizes`), gives);
      await assertRefused(run(`SELECT length(to_json(array(${beyond}))) FROM sizes`), name);
    });
  }

  for (const [title, text] of Object.entries(excessive)) {
    test(`${title} is refused without using much memory`, async () => {
      const before = process.memoryUsage().rss;
      await assertRefused(run(text));
      const grownMegabytes = (process.memoryUsage().rss - before) / 2 ** 20;
      assert.ok(grownMegabytes < 200, `grew by ${grownMegabytes} MB`);
    });
  }

  test("NULL as an argument returns NULL despite the limits", async () => {
    for (const text of [
      "repeat('a', CAST(NULL AS INT))",
      "lpad('a', CAST(NULL AS INT))",
      "space(CAST(NULL AS INT))",
      "concat(letters, CAST(NULL AS STRING))",
      "letters || NULL",
      "sequence(1, CAST(NULL AS INT))",
      "array_repeat(1, CAST(NULL AS INT))[0]",
      "replace(letters, 'a', CAST(NULL AS STRING))",
      "levenshtein(letters, CAST(NULL AS STRING))",
    ]) {
      assert.equal(await run(`SELECT ${text} FROM sizes`), null, text);
    }
  });
});

async function assertRefused(result: Promise<unknown>, name = "\\w+"): Promise<void> {
  const expected = new RegExp(
    `The function ${name} makes at most [\\d,]+ (?:bytes|elements|comparisons) for one value`,
  );
  await assert.rejects(result, (error: unknown) => {
    assert.ok(error instanceof SparkSqlError || error instanceof Error);
    assert.match(error.message, expected);
    return true;
  });
}

import assert from "node:assert/strict";
import { type Connection, Database, type SqlValue } from "../../../../src/duckdb/database.ts";
import { translateSparkSql } from "../../../../src/service/engine/spark/translate.ts";
import { SparkSqlError } from "../../../../src/service/engine/spark/types/spark-sql-error.ts";

interface BoundedCall {
  readonly within: string;
  readonly gives: SqlValue;
  readonly beyond: string;
}

const letters = "repeat('a', 1000000)";

/** Calls of constants at their size limit, with their results, and calls just beyond it. */
const constantCalls: Readonly<Record<string, BoundedCall>> = {
  repeat: { within: `length(${letters})`, gives: 1_000_000, beyond: "repeat('ab', 1000000)" },
  space: { within: "length(space(1000000))", gives: 1_000_000, beyond: "space(1000001)" },
  lpad: { within: "length(lpad('a', 1000000, 'b'))", gives: 1_000_000, beyond: "lpad('a', 1000001, 'b')" },
  rpad: { within: "length(rpad('a', 1000000))", gives: 1_000_000, beyond: "rpad('a', 1000001)" },
  concat: {
    within: `length(concat(${Array(8).fill(letters).join(", ")}))`,
    gives: 8_000_000,
    beyond: `${Array(8).fill(letters).join(" || ")} || lpad('a', 3)`,
  },
  replace: {
    within: `length(replace(${letters}, 'a', 'bbbbbbbb'))`,
    gives: 8_000_000,
    beyond: `replace(${letters}, 'a', 'bbbbbbbbb')`,
  },
  hex: {
    within: `length(hex(${letters}))`,
    gives: 2_000_000,
    beyond: `hex(repeat(${letters}, 1) || ${letters} || ${letters} || ${letters} || ${letters})`,
  },
  levenshtein: {
    within: "levenshtein(repeat('a', 1000), repeat('b', 1000))",
    gives: 1_000,
    beyond: "levenshtein(repeat('a', 1000), repeat('b', 1001))",
  },
  sequence: {
    within: "size(sequence(1, 100000))",
    gives: 100_000,
    beyond: "sequence(DATE '0001-01-01', DATE '9999-01-01')",
  },
  flatten: {
    within: "size(flatten(transform(sequence(1, 300), x -> sequence(1, 300))))",
    gives: 90_000,
    beyond: "flatten(transform(sequence(1, 300), x -> sequence(1, 400)))",
  },
  array_distinct: {
    within: "size(array_distinct(sequence(1, 1000)))",
    gives: 1_000,
    beyond: "array_distinct(sequence(1, 1001))",
  },
};

/**
 * The same for calls that depend on rows, each as the only one of its statement. The arguments are columns of a table:
 * `n` is 131,072, `letters` a text of that many letters, `m` 500, `numbers` an array of 500 integers.
 */
const rowCalls: Readonly<Record<string, BoundedCall>> = {
  repeat: { within: "length(repeat('a', n))", gives: 131_072, beyond: "repeat('a', n + 1)" },
  space: { within: "length(space(n))", gives: 131_072, beyond: "space(n + 1)" },
  lpad: { within: "length(lpad('a', n, 'b'))", gives: 131_072, beyond: "lpad('a', n + 1, 'b')" },
  rpad: { within: "length(rpad('a', n))", gives: 131_072, beyond: "rpad('a', n + 1)" },
  concat: { within: "length(letters || '')", gives: 131_072, beyond: "letters || m" },
  concat_ws: {
    within: "length(concat_ws('', array(letters), ''))",
    gives: 131_072,
    beyond: "concat_ws('', letters, 'a')",
  },
  replace: {
    within: "length(replace(substring(letters, 1, 131072 / 8), 'a', 'bbbbbbbb'))",
    gives: 131_072,
    beyond: "replace(letters, 'a', 'bb')",
  },
  regexp_replace: {
    within: "length(regexp_replace(substring(letters, 1, 131072 / 16), '[a]', 'bbbbbbbb'))",
    gives: 65_536,
    beyond: "regexp_replace(letters, '[a]', 'bb')",
  },
  overlay: {
    within: "length(overlay(letters, '', 1))",
    gives: 131_072,
    beyond: "overlay(letters, 'a', 1, 0)",
  },
  hex: { within: "length(hex(substring(letters, 1, 131072 / 2)))", gives: 131_072, beyond: "hex(letters)" },
  base64: { within: "length(base64(substring(letters, 1, 98304)))", gives: 131_072, beyond: "base64(letters)" },
  levenshtein: {
    within: "levenshtein(left(letters, m), left(letters, m - 1))",
    gives: 1,
    beyond: "levenshtein(left(letters, m), left(letters, m + 1))",
  },
  array_repeat: { within: "size(array_repeat(1, n / 8))", gives: 16_384, beyond: "array_repeat(1, n)" },
  sequence: { within: "size(sequence(1, CAST(n / 8 AS INT)))", gives: 16_384, beyond: "sequence(1, n)" },
  flatten: {
    within: "size(flatten(array(numbers, numbers)))",
    gives: 1_000,
    beyond: `flatten(array(${Array(33).fill("numbers").join(", ")}))`,
  },
  array_join: {
    within: "length(array_join(array(letters), ''))",
    gives: 131_072,
    beyond: "array_join(array(letters), ',')",
  },
  array_distinct: {
    within: "size(array_distinct(numbers))",
    gives: 500,
    beyond: "array_distinct(array_append(numbers, m))",
  },
  array_union: { within: "size(array_union(numbers, array()))", gives: 500, beyond: "array_union(numbers, numbers)" },
  array_intersect: {
    within: "size(array_intersect(numbers, array()))",
    gives: 0,
    beyond: "array_intersect(numbers, numbers)",
  },
  array_except: {
    within: "size(array_except(numbers, array()))",
    gives: 500,
    beyond: "array_except(numbers, numbers)",
  },
  transform: {
    within: "size(transform(numbers, x -> exists(slice(numbers, 1, 20), y -> y = x)))",
    gives: 500,
    beyond: "transform(slice(numbers, 1, 21), x -> transform(slice(numbers, 1, 500), y -> y + x))",
  },
  filter: {
    within: "size(filter(numbers, x -> array_contains(numbers, x)))",
    gives: 500,
    beyond: "filter(numbers, x -> x < length(letters))",
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

/** Statements whose values depend on rows and that used gigabytes, or ran for minutes after they were stopped. */
const excessiveInRows: Readonly<Record<string, string>> = {
  "a lambda in a lambda over a column":
    "SELECT size(transform(s, x -> size(transform(s, y -> y + x)))) FROM (SELECT sequence(1, 16000 + id % 2) AS s FROM people WHERE id < 2)",
  "a lambda in a lambda over parts of a column":
    "SELECT sum(size(transform(marks, x -> size(transform(slice(marks, 1, x), y -> y))))) FROM people",
  "a sequence in a lambda over a column": "SELECT sum(size(transform(marks, x -> sequence(1, 1000)))) FROM people",
  "a lambda in an accumulation":
    "SELECT sum(aggregate(marks, 0, (acc, x) -> acc + size(filter(slice(marks, 1, 100), y -> y > x)))) FROM people",
  "a growing array":
    "SELECT sum(size(aggregate(sequence(1, 10000 - id), array(0), (acc, x) -> array_append(acc, x)))) FROM people",
  "an outer text for each element":
    "SELECT sum(size(transform(marks, x -> concat(x, t)))) FROM (SELECT marks, repeat(name, 1000) AS t FROM people)",
  "three columns of long texts":
    "SELECT repeat('x', 1000000 - id), repeat('y', 1000000 - id), repeat('z', 1000000 - id) FROM people",
  "a column of long texts": "SELECT repeat('x', 800000 - id) FROM people",
  "a column of long sequences": "SELECT sequence(1, 100000 - id) FROM people",
  "comparisons in each row": "SELECT levenshtein(repeat('a', 1000 - id % 2), repeat('b', 1000)) FROM people",
  "comparisons in a lambda":
    "SELECT transform(marks, x -> levenshtein(repeat(name, 10), repeat('b', 100))) FROM people",
};

/** Statements just within the limits, over more rows than DuckDB evaluates at once. */
const largestInRows: Readonly<Record<string, string>> = {
  "a column of texts": "SELECT sum(length(repeat('x', 131000 - id % 100))) FROM people WHERE id < 2500",
  "thirty-two columns of texts": `SELECT ${Array.from({ length: 32 }, (_, index) => `sum(length(repeat('x', 4000 - (id + ${index}) % 100)))`).join(", ")} FROM people WHERE id < 2500`,
  "a column of sequences": "SELECT sum(size(sequence(1, 16300 - id % 100))) FROM people WHERE id < 2500",
  "a lambda in a lambda":
    "SELECT sum(size(transform(slice(marks, 1, 100), x -> size(transform(slice(marks, 1, 99), y -> y + x))))) FROM people WHERE id < 2500",
  "comparisons of long texts":
    "SELECT sum(levenshtein(repeat('a', 500 - id % 2), repeat('b', 500))) FROM people WHERE id < 2500",
  "accumulated texts":
    "SELECT sum(length(aggregate(marks, '', (acc, x) -> concat(acc, name)))) FROM people WHERE id < 2500",
};

suite("size limits of function calls", () => {
  let database: Database;
  let connection: Connection;
  suiteSetup(async () => {
    database = await Database.open(":memory:", { threads: 1 });
    connection = await database.connect();
    await connection.run(
      `CREATE TABLE sizes AS SELECT 131072::INTEGER AS n, 500::INTEGER AS m, repeat('a', 131072) AS letters,
         range(500)::INTEGER[] AS numbers`,
    );
    await connection.run(
      "CREATE TABLE people AS SELECT range::INTEGER AS id, 'person ' || range AS name, range(200)::INTEGER[] AS marks FROM range(5000)",
    );
  });
  suiteTeardown(() => {
    connection.close();
    database.close();
  });

  const tables = [
    {
      name: "sizes",
      columns: [
        { name: "n", type: "int" },
        { name: "m", type: "int" },
        { name: "letters", type: "string" },
        { name: "numbers", type: "array<int>" },
      ],
    },
    {
      name: "people",
      columns: [
        { name: "id", type: "int" },
        { name: "name", type: "string" },
        { name: "marks", type: "array<int>" },
      ],
    },
  ];
  const run = async (text: string, signal?: AbortSignal): Promise<SqlValue | undefined> => {
    const translated = translateSparkSql(text, { tables });
    assert.equal(translated.kind, "query");
    const [column] = await connection.allColumns(translated.kind === "query" ? translated.sql : "", [], signal);
    return column?.[0];
  };

  for (const [name, { within, gives, beyond }] of Object.entries(constantCalls)) {
    test(`${name} of constants works up to its limit and fails with the limit beyond`, async () => {
      assert.equal(await run(`SELECT ${within}`), gives);
      await assertRefused(run(`SELECT ${beyond}`), name);
    });
  }

  for (const [name, { within, gives, beyond }] of Object.entries(rowCalls)) {
    test(`${name} of rows works up to its limit and fails with the limit and the reason beyond`, async () => {
      assert.equal(await run(`SELECT ${within} FROM sizes`), gives);
      await assertRefused(run(`SELECT ${beyond} FROM sizes`), name, "that depends on rows, since 2,048 rows");
    });
  }

  for (const [title, text] of Object.entries(excessive)) {
    test(`${title} is refused without using much memory`, async () => {
      await assertSmall(() => assertRefused(run(text)), 200);
    });
  }

  for (const [title, text] of Object.entries(excessiveInRows)) {
    test(`${title} is refused at once and without using much memory`, async () => {
      await assertSmall(() => assertRefused(run(text), "\\w+", "that depends on rows"), 200);
    });
  }

  test("calls of a statement share what they may make, and the message says so", async () => {
    const calls = Array.from({ length: 4 }, (_, index) => `length(repeat('x', 32768 - id % 2 - ${index}))`);
    assert.equal(await run(`SELECT ${calls.join(" + ")} FROM people WHERE id = 0`), 4 * 32_768 - 6);
    await assertRefused(
      run(`SELECT ${calls.join(" + ")}, repeat('x', 30000 + id) FROM people WHERE id = 0`),
      "repeat",
      "that depends on rows, since 2,048 rows are computed at once by 5 such calls",
    );
  });

  test("an expression has one share, although GROUP BY and ORDER BY name it again", async () => {
    const statement = "SELECT length(repeat('x', 120000 + id)) AS n FROM people WHERE id < 2 GROUP BY n ORDER BY n";
    assert.equal(await run(statement), 120_000);
  });

  test("lambdas in lambdas over constants run over ten million elements and no more", async () => {
    const nested = (last: number) =>
      `exists(sequence(1, 1000), x -> exists(sequence(1, 100), y -> exists(sequence(1, ${last}), z -> x + y + z < 0)))`;
    assert.equal(await run(`SELECT ${nested(50)}`), false);
    await assertRefused(run(`SELECT ${nested(101)}`), "\\w+", "here, counted over all elements of its lambdas");
    await assertRefused(
      run(`SELECT ${nested(100).replace("sequence(1, 100)", "split(repeat('a ', 10000), ' ')").replace("y +", "")}`),
    );
  });

  test("a hundred columns of ordinary texts are computed", async () => {
    const columns = Array.from(
      { length: 100 },
      (_, index) => `length(concat(lpad(replace(name, 'e', 'ee'), 60), repeat(name, 60), '${index}'))`,
    );
    assert.equal(await run(`SELECT sum(${columns.join(" + ")}) > 0 FROM people WHERE id < 2048`), true);
  });

  for (const [title, text] of Object.entries(largestInRows)) {
    test(`${title} ends within seconds and with limited memory`, async () => {
      await assertSmall(() => assertQuick(async () => assert.notEqual(await run(text), undefined)), 1_200);
    }).timeout(60_000);
  }

  test("a statement of the heaviest calls ends soon after it was stopped", async () => {
    const stop = new AbortController();
    const calls = "sum(levenshtein(repeat('a', 500 - id % 2), repeat('b', 500)))";
    const timer = setTimeout(() => stop.abort(), 100);
    await assertQuick(() => assert.rejects(run(`SELECT ${calls} FROM people, range(1000)`, stop.signal)));
    clearTimeout(timer);
  }).timeout(60_000);

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

/** Counts the time of the processor, because the machine may have other work. */
async function assertQuick(work: () => Promise<void>): Promise<void> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1_000_000;
  assert.ok(seconds < 6, `took ${seconds} s`);
}

async function assertSmall(work: () => Promise<void>, megabytes: number): Promise<void> {
  const before = process.memoryUsage().rss;
  await work();
  const grownMegabytes = (process.memoryUsage().rss - before) / 2 ** 20;
  assert.ok(grownMegabytes < megabytes, `grew by ${grownMegabytes} MB`);
}

async function assertRefused(result: Promise<unknown>, name = "\\w+", reason = ""): Promise<void> {
  const expected = new RegExp(
    `The function ${name} (?:makes|reads) at most [\\d,]+ [a-z ]+ for one value ${reason}.*; `,
  );
  await assert.rejects(result, (error: unknown) => {
    assert.ok(error instanceof SparkSqlError || error instanceof Error);
    assert.match(error.message, expected);
    return true;
  });
}

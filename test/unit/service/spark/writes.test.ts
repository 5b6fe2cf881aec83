import assert from "node:assert/strict";
import { type Connection, Database, type SqlRow } from "../../../../src/duckdb/database.ts";
import { translateSparkSql } from "../../../../src/service/engine/spark/translate.ts";
import { SparkSqlError } from "../../../../src/service/engine/spark/types/spark-sql-error.ts";
import type {
  MergeClause,
  SparkScope,
  TranslatedStatement,
} from "../../../../src/service/engine/spark/types/translated-statement.ts";

const scope: SparkScope = {
  tables: [
    {
      name: "site_badge",
      columns: [
        { name: "person_key", type: "string" },
        { name: "badge_no", type: "int" },
        { name: "Fee", type: "decimal(38,18)" },
        { name: "opened", type: "date" },
      ],
    },
    {
      name: "new_badges",
      columns: [
        { name: "person_key", type: "string" },
        { name: "badge_no", type: "string" },
        { name: "closed", type: "string" },
      ],
    },
  ],
};

const tables = `
  CREATE TABLE site_badge (person_key VARCHAR, badge_no INTEGER, "Fee" DECIMAL(38,18), opened DATE);
  INSERT INTO site_badge VALUES ('a', 1, 1.5, DATE '2024-01-01'), ('b', 2, NULL, NULL), (NULL, 3, 2, DATE '2024-02-01');
  CREATE TABLE new_badges (person_key VARCHAR, badge_no VARCHAR, closed VARCHAR);
  INSERT INTO new_badges VALUES ('a', '10', 'Y'), ('c', '30', 'N');
`;

/** Returns the DuckDB statements that have the effect of a translated statement. */
function wholeSql(statement: TranslatedStatement): string[] {
  const quote = (name: string) => `"${name}"`;
  switch (statement.kind) {
    case "query":
      return [statement.sql];
    case "insert": {
      const columns = statement.columns ? ` (${statement.columns.map(quote).join(", ")})` : "";
      const insert = `INSERT INTO ${quote(statement.target)}${columns} ${statement.sql}`;
      return statement.isOverwrite
        ? [
            `CREATE TEMP TABLE rows_ AS ${statement.sql}`,
            `DELETE FROM ${quote(statement.target)}`,
            `INSERT INTO ${quote(statement.target)}${columns} FROM rows_`,
          ]
        : [insert];
    }
    case "delete":
      return [
        `DELETE FROM ${quote(statement.target)} AS ${quote(statement.alias)}${statement.where ? ` WHERE ${statement.where}` : ""}`,
      ];
    case "update": {
      const set = statement.assignments.map(({ column, sql }) => `${quote(column)} = ${sql}`).join(", ");
      return [
        `UPDATE ${quote(statement.target)} AS ${quote(statement.alias)} SET ${set}${statement.where ? ` WHERE ${statement.where}` : ""}`,
      ];
    }
    default: {
      const { target, alias, source, on, clauses } = statement;
      return [
        `MERGE INTO ${quote(target)} AS ${quote(alias)} USING (${source.sql}) AS ${quote(source.alias)} ON ${on} ${clauses.map(clauseSql).join(" ")}`,
      ];
    }
  }
}

function clauseSql({ kind, condition, action }: MergeClause): string {
  const words = {
    whenMatched: "MATCHED",
    whenNotMatched: "NOT MATCHED",
    whenNotMatchedBySource: "NOT MATCHED BY SOURCE",
  };
  const when = `WHEN ${words[kind]}${condition ? ` AND ${condition}` : ""} THEN `;
  if (action.kind === "delete") {
    return `${when}DELETE`;
  }
  const columns = action.assignments.map(({ column }) => `"${column}"`);
  return action.kind === "insert" || action.kind === "insertStar"
    ? `${when}INSERT (${columns.join(", ")}) VALUES (${action.assignments.map(({ sql }) => sql).join(", ")})`
    : `${when}UPDATE SET ${action.assignments.map(({ sql }, index) => `${columns[index]} = ${sql}`).join(", ")}`;
}

async function after(text: string): Promise<unknown[][]> {
  const database = await Database.open(":memory:");
  try {
    return await database.use(async (connection: Connection) => {
      await connection.run(tables);
      for (const sql of wholeSql(translateSparkSql(text, scope))) {
        await connection.run(sql);
      }
      const shown = `SELECT person_key, badge_no, CAST("Fee" AS DOUBLE) AS fee, CAST(opened AS VARCHAR) AS opened FROM site_badge ORDER BY badge_no, person_key`;
      const rows: SqlRow[] = await connection.rows(shown);
      return rows.map((row) => Object.values(row));
    });
  } finally {
    database.close();
  }
}

function refusal(text: string): string {
  try {
    translateSparkSql(text, scope);
  } catch (error) {
    assert.ok(error instanceof SparkSqlError, String(error));
    return error.message;
  }
  return assert.fail(`"${text}" was translated`);
}

const [a, b, none] = [
  ["a", 1, 1.5, "2024-01-01"],
  ["b", 2, null, null],
  [null, 3, 2, "2024-02-01"],
];

suite("statements that change rows", () => {
  for (const [text, rows] of [
    ["INSERT INTO site_badge VALUES ('d', 4, 2.5, DATE '2024-03-01')", [a, b, none, ["d", 4, 2.5, "2024-03-01"]]],
    [
      "INSERT INTO TABLE site_badge (badge_no, person_key) SELECT CAST(badge_no AS INT), person_key FROM new_badges",
      [a, b, none, ["a", 10, null, null], ["c", 30, null, null]],
    ],
    ["INSERT INTO site_badge BY NAME SELECT 7 AS BADGE_NO, 'x' AS person_key", [a, b, none, ["x", 7, null, null]]],
    [
      "INSERT OVERWRITE site_badge SELECT person_key, badge_no * 2, fee, opened FROM site_badge WHERE badge_no < 3",
      [
        ["a", 2, 1.5, "2024-01-01"],
        ["b", 4, null, null],
      ],
    ],
    ["INSERT OVERWRITE TABLE site_badge (person_key) VALUES ('only')", [["only", null, null, null]]],
    [
      "WITH n AS (SELECT 'w' AS k) INSERT INTO site_badge (person_key, badge_no) SELECT k, 9L FROM n",
      [a, b, none, ["w", 9, null, null]],
    ],
    [
      "INSERT INTO site_badge SELECT 'n', NULL, 3, TIMESTAMP '2024-05-06 10:00:00'",
      [a, b, none, ["n", null, 3, "2024-05-06"]],
    ],
    ["DELETE FROM site_badge WHERE person_key IN (SELECT person_key FROM new_badges WHERE closed = 'Y')", [b, none]],
    ["DELETE FROM site_badge", []],
    [
      "DELETE FROM site_badge AS t WHERE NOT EXISTS (SELECT 1 FROM new_badges n WHERE n.person_key = t.person_key)",
      [a],
    ],
    ["DELETE FROM site_badge WHERE person_key <=> NULL", [a, b]],
    [
      "UPDATE site_badge SET badge_no = badge_no + 1, fee = NULL WHERE fee > 1.6",
      [a, b, [null, 4, null, "2024-02-01"]],
    ],
    [
      "UPDATE site_badge t SET t.fee = t.badge_no / 2D, opened = last_day(t.opened)",
      [
        ["a", 1, 0.5, "2024-01-31"],
        ["b", 2, 1, null],
        [null, 3, 1.5, "2024-02-29"],
      ],
    ],
    [
      "UPDATE site_badge t SET badge_no = (SELECT max(CAST(n.badge_no AS INT)) FROM new_badges n WHERE n.person_key = t.person_key) WHERE person_key = 'a'",
      [b, none, ["a", 10, 1.5, "2024-01-01"]],
    ],
    [
      "MERGE INTO site_badge t USING new_badges s ON t.person_key = s.person_key WHEN MATCHED AND s.closed = 'Y' THEN DELETE WHEN NOT MATCHED THEN INSERT (person_key, badge_no) VALUES (s.person_key, CAST(s.badge_no AS INT))",
      [b, none, ["c", 30, null, null]],
    ],
    [
      "MERGE INTO site_badge t USING (SELECT person_key, CAST(badge_no AS INT) AS badge_no, 5 AS fee, DATE '2024-09-09' AS opened FROM new_badges) s ON t.person_key = s.person_key WHEN MATCHED THEN UPDATE SET * WHEN NOT MATCHED THEN INSERT *",
      [b, none, ["a", 10, 5, "2024-09-09"], ["c", 30, 5, "2024-09-09"]],
    ],
    [
      "MERGE INTO site_badge USING new_badges ON site_badge.person_key = new_badges.person_key WHEN NOT MATCHED BY SOURCE AND badge_no > 2 THEN DELETE WHEN NOT MATCHED BY SOURCE THEN UPDATE SET fee = 0",
      [a, ["b", 2, 0, null]],
    ],
  ] as const) {
    test(text, async () => {
      assert.deepEqual(await after(text), rows);
    });
  }

  test("are translated with their target, columns and the relations that they read", () => {
    const insert = translateSparkSql("INSERT INTO SITE_BADGE (BADGE_NO) SELECT 1 FROM New_Badges", scope);
    assert.deepEqual(
      { ...insert, sql: "" },
      {
        kind: "insert",
        target: "site_badge",
        columns: ["badge_no"],
        isOverwrite: false,
        sql: "",
        reads: ["new_badges"],
      },
    );
    const whole = translateSparkSql("INSERT INTO site_badge SELECT * FROM site_badge", scope);
    assert.deepEqual(
      { ...whole, sql: "" },
      { kind: "insert", target: "site_badge", columns: undefined, isOverwrite: false, sql: "", reads: ["site_badge"] },
    );
    assert.deepEqual(translateSparkSql("DELETE FROM site_badge b", scope), {
      kind: "delete",
      target: "site_badge",
      alias: "b",
      where: undefined,
      reads: [],
    });
  });

  test("expand the stars of MERGE", () => {
    const source =
      "(SELECT 'a' AS person_key, 1 AS badge_no, 2 AS fee, DATE '2024-01-01' AS opened, 'more' AS extra) s";
    const merge = translateSparkSql(
      `MERGE INTO site_badge t USING ${source} ON t.person_key = s.person_key WHEN MATCHED THEN UPDATE SET *`,
      scope,
    );
    assert.equal(merge.kind, "merge");
    const action = merge.kind === "merge" ? merge.clauses[0]?.action : undefined;
    assert.ok(action?.kind === "updateStar");
    assert.deepEqual(
      action.assignments.map(({ column }) => column),
      ["person_key", "badge_no", "Fee", "opened"],
    );
  });

  for (const [text, message] of [
    [
      "INSERT INTO site_badge SELECT person_key, badge_no, 1, NULL FROM new_badges",
      /badge_no is int and cannot store string; write CAST/,
    ],
    [
      "INSERT INTO site_badge SELECT 1",
      /fills 4 columns of site_badge with 1 value; give a value for each column, or list the columns/,
    ],
    [
      "INSERT INTO site_badge (fee) VALUES (1, 2)",
      /fills 1 column of site_badge with 2 values; give as many values as columns are listed/,
    ],
    ["INSERT INTO site_badge VALUES ('a', 1, 2, NULL), ('b')", /rows of VALUES do not have the same number of columns/],
    ["INSERT INTO site_badge (nothing) VALUES (1)", /site_badge has no column nothing/],
    ["INSERT INTO site_badge (fee, FEE) VALUES (1, 2)", /Fee is assigned more than once/],
    ["INSERT INTO nowhere VALUES (1)", /no table or input nowhere/],
    ["INSERT INTO site_badge PARTITION (fee = 1) SELECT 1", /PARTITION/],
    ["INSERT OVERWRITE DIRECTORY '/tmp/x' SELECT 1", /DIRECTORY/],
    ["UPDATE site_badge SET opened = '2024-01-01'", /opened is date and cannot store string/],
    ["UPDATE site_badge SET new_badges.fee = 1", /no column new_badges\.fee/],
    [
      "MERGE INTO site_badge t USING new_badges s ON t.person_key = s.person_key WHEN MATCHED THEN UPDATE SET *",
      /string|needs a column Fee/,
    ],
    [
      "MERGE INTO site_badge t USING new_badges s ON true WHEN MATCHED THEN DELETE WHEN MATCHED THEN UPDATE SET fee = 1",
      /never applies/,
    ],
    [
      "MERGE INTO site_badge t USING new_badges s ON true WHEN NOT MATCHED THEN INSERT (fee) VALUES (t.fee)",
      /no column t\.fee/,
    ],
    ["DELETE FROM site_badge USING new_badges", /second statement|USING/],
  ] as const) {
    test(`are refused: ${text}`, () => {
      assert.match(refusal(text), message);
    });
  }

  test("fail on a number that its column cannot hold instead of truncating it", async () => {
    await assert.rejects(after("INSERT INTO site_badge SELECT 'z', 3000000000, 1, NULL"), /INT32|range/i);
  });
});

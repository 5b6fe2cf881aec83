import assert from "node:assert/strict";
import { Database } from "../../../../src/duckdb/database.ts";
import type { ResultColumn } from "../../../../src/protocol/data-worker.ts";
import type { ColumnFilter, FilterOperator } from "../../../../src/protocol/row-view.ts";
import { formatFilterCondition } from "../../../../src/webview/results/filter-condition.ts";

const columns: readonly ResultColumn[] = [
  { name: "Amount", kind: "number" },
  { name: 'The "Name"', kind: "text" },
  { name: "Day", kind: "date" },
];

function filterOf(column: number, operator: FilterOperator, ...values: (string | null)[]): ColumnFilter {
  return { column, operator, values };
}

/** Filters, their condition, and the numbers of the rows that it lets through. */
const samples: readonly (readonly [readonly ColumnFilter[], string, readonly number[]])[] = [
  [[filterOf(0, "atLeast", "2.5")], '"Amount" >= 2.5', [2, 3]],
  [[filterOf(0, "between", "1", "2.5")], '"Amount" BETWEEN 1 AND 2.5', [1, 2]],
  [[filterOf(0, "differs", "1")], '"Amount" <> 1', [2, 3]],
  [[filterOf(1, "contains", "50%")], `LOWER("The ""Name""") LIKE '%50\\%%' ESCAPE '\\'`, [2]],
  [[filterOf(1, "startsWith", "AN")], `LOWER("The ""Name""") LIKE 'an%'`, [1]],
  [[filterOf(1, "equals", "it's")], `"The ""Name""" = 'it''s'`, [3]],
  [[filterOf(1, "oneOf", "Anna", null)], `"The ""Name""" IN ('Anna') OR "The ""Name""" IS NULL`, [1, 4]],
  [[filterOf(1, "oneOf")], "1 = 0", []],
  [[filterOf(1, "noneOf", "Anna")], `"The ""Name""" NOT IN ('Anna') OR "The ""Name""" IS NULL`, [2, 3, 4]],
  [[filterOf(1, "noneOf", "Anna", null)], `"The ""Name""" NOT IN ('Anna')`, [2, 3]],
  [[filterOf(1, "noneOf", null)], `"The ""Name""" IS NOT NULL`, [1, 2, 3]],
  [[filterOf(2, "equals", "2024-06-01")], `"Day" >= '2024-06-01' AND "Day" < '2024-06-02'`, [1, 2]],
  [[filterOf(2, "more", "2024-06-01")], `"Day" >= '2024-06-02'`, [3]],
  [[filterOf(2, "atMost", "2024-06-01 12:00")], `"Day" <= '2024-06-01 12:00'`, [1]],
  [[filterOf(2, "between", "2024-06-01", "2024-12-31")], `"Day" >= '2024-06-01' AND "Day" < '2025-01-01'`, [1, 2, 3]],
  [
    [filterOf(2, "differs", "2024-06-01"), filterOf(0, "isPresent")],
    `("Day" < '2024-06-01' OR "Day" >= '2024-06-02') AND "Amount" IS NOT NULL`,
    [3],
  ],
];

suite("The condition of filters", () => {
  test("is SQL that lets the same rows through", async () => {
    const database = await Database.open(":memory:");
    try {
      await database.use(async (connection) => {
        await connection.run(
          `CREATE TABLE t (n INTEGER, "Amount" DECIMAL(9, 2), "The ""Name""" VARCHAR, "Day" TIMESTAMP)`,
        );
        await connection.run(
          "INSERT INTO t VALUES (1, 1, 'Anna', '2024-06-01'), (2, 2.5, '50% off', '2024-06-01 13:00'), (3, 9, 'it''s', '2024-12-31 23:59'), (4, NULL, NULL, NULL)",
        );
        for (const [filters, condition, numbers] of samples) {
          assert.equal(formatFilterCondition(filters, columns), condition);
          const rows = await connection.rows(`SELECT n FROM t WHERE ${condition} ORDER BY n`);
          assert.deepEqual(
            rows.map(({ n }) => n),
            numbers,
            condition,
          );
        }
      });
    } finally {
      database.close();
    }
  });

  test("is empty without filters", () => {
    assert.equal(formatFilterCondition([], columns), "");
  });
});

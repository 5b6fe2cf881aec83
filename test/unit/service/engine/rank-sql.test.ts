import assert from "node:assert/strict";
import { Database } from "../../../../src/duckdb/database.ts";
import { buildMonthRankSql, buildRankSql } from "../../../../src/service/engine/rank-sql.ts";

const day = 86_400_000;
const months = (count: number, from = Date.UTC(1890, 0, 1)) =>
  Array.from({ length: count }, (_, month) => Date.UTC(new Date(from).getUTCFullYear(), month, 1));

suite("rank of an instant", () => {
  for (const [name, instants] of [
    ["one instant", [0]],
    ["a few months", months(12)],
    ["many months", months(300)],
    ["many months with the last cut off", [...months(100), (months(100).at(-1) ?? 0) + day]],
    ["many days", Array.from({ length: 500 }, (_, index) => (index - 200) * day)],
    [
      "many days after a short first one",
      [-200.5 * day, ...Array.from({ length: 50 }, (_, index) => (index - 200) * day)],
    ],
    ["instants too uneven for a grid", Array.from({ length: 40 }, (_, index) => index ** 3 * day)],
  ] as const) {
    test(`of ${name} counts those at or before it`, async () => {
      const database = await Database.open(":memory:");
      try {
        const probes = [
          ...new Set(instants.flatMap((instant) => [instant - 1, instant, instant + 1, instant + 11 * day])),
        ];
        const rows = await database.use((connection) =>
          connection.rows(
            `SELECT ms, ${buildRankSql("t", instants)}::INTEGER AS rank FROM (SELECT ms, make_timestamp(ms * 1000) AS t FROM (SELECT unnest([${probes.join(", ")}]::BIGINT[]) AS ms))`,
          ),
        );
        assert.equal(rows.length, probes.length);
        for (const { ms, rank } of rows) {
          assert.equal(rank, instants.filter((instant) => instant <= Number(ms)).length, String(ms));
        }
      } finally {
        database.close();
      }
    });
  }

  for (const [name, months] of [
    ["one month", [5]],
    ["months in a row", [-3, -2, -1, 0, 1]],
    ["quarters", [600, 603, 606, 609]],
    ["months of uneven distance", [1, 2, 5, 7, 8, 20]],
  ] as const) {
    test(`of ${name} counts those at or before it`, async () => {
      const database = await Database.open(":memory:");
      try {
        const rows = await database.use((connection) =>
          connection.rows(`SELECT m, ${buildMonthRankSql("m", months)} AS rank FROM range(-10, 700) AS probes(m)`),
        );
        for (const { m, rank } of rows) {
          assert.equal(Number(rank), months.filter((month) => month <= Number(m)).length, String(m));
        }
      } finally {
        database.close();
      }
    });
  }
});

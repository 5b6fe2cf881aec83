import type { Connection } from "../../duckdb/database.ts";
import { companyFunctionList } from "./members/functions.ts";
import { sampleDataEnd, sampleDataStart } from "./seasons.ts";

/**
 * Creates the table `sample_acting` (seat, since, until, key): the person responsible for a seat on each day. While the
 * seat is vacant, this is the person responsible for the seat above. Also creates `sample_recruiter` (n, seat), the
 * seats that handle open requisitions.
 */
export async function createActingManagers(connection: Connection, signal?: AbortSignal): Promise<void> {
  const run = (sql: string) => connection.run(sql, [], signal);
  await run(`CREATE TEMP TABLE sample_recruiter AS
    WITH staff AS (
      SELECT seat, row_number() OVER (ORDER BY seat) - 1 AS n, count(*) OVER () AS size
      FROM sample_seat WHERE function = ${companyFunctionList.ordinal("HR")} AND opened = DATE '${sampleDataStart}'
    )
    SELECT n, seat FROM staff WHERE n >= size - greatest(1, ceil(size * 0.35)) ORDER BY n`);
  await run(`CREATE OR REPLACE TEMP TABLE sample_recruiter AS
    SELECT row_number() OVER (ORDER BY n) - 1 AS n, seat FROM sample_recruiter`);
  await run(`CREATE TEMP TABLE sample_stood AS
    SELECT seat, depth, parent FROM sample_place WHERE reports > 0 OR seat IN (SELECT seat FROM sample_recruiter)`);
  await run(`CREATE TEMP TABLE sample_acting AS
    SELECT seat, starts AS since, coalesce(ended, DATE '${sampleDataEnd}') AS until, key, depth
    FROM sample_job SEMI JOIN sample_stood USING (seat)`);
  const [row] = await connection.rows("SELECT max(depth) AS deepest FROM sample_stood", [], signal);
  for (let depth = 1; depth <= Number(row?.deepest); depth += 1) {
    await run(`
      INSERT INTO sample_acting
      WITH filled AS (
        SELECT seat, parent, since, until, depth FROM sample_stood LEFT JOIN sample_acting USING (seat, depth) WHERE depth = ${depth}
      ), gaps AS (
        SELECT seat, parent, coalesce(lag(until) OVER w, DATE '${sampleDataStart}') AS since, coalesce(since, DATE '${sampleDataEnd}') AS until
        FROM filled WINDOW w AS (PARTITION BY seat ORDER BY since)
        UNION ALL
        SELECT seat, parent, max(until), DATE '${sampleDataEnd}' FROM filled GROUP BY seat, parent HAVING max(until) IS NOT NULL
      )
      SELECT gaps.seat, greatest(gaps.since, above.since), least(gaps.until, above.until), above.key, ${depth}
      FROM gaps JOIN sample_acting AS above ON above.seat = gaps.parent AND above.since < gaps.until AND above.until > gaps.since
      WHERE gaps.since < gaps.until`);
  }
}

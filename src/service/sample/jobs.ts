import type { Connection } from "../../duckdb/database.ts";
import type { RandomSql } from "./random-sql.ts";
import { buildStartDateSql, buildTickSql, sampleDataEnd, sampleDataStart } from "./seasons.ts";

/** Turnover by years of tenure, relative to the function's average: high in the first two years. */
const early = [
  { until: 1, factor: 1.75 },
  { until: 2, factor: 1.45 },
  { until: 5, factor: 0.85 },
] as const;
const lateFactor = 0.42;
/** Sums of the factors over the first two and the first five years. */
const two = early[0].factor + early[1].factor;
const five = two + 3 * early[2].factor;

const exposure = (tenure: string): string => `CASE
  WHEN ${tenure} < 1 THEN ${tenure} * ${early[0].factor}
  WHEN ${tenure} < 2 THEN ${early[0].factor} + (${tenure} - 1) * ${early[1].factor}
  WHEN ${tenure} < 5 THEN ${two} + (${tenure} - 2) * ${early[2].factor}
  ELSE ${five} + (${tenure} - 5) * ${lateFactor} END`;

const tenureAt = (sum: string): string => `CASE
  WHEN ${sum} < ${early[0].factor} THEN ${sum} / ${early[0].factor}
  WHEN ${sum} < ${two} THEN 1 + (${sum} - ${early[0].factor}) / ${early[1].factor}
  WHEN ${sum} < ${five} THEN 2 + (${sum} - ${two}) / ${early[2].factor}
  ELSE 5 + (${sum} - ${five}) / ${lateFactor} END`;

/**
 * Maximum number of successive occupants of a seat; more than enough, since people stay far longer than ten days on
 * average.
 */
const maxOccupants = 60;

/**
 * Fills every seat with successive occupants. Creates two tables:
 * - `sample_draft_job` (seat, turn, hired, born, ended, cause): `ended` is NULL if the person still occupies the seat
 * at the end of the data; `cause` is `left`, `retired` or `closed`.
 * - `sample_draft_vacancy` (seat, turn, hired): hires planned after the end of the data, for which requisitions are
 * open.
 */
export async function fillSeats(connection: Connection, dice: RandomSql, signal?: AbortSignal): Promise<void> {
  const run = (sql: string) => connection.run(sql, [], signal);
  await run(
    `CREATE TEMP TABLE sample_draft_job (seat BIGINT, turn INTEGER, hired DATE, born DATE, ended DATE, cause VARCHAR)`,
  );
  await run(`CREATE TEMP TABLE sample_draft_vacancy (seat BIGINT, turn INTEGER, hired DATE)`);
  await run(firstHires(dice));
  for (let turn = 0; turn < maxOccupants; turn += 1) {
    await run(`INSERT INTO sample_draft_vacancy FROM sample_next_hire WHERE hired >= DATE '${sampleDataEnd}'`);
    await run(`DELETE FROM sample_next_hire WHERE hired >= DATE '${sampleDataEnd}'`);
    const [left] = await connection.rows("SELECT count(*) AS hires FROM sample_next_hire", [], signal);
    if (Number(left?.hires) === 0) {
      break;
    }
    await run(`CREATE OR REPLACE TEMP TABLE sample_round AS ${jobsOf(dice)}`);
    await run("INSERT INTO sample_draft_job FROM sample_round");
    await run(`CREATE OR REPLACE TEMP TABLE sample_next_hire AS ${successors(dice)}`);
  }
}

function firstHires(dice: RandomSql): string {
  // Seats that existed before the data starts were filled earlier; their people have served for a while.
  const served = `least(27.0, -ln(1 - ${dice.randomFraction("served", "seat")}) * (4.2 + 3.5 * (rank_share < 0.125)::INTEGER))`;
  return `CREATE TEMP TABLE sample_next_hire AS
    SELECT seat, 0 AS turn, CASE
      WHEN special IS NOT NULL THEN DATE '2013-09-02' + special * 98
      WHEN opened > DATE '${sampleDataStart}' THEN opened
      ELSE DATE '${sampleDataStart}' - 1 - (${served} * 365.25)::INTEGER END AS hired
    FROM sample_draft_seat`;
}

function jobsOf(dice: RandomSql): string {
  return `
    WITH drawn AS (
      SELECT hire.seat, hire.turn, hire.hired, seat.closed, seat.special, seat.rank_share,
        coalesce(clock.exit_clock, 0.0) AS clock_at_start,
        greatest(0.0, (DATE '${sampleDataStart}' - hire.hired) / 365.25) AS served,
        -ln(1 - ${dice.randomFraction("stays", "hire.seat", "hire.turn")})
          / (seat.turnover * (1 - 0.35 * (seat.rank_share < 0.125)::INTEGER)) AS stays,
        ${dice.randomFraction("age", "hire.seat", "hire.turn")} AS age_roll,
        ${dice.randomFraction("retires", "hire.seat", "hire.turn")} AS retires_roll,
        ${dice.randomFraction("exit day", "hire.seat", "hire.turn")} AS day_roll
      FROM sample_next_hire AS hire
      JOIN sample_draft_seat AS seat USING (seat)
      LEFT JOIN sample_day AS clock ON clock.day = hire.hired
    ), aged AS (
      SELECT *, ${exposure("served")} + stays AS sum_at_exit,
        CASE special WHEN 1 THEN DATE '1987-05-14' WHEN 2 THEN DATE '1985-02-03' ELSE greatest(DATE '1951-03-01' + (retires_roll * 1300)::INTEGER,
          hired - ((20.5 + pow(age_roll, 1.8) * 36 * greatest(0.3, 1 - served / 30) + 8 * (rank_share < 0.125)::INTEGER) * 365.25)::INTEGER) END AS born
      FROM drawn
    ), timed AS (
      SELECT *, clock_at_start + (${tenureAt("sum_at_exit")}) - served AS clock_at_exit,
        greatest(born + ((61.2 + retires_roll * 5.6) * 365.25)::INTEGER, hired + 300,
          DATE '${sampleDataStart}' + (retires_roll * 700)::INTEGER) AS retires
      FROM aged
    ), outcomes AS (
      SELECT timed.*,
        CASE WHEN special IS NULL AND last_day(retires) < DATE '${sampleDataEnd}' THEN last_day(retires) END AS retired,
        CASE WHEN special IS NOT NULL OR coalesce(exit_day.day >= DATE '${sampleDataEnd}', TRUE) THEN NULL
        ELSE least(DATE '${sampleDataEnd}' - 1, greatest(hired + 12, DATE '${sampleDataStart}' + 3,
          CASE WHEN day_roll < 0.6 THEN last_day(exit_day.day) ELSE exit_day.day END)) END AS leaves
      FROM timed LEFT JOIN sample_exit_tick AS exit_day ON tick = ${buildTickSql("exit", "clock_at_exit")}
    )
    SELECT seat, turn, hired, born,
      CASE WHEN closed <= coalesce(least(leaves, retired), closed) THEN closed ELSE least(leaves, retired) END AS ended,
      CASE WHEN closed <= coalesce(least(leaves, retired), closed) THEN 'closed'
        WHEN leaves <= coalesce(retired, leaves) THEN 'left' WHEN retired IS NOT NULL THEN 'retired' END AS cause
    FROM outcomes`;
}

function successors(dice: RandomSql): string {
  // A vacancy lasts three weeks to five months of hiring time, but the head of the company is replaced on the same day.
  const gap = `(0.06 + pow(${dice.randomFraction("vacancy", "gone.seat", "gone.turn")}, 2) * 0.36)`;
  return `
    WITH planned AS (
      SELECT gone.seat, gone.turn + 1 AS turn, gone.ended, seat.closed, clock.hire_clock + ${gap} AS clock_at_hire,
        ${dice.randomFraction("hire day", "gone.seat", "gone.turn")} AS day_roll
      FROM sample_round AS gone JOIN sample_draft_seat AS seat USING (seat) JOIN sample_day AS clock ON clock.day = gone.ended
      WHERE gone.ended IS NOT NULL AND gone.cause <> 'closed'
    ), dated AS (
      SELECT seat, turn, closed, CASE WHEN seat = 1 THEN ended
        ELSE ${buildStartDateSql("hire.day", "day_roll")} END AS hired
      FROM planned JOIN sample_hire_tick AS hire ON tick = ${buildTickSql("hire", "clock_at_hire")}
    )
    SELECT seat, turn, hired FROM dated WHERE closed IS NULL OR hired < closed - 120`;
}

import type { Connection } from "../../duckdb/database.ts";
import { companyFunctionList, functionProfiles } from "./members/functions.ts";
import { buildCaseSql, type RandomSql } from "./random-sql.ts";
import { buildStartDateSql, buildTickSql, sampleDataStart } from "./seasons.ts";

const ordinalOf = (name: string): number => companyFunctionList.ordinal(name);

/**
 * Creates the table `sample_draft_seat`, with more seats than the company has in the end. `fillSeats` fills the seats,
 * `removeSurplusSeats` removes some.
 *
 * `seat` counts from 1, older seats first; seat 1 is the head of the company. `opened` is the date of the first hire,
 * or the start of the data for about half of the seats. `closed` is set for the seats of the two reductions.
 * `rank_share` is the seat's rank by age within its function, in [0, 1): the oldest seats become those of managers.
 * `special` is 1 and 2 for the two people whom the examples mention.
 */
export async function createDraftSeats(
  connection: Connection,
  dice: RandomSql,
  people: number,
  signal?: AbortSignal,
): Promise<void> {
  const permanent = Math.ceil(people * 1.08) + 40;
  const reduced = Math.floor(people * 0.11);
  const functions = functionProfiles.map((profile) => [ordinalOf(profile.name), profile.weight] as const);
  await connection.run(
    `CREATE TEMP TABLE sample_draft_seat AS
     WITH draft AS (
       SELECT i,
         i >= ${permanent} AS is_reduced,
         ${dice.pick(functions, "function", "i")}::INTEGER AS drawn_function,
         ${dice.randomFraction("opened", "i")} AS opening,
         ${dice.randomFraction("growth", "i")} AS growth,
         ${dice.randomFraction("reduction", "i")} AS reduction,
         ${dice.randomFraction("closing", "i")} AS closing
       FROM range(${permanent + reduced}) AS numbers(i)
     ), placed AS (
       SELECT i, is_reduced, reduction, closing,
         CASE WHEN i = 0 THEN ${ordinalOf("GM")} WHEN i <= 2 THEN ${ordinalOf("Engineering")}
           WHEN i < ${functionProfiles.length + 2} THEN i - 2 ELSE drawn_function END::INTEGER AS function,
         i < ${functionProfiles.length + 2} OR opening < 0.45 AS is_old,
         CASE WHEN is_reduced THEN growth * 0.45 ELSE growth END AS growth
       FROM draft
     ), dated AS (
       SELECT placed.*, CASE WHEN is_old THEN DATE '${sampleDataStart}' ELSE ${buildStartDateSql("coalesce(day, DATE '2026-06-30')", dice.randomFraction("first day", "i"))} END AS opened,
         CASE WHEN NOT is_reduced THEN NULL
           WHEN reduction < 0.72 THEN DATE '2020-05-15' + (closing * 150)::INTEGER
           ELSE DATE '2023-01-20' + (closing * 90)::INTEGER END AS closed
       FROM placed LEFT JOIN sample_growth_tick ON tick = ${buildTickSql("growth", "growth")}
     ), numbered AS (
       SELECT row_number() OVER (ORDER BY i > 0, opened, i) AS seat, * FROM dated
     )
     SELECT seat, function, opened, last_day(closed) AS closed,
       CASE i WHEN 1 THEN 1 WHEN 2 THEN 2 END::INTEGER AS special,
       ((row_number() OVER (PARTITION BY function ORDER BY special IS NOT NULL, seat) - 1)
         / count(*) OVER (PARTITION BY function))::DOUBLE AS rank_share,
       ${buildCaseSql(
         "function",
         functionProfiles.map((profile) => [ordinalOf(profile.name), profile.turnover]),
       )}::DOUBLE AS turnover
     FROM numbered
     ORDER BY seat`,
    [],
    signal,
  );
}

/**
 * Creates the table `sample_seat` from the draft seats, without as many seats as there are surplus occupants at the
 * end. Only seats without direct reports are removed, together with all of their occupants, so that no other person's
 * history changes.
 */
export async function removeSurplusSeats(
  connection: Connection,
  dice: RandomSql,
  people: number,
  signal?: AbortSignal,
): Promise<void> {
  const [row] = await connection.rows(
    "SELECT count(*) AS filled FROM sample_draft_job WHERE ended IS NULL",
    [],
    signal,
  );
  const surplus = Number(row?.filled ?? 0) - people;
  if (surplus < 0) {
    throw new Error(`Loading the sample: ${people} people do not fit the seats drawn; choose another seed.`);
  }
  await connection.run(
    `CREATE TEMP TABLE sample_dropped AS
     SELECT seat FROM sample_draft_seat SEMI JOIN (FROM sample_draft_job WHERE ended IS NULL) USING (seat)
     WHERE special IS NULL AND seat > 1
     ORDER BY rank_share < 0.2, ${dice.randomFraction("dropped", "seat")}, seat LIMIT ${surplus}`,
    [],
    signal,
  );
  await connection.run(
    "CREATE TEMP TABLE sample_seat AS FROM sample_draft_seat ANTI JOIN sample_dropped USING (seat) ORDER BY seat",
    [],
    signal,
  );
}

import { type Connection, quoteText } from "../../duckdb/database.ts";
import { companyFunctionList, functionProfiles } from "./members/functions.ts";
import { locationList, type NameOrigin, sampleCities } from "./members/locations.ts";
import { genderList, workModelList } from "./members/member-lists.ts";
import { personNames, toMailName } from "./members/names.ts";
import { buildCaseSql, type RandomSql } from "./random-sql.ts";
import { sampleDataEnd, sampleDataStart } from "./seasons.ts";

/** Day on which everyone who can work from home started to do so. */
const remoteDay = "2020-03-16";

const functionOrdinals = functionProfiles.map(
  (profile) => [companyFunctionList.ordinal(profile.name), profile] as const,
);

/**
 * Creates the table `sample_person`: one row for each job, with the properties that never change and the dates of
 * changes. A date is NULL if the change never happens. `key` is the person's `$key` and counts from 1 in order of
 * hiring, after the two people whom the examples mention. `starts` is the first day in the data, `ended` the exclusive
 * end.
 */
export async function createPeople(connection: Connection, dice: RandomSql, signal?: AbortSignal): Promise<void> {
  const run = (sql: string) => connection.run(sql, [], signal);
  await run(`CREATE TEMP TABLE sample_name AS FROM (VALUES ${Object.entries(personNames).map(nameRow).join(", ")})
    AS lists(culture, women, men, families, women_mail, men_mail, families_mail)`);
  await run(`CREATE TEMP TABLE sample_job AS
    SELECT row_number() OVER (ORDER BY coalesce(special, 3), hired, seat, turn) AS key, job.*, place.* EXCLUDE (seat),
      greatest(hired, DATE '${sampleDataStart}') AS starts
    FROM sample_draft_job AS job JOIN sample_place AS place USING (seat) ORDER BY 1`);
  await run(`CREATE TEMP TABLE sample_led AS
    SELECT parent AS seat, min(starts) AS since FROM sample_job WHERE parent IS NOT NULL GROUP BY parent`);
  await run(`CREATE TEMP TABLE sample_person AS ${personRows(dice)}`);
}

function nameRow([culture, lists]: [
  string,
  { women: readonly string[]; men: readonly string[]; families: readonly string[] },
]) {
  const list = (values: readonly string[]) => `[${values.map(quoteText).join(", ")}]`;
  const all = [lists.women, lists.men, lists.families];
  return `(${quoteText(culture)}, ${all.map(list).join(", ")}, ${all.map((each) => list(each.map(toMailName))).join(", ")})`;
}

function personRows(dice: RandomSql): string {
  const roll = (what: string) => dice.randomFraction(what, "key");
  const city = (what: string) =>
    dice.pick(
      sampleCities.map(({ ordinal, weight }) => [ordinal, weight]),
      what,
      "key",
    );
  const cultureOf = buildCaseSql(
    "city_0",
    sampleCities.map(({ ordinal, culture }) => [ordinal, culture]),
  );
  const anyCulture = dice.pick(
    (Object.keys(personNames) as NameOrigin[]).map((culture) => [culture, 1]),
    "other culture",
    "key",
  );
  const women = buildCaseSql(
    "function",
    functionOrdinals.map(([ordinal, { women }]) => [ordinal, women]),
  );
  const remote = buildCaseSql(
    "function",
    functionOrdinals.map(([ordinal, { remote }]) => [ordinal, remote]),
  );
  const entry = (list: string, index: string) => `${list}[1 + floor(${index} * len(${list}))::INTEGER]`;
  const [office, hybrid, atHome] = ["Office", "Hybrid", "Remote"].map((name) => workModelList.ordinal(name));
  const before = (day: string) =>
    `CASE WHEN ${day} > starts AND ${day} < coalesce(ended, DATE '${sampleDataEnd}') THEN ${day} END`;
  return `
    WITH fixed AS (
      SELECT job.*, led.since AS led_since,
        CASE special WHEN 1 THEN ${genderList.ordinal("Female")} WHEN 2 THEN ${genderList.ordinal("Male")} ELSE CASE
          WHEN ${roll("gender")} < 0.012 THEN ${genderList.ordinal("X")} WHEN ${roll("gender")} > 0.992 THEN ${genderList.ordinal("ND")}
          WHEN ${roll("woman")} < ${women} THEN ${genderList.ordinal("Female")} ELSE ${genderList.ordinal("Male")} END END AS gender,
        CASE WHEN special = 1 THEN ${locationList.ordinal("EMEA.Spain.Madrid")}
          WHEN special IS NULL AND ${roll("no city")} < 0.004 THEN NULL
          WHEN turn > 0 AND ${roll("hired elsewhere")} < 0.3 THEN ${city("hired city")} ELSE city END AS city_0,
        starts + (-ln(1 - ${roll("move 1")}) * 26 * 365.25)::INTEGER + 60 AS moving_1, ${city("city 1")} AS city_1,
        ${city("city 2")} AS city_2, ${roll("move 2")} AS move_2_roll,
        ${roll("can work at home")} < ${remote} AS can_work_at_home,
        ${roll("model")} AS model_roll, ${roll("back")} AS back_roll, ${roll("back to")} AS back_to_roll
      FROM sample_job AS job LEFT JOIN sample_led AS led USING (seat)
    ), moved AS (
      SELECT fixed.* EXCLUDE (moving_1, move_2_roll, model_roll, back_roll, back_to_roll),
        CASE WHEN city_0 IS NOT NULL AND city_1 <> city_0 THEN ${before("moving_1")} END AS moved_1,
        CASE WHEN city_0 IS NOT NULL AND city_1 <> city_0 AND city_2 <> city_1
          THEN ${before("(moving_1 + 300 + (move_2_roll * 4000)::INTEGER)")} END AS moved_2,
        CASE WHEN NOT can_work_at_home THEN ${office}
          WHEN starts < DATE '${remoteDay}' THEN CASE WHEN model_roll < 0.86 THEN ${office} WHEN model_roll < 0.95 THEN ${hybrid} ELSE ${atHome} END
          WHEN starts < DATE '2021-09-01' THEN CASE WHEN model_roll < 0.82 THEN ${atHome} ELSE ${hybrid} END
          ELSE CASE WHEN model_roll < 0.25 THEN ${office} WHEN model_roll < 0.8 THEN ${hybrid} ELSE ${atHome} END END AS model_0,
        CASE WHEN can_work_at_home AND model_roll < 0.93 THEN ${before(`(DATE '${remoteDay}' + (back_to_roll * 12)::INTEGER)`)} END AS model_1_since,
        ${atHome} AS model_1,
        CASE WHEN can_work_at_home AND model_roll BETWEEN 0.04 AND 0.8 AND starts < DATE '2021-09-01'
          THEN ${before("(DATE '2021-07-05' + (back_roll * 700)::INTEGER)")} END AS model_2_since,
        CASE WHEN back_to_roll < 0.3 THEN ${office} ELSE ${hybrid} END AS model_2,
        CASE WHEN unit <> new_unit THEN ${before("DATE '2021-07-01'")} END AS reorganized,
        CASE WHEN reports > 0 THEN greatest(starts, led_since) END AS led,
        CASE WHEN ${roll("culture")} < 0.82 AND city_0 IS NOT NULL THEN ${cultureOf} ELSE ${anyCulture} END AS culture,
        ${roll("high potential")} < CASE WHEN reports > 0 THEN 0.24 ELSE 0.11 END AS high_potential,
        make_date(year(hired + 120)::INTEGER + (month(hired + 120) >= 4)::INTEGER, 4, 1) AS rated,
        ${roll("level")} AS level_roll, ${roll("promoted")} AS promoted_roll, ${roll("promoted again")} AS again_roll
      FROM fixed
    ), named AS (
      SELECT moved.*,
        CASE WHEN gender = ${genderList.ordinal("Female")} OR (gender > 1 AND again_roll < 0.5) THEN ${entry("women", roll("given"))} ELSE ${entry("men", roll("given"))} END AS given,
        CASE WHEN gender = ${genderList.ordinal("Female")} OR (gender > 1 AND again_roll < 0.5) THEN ${entry("women_mail", roll("given"))} ELSE ${entry("men_mail", roll("given"))} END AS given_mail,
        ${entry("families", roll("family"))} AS family, ${entry("families_mail", roll("family"))} AS family_mail
      FROM moved JOIN sample_name USING (culture)
    ), addressed AS (
      SELECT * EXCLUDE (given, family, given_mail, family_mail),
        CASE special WHEN 1 THEN 'Ana Ruiz' WHEN 2 THEN 'Pat O''Neil' ELSE given || ' ' || family END AS full_name,
        CASE special WHEN 1 THEN 'ana.ruiz' WHEN 2 THEN 'pat.oneil' ELSE given_mail || '.' || family_mail END AS address
      FROM named
    )
    SELECT * EXCLUDE (address), 'P-' || (1000 + key) AS employee_id,
      CASE WHEN special = 2 OR (special IS NULL AND ${roll("no mail")} < 0.02) THEN NULL
        ELSE address || coalesce(nullif(row_number() OVER (PARTITION BY address ORDER BY key), 1)::VARCHAR, '') || '@example.com' END AS work_email
    FROM addressed ORDER BY key`;
}

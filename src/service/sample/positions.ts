import type { Connection } from "../../duckdb/database.ts";
import { insertRecords } from "../model/object-table.ts";
import { companyFunctionList, functionProfiles } from "./members/functions.ts";
import { jobFamilyList } from "./members/member-lists.ts";
import { firstLevelSql } from "./pay.ts";
import { buildCaseSql, type RandomSql } from "./random-sql.ts";
import { findSampleObject } from "./sample-model.ts";
import { sampleDataEnd, sampleDataStart } from "./seasons.ts";

const profiles = functionProfiles.map((profile) => [companyFunctionList.ordinal(profile.name), profile] as const);
const support = companyFunctionList.ordinal("Customer_Support");

/** Dates on which support titles, and families of some jobs, were renamed. */
const retitled = "2019-01-01";
const regrouped = "2021-07-01";

/** Fills the table Position with one subject for each seat. A position is approved some weeks before its first hire. */
export async function createPositions(connection: Connection, dice: RandomSql, signal?: AbortSignal): Promise<void> {
  const byFunction = (value: (profile: (typeof functionProfiles)[number]) => string | number) =>
    buildCaseSql(
      "function",
      profiles.map(([ordinal, profile]) => [ordinal, value(profile)]),
    );
  const family = (roll: string, limit: number) => `CASE WHEN ${roll} < ${limit}
    THEN ${byFunction((profile) => jobFamilyList.ordinal(profile.families[0]))} ELSE ${byFunction((profile) => jobFamilyList.ordinal(profile.families[1]))} END`;
  await insertRecords(
    connection,
    findSampleObject("Position"),
    `WITH seats AS (
       SELECT place.*, ${dice.randomFraction("seat level", "seat")} AS level_roll, ${dice.randomFraction("family", "seat")} AS family_roll,
         greatest(DATE '${sampleDataStart}', CASE WHEN opened > DATE '${sampleDataStart}' THEN opened - 30 - (${dice.randomFraction("approved", "seat")} * 40)::INTEGER ELSE opened END) AS approved,
         closed
       FROM sample_place AS place JOIN sample_seat USING (seat)
     ), leveled AS (
       SELECT *, ${firstLevelSql} AS level FROM seats WHERE approved < DATE '${sampleDataEnd}'
     ), points AS (
       SELECT seat, approved AS begins FROM leveled
       UNION SELECT seat, DATE '${retitled}' FROM leveled WHERE function = ${support} AND approved < DATE '${retitled}'
       UNION SELECT seat, DATE '${regrouped}' FROM leveled WHERE family_roll BETWEEN 0.6 AND 0.72 AND approved < DATE '${regrouped}'
     ), states AS (
       SELECT leveled.*, begins, coalesce(lead(begins) OVER (PARTITION BY seat ORDER BY begins), closed) AS until
       FROM points JOIN leveled USING (seat) WHERE closed IS NULL OR begins < closed
     )
     SELECT seat AS "$key", begins::TIMESTAMP AS "$valid_from", until::TIMESTAMP AS "$valid_to", 'POS-' || (10000 + seat) AS "PositionID",
       CASE WHEN seat = 1 THEN 'Chief Executive Officer'
         WHEN level = 7 THEN 'Vice President, ' || ${byFunction((profile) => profile.displayName)}
         WHEN level = 6 THEN 'Director, ' || ${byFunction((profile) => profile.displayName)}
         WHEN level > 3 THEN 'Manager, ' || ${byFunction((profile) => profile.displayName)}
         ELSE ['Junior ', '', '', 'Senior '][level + 1]
           || CASE WHEN function = ${support} AND begins >= DATE '${retitled}' THEN 'Customer Care Specialist' ELSE ${byFunction((profile) => profile.title)} END
       END AS "Title",
       CASE WHEN begins >= DATE '${regrouped}' THEN ${family("family_roll", 0.72)} ELSE ${family("family_roll", 0.6)} END AS "Job_Family"
     FROM states ORDER BY begins, seat`,
    signal,
  );
}

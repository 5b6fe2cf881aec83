import { type Connection, quoteText } from "../../duckdb/database.ts";
import { insertRecords } from "../model/object-table.ts";
import type { RandomSql } from "./random-sql.ts";
import { findSampleObject } from "./sample-model.ts";
import { sampleDataStart } from "./seasons.ts";

/** Names of two skills for each member of the list Function, in its order. */
const functionSkills = [
  ...["Business strategy", "Program management", "Software design", "Test automation"],
  ...["Product discovery", "Interaction design", "Experiment design", "Statistics"],
  ...["Network operations", "Information security", "Key account management", "Sales forecasting"],
  ...["Brand management", "Market research", "Customer care", "Conflict resolution"],
  ...["Machine operation", "Preventive maintenance", "Warehouse logistics", "Procurement"],
  ...["Financial reporting", "Budget planning", "Workforce planning", "Interviewing"],
  ...["Contract law", "Regulatory compliance"],
];
/** Names of the skills that are of use to all. */
const commonSkills = ["Negotiation", "Public speaking", "Coaching", "Spreadsheets"];
const skillNames = [...functionSkills, ...commonSkills];

/** Fills the table Skill with subjects whose `$key`s count from 1. None ever changes or ends. */
export async function createSkills(connection: Connection, signal?: AbortSignal): Promise<void> {
  await insertRecords(
    connection,
    findSampleObject("Skill"),
    `SELECT n AS "$key", TIMESTAMP '${sampleDataStart}' AS "$valid_from", NULL::TIMESTAMP AS "$valid_to",
       printf('SK-%02d', n) AS "SkillID", ([${skillNames.map(quoteText).join(", ")}])[n] AS "Name"
     FROM range(1, ${skillNames.length + 1}) AS numbers(n) ORDER BY n`,
    signal,
  );
}

/**
 * Builds SQL of a person's skills on a day: the ascending `$key`s of 0 to 4 neighbours, for two of three people from those
 * of the function on, for the others of those of use to all. The first promotion adds one. The row is one of
 * `sample_career`.
 */
export function buildSkillsSql(dice: RandomSql, day: string): string {
  // One random number for the place among three and the size among four: it is drawn for each state.
  const roll = dice.integer(0, 11, "skills", "key");
  const first = `CASE WHEN ${roll} < 8 THEN 1 + 2 * function + ${roll} // 4 ELSE ${functionSkills.length + 1} END`;
  return `range(${first}, ${first} + ${roll} % 4 + coalesce(${day} >= promoted_1, FALSE)::INTEGER)`;
}

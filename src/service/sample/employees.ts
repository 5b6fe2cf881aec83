import type { Connection } from "../../duckdb/database.ts";
import { insertRecords } from "../model/object-table.ts";
import { tenureBounds } from "./members/member-lists.ts";
import { buildCareerRowsSql, buildLevelSql, buildPayAfterRaisesSql, buildRaiseRowsSql } from "./pay.ts";
import type { RandomSql } from "./random-sql.ts";
import { findSampleObject } from "./sample-model.ts";
import { sampleDataEnd } from "./seasons.ts";
import { buildSkillsSql } from "./skills.ts";

const crossings = tenureBounds.slice(1);

/**
 * Fills the table Employee, with a new state for each day on which something about a person changes. Also creates the
 * tables `sample_career` and `sample_state` (key, begins, until, raise, raised, manager).
 */
export async function createEmployees(connection: Connection, dice: RandomSql, signal?: AbortSignal): Promise<void> {
  const run = (sql: string) => connection.run(sql, [], signal);
  await run(`CREATE TEMP TABLE sample_career AS ${buildCareerRowsSql(dice)}`);
  await run("DROP TABLE sample_person");
  await run(`CREATE TEMP TABLE sample_state AS
    WITH points AS (${pointRows(dice)}), days AS (
      SELECT key, begins, sum(raise)::INTEGER AS raise, max(manager) AS manager FROM points GROUP BY key, begins
    )
    SELECT days.key, begins, lead(begins) OVER w AS until, raise, sum(raise) OVER w::INTEGER AS raised,
      last_value(manager IGNORE NULLS) OVER w AS manager
    FROM days WINDOW w AS (PARTITION BY days.key ORDER BY begins)`);
  // By year, so that only a part is sorted at a time. Ordered by time, so that a query over one period reads adjacent
  // rows; a state lasts at most a year, until the next review.
  for (let year = 2016; year < 2026; year += 1) {
    await insertRecords(connection, findSampleObject("Employee"), stateRows(dice, year), signal);
  }
}

function pointRows(dice: RandomSql): string {
  const day = (column: string) =>
    `SELECT key, ${column} AS begins, 0 AS raise, NULL::BIGINT AS manager FROM sample_career WHERE ${column} IS NOT NULL`;
  return [
    ...["starts", "moved_1", "moved_2", "model_1_since", "model_2_since", "reorganized"].map(day),
    `SELECT key, led, 0, NULL FROM sample_career WHERE led > starts AND led < coalesce(ended, DATE '${sampleDataEnd}')`,
    `SELECT key, begins, raise, NULL FROM (${buildRaiseRowsSql(dice)})`,
    ...crossings.map(
      (years) => `SELECT key, (hired + INTERVAL ${years} YEAR)::DATE AS crossed, 0, NULL FROM sample_career
        WHERE crossed > starts AND crossed < coalesce(ended, DATE '${sampleDataEnd}')`,
    ),
    `SELECT report.key, greatest(starts, since), 0, manager.key FROM sample_career AS report
      JOIN sample_acting AS manager ON manager.seat = report.parent
        AND since < coalesce(ended, DATE '${sampleDataEnd}') AND until > starts`,
  ].join("\nUNION ALL ");
}

function stateRows(dice: RandomSql, year: number): string {
  const range = crossings
    .map((years, index) => `WHEN begins < (hired + INTERVAL ${years} YEAR)::DATE THEN ${index}`)
    .join(" ");
  return `
    SELECT key AS "$key", begins::TIMESTAMP AS "$valid_from", coalesce(until, ended)::TIMESTAMP AS "$valid_to",
      employee_id AS "EmployeeID", full_name AS "Full_Name", work_email AS "Work_Email",
      date_sub('year', born, begins) AS "Age", ${buildPayAfterRaisesSql("raised")} AS "Base_Salary", hired::TIMESTAMP AS "Start_Date",
      gender AS "Gender", CASE WHEN begins >= moved_2 THEN city_2 WHEN begins >= moved_1 THEN city_1 ELSE city_0 END AS "Location",
      function AS "Function", ${buildLevelSql("begins")} AS "Pay_Level",
      CASE WHEN begins >= model_2_since THEN model_2 WHEN begins >= model_1_since THEN model_1 ELSE model_0 END AS "Work_Model",
      CASE WHEN begins >= DATE '2021-07-01' THEN new_unit ELSE unit END AS "Org_Unit",
      CASE ${range} ELSE ${crossings.length} END AS "Tenure_Range",
      coalesce(begins >= led, FALSE) AS "isManager", CASE WHEN begins >= rated THEN high_potential END AS "isHighPotential",
      manager AS "Direct_Manager", seat AS "Position", ${buildSkillsSql(dice, "begins")} AS "Skill"
    FROM sample_state JOIN sample_career USING (key)
    WHERE begins >= DATE '${year}-01-01' AND begins < DATE '${year + 1}-01-01'
    ORDER BY begins, key`;
}

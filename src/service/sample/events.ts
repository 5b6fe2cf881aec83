import type { Connection } from "../../duckdb/database.ts";
import { insertRecords } from "../model/object-table.ts";
import { employmentStartSourceList, exitChannelList, exitReasonList, exitTypeList } from "./members/member-lists.ts";
import { buildLevelSql, buildPayAfterRaisesSql } from "./pay.ts";
import type { RandomSql, WeightedOutcome } from "./random-sql.ts";
import { findSampleObject } from "./sample-model.ts";
import { sampleDataStart } from "./seasons.ts";

/** Fills the event tables of the sample from `sample_career` and `sample_state`. */
export async function createEvents(connection: Connection, dice: RandomSql, signal?: AbortSignal): Promise<void> {
  const insert = (id: string, rows: string) => insertRecords(connection, findSampleObject(id), rows, signal);
  await insert("Employee_Exit", exitRows(dice));
  await insert("Employment_Start", startRows(dice));
  await insert("Pay_Change", payChangeRows(dice));
}

const reasons = (weights: Readonly<Record<string, number>>): readonly WeightedOutcome[] =>
  Object.entries(weights).map(([path, weight]) => [exitReasonList.ordinal(path), weight]);

const voluntaryReasons = reasons({
  "Career.Better_Offer": 30,
  "Career.No_Growth": 17,
  "Career.Change_Of_Field": 6,
  "Career.Studies": 5,
  "Conditions.Pay": 14,
  "Conditions.Workload": 8,
  "Conditions.Commute": 4,
  "Conditions.Manager": 9,
  "Personal.Family": 8,
  "Personal.Health": 4,
  "Personal.Relocation": 7,
});
const dismissalReasons = reasons({ "Performance.Low_Performance": 6, "Performance.Conduct": 2 });
const closureReasons = reasons({ "Restructuring.Role_Closed": 3, "Restructuring.Site_Closed": 1 });

function exitRows(dice: RandomSql): string {
  const roll = (what: string) => dice.randomFraction(what, "key");
  const type = (name: string) => exitTypeList.ordinal(name);
  const channel = (name: string) => exitChannelList.ordinal(name);
  return `
    WITH typed AS (
      SELECT *, CASE cause WHEN 'retired' THEN ${type("Retirement")} WHEN 'closed' THEN ${type("Involuntary")}
        ELSE CASE WHEN ${roll("dismissed")} < CASE WHEN ended < hired + 180 THEN 0.38 ELSE 0.2 END
          THEN ${type("Involuntary")} ELSE ${type("Voluntary")} END END AS exit_type
      FROM sample_career WHERE ended IS NOT NULL
    )
    SELECT row_number() OVER (ORDER BY ended, key) AS "$key", ended::TIMESTAMP AS "$event_time",
      ended::TIMESTAMP AS "Exit_Date",
      CASE WHEN ${roll("note")} < 0.12 THEN
        ['Exit interview held', 'Exit interview declined', 'Notice period shortened', 'Would return'][${dice.integer(1, 4, "which note", "key")}]
      END AS "Exit_Note",
      CASE WHEN ${roll("no reason")} < 0.07 THEN NULL
        WHEN cause = 'retired' THEN CASE WHEN ${roll("early")} < 0.3 THEN ${exitReasonList.ordinal("Retirement.Early_Retirement")}
          ELSE ${exitReasonList.ordinal("Retirement.Regular_Age")} END
        WHEN cause = 'closed' THEN ${dice.pick(closureReasons, "reason", "key")}
        WHEN exit_type = ${type("Voluntary")} THEN ${dice.pick(voluntaryReasons, "reason", "key")}
        WHEN ended < hired + 180 THEN ${exitReasonList.ordinal("Performance.Probation")}
        ELSE ${dice.pick(dismissalReasons, "reason", "key")} END AS "Exit_Reason",
      exit_type AS "Exit_Type",
      CASE WHEN cause = 'retired' THEN ${channel("Pension")}
        WHEN cause = 'closed' THEN CASE WHEN ${roll("channel")} < 0.25 THEN ${channel("Mutual_Agreement")} ELSE ${channel("Redundancy")} END
        WHEN exit_type = ${type("Voluntary")} THEN CASE WHEN ${roll("channel")} < 0.09 THEN ${channel("Transfer")} ELSE ${channel("Resignation")} END
        ELSE CASE WHEN ${roll("channel")} < 0.35 THEN ${channel("Mutual_Agreement")} ELSE ${channel("Dismissal")} END END AS "Exit_Channel",
      CASE WHEN ${roll("unrated exit")} < 0.09 THEN NULL
        WHEN exit_type <> ${type("Voluntary")} THEN FALSE
        ELSE (high_potential AND ended >= rated) OR ${roll("regretted")} < 0.16 + 0.09 * ${buildLevelSql("ended")} END AS "isRegrettedExit",
      key AS "Employee"
    FROM typed ORDER BY ended, key`;
}

function startRows(dice: RandomSql): string {
  const source = dice.pick(
    [
      [employmentStartSourceList.ordinal("Referral"), 26],
      [employmentStartSourceList.ordinal("Job_Board"), 24],
      [employmentStartSourceList.ordinal("Agency"), 14],
      [employmentStartSourceList.ordinal("Campus"), 12],
      [employmentStartSourceList.ordinal("Direct"), 20],
      [employmentStartSourceList.ordinal("Returner"), 4],
    ],
    "source",
    "key",
  );
  // At nine in the morning: an event refers to its person's state just before it, and at midnight there is none yet.
  return `
    SELECT row_number() OVER (ORDER BY hired, key) AS "$key", hired::TIMESTAMP + INTERVAL 9 HOUR AS "$event_time",
      CASE WHEN ${dice.randomFraction("no source", "key")} < 0.03 THEN NULL
        WHEN hired - born < 25 * 365 AND ${dice.randomFraction("campus", "key")} < 0.4 THEN ${employmentStartSourceList.ordinal("Campus")}
        ELSE ${source} END AS "Start_Source", key AS "Employee"
    FROM sample_career WHERE hired >= DATE '${sampleDataStart}' ORDER BY hired, key`;
}

function payChangeRows(dice: RandomSql): string {
  return `
    WITH changes AS (
      SELECT key, begins, ${buildPayAfterRaisesSql("raised")} - ${buildPayAfterRaisesSql("raised - raise")} AS amount,
        begins IN (promoted_1, promoted_2, promoted_3) AS is_promotion
      FROM sample_state JOIN sample_career USING (key) WHERE raise <> 0
    )
    SELECT row_number() OVER (ORDER BY begins, key) AS "$key", begins::TIMESTAMP AS "$event_time", amount AS "Change_Amount",
      CASE WHEN is_promotion THEN 'Promotion' WHEN month(begins) = 4 THEN 'Annual review'
        ELSE ['Market adjustment', 'Retention', 'Wider role'][${dice.integer(1, 3, "change", "key", "begins")}] END AS "Change_Reason",
      strftime(begins, 'B-%Y-%m') AS "Batch_Code", key AS "Employee"
    FROM changes WHERE amount <> 0 ORDER BY begins, key`;
}

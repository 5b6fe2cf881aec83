import type { Connection } from "../../duckdb/database.ts";
import { insertRecords } from "../model/object-table.ts";
import { requisitionStatusList } from "./members/member-lists.ts";
import type { RandomSql } from "./random-sql.ts";
import { findSampleObject } from "./sample-model.ts";
import { sampleDataEnd, sampleDataStart } from "./seasons.ts";

const status = (name: string): number => requisitionStatusList.ordinal(name);

/** Number of days for which a requisition stays in the data after it was filled or cancelled. */
const retentionDays = 30;

/**
 * Fills the table Requisition with one subject for each hire, including hires planned after the end of the data, and
 * some cancelled requisitions. A requisition opens some weeks before the hire. Each change of status or recruiter
 * starts a new state.
 */
export async function createRequisitions(connection: Connection, dice: RandomSql, signal?: AbortSignal): Promise<void> {
  const run = (sql: string) => connection.run(sql, [], signal);
  await run(`CREATE TEMP TABLE sample_requisition AS ${requisitionRows(dice)}`);
  await insertRecords(connection, findSampleObject("Requisition"), stateRows(), signal);
}

function requisitionRows(dice: RandomSql): string {
  const ids = ["seat", "turn"];
  const length = `(32 + pow(${dice.randomFraction("search", ...ids)}, 1.6) * 95)::INTEGER`;
  return `
    WITH hires AS (
      SELECT seat, turn, hired FROM sample_career WHERE hired > DATE '${sampleDataStart}' + 20
      UNION ALL SELECT seat, turn, hired FROM sample_draft_vacancy SEMI JOIN sample_seat USING (seat)
    ), opened AS (
      SELECT seat, turn, FALSE AS is_cancelled, greatest(hired - ${length}, DATE '${sampleDataStart}' + (seat % 14)::INTEGER) AS opened, hired AS decided FROM hires
      UNION ALL
      SELECT seat, turn, TRUE, hired + 40 - ${length}, hired + 40 FROM hires WHERE ${dice.randomFraction("cancelled", ...ids)} < 0.09
    ), numbered AS (
      SELECT *, row_number() OVER (ORDER BY opened, seat, turn, is_cancelled) AS key FROM opened
      WHERE opened < DATE '${sampleDataEnd}' AND opened >= DATE '${sampleDataStart}'
    ), assigned AS (
      SELECT numbered.*, floor(${dice.randomFraction("recruiter", "key")} * size)::BIGINT AS n
      FROM numbered, (SELECT count(*) AS size FROM sample_recruiter)
    )
    SELECT assigned.* EXCLUDE (n), recruiter.seat AS recruiter_seat,
      ${dice.randomFraction("draft", "key")} AS draft_roll, ${dice.randomFraction("hold", "key")} AS hold_roll
    FROM assigned JOIN sample_recruiter AS recruiter USING (n)
    ORDER BY key`;
}

function stateRows(): string {
  const after = (share: number) => `opened + (${share} * (decided - opened))::INTEGER`;
  return `
    WITH points AS (
      SELECT key, opened AS begins, CASE WHEN draft_roll < 0.2 THEN ${status("Draft")} ELSE ${status("Open")} END AS status, NULL::BIGINT AS recruiter FROM sample_requisition
      UNION ALL SELECT key, ${after(0.15)}, ${status("Open")}, NULL FROM sample_requisition WHERE draft_roll < 0.2
      UNION ALL SELECT key, ${after(0.35)}, ${status("Interviewing")}, NULL FROM sample_requisition
      UNION ALL SELECT key, ${after(0.5)}, ${status("On_Hold")}, NULL FROM sample_requisition WHERE hold_roll < 0.1 OR (is_cancelled AND hold_roll < 0.5)
      UNION ALL SELECT key, ${after(0.65)}, ${status("Interviewing")}, NULL FROM sample_requisition WHERE hold_roll < 0.1 AND NOT is_cancelled
      UNION ALL SELECT key, ${after(0.82)}, ${status("Offer")}, NULL FROM sample_requisition WHERE NOT is_cancelled
      UNION ALL SELECT key, decided, CASE WHEN is_cancelled THEN ${status("Cancelled")} ELSE ${status("Filled")} END, NULL FROM sample_requisition
      UNION ALL
      SELECT requisition.key, greatest(opened, since), NULL, acting.key FROM sample_requisition AS requisition
      JOIN sample_acting AS acting ON acting.seat = recruiter_seat AND since < decided + ${retentionDays} AND until > opened
    ), days AS (
      SELECT key, begins, max(status) AS status, max(recruiter) AS recruiter FROM points WHERE begins < DATE '${sampleDataEnd}' GROUP BY key, begins
    ), states AS (
      SELECT key, begins, lead(begins) OVER w AS until, last_value(status IGNORE NULLS) OVER w AS status,
        last_value(recruiter IGNORE NULLS) OVER w AS recruiter
      FROM days WINDOW w AS (PARTITION BY key ORDER BY begins)
    )
    SELECT key AS "$key", begins::TIMESTAMP AS "$valid_from",
      coalesce(until, CASE WHEN decided + ${retentionDays} < DATE '${sampleDataEnd}' THEN decided + ${retentionDays} END)::TIMESTAMP AS "$valid_to",
      'R-' || (10000 + key) AS "RequisitionID", opened::TIMESTAMP AS "Opened_On", status AS "Requisition_Status",
      CASE WHEN status = ${status("Draft")} THEN NULL ELSE status NOT IN (${status("Filled")}, ${status("Cancelled")}) END AS "isOpenRequisition",
      recruiter AS "Recruiter"
    FROM states JOIN sample_requisition USING (key) ORDER BY begins, key`;
}

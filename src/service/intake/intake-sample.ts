import { type Connection, quoteName } from "../../duckdb/database.ts";
import { memberTableNameOf } from "../model/member-tree.ts";
import type { TenantModel } from "../model/tenant-model.ts";

/** Load schema of each sample of direct intake (service-api, "Direct data intake"). */
export const intakeSamples = {
  employee: "Employee",
  employee_exit: "Employee_Exit",
  employment_start: "Employment_Start",
  organization_hierarchy: "Organization_Hierarchy",
} as const;

export type IntakeSample = keyof typeof intakeSamples;

const people = 250;
const exits = 25;
const membersPerList = 24;

/**
 * Writes a sample as CSV: 250 people `SMP-001` to `SMP-250` who start within the last year of the data, their starts, 25
 * exits of them, or a division with two units. The same tenant gives the same text.
 */
export async function writeIntakeSample(
  sample: IntakeSample,
  { dataEnd }: TenantModel,
  connection: Connection,
): Promise<string> {
  const end = new Date(dataEnd);
  const day = (monthsBefore: number, date: number) =>
    new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() - monthsBefore, date)).toISOString().slice(0, 10);
  const start = (index: number) => day(12 - (index % 9), 1 + (index % 28));
  const key = (index: number) => `SMP-${String(index + 1).padStart(3, "0")}`;
  switch (sample) {
    case "employee": {
      const dimensions = ["Gender", "Location", "Function", "Pay_Level", "Work_Model"];
      const lists = await Promise.all(dimensions.map((name) => leavesOf(connection, name)));
      return toCsv(
        ["EmployeeID", "Effective_Date", "Full_Name", "Work_Email", "Base_Salary", "Start_Date", ...dimensions],
        Array.from({ length: people }, (_, index) => [
          key(index),
          start(index),
          `Sample Person ${index + 1}`,
          `sample.person${index + 1}@demo.example`,
          String(40_000 + (index % 60) * 1000),
          start(index),
          ...lists.map((list, which) => list[(index * (which + 3)) % list.length] ?? ""),
        ]),
      );
    }
    case "employment_start":
      return toCsv(
        ["Event_Date", "Employee"],
        Array.from({ length: people }, (_, index) => [start(index), key(index)]),
      );
    case "employee_exit":
      return toCsv(
        ["Event_Date", "Employee"],
        Array.from({ length: exits }, (_, index) => [day(1, 1 + index), key(index * 10)]),
      );
    case "organization_hierarchy": {
      const [top] = await connection.rows(
        `SELECT name FROM ${quoteName(memberTableNameOf(intakeSamples.organization_hierarchy))} WHERE parent IS NULL ORDER BY ordinal LIMIT 1`,
      );
      return toCsv(
        ["Member", "Parent", "Display_Name"],
        [
          ["SAMPLE", top === undefined ? "" : String(top.name), "Sample division"],
          ["SAMPLE-1", "SAMPLE", "Sample unit 1"],
          ["SAMPLE-2", "SAMPLE", "Sample unit 2"],
        ],
      );
    }
  }
}

async function leavesOf(connection: Connection, membersOf: string): Promise<readonly string[]> {
  const rows = await connection.rows(
    `SELECT path FROM ${quoteName(memberTableNameOf(membersOf))} WHERE is_leaf ORDER BY ordinal LIMIT ${membersPerList}`,
  );
  return rows.map(({ path }) => String(path));
}

function toCsv(header: readonly string[], rows: readonly (readonly string[])[]): string {
  return [header, ...rows].map((row) => `${row.join(",")}\n`).join("");
}

import type { ColumnKind } from "../../src/protocol/data-worker.ts";

/** A query whose answer is compared with those of hand-written SQL. */
export interface AggregateCase {
  readonly name: string;
  readonly query: string;
  /** Folder of test/bench/sql with the hand-written forms, each giving axis member, end of the month, value. */
  readonly sqlFolder: string;
}

const twelveMonths = 'Service_Time IN periods(date("2026-01-01"), 12, period(1, Month))';

export const aggregateCases: readonly AggregateCase[] = [
  {
    name: "employeeCount by Function",
    query: `SELECT level(Function, "Function"), Service_Time, employeeCount() FROM Employee WHERE ${twelveMonths}`,
    sqlFolder: "employee-count-by-function",
  },
  {
    name: "averageSalary by Region",
    query: `SELECT level(Location, "Location_0"), Service_Time, averageSalary() FROM Employee WHERE ${twelveMonths}`,
    sqlFolder: "average-salary-by-region",
  },
];

/** Everybody of the last month of the data, in eight columns of every kind. */
export const listQuery = `SELECT EmployeeID, Full_Name, Age, Base_Salary, Start_Date, Function, level(Location, "Location_0") AS Region, isManager
FROM Employee
WHERE Service_Time BETWEEN date("2025-12-01") AND date("2026-01-01")`;

/** What the model knows of those columns. */
export const listColumnKinds: Readonly<Record<string, ColumnKind>> = {
  EmployeeID: "text",
  Full_Name: "text",
  Age: "number",
  Base_Salary: "number",
  Start_Date: "date",
  Function: "text",
  Region: "text",
  isManager: "boolean",
};

/** Position of Base_Salary. */
export const sortColumn = 3;

import { defaultTimeColumn } from "../../languages/sql-like/syntax.ts";
import type { StoredReport } from "../store/report-store.ts";
import { createStableId } from "./stable-id.ts";

interface SampleReport {
  readonly title: string;
  readonly description: string;
  readonly query: string;
  /** Display name of the owner; undefined means the signed-in user. */
  readonly owner?: string;
  readonly isDraft?: boolean;
}

const year = `${defaultTimeColumn} IN periods(date("2026-01-01"), 12, period(1, Month))`;
const month = `${defaultTimeColumn} IN periods(date("2026-01-01"), 1, period(1, Month))`;
const quarters = `${defaultTimeColumn} IN periods(date("2026-01-01"), 8, period(1, Quarter))`;

const reports: readonly SampleReport[] = [
  {
    title: "Headcount by function",
    description: "Employees of each function at the end of each of the last twelve months",
    query: `SELECT level(Function, "Function"), employeeCount() FROM Employee WHERE ${year};`,
  },
  {
    title: "Headcount by country",
    description: "Where people work, by region and country, last month",
    query: `SELECT level(Location, "Location_0") AS Region, level(Location, "Location_1") AS Country, employeeCount()
FROM Employee WHERE ${month};`,
    owner: "Mara Lindqvist",
  },
  {
    title: "Resignation rate by function",
    description: "Voluntary exits relative to headcount, by quarter, for two years",
    query: `SELECT level(Employee.Function, "Function"), resignationRate() FROM Employee_Exit WHERE ${quarters};`,
  },
  {
    title: "Exits by reason",
    description: "Why people leave: exits by reason over the last year",
    query: `SELECT level(Exit_Reason, "Exit_Reason_0"), level(Exit_Reason, "Exit_Reason_1"), exitCount()
FROM Employee_Exit WHERE ${year};`,
    owner: "Jonas Okafor",
  },
  {
    title: "Hires by month",
    description: "Employment starts of each month over the last year",
    query: `SELECT startCount() FROM Employment_Start WHERE ${year};`,
  },
  {
    title: "Average salary by pay level and gender",
    description: "Base salary at the end of last month",
    query: `SELECT level(Pay_Level, "Pay_Level"), level(Gender, "Gender"), averageSalary(), employeeCount()
FROM Employee WHERE ${month};`,
    owner: "Mara Lindqvist",
  },
  {
    title: "Pay changes by quarter",
    description: "Sum of all changes of base pay in each of the last eight quarters",
    query: `SELECT payChangeTotal() FROM Pay_Change WHERE ${quarters};`,
  },
  {
    title: "Open requisitions by status",
    description: "Requisitions and openings by status at the end of last month",
    query: `SELECT level(Requisition_Status, "Requisition_Status"), requisitionCount(), openingCount()
FROM Requisition WHERE ${month};`,
    owner: "Priya Raman",
  },
  {
    title: "Managers by work model",
    description: "How managers and everybody else work, last month",
    query: `SELECT isManager, level(Work_Model, "Work_Model"), employeeCount() FROM Employee WHERE ${month};`,
  },
  {
    title: "High potentials",
    description: "List of people marked as high potential, with manager and city",
    query: `SELECT EmployeeID, Full_Name, level(Location, "Location_2") AS City, Direct_Manager.Full_Name AS Manager
FROM Employee WHERE ${defaultTimeColumn} BETWEEN date("2025-12-01") AND date("2026-01-01") AND isHighPotential = TRUE;`,
  },
  {
    title: "Regretted exits",
    description: "Exits of the last quarter that were marked as regretted",
    query: `SELECT Exit_Date, Employee.EmployeeID, Employee.Function, Exit_Reason
FROM Employee_Exit WHERE ${defaultTimeColumn} BETWEEN date("2025-10-01") AND date("2026-01-01") AND isRegrettedExit = TRUE;`,
    owner: "Jonas Okafor",
  },
  {
    title: "Tenure profile",
    description: "Draft: employees by range of tenure",
    query: `SELECT Tenure_Range, employeeCount() FROM Employee WHERE ${month};`,
    isDraft: true,
  },
];

/**
 * Creates the reports of a sample tenant. Some belong to `user`, the others to people who are not users of the service.
 */
export function createSampleReports(
  tenant: string,
  user: { readonly userId: string; readonly displayName: string },
): StoredReport[] {
  return reports.map(({ title, description, query, owner, isDraft = false }, index) => ({
    id: createStableId(tenant, "report", title),
    title,
    description,
    updatedTime: new Date(Date.UTC(2026, 0, 5 + index, 8 + index, 15)).toISOString(),
    isPublished: !isDraft,
    owner: owner ?? user.displayName,
    ownerId: owner === undefined ? user.userId : undefined,
    query,
    options: undefined,
  }));
}

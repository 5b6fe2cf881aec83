import type { ColumnType } from "../store/column-storage.ts";

interface SampleColumn {
  readonly name: string;
  readonly dataType: ColumnType;
  /** DuckDB SQL for the value in row `i`, counted from 0; `{tenant}` and `{child}` are replaced by tenant codes. */
  readonly value: string;
  readonly isPrimaryTimestamp?: boolean;
}

/** A table source of the sample, with SQL that generates its rows. */
interface SampleTable {
  readonly objectName: string;
  readonly displayName: string;
  readonly description: string;
  readonly rows: number;
  readonly columns: readonly SampleColumn[];
  readonly view?: { readonly query: string; readonly dependencies: readonly string[] };
  readonly isInherited?: boolean;
  /** Analytic object that is filled from the table, whose columns are named as those of the object's load schema. */
  readonly fills?: string;
}

const personKey = (share: string): string => `printf('P%07d', ${share} + 1)`;
const day = (start: string, days: string): string => `DATE '${start}' + (${days})::INTEGER`;
/** SQL for one of the values, evenly distributed without an obvious order. */
const oneOf = (values: readonly string[], step: number): string =>
  `[${values.map((value) => `'${value}'`).join(", ")}][(i * ${step} // 3) % ${values.length} + 1]`;

export const sampleTables: readonly SampleTable[] = [
  {
    objectName: "hris_worker_extract",
    displayName: "HRIS worker extract",
    description: "One row for each worker and effective date, as the HR system sends it",
    rows: 12_000,
    columns: [
      { name: "person_key", dataType: "STRING", value: personKey("i % 4000") },
      {
        name: "effective_at",
        dataType: "DATE_TIME",
        value: `(${day("2022-01-01", "i * 7 % 1460")})::TIMESTAMP`,
        isPrimaryTimestamp: true,
      },
      { name: "cost_centre", dataType: "STRING", value: "printf('CC%03d', i * 13 % 120)" },
      {
        name: "contract_type",
        dataType: "STRING",
        value: oneOf(["Permanent", "Permanent", "Permanent", "Fixed term", "Apprentice"], 5),
      },
      { name: "weekly_hours", dataType: "DECIMAL", value: "[40, 40, 40, 37.5, 30, 20][i * 11 % 6 + 1]" },
      { name: "is_active", dataType: "BOOLEAN", value: "i % 17 <> 0" },
      { name: "details", dataType: "JSON", value: "json_object('badge', i % 9000, 'site', printf('S%02d', i % 24))" },
    ],
  },
  {
    objectName: "payroll_ledger",
    displayName: "Payroll ledger",
    description: "Payroll postings by person, month and wage type",
    rows: 24_000,
    columns: [
      { name: "person_key", dataType: "STRING", value: personKey("i % 2000") },
      {
        name: "posted_at",
        dataType: "DATE_TIME",
        value: "TIMESTAMP '2025-01-28' + to_months((i // 2000)::INTEGER)",
        isPrimaryTimestamp: true,
      },
      { name: "wage_type", dataType: "STRING", value: oneOf(["Base", "Bonus", "Overtime", "Allowance"], 7) },
      { name: "amount", dataType: "DECIMAL", value: "2400 + (i * 37) % 5200 + (i % 100) / 100" },
      { name: "currency", dataType: "STRING", value: oneOf(["EUR", "USD", "GBP"], 2) },
    ],
  },
  {
    objectName: "ats_application",
    displayName: "Applications",
    description: "Applications for requisitions and the stage they are in",
    rows: 8_000,
    columns: [
      { name: "application_id", dataType: "LONG", value: "100000 + i" },
      { name: "requisition_id", dataType: "STRING", value: "printf('R%06d', i // 16 + 1)" },
      {
        name: "applied_at",
        dataType: "DATE_TIME",
        value: "TIMESTAMP '2024-01-02 08:00:00' + to_minutes((i * 131)::BIGINT)",
        isPrimaryTimestamp: true,
      },
      {
        name: "stage",
        dataType: "STRING",
        value: oneOf(["Applied", "Screened", "Interviewed", "Offered", "Hired", "Declined"], 4),
      },
      { name: "score", dataType: "DOUBLE", value: "CASE WHEN i % 9 = 0 THEN NULL ELSE (i * 17 % 100) / 10.0 END" },
    ],
  },
  {
    objectName: "learning_completion",
    displayName: "Learning completions",
    description: "Courses that people have completed",
    rows: 6_000,
    columns: [
      { name: "person_key", dataType: "STRING", value: personKey("i * 7 % 3500") },
      { name: "course_code", dataType: "STRING", value: "printf('LRN-%03d', i * 29 % 180)" },
      { name: "completed_on", dataType: "DATE", value: day("2023-01-01", "i * 11 % 1090") },
      { name: "minutes", dataType: "INTEGER", value: "15 + i * 13 % 220" },
    ],
  },
  {
    objectName: "engagement_survey",
    displayName: "Engagement survey",
    description: "Answers to the yearly survey, by question; analytic tenants see their own rows",
    rows: 9_000,
    isInherited: true,
    columns: [
      {
        name: "tenant_code",
        dataType: "TENANT_ID",
        value: "CASE WHEN i % 5 = 0 THEN {child} ELSE {tenant} END",
      },
      {
        name: "answered_at",
        dataType: "DATE_TIME",
        value: "TIMESTAMP '2025-09-01' + to_minutes((i * 4)::BIGINT)",
        isPrimaryTimestamp: true,
      },
      { name: "question", dataType: "STRING", value: "printf('Q%02d', i % 20 + 1)" },
      { name: "answer", dataType: "INTEGER", value: "1 + (i * i + i // 20) % 5" },
    ],
  },
  {
    objectName: "monthly_cost_view",
    displayName: "Monthly cost",
    description: "Payroll cost by month and currency, a materialized view over the ledger",
    rows: 36,
    columns: [
      {
        name: "month",
        dataType: "DATE_TIME",
        value: "TIMESTAMP '2025-01-01' + to_months((i // 3)::INTEGER)",
        isPrimaryTimestamp: true,
      },
      { name: "currency", dataType: "STRING", value: "['EUR', 'GBP', 'USD'][i % 3 + 1]" },
      {
        name: "cost",
        dataType: "DECIMAL",
        value: `(SELECT coalesce(sum(amount), 0) FROM payroll_ledger AS ledger
         WHERE ledger.currency = ['EUR', 'GBP', 'USD'][i % 3 + 1]
           AND date_trunc('month', ledger.posted_at) = TIMESTAMP '2025-01-01' + to_months((i // 3)::INTEGER))`,
      },
    ],
    view: {
      query: `SELECT date_trunc('MONTH', posted_at) AS month, currency, sum(amount) AS cost
FROM payroll_ledger GROUP BY date_trunc('MONTH', posted_at), currency`,
      dependencies: ["payroll_ledger"],
    },
  },
  {
    objectName: "hr_employee_change",
    displayName: "Employee changes",
    description: "Changes of people that SQL jobs write; processing takes them into Employee",
    rows: 0,
    fills: "Employee",
    columns: [
      { name: "EmployeeID", dataType: "STRING", value: "''" },
      { name: "Effective_Date", dataType: "DATE_TIME", value: "TIMESTAMP '2026-01-01'", isPrimaryTimestamp: true },
      { name: "End_Date", dataType: "DATE_TIME", value: "NULL" },
      { name: "Full_Name", dataType: "STRING", value: "''" },
      { name: "Base_Salary", dataType: "DECIMAL", value: "0" },
      { name: "Location", dataType: "STRING", value: "''" },
      { name: "Function", dataType: "STRING", value: "''" },
      { name: "Work_Model", dataType: "STRING", value: "''" },
      { name: "isManager", dataType: "BOOLEAN", value: "false" },
      { name: "Direct_Manager", dataType: "STRING", value: "''" },
    ],
  },
];

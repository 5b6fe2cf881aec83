import type { Connection } from "../../../src/duckdb/database.ts";
import { insertRecords } from "../../../src/service/model/object-table.ts";
import type { StoredMetric, StoredObject, TenantModel } from "../../../src/service/model/tenant-model.ts";
import { loadSample, type SampleOptions } from "../../../src/service/sample/load-sample.ts";

/**
 * The sample workforce with what the sample is too tidy to have: missing and fractional and negative values, texts that
 * need quoting, times of day, members above the lowest level, a boolean property, a multi-value reference, a fiscal year
 * from April, data that ends within a month, and metrics of every kind.
 */
export async function loadOddSample(connection: Connection, options: SampleOptions): Promise<TenantModel> {
  const model = await loadSample(connection, options);
  for (const statement of changes) {
    await connection.run(statement);
  }
  const objects = model.objects.map((object) => (object.id === "Employee" ? withMore(object) : object));
  for (const object of objects) {
    await shiftTimes(connection, object);
  }
  return {
    ...model,
    objects,
    metrics: [...model.metrics, ...metrics],
    fiscalYearStartMonth: 4,
    dataEnd: "2025-10-17T13:45:00.250Z",
  };
}

/** Fractions are quarters: sums of them are exact in any order. */
const changes = [
  `UPDATE Employee SET Base_Salary = CASE WHEN "$key" % 17 = 0 THEN NULL ELSE Base_Salary + 0.25 * ("$key" % 4) END`,
  `UPDATE Employee SET Age = NULL WHERE "$key" % 13 = 0`,
  `UPDATE Employee SET isManager = NULL WHERE "$key" % 11 = 0`,
  `UPDATE Employee SET Gender = NULL WHERE "$key" % 7 = 0`,
  `UPDATE Employee SET Start_Date = NULL WHERE "$key" % 19 = 0`,
  `UPDATE Employee SET Location = (SELECT ancestors[1 + "$key" % 2] FROM "$members:Location" WHERE ordinal = Location)
   WHERE "$key" % 5 = 0`,
  `UPDATE Employee SET Full_Name = Full_Name || CASE "$key" % 6 WHEN 0 THEN ', Dr. "X"' WHEN 1 THEN chr(10) || 'II' WHEN 2 THEN ' \\ 😀'
   WHEN 3 THEN '' ELSE chr(9) || 'é' END WHERE "$key" % 3 = 0`,
  `UPDATE Employee SET Work_Email = '' WHERE "$key" % 23 = 0`,
  `ALTER TABLE Employee ADD COLUMN Has_Badge BOOLEAN`,
  `UPDATE Employee SET Has_Badge = CASE "$key" % 3 WHEN 0 THEN true WHEN 1 THEN false END`,
  `ALTER TABLE Employee ADD COLUMN Peers BIGINT[]`,
  `UPDATE Employee SET Peers = CASE "$key" % 4 WHEN 0 THEN ["$key" + 1, "$key" + 2] WHEN 1 THEN [] WHEN 2 THEN ["$key" + 3] END`,
  `UPDATE Employee_Exit SET Exit_Note = '' WHERE "$key" % 4 = 0`,
  `UPDATE Employee_Exit SET Exit_Type = NULL, Employee = NULL WHERE "$key" % 9 = 0`,
  `UPDATE Pay_Change SET Change_Amount = CASE "$key" % 5 WHEN 0 THEN NULL WHEN 1 THEN -Change_Amount ELSE Change_Amount + 0.5 END`,
  `UPDATE "$members:Function" SET display_name = display_name || ', "new"' WHERE ordinal % 3 = 0`,
];

/** Gives each member and event times of day of its own, and stores the rows in the order that they must have. */
async function shiftTimes(connection: Connection, object: StoredObject): Promise<void> {
  const isEvent = object.kind === "event";
  const order = isEvent ? `"$event_time"` : `"$valid_from"`;
  const times = isEvent ? [`"$event_time"`] : [`"$valid_from"`, `"$valid_to"`];
  const months = isEvent ? "" : ` EXCLUDE ("$from_month", "$to_month")`;
  const shifted = times.map((time) => `${time} + to_milliseconds(("$key" % 4) * 3600123) AS ${time}`).join(", ");
  await connection.run(`CREATE TEMP TABLE odd_rows AS SELECT *${months} REPLACE (${shifted}) FROM "${object.id}"`);
  await connection.run(`DELETE FROM "${object.id}"`);
  await insertRecords(connection, object, `SELECT * FROM odd_rows ORDER BY ${order}`);
  await connection.run("DROP TABLE odd_rows");
}

function withMore(object: StoredObject): StoredObject {
  return {
    ...object,
    properties: [
      ...object.properties,
      { id: "Has_Badge", displayName: "Has badge", type: "boolean", storage: "BOOLEAN" },
    ],
    references: [...object.references, { id: "Peers", displayName: "Peers", target: "Employee", isMultiValue: true }],
  };
}

const base = (id: string, object: string) => ({ id, displayName: id, object, parameters: [] });

const metrics: readonly StoredMetric[] = [
  { ...base("lowestSalary", "Employee"), kind: "base", aggregate: "minimum", property: "Base_Salary" },
  { ...base("highestSalary", "Employee"), kind: "base", aggregate: "maximum", property: "Base_Salary" },
  {
    ...base("managerCount", "Employee"),
    kind: "base",
    aggregate: "count",
    filter: "isManager = TRUE OR Direct_Manager.isManager IS NULL",
  },
  {
    ...base("salarySpan", "Employee"),
    kind: "derived",
    operator: "subtract",
    left: { metric: "highestSalary" },
    right: { metric: "lowestSalary" },
  },
  {
    ...base("managerShare", "Employee"),
    kind: "derived",
    operator: "divide",
    left: { metric: "managerCount" },
    right: { metric: "employeeCount" },
  },
  {
    ...base("payChangePerHead", "Pay_Change"),
    kind: "derived",
    operator: "divide",
    left: { metric: "payChangeTotal" },
    right: { metric: "employeeCount", through: "Employee" },
  },
  {
    ...base("payChangeTimesShare", "Pay_Change"),
    kind: "derived",
    operator: "multiply",
    left: { metric: "payChangePerHead" },
    right: { metric: "managerShare", through: "Employee" },
  },
];

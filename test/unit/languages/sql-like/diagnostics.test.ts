import assert from "node:assert/strict";
import { createModelSource } from "../../../../src/languages/core/create-model-source.ts";
import { checkText, diagnostics } from "../../../../src/languages/sql-like/syntax.ts";
import { appendixMembers, appendixMetrics, appendixObjects } from "../../../support/appendix-model.ts";

const overlay = {
  id: "Plan",
  displayName: "Plan",
  kind: "overlay",
  properties: [{ id: "Plan.Amount", displayName: "Amount", type: "number" }],
  dimensions: [],
  concepts: [],
  references: [{ id: "Skills", displayName: "Skills", target: "Position", isMultiValue: true }],
  unsupported: {},
} as const;
const model = createModelSource([...appendixObjects, overlay], appendixMetrics);

const months = 'Service_Time IN periods(date("2024-01-01"), 12, period(1, Month))';
const january = 'Service_Time BETWEEN date("2024-01-01") AND date("2024-02-01")';

/** The expected problem stands between « and »; every text has this one alone, warnings about time aside. */
const samples: readonly (readonly [code: string, markedText: string])[] = [
  ["SL101", `SELECT EmployeeID FROM Employee WHERE Work_Email = «'open»\nAND ${january}`],
  ["SL102", `SELECT EmployeeID «#»FROM Employee WHERE ${january}`],
  ["SL103", `SELECT «\`EmployeeID\`» FROM Employee WHERE ${january}`],
  ["SL104", `SELECT EmployeeID FROM Employee WHERE isManager «==» TRUE AND ${january}`],
  ["SL201", "«»"],
  ["SL201", `«SHOW» tables`],
  ["SL201", `SELECT EmployeeID FROM Employee «e» WHERE ${january}`],
  ["SL201", `SELECT EmployeeID FROM Employee«,» Position WHERE ${january}`],
  ["SL201", `SELECT EmployeeID FROM Employee WHERE ${january} «isManager» = TRUE`],
  ["SL201", `SELECT EmployeeID FROM Employee WHERE ${january} «)»`],
  ["SL201", `SELECT EmployeeID FROM Employee WHERE «Age» AND ${january}`],
  ["SL201", `SELECT EmployeeID FROM Employee WHERE Work_Model IN «'Office'» AND ${january}`],
  ["SL201", `SELECT «'text'», EmployeeID FROM Employee WHERE ${january}`],
  ["SL201", `SELECT EmployeeID, «date("2024-01-01")» FROM Employee WHERE ${january}`],
  ["SL202", "SELECT «EmployeeID»"],
  ["SL203", `SELECT EmployeeID «Age» FROM Employee WHERE ${january}`],
  ["SL203", `SELECT EmployeeID «Direct_Manager».Age FROM Employee WHERE ${january}`],
  ["SL204", `SELECT EmployeeID FROM Employee WHERE ${january} AND «(»isManager = TRUE`],
  ["SL204", `SELECT level«(»Gender, "Gender" FROM Employee WHERE ${january}`],
  ["SL205", `SELECT EmployeeID «"Key"» FROM Employee WHERE ${january}`],
  ["SL206", `SELECT EmployeeID«,» FROM Employee WHERE ${january}`],
  ["SL206", `SELECT EmployeeID FROM Employee WHERE ${january} «AND»`],
  ["SL206", `SELECT EmployeeID FROM Employee WHERE Age «>» AND ${january}`],
  ["SL206", `SELECT EmployeeID, Direct_Manager«.» FROM Employee WHERE ${january}`],
  ["SL206", `SELECT EmployeeID «AS» FROM Employee WHERE ${january}`],
  ["SL207", `SELECT EmployeeID FROM Employee WHERE ${january}; «SELECT Age FROM Employee;»`],
  ["SL301", `SELECT «EmployeID» FROM Employee WHERE ${january}`],
  ["SL301", `SELECT «Manager».Age FROM Employee WHERE ${january}`],
  ["SL301", `SELECT Employee.«Service_Time» FROM Employee WHERE ${january}`],
  ["SL302", `SELECT «employeeCount» FROM Employee WHERE ${months}`],
  ["SL303", `SELECT EmployeeID FROM «Employees» WHERE ${january}`],
  ["SL303", `SELECT EmployeeID FROM «Employee.Position» WHERE ${january}`],
  ["SL304", `SELECT «headcount»() FROM Employee WHERE ${months}`],
  ["SL304", `SELECT «levle»(Gender, "Gender"), EmployeeID FROM Employee WHERE ${january}`],
  ["SL304", `SELECT «leafmembers»(Gender), EmployeeID FROM Employee WHERE ${january}`],
  ["SL304", `SELECT EmployeeID FROM Employee WHERE Start_Date > «dat»("2024-01-01") AND ${january}`],
  ["SL305", `SELECT «Title» FROM Employee WHERE ${january}`],
  ["SL305", `SELECT «Position.Title» FROM Requisition WHERE ${january}`],
  ["SL305", `SELECT «Batch_Code» FROM Employee WHERE ${january}`],
  ["SL306", `SELECT «exitCount»() FROM Employee WHERE ${months}`],
  ["SL307", `SELECT level(Gender, «"Sex"») FROM Employee WHERE ${january}`],
  ["SL307", `SELECT level(Org_Unit, «0») FROM Employee WHERE ${january}`],
  ["SL308", `SELECT level(Tenure_Range, «"Tenure"») FROM Employee WHERE ${january}`],
  ["SL309", `SELECT «Gender».Age FROM Employee WHERE ${january}`],
  ["SL310", `SELECT «Internal_Moves» FROM Employee WHERE ${january}`],
  ["SL310", `SELECT EmployeeID FROM «Internal_Moves» WHERE ${january}`],
  ["SL310", `SELECT «Direct_Manager» FROM Employee WHERE ${january}`],
  ["SL310", `SELECT «Age», employeeCount() FROM Employee WHERE ${months}`],
  ["SL311", `SELECT Amount FROM «Plan» WHERE ${january}`],
  ["SL401", `SELECT EmployeeID FROM Employee WHERE Work_Email = «5» AND ${january}`],
  ["SL401", `SELECT EmployeeID FROM Employee WHERE Start_Date > «"2024-01-01"» AND ${january}`],
  ["SL401", `SELECT EmployeeID FROM Employee WHERE Age IN (1, «'2'») AND ${january}`],
  ["SL401", `SELECT EmployeeID FROM Employee WHERE Gender = «TRUE» AND ${january}`],
  ["SL401", `SELECT EmployeeID FROM Employee WHERE Service_Time BETWEEN «"2024-01-01"» AND date("2024-02-01")`],
  ["SL402", `SELECT EmployeeID FROM Employee WHERE «isManager > FALSE» AND ${january}`],
  ["SL402", `SELECT EmployeeID FROM Employee WHERE «isManager IN (TRUE)» AND ${january}`],
  ["SL403", `SELECT EmployeeID FROM Employee WHERE Start_Date > date(«"31.12.2023"») AND ${january}`],
  [
    "SL404",
    'SELECT employeeCount() FROM Employee WHERE Service_Time IN periods(date("2024-01-01"), 1, period(1, «Mnth»))',
  ],
  [
    "SL405",
    'SELECT employeeCount() FROM Employee WHERE Service_Time IN periods(date("2024-01-01"), «-1», period(1, Day))',
  ],
  [
    "SL405",
    'SELECT employeeCount() FROM Employee WHERE Service_Time IN periods(date("2024-01-01"), 1, period(«1.5», Day))',
  ],
  ["SL406", `SELECT «level(Gender)» FROM Employee WHERE ${january}`],
  ["SL406", `SELECT «level(Age, "Age")» FROM Employee WHERE ${january}`],
  ["SL406", `SELECT «employeeCountAbovePay()» FROM Employee WHERE ${months}`],
  ["SL406", `SELECT «employeeCountAbovePay("much")» FROM Employee WHERE ${months}`],
  ["SL406", `SELECT «employeeCountAbovePay(1, 2)» FROM Employee WHERE ${months}`],
  ["SL406", `SELECT «employeeCountAbovePay(limit = 2)» FROM Employee WHERE ${months}`],
  ["SL406", `SELECT «employeeCount(1)» FROM Employee WHERE ${months}`],
  ["SL406", `SELECT employeeCountAbovePay(1), «employeeCountAbovePay(2)» FROM Employee WHERE ${months}`],
  ["SL406", "SELECT employeeCount() FROM Employee WHERE Service_Time IN periods(«date()», 1, period(1, Month))"],
  ["SL407", `SELECT EmployeeID FROM Employee WHERE Location = «"EMEA.Span"» AND ${january}`],
  ["SL407", `SELECT EmployeeID FROM Employee WHERE Location = «"Santiago"» AND ${january}`],
  ["SL501", "«SELECT» employeeCount() FROM Employee"],
  ["SL502", "«SELECT» EmployeeID FROM Employee"],
  ["SL503", `SELECT employeeCount() FROM Employee WHERE «${january}»`],
  ["SL504", `SELECT EmployeeID FROM Employee WHERE «${months}»`],
  ["SL505", `SELECT «Service_Time», EmployeeID FROM Employee WHERE ${january}`],
  ["SL506", 'SELECT Age FROM Employee WHERE «Service_Time BETWEEN date("2024-01-01") AND date("2024-01-01")»'],
  ["SL507", `SELECT EmployeeID FROM Employee WHERE NOT «${january}»`],
  ["SL508", `SELECT EmployeeID FROM Employee WHERE ${january} AND («${january}»)`],
  ["SL509", "SELECT EmployeeID FROM Employee WHERE «Service_Time IS NULL»"],
  [
    "SL509",
    'SELECT EmployeeID FROM Employee WHERE «Service_Time NOT BETWEEN date("2024-01-01") AND date("2024-02-01")»',
  ],
  ["SL509", 'SELECT employeeCount() FROM Employee WHERE Service_Time IN «date("2024-01-01")»'],
  ["SL510", `SELECT requisitionCount(), «openingCount()» FROM Requisition WHERE ${months}`],
  ["SL601", `SELECT «DISTINCT» Age FROM Employee WHERE ${january}`],
  ["SL601", `SELECT «TOP 5» Age FROM Employee WHERE ${january}`],
  ["SL601", `SELECT Age FROM Employee «LEFT JOIN Position ON a = b» WHERE ${january}`],
  ["SL601", `SELECT Age FROM Employee WHERE ${january} «UNION SELECT Age FROM Employee WHERE Age = 4»`],
  ["SL601", `«WITH x AS (a)» SELECT Age FROM Employee WHERE ${january}`],
  ["SL601", "«DELETE FROM Employee»;"],
  ["SL601", `SELECT Age FROM «(SELECT Age FROM Employee)» WHERE ${january}`],
  ["SL602", `SELECT «AVG(Base_Salary)» FROM Employee WHERE ${months}`],
  ["SL602", `SELECT «COUNT(*)» FROM Employee WHERE ${months}`],
  ["SL602", `SELECT «Age * 2» FROM Employee WHERE ${january}`],
  ["SL602", `SELECT «CASE WHEN Age THEN b END» FROM Employee WHERE ${january}`],
  ["SL603", `SELECT «*» FROM Employee WHERE ${january}`],
  ["SL604", `SELECT Age FROM Employee WHERE «Full_Name LIKE 'A%'» AND ${january}`],
  ["SL604", `SELECT Age FROM Employee WHERE «upper(Full_Name)» = 'A' AND ${january}`],
  ["SL604", `SELECT Age FROM Employee WHERE Age > «Base_Salary» AND ${january}`],
  ["SL604", `SELECT Age FROM Employee WHERE Age IN «(SELECT Age FROM Employee)» AND ${january}`],
  ["SL604", `SELECT Age FROM Employee WHERE «Age + 1» > 5 AND ${january}`],
  ["SL604", `SELECT Age FROM Employee WHERE Work_Email = «NULL» AND ${january}`],
  ["SL604", `SELECT Age FROM Employee WHERE «5» < Age AND ${january}`],
  ["SL604", `SELECT Age FROM Employee WHERE «employeeCount» > 5 AND ${january}`],
  ["SL604", `SELECT Age FROM Employee WHERE «Gender < 'F'» AND ${january}`],
  ["SL701", `SELECT EmployeeID, «employee».Age FROM Employee WHERE ${january}`],
  ["SL701", `SELECT EmployeeID FROM «employee» WHERE ${january}`],
  ["SL701", `SELECT «employeecount»() FROM Employee WHERE ${months}`],
  ["SL701", `SELECT level(Gender, «"gender"») FROM Employee WHERE ${january}`],
  ["SL701", 'SELECT Age FROM Employee WHERE «service_time» BETWEEN date("2024-01-01") AND date("2024-02-01")'],
  ["SL702", `SELECT EmployeeID FROM Employee WHERE «isManager» AND ${january}`],
  ["SL703", `SELECT level(Location, «1») FROM Employee WHERE ${january}`],
  ["SL704", `SELECT EmployeeID AS a, Age AS «a» FROM Employee WHERE ${january}`],
  ["SL705", `SELECT Amount, «Skills.Title» FROM Plan WHERE ${january}`],
  ["SL706", `SELECT EmployeeID FROM Employee WHERE Location = «"Spain"» AND ${january}`],
  ["SL707", 'SELECT Age FROM Employee WHERE «effectiveInstant» BETWEEN date("2024-01-01") AND date("2024-02-01")'],
  ["SL708", `SELECT EmployeeID FROM Employee WHERE Age «<>» 4 AND ${january}`],
];

/** Warnings that texts about something else have too. */
const asides: Readonly<Record<string, readonly string[]>> = { SL202: ["SL502"], SL705: ["SL311"] };

suite("The diagnostics of the language", () => {
  for (const [code, markedText] of samples) {
    test(`${code} underlines what is wrong in ${markedText.replaceAll("\n", " ")}`, () => {
      const text = markedText.replace(/[«»]/g, "");
      const output = code === "SL510" ? "cellSet" : "table";
      const options = { members: appendixMembers, isSingleStatement: true, output } as const;
      const problems = checkText(text, model, options).filter((problem) => !asides[code]?.includes(problem.code));
      const marked = problems.map(
        ({ start, end }) => `${text.slice(0, start)}«${text.slice(start, end)}»${text.slice(end)}`,
      );
      assert.deepEqual(
        problems.map((problem) => problem.code),
        [code],
      );
      assert.deepEqual(marked, [markedText]);
    });
  }

  test("all have a text that gives them", () => {
    const seen = new Set(samples.map(([code]) => code));
    assert.deepEqual(
      Object.keys(diagnostics).filter((code) => !seen.has(code)),
      [],
    );
  });

  test("say what to write instead", () => {
    const messageOf = (text: string) => checkText(text, model, { members: appendixMembers })[0]?.message;
    const employee = (rest: string) => messageOf(`SELECT EmployeeID FROM Employee WHERE ${rest} AND ${january}`);
    assert.equal(
      messageOf(`SELECT Function FROM Employee_Exit WHERE ${january}`),
      "`Function` is not on `Employee_Exit`; it can be reached as `Employee.Function`.",
    );
    assert.equal(employee("Age = 'forty'"), "`Age` is a number; compare it with a number such as 40.");
    assert.equal(employee('Start_Date < date("31/12/2023")'), '`31/12/2023` is not a date. Write "2023-12-31".');
    assert.equal(employee('Start_Date < date("01/02/2023")'), "`01/02/2023` is not a date.");
    assert.equal(employee("Location = 'EMEA.Span'"), "`Location` has no member `EMEA.Span`; nearest is `EMEA.Spain`.");
    assert.equal(
      employee("Location = 'Santiago'"),
      "`Location` has several members `Santiago`; nearest is `AMER.Chile.Santiago`, `AMER.Cuba.Santiago`.",
    );
  });
});

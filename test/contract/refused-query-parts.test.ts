import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { startTestService, type TestService } from "../support/running-service.ts";

interface Refusal {
  readonly path: "aggregate" | "list" | "snapshot" | "sql";
  readonly body: object;
  readonly message: RegExp;
}

const time = { timeIntervals: { fromDateTime: "2026-01-01" } };
const aggregate = (query: object, options?: object) => ({
  query: { source: { metric: "employeeCount" }, ...time, ...query },
  ...(options && { options }),
});
const ofAggregate = (query: object, message: RegExp): Refusal => ({
  path: "aggregate",
  body: aggregate(query),
  message,
});
const ofOptions = (options: object, message: RegExp): Refusal => ({
  path: "aggregate",
  body: aggregate({}, options),
  message,
});
const ofTable = (aggregateQueryOptions: object, message: RegExp): Refusal => ({
  path: "sql",
  body: { query: "SELECT averageSalary() FROM Employee", aggregateQueryOptions },
  message,
});
const columns = [{ columnDefinition: { property: { name: "Employee.EmployeeID", qualifyingPath: "Employee" } } }];
const ofList = (parts: object, message: RegExp): Refusal => ({
  path: "list",
  body: { source: { analyticObject: "Employee" }, columns, ...parts },
  message,
});
const metrics = (...given: object[]) => ({ source: { metrics: { columns: given } } });
const parameter = (kind: string) =>
  ofAggregate(
    { parameterValues: [{ [kind]: { parameterId: "threshold" } }] },
    new RegExp(`"threshold" .*\\(parameterValues\\.${kind}\\); use numericValue`),
  );

/** A request for each part of semantics.md, "What the service refuses", by the text of its row. */
const refusals: Readonly<Record<string, Refusal>> = {
  "`query.source.formula` of what is no metric": ofAggregate(
    { source: { formula: "Base_Salary / 2" } },
    /There is no metric "Base_Salary"/,
  ),
  "`query.source.metrics` of several objects": ofAggregate(
    metrics({ id: "employeeCount" }, { id: "exitCount" }),
    /query\.source\.metrics.* belong to one object; "exitCount" belongs to "Employee_Exit"/,
  ),
  "`query.axes.formula` of a property": ofAggregate(
    { axes: [{ formula: "Age" }] },
    /`Age` is no axis.*query\.axes\.formula/,
  ),
  "`query.axes.numericRanges` of what is no number": ofAggregate(
    { axes: [{ numericRanges: { property: columns[0]?.columnDefinition, ranges: "1 2" } }] },
    /Numeric ranges need a number; "EmployeeID" is a text/,
  ),
  "`parameterValues.memberValue`": parameter("memberValue"),
  "`parameterValues.planValue`": parameter("planValue"),
  "`parameterValues.aggregationTypeValue`": parameter("aggregationTypeValue"),
  "`parameterValues.subjectMemberSetValue`": parameter("subjectMemberSetValue"),
  "`source.formula` that is more than a metric": ofList(
    { source: { formula: "employeeCount / 2" } },
    /records of `employeeCount \/ 2`.* not available \(source\.formula\)/,
  ),
  "`source.textConcept`": ofList({ source: { textConcept: "Notes" } }, /source\.textConcept is not available/),
  "`source.metric` of a derived metric": ofList(
    { source: { metric: "resignationRate" } },
    /"resignationRate" is made of others .*source\.metric/,
  ),
  "`columnDefinition.formula` that is more than a path": ofList(
    { columns: [{ columnDefinition: { formula: "Age + 1" } }] },
    /`Age \+ 1` is no path .*columnDefinition\.formula/,
  ),
  "`currencyConversionMode`": ofOptions({ currencyConversionMode: "NONE" }, /currencyConversionMode is "NONE"/),
  "`currencyConversionCode`": ofOptions({ currencyConversionCode: "EUR" }, /currencyConversionCode is not available/),
  "`currencyConversionDate`": ofOptions(
    { currencyConversionDate: "2026-01-01" },
    /currencyConversionDate is not available/,
  ),
  "`calendarId`": ofOptions({ calendarId: "fiscal" }, /calendarId is not available; use calendarType/),
  "`axisVisibility` `VERBOSE`": ofOptions(
    { axisVisibility: "VERBOSE" },
    /axisVisibility is not available as "VERBOSE"/,
  ),
  "`lineageDepth` of a table": ofTable({ lineageDepth: 1 }, /lineageDepth is about cell sets, which a table is not/),
  "`cellDistributionOptions` of a table": ofTable(
    { cellDistributionOptions: { binCount: 5 } },
    /cellDistributionOptions is about cell sets, which a table is not/,
  ),
  "`cellDistributionOptions` of a count": ofOptions(
    { cellDistributionOptions: { binCount: 5 } },
    /cellDistributionOptions needs a metric that aggregates a number/,
  ),
  "`enableDescendingSpace`": ofOptions({ enableDescendingSpace: true }, /enableDescendingSpace is not available/),
  "`multipleTables`": ofList({ options: { multipleTables: true } }, /multipleTables is not available/),
};

suite("parts of a query that the service refuses", function () {
  this.timeout(60_000);
  let test_: TestService;
  suiteSetup(async () => {
    test_ = await startTestService();
  });
  suiteTeardown(() => test_.dispose());

  test("are the ones that docs/semantics.md lists", () => {
    assert.deepEqual(listedParts(), Object.keys(refusals));
  });

  for (const [part, { path, body, message }] of Object.entries(refusals)) {
    test(`${part} is a 400 that names it`, async () => {
      const { status, text } = await test_.call("POST", `/v1/data/query/${path}`, { json: body });
      assert.equal(status, 400, text);
      const answer: { readonly code: string; readonly message: string } = JSON.parse(text);
      assert.equal(answer.code, "QUERY_INVALID");
      assert.match(answer.message, message);
    });
  }
});

/** The first column of the table under "What the service refuses". */
function listedParts(): readonly string[] {
  const page = readFileSync(join(process.cwd(), "docs/semantics.md"), "utf8");
  const [, section = ""] = page.split("## What the service refuses\n");
  const [table = ""] = section.split("\n## ");
  const rows = table.split("\n").filter((line) => line.startsWith("| `"));
  return rows.map((line) => line.split("|")[1]?.trim() ?? "");
}

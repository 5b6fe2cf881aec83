import assert from "node:assert/strict";
import { createModelSource } from "../../../../../src/languages/core/model/create-model-source.ts";
import { bindQuery, lowerQuery, parseScript } from "../../../../../src/languages/sql-like/syntax.ts";
import { appendixMetrics, appendixModel, appendixObjects } from "../../../../support/appendix-model.ts";

function lower(text: string, model = appendixModel) {
  const [statement] = parseScript(text).script.statements;
  assert.equal(statement?.kind, "query");
  const { query, problems } = bindQuery(statement, model);
  assert.ok(query, problems.map(({ message }) => message).join("\n"));
  return lowerQuery(query);
}

function lowerList(text: string) {
  const lowered = lower(text);
  assert.equal(lowered.kind, "list");
  return lowered.request;
}

const january = 'Service_Time BETWEEN date("2024-01-01") AND date("2024-02-01")';
const month = 'Service_Time IN periods(date("2024-01-01"), 1, period(1, Month))';
const columnsOf = (items: string) => {
  const isAggregate = items.includes("()");
  return lower(`SELECT ${items} FROM Employee WHERE ${isAggregate ? month : january}`).columns.map(({ name }) => name);
};

suite("Lowering a query", () => {
  test("names columns by their labels, else by what they are", () => {
    assert.deepEqual(columnsOf('employeecount(), level(Direct_Manager.Location, "Location_0"), isManager AS "Boss?"'), [
      "employeeCount",
      "Location",
      "Boss?",
      "DateInRange",
    ]);
    assert.deepEqual(columnsOf('Employee.Age, age, Direct_Manager.Full_Name, level(gender, "Gender"), Service_Time'), [
      "Employee.Age",
      "age",
      "Direct_Manager.Full_Name",
      "Gender",
      "Service_Time",
    ]);
  });

  test("adds the level to the name of a dimension that occurs twice", () => {
    assert.deepEqual(columnsOf('level(Location, "Location_0"), level(Location, 1) , employeeCount(), Service_Time'), [
      "Location.Location_0",
      "Location.Location_1",
      "employeeCount",
      "Service_Time",
    ]);
  });

  test("says a range in whole months, else in days, else in milliseconds", () => {
    const intervalOf = (from: string, to: string) => {
      const { timeInterval } = lowerList(
        `SELECT Age FROM Employee WHERE Service_Time BETWEEN date("${from}") AND date("${to}")`,
      );
      return [timeInterval?.fromDateTime, timeInterval?.intervalPeriodType, timeInterval?.intervalPeriodCount];
    };
    assert.deepEqual(intervalOf("2023-11-01", "2024-02-01"), ["2024-02-01", "MONTH", 3]);
    assert.deepEqual(intervalOf("2024-01-31", "2024-03-01"), ["2024-03-01", "DAY", 30]);
    assert.deepEqual(intervalOf("2024-01-01T06:00:00", "2024-01-02T06:00:00"), [
      "2024-01-02T06:00:00",
      "MILLISECOND",
      86_400_000,
    ]);
  });

  test("lists what AND joins at the top, through brackets, and nests the rest", () => {
    const { filters } = lowerList(
      `SELECT Age FROM Employee WHERE (isManager = TRUE AND (Age > 5)) AND ${january} AND NOT (Age < 3 AND isManager <> TRUE OR Gender IS NULL)`,
    );
    const isManager = { selectionConcept: { name: "isManager", qualifyingPath: "Employee" } };
    assert.deepEqual(filters, [
      isManager,
      { formula: "Age > 5" },
      {
        advanced: {
          operation: "NOT",
          filters: [
            {
              advanced: {
                operation: "OR",
                filters: [
                  {
                    advanced: {
                      operation: "AND",
                      filters: [{ formula: "Age < 3" }, { advanced: { operation: "NOT", filters: [isManager] } }],
                    },
                  },
                  { formula: "Gender IS NULL" },
                ],
              },
            },
          ],
        },
      },
    ]);
  });

  test("writes formulas with full paths and names as the model has them", () => {
    const { filters } = lowerList(
      `SELECT Age FROM Employee WHERE employee.direct_manager.age NOT IN (1, -2.50) AND Full_Name = "O'Neil" AND Start_Date >= date("2024-01-01T10:00:00") AND ${january}`,
    );
    assert.deepEqual(filters, [
      { formula: "Direct_Manager.Age NOT IN (1, -2.50)" },
      { formula: "Full_Name = 'O''Neil'" },
      { formula: 'Start_Date >= date("2024-01-01T10:00:00")' },
    ]);
  });

  test("writes a property whose id holds its object without the object", () => {
    const [employee] = appendixObjects;
    assert.ok(employee);
    const property = { id: "Employee.Age", displayName: "Age", type: "number" } as const;
    const model = createModelSource([{ ...employee, properties: [property] }], []);
    const lowered = lower(`SELECT Age FROM Employee WHERE Direct_Manager.Age > 5 AND ${january}`, model);
    assert.equal(lowered.kind, "list");
    assert.deepEqual(lowered.request.filters, [{ formula: "Direct_Manager.Age > 5" }]);
    assert.deepEqual(lowered.request.columns[0]?.columnDefinition, {
      property: { name: "Age", qualifyingPath: "Employee" },
    });
  });

  test("passes arguments in order, by name and by default", () => {
    const metric = {
      id: "ratio",
      displayName: "Ratio",
      object: "Employee",
      parameters: [
        { id: "floor", displayName: "Floor", kind: "number", default: 1 },
        { id: "place", displayName: "Place", kind: "member" },
        { id: "how", displayName: "How", kind: "aggregationType" },
      ],
    } as const;
    const model = createModelSource(appendixObjects, [...appendixMetrics, metric]);
    const valuesOf = (call: string) => {
      const lowered = lower(`SELECT ${call} FROM Employee WHERE ${month}`, model);
      return lowered.kind === "aggregate" && lowered.request.query.parameterValues;
    };
    const place = { included: [{ path: ["EMEA", "Spain"] }, { path: ["AMER"] }] };
    const rest = [
      { memberValue: { parameterId: "place", values: place } },
      { aggregationTypeValue: { parameterId: "how", aggregationOptionId: "average" } },
    ];
    assert.deepEqual(valuesOf('ratio(2.5, "EMEA.Spain", "AMER", how = "average")'), [
      { numericValue: { parameterId: "floor", value: 2.5 } },
      ...rest,
    ]);
    assert.deepEqual(valuesOf('ratio(how = "average", place = "EMEA.Spain", "AMER")'), rest);
  });
});

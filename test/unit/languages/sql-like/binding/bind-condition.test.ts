import assert from "node:assert/strict";
import { createModelSource } from "../../../../../src/languages/core/model/create-model-source.ts";
import {
  type BoundCondition,
  bindCondition,
  type ConditionOptions,
  parseFormula,
  resolvePath,
} from "../../../../../src/languages/sql-like/syntax.ts";
import {
  appendixMembers,
  appendixMetrics,
  appendixModel,
  appendixObjects,
} from "../../../../support/appendix-model.ts";

function bind(formula: string, options: Partial<ConditionOptions> = {}) {
  const { condition, problems } = parseFormula(formula);
  const bound = bindCondition(condition, appendixModel, { from: "Employee", ...options });
  return { ...bound, codes: [...problems, ...bound.problems].map(({ code }) => code) };
}

/** A condition with its paths as text, to compare it with. */
function outline(condition: BoundCondition | undefined): unknown {
  if (!condition) {
    return undefined;
  }
  switch (condition.kind) {
    case "and":
    case "or":
      return { [condition.kind]: condition.conditions.map(outline) };
    case "not":
      return { not: outline(condition.condition) };
    default: {
      const { path, ...rest } = condition;
      const { attribute } = path;
      const end =
        attribute.kind === "property"
          ? attribute.property
          : attribute.kind === "dimension"
            ? attribute.dimension
            : attribute.concept;
      return { ...rest, path: [path.from, ...path.references.map(({ id }) => id), end.id].join(".") };
    }
  }
}

suite("Binding a condition", () => {
  test("resolves paths through references to the object at their end", () => {
    const { condition } = bind("Direct_Manager.Position.Title = 'Lead'");
    assert.equal(condition?.kind, "compare");
    assert.deepEqual(
      condition.path.references.map(({ id }) => id),
      ["Direct_Manager", "Position"],
    );
    assert.equal(condition.path.object, "Position");
    assert.equal(condition.path.from, "Employee");
  });

  test("keeps how AND, OR and NOT bind", () => {
    assert.deepEqual(outline(bind("isManager OR NOT Age > 5 AND isHighPotential = FALSE").condition), {
      or: [
        { kind: "concept", path: "Employee.isManager" },
        {
          and: [
            {
              not: {
                kind: "compare",
                path: "Employee.Age",
                operator: ">",
                value: { kind: "number", value: 5, text: "5" },
              },
            },
            { not: { kind: "concept", path: "Employee.isHighPotential" } },
          ],
        },
      ],
    });
  });

  test("gives the first AND after BETWEEN to BETWEEN", () => {
    assert.deepEqual(outline(bind("Age NOT BETWEEN 30 AND 39 AND isManager != FALSE").condition), {
      and: [
        {
          kind: "between",
          path: "Employee.Age",
          low: { kind: "number", value: 30, text: "30" },
          high: { kind: "number", value: 39, text: "39" },
          isNegated: true,
        },
        { kind: "concept", path: "Employee.isManager" },
      ],
    });
  });

  test("tells members from text and splits the path of a deep member", () => {
    assert.deepEqual(outline(bind("Location NOT IN ('EMEA.Spain', 'AMER') AND Work_Email IN ('a.b')").condition), {
      and: [
        { kind: "member", path: "Employee.Location", members: [["EMEA", "Spain"], ["AMER"]], isNegated: true },
        { kind: "in", path: "Employee.Work_Email", values: [{ kind: "text", value: "a.b" }], isNegated: false },
      ],
    });
    assert.deepEqual(outline(bind("Work_Model = 'On. Site'").condition), {
      kind: "member",
      path: "Employee.Work_Model",
      members: [["On. Site"]],
      isNegated: false,
    });
  });

  test("completes a member that is the only one of its name", () => {
    const { condition, codes } = bind("Location = 'Madrid'", { members: appendixMembers });
    assert.deepEqual(condition?.kind === "member" && condition.members, [["EMEA", "Spain", "Madrid"]]);
    assert.deepEqual(codes, ["SL706"]);
  });

  test("reads dates and tests for missing values", () => {
    assert.deepEqual(outline(bind('Start_Date < date("2024-01-01T12:00:00") OR Gender IS NOT NULL').condition), {
      or: [
        {
          kind: "compare",
          path: "Employee.Start_Date",
          operator: "<",
          value: { kind: "date", value: Date.UTC(2024, 0, 1, 12) },
        },
        { kind: "isNull", path: "Employee.Gender", isNegated: true },
      ],
    });
    assert.deepEqual(bind('Start_Date < date("2024-02-30")').codes, ["SL403"]);
  });

  test("keeps every digit of a number", () => {
    const { condition } = bind("Base_Salary = -9007199254740993");
    assert.deepEqual(condition?.kind === "compare" && condition.value, {
      kind: "number",
      value: -9007199254740992,
      text: "-9007199254740993",
    });
  });

  test("takes the parameters of a metric as values", () => {
    const parameter = { id: "threshold", displayName: "Threshold", kind: "number" } as const;
    assert.deepEqual(outline(bind("Base_Salary > threshold", { parameters: [parameter] }).condition), {
      kind: "compare",
      path: "Employee.Base_Salary",
      operator: ">",
      value: { kind: "parameter", parameter },
    });
    assert.deepEqual(bind("Full_Name > threshold", { parameters: [parameter] }).codes, ["SL401"]);
    assert.deepEqual(bind("Base_Salary > threshold").codes, ["SL604"]);
  });

  test("gives no condition at all when a part of it is wrong", () => {
    for (const formula of ["Age > 5 AND", "Age > 5 AND Agee > 4", "NOT (isManager = 'x')", "Age > 'x' OR isManager"]) {
      const { condition, isComplete, codes } = bind(formula);
      assert.equal(condition, undefined, formula);
      assert.equal(isComplete, false, formula);
      assert.notDeepEqual(codes, [], formula);
    }
  });

  test("refuses a condition on the time in a formula, under whatever name the time column goes", () => {
    const range = 'BETWEEN date("2024-01-01") AND date("2025-01-01")';
    for (const [column, code] of [
      ["Service_Time", "SL604"],
      ["service_time", "SL604"],
      ["effectiveInstant", "SL604"],
      ["As_Of", "SL301"],
    ]) {
      const { condition, isComplete, codes, problems } = bind(`Age > 5 AND ${column} ${range}`);
      assert.deepEqual({ condition, isComplete, codes }, { condition: undefined, isComplete: false, codes: [code] });
      assert.equal(problems[0]?.start, "Age > 5 AND ".length);
    }
    assert.deepEqual(bind(`NOT (Service_Time ${range})`).codes, ["SL604"]);
  });

  test("leaves the time filter of a query to the time check", () => {
    const { condition, codes } = bind("Age > 5 AND As_Of = 1", { timeColumn: "As_Of" });
    assert.deepEqual([condition?.kind, codes], ["compare", []]);
  });

  test("takes a property of the object that has the name of the time column", () => {
    const [employee, ...others] = appendixObjects;
    assert.ok(employee);
    const time = { id: "Service_Time", displayName: "Service time", type: "date" } as const;
    const model = createModelSource([{ ...employee, properties: [...employee.properties, time] }, ...others], []);
    const { condition } = parseFormula('Service_Time < date("2024-01-01")');
    assert.equal(bindCondition(condition, model, { from: "Employee" }).condition?.kind, "compare");
  });

  test("refuses text after the formula", () => {
    assert.deepEqual(bind("Age > 5 GROUP BY x").codes, ["SL201"]);
    assert.deepEqual(bind("").codes, ["SL201"]);
  });

  test("says when there is no such object", () => {
    assert.deepEqual(bind("Age > 5", { from: "Nobody" }).codes, ["SL303"]);
  });
});

suite("Resolving a path", () => {
  const [employee, ...others] = appendixObjects;
  const pay = { id: "Pay_Level", displayName: "Pay level", type: "number" } as const;
  assert.ok(employee);
  const model = createModelSource(
    [{ ...employee, properties: [...employee.properties, pay] }, ...others],
    appendixMetrics,
  );

  test("prefers the property or the dimension of one name as asked", () => {
    const kindOf = (preference: "property" | "dimension") => {
      const resolution = resolvePath(model, "Employee", ["Pay_Level"], preference);
      return resolution.kind === "path" && resolution.path.attribute.kind;
    };
    assert.equal(kindOf("property"), "property");
    assert.equal(kindOf("dimension"), "dimension");
  });

  test("takes the property for a comparison with a number", () => {
    const { condition } = parseFormula("Pay_Level > 3");
    const bound = bindCondition(condition, model, { from: "Employee", preference: "dimension" });
    assert.equal(bound.condition?.kind, "compare");
  });

  test("drops the object itself at the start, but not a reference of that name behind it", () => {
    const path = resolvePath(model, "Employee_Exit", ["Employee", "EmployeeID"]);
    assert.deepEqual(path.kind === "path" && path.path.references.map(({ id }) => id), ["Employee"]);
    const own = resolvePath(model, "Employee", ["Employee", "EmployeeID"]);
    assert.deepEqual(own.kind === "path" && own.path.references, []);
  });

  test("finds a property whose id holds its object", () => {
    const plan = { ...employee, id: "Plan", properties: [{ ...pay, id: "Plan.Amount" }] };
    const resolution = resolvePath(createModelSource([plan], []), "Plan", ["Amount"]);
    assert.equal(resolution.kind === "path" && resolution.path.attribute.kind, "property");
  });
});

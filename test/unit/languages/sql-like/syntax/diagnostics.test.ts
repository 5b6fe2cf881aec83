import assert from "node:assert/strict";
import { checkQueryText, queryDiagnostics } from "../../../../../src/languages/sql-like/syntax.ts";
import { appendixMembers } from "../../../../support/appendix-model.ts";
import { sampleModel as model, diagnosticSamples as samples } from "../../../../support/diagnostic-samples.ts";

/** Warnings that texts about something else have too. */
const asides: Readonly<Record<string, readonly string[]>> = { SL202: ["SL502"], SL705: ["SL311"] };

const january = 'Service_Time BETWEEN date("2024-01-01") AND date("2024-02-01")';

suite("The diagnostics of the language", () => {
  for (const [code, markedText] of samples) {
    test(`${code} underlines what is wrong in ${markedText.replaceAll("\n", " ")}`, () => {
      const text = markedText.replace(/[«»]/g, "");
      const output = code === "SL510" ? "cellSet" : "table";
      const options = { members: appendixMembers, isSingleStatement: true, output } as const;
      const problems = checkQueryText(text, model, options).filter((problem) => !asides[code]?.includes(problem.code));
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
      Object.keys(queryDiagnostics).filter((code) => !seen.has(code)),
      [],
    );
  });

  test("say what to write instead", () => {
    const messageOf = (text: string) => checkQueryText(text, model, { members: appendixMembers })[0]?.message;
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
    const months = 'Service_Time IN periods(date("2024-01-01"), 1, period(1, Month))';
    assert.equal(
      messageOf(`SELECT employeeCount(), level(Gender, "Gender") FROM Employee WHERE ${months} GROUP BY Gender`),
      "There is no GROUP BY here. `level(Gender, …)` already groups the result.",
    );
    assert.equal(
      messageOf(`SELECT Age FROM Employee JOIN Position ON Employee.Position = Position.PositionID WHERE ${january}`),
      "There is no JOIN here. Reach `Position` through `Employee.Position`.",
    );
    assert.equal(
      messageOf(`SELECT AVG(Base_Salary) FROM Employee WHERE ${months}`),
      "Properties are not aggregated in the text; use a metric such as `averageSalary()`.",
    );
  });
});

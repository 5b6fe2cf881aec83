import assert from "node:assert/strict";
import { findNamesIn } from "../../../../../src/languages/sql-like/names/name-reader.ts";
import type { NameScope } from "../../../../../src/languages/sql-like/names/query-name.ts";
import { semanticTokensOf } from "../../../../../src/languages/sql-like/structure/semantic-tokens.ts";
import { QueryDocument } from "../../../../../src/languages/sql-like/syntax/query-document.ts";
import { appendixMembers } from "../../../../support/appendix-model.ts";
import { cursorText } from "../../../../support/cursor-text.ts";
import { describedScope, emptyScope, partOf } from "../../../../support/described-model.ts";

/** Each token as `text type modifier`. */
function tokensOf(text: string, scope: NameScope = describedScope): string[] {
  return semanticTokensOf(partOf(text), scope).map(({ start, end, type, modifier }) =>
    [text.slice(start, end), type, ...(modifier ? [modifier] : [])].join(" "),
  );
}

const periods = 'Service_Time IN periods(date("2024-01-01"), 3, period(1, Month))';
const periodsTokens = ["Service_Time timeColumn", "periods function", "date function", "period function", "Month unit"];

describe("semantic tokens of a SQL-like query", () => {
  it("tell names by what they are in the model", () => {
    const text = `SELECT employeeCountAbovePay(threshold = 9) AS n, level(Direct_Manager.Location, "Location_1") AS "Place", Employee.Gender
      FROM Employee WHERE isManager = TRUE AND Age > 3 AND Location IN ("EMEA.Spain") AND ${periods}`;
    assert.deepEqual(tokensOf(text), [
      "employeeCountAbovePay metric",
      "threshold parameter",
      "n label",
      "level function",
      "Direct_Manager reference",
      "Location dimension",
      '"Location_1" level',
      '"Place" label',
      "Employee analyticObject",
      "Gender dimension",
      "Employee analyticObject",
      "isManager concept",
      "Age property",
      "Location dimension",
      '"EMEA.Spain" dimensionMember',
      ...periodsTokens,
    ]);
  });

  it("tell by the text alone what that tells, when there is no model", () => {
    const text = `SELECT employeeCount(), level(A.B, "C"), D FROM E WHERE f = TRUE AND g IN ("h") AND ${periods}`;
    assert.deepEqual(tokensOf(text, emptyScope), [
      "employeeCount metric",
      "level function",
      "A reference",
      "B dimension",
      '"C" level',
      "D attribute",
      "E analyticObject",
      "f concept",
      "g attribute",
      ...periodsTokens,
    ]);
  });

  it("mark what was looked for and not found, and nothing behind it", () => {
    const text =
      'SELECT employeCount(), level(Location, "Country"), Boss.Gender, Agee FROM Employee WHERE Service_Time IN periods(date("2024-01-01"), 3, period(1, Months))';
    assert.deepEqual(
      tokensOf(text).filter((token) => token.includes("unknown") || token.startsWith("Gender")),
      [
        "employeCount metric unknown",
        '"Country" level unknown',
        "Boss reference unknown",
        "Gender attribute",
        "Agee attribute unknown",
        "Months unit unknown",
      ],
    );
    assert.deepEqual(tokensOf("SELECT Age FROM Employe"), ["Age attribute", "Employe analyticObject unknown"]);
  });

  it("mark members that a dimension does not have once they were looked up", () => {
    const text = 'SELECT Age FROM Employee WHERE Work_Model IN ("Hybird", "Hybrid")';
    const scope = { ...describedScope, members: appendixMembers };
    assert.deepEqual(tokensOf(text, scope).slice(-2), ['"Hybird" dimensionMember unknown', '"Hybrid" dimensionMember']);
    assert.deepEqual(tokensOf(text).slice(-2), ['"Hybird" dimensionMember', '"Hybrid" dimensionMember']);
  });

  it("mark names of an older edition and what cannot be queried", () => {
    const text = 'SELECT Internal_Moves FROM Employee WHERE effectiveInstant IN intervalFrom(date("2024-01-01"), 4)';
    assert.deepEqual(tokensOf(text), [
      "Internal_Moves attribute deprecated",
      "Employee analyticObject",
      "effectiveInstant timeColumn deprecated",
      "intervalFrom function deprecated",
      "date function",
    ]);
  });

  it("know the time column by the name that the deployment gives it", () => {
    const scope = { ...describedScope, timeColumn: "Valid_Time" };
    assert.deepEqual(tokensOf("SELECT Service_Time, Valid_Time FROM Employee", scope), [
      "Service_Time attribute unknown",
      "Valid_Time timeColumn",
      "Employee analyticObject",
    ]);
  });

  it("tell a metric without brackets, and names in a text that breaks off", () => {
    assert.deepEqual(tokensOf("SELECT employeeCount, Gender FROM Employee")[1], "Gender dimension");
    assert.deepEqual(tokensOf("SELECT Age, FROM Employee WHERE Age BETWEEN AND"), [
      "Age property",
      "Employee analyticObject",
      "Age property",
    ]);
  });

  it("colour the object that a statement of the shell loads", () => {
    const { part } = cursorText("SET schema TO staging; COPY Employee| FROM 'people.csv';", true);
    assert.deepEqual(
      semanticTokensOf(part, describedScope).map(({ start, end, type }) => `${part.text.slice(start, end)} ${type}`),
      ["Employee analyticObject"],
    );
  });

  it("are read once for a part while neither it nor the model changes, however many parts are edited", () => {
    const document = QueryDocument.create("SELECT Age FROM Employee;\nSELECT Gender FROM Employee;");
    const [first, second] = document.parts;
    const [before, after] = document.withText("SELECT  Age FROM Employee;\nSELECT Gender FROM Employee;").parts;
    assert.ok(first && second && before && after);
    assert.equal(findNamesIn(after.part, describedScope), findNamesIn(second.part, { ...describedScope }));
    assert.notEqual(findNamesIn(before.part, describedScope), findNamesIn(first.part, describedScope));
    assert.notEqual(
      findNamesIn(first.part, describedScope),
      findNamesIn(first.part, { ...describedScope, timeColumn: "Age" }),
    );
  });
});

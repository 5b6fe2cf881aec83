import assert from "node:assert/strict";
import { signatureHelpAt } from "../../../../../src/languages/sql-like/hints/signature-help.ts";
import type { NameScope } from "../../../../../src/languages/sql-like/names/query-name.ts";
import { cursorText } from "../../../../support/cursor-text.ts";
import { describedScope, emptyScope } from "../../../../support/described-model.ts";

/** The name of the call and the label of the active parameter at the `|`. */
function helpAt(marked: string, scope: NameScope = describedScope): string | undefined {
  const { part, offset } = cursorText(marked);
  const help = signatureHelpAt(part, offset, scope);
  if (!help) {
    return undefined;
  }
  for (const { label } of help.parameters) {
    assert.ok(help.label.includes(label), `${label} stands in ${help.label}`);
  }
  const active = help.active === undefined ? "none" : help.parameters[help.active]?.label;
  return `${help.label.slice(0, help.label.indexOf("("))}: ${active}`;
}

const time = "SELECT employeeCount() FROM Employee WHERE Service_Time IN ";

const places: readonly (readonly [marked: string, help: string | undefined])[] = [
  [`${time}periods(|`, "periods: date"],
  [`${time}periods(date("2024-01-01"), |`, "periods: count"],
  [`${time}periods(date("2024-01-01"|), 12`, 'date: "yyyy-MM-dd"'],
  [`${time}periods(date("2024-01-01"), 12, period(1, |Month))`, "period: unit"],
  [`${time}periods(date("2024-01-01"), 12, period(1, Month), |)`, "periods: none"],
  [`${time}periods(date("2024-01-01"), 12, period(1, Month))|`, undefined],
  ["SELECT level(Location|", "level: dimension"],
  ['SELECT level(Location, "|', 'level: "level"'],
  ["SELECT level(Location, | FROM Employee", 'level: "level"'],
  ["SELECT level(Location, FROM Employee WHERE |", undefined],
  ["SELECT level(Location, ; SELECT |", undefined],
  ["SELECT employeeCount(|) FROM Employee", "employeeCount: none"],
  ["SELECT employeeCountAbovePay(|", "employeeCountAbovePay: threshold: number"],
  ["SELECT employeeCountAbovePay(1, '|", 'employeeCountAbovePay: places: member, ... = "EMEA"'],
  ["SELECT employeeCountAbovePay(1, 'a', |", 'employeeCountAbovePay: places: member, ... = "EMEA"'],
  ["SELECT employeeCountAbovePay(1, 'a', 2|", 'employeeCountAbovePay: by: aggregation type = "sum"'],
  ["SELECT employeeCountAbovePay(by = |", 'employeeCountAbovePay: by: aggregation type = "sum"'],
  ["SELECT employeeCountAbovePay(by = 'x', |", "employeeCountAbovePay: threshold: number"],
  ["SELECT employeeCountAbovePay(nothing = |", "employeeCountAbovePay: none"],
  ["SELECT unheardOf(|", undefined],
  ["SELECT Age FROM Employee WHERE Age IN (|", undefined],
  ["|SELECT level(Location", undefined],
];

describe("signature help of a SQL-like query", () => {
  it("names the parameter that the cursor is in, by position and by name, also where the text breaks off", () => {
    for (const [marked, help] of places) {
      assert.equal(helpAt(marked), help, marked);
    }
  });

  it("knows the functions of the language without a model", () => {
    assert.equal(helpAt("SELECT level(|", emptyScope), "level: dimension");
    assert.equal(helpAt("SELECT employeeCountAbovePay(|", emptyScope), undefined);
  });

  it("says nothing of parameters that the model does not tell", () => {
    const [metric] = describedScope.model.metrics();
    assert.ok(metric);
    const model = { ...describedScope.model, metrics: () => [{ ...metric, hasUnknownParameters: true }] };
    assert.equal(helpAt("SELECT employeeCount(1|", { ...describedScope, model }), "employeeCount: none");
  });
});

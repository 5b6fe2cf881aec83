import assert from "node:assert/strict";
import {
  checkTimeFilters,
  parseInstant,
  parseScript,
  type TimeCheckOptions,
} from "../../../../../src/languages/sql-like/syntax.ts";

function check(text: string, options?: TimeCheckOptions) {
  const [statement] = parseScript(text).script.statements;
  assert.equal(statement?.kind, "query");
  const { filter, problems } = checkTimeFilters(statement, options);
  return { filter, codes: problems.map(({ code }) => code) };
}

const from = parseInstant("2024-01-01");
const to = parseInstant("2024-02-01");

suite("Checking time without a model", () => {
  test("reads periods", () => {
    const time =
      'SELECT a() FROM b WHERE c = 1 AND (Service_Time IN Periods(DATE("2024-02-01"), 3, period(2, quarter)))';
    assert.deepEqual(check(time), {
      filter: { kind: "periods", anchor: to, count: 3, unit: "QUARTER", unitCount: 2 },
      codes: [],
    });
  });

  test("reads a range", () => {
    assert.deepEqual(check('SELECT a FROM b WHERE Service_Time BETWEEN date("2024-01-01") AND date("2024-02-01")'), {
      filter: { kind: "range", from, to },
      codes: [],
    });
  });

  test("reads the form of an older edition", () => {
    const text =
      'SELECT exitCount(), period(3, Month) AS Span FROM b WHERE effectiveInstant IN intervalFrom(date("2024-02-01"), 4)';
    assert.deepEqual(check(text), {
      filter: { kind: "periods", anchor: to, count: 4, unit: "MONTH", unitCount: 3 },
      codes: ["SL707", "SL707"],
    });
  });

  test("refuses the form of an older edition where a part of it is missing, at the call", () => {
    const span = "period(1, Month), ";
    for (const [item, call] of [
      ["", 'intervalFrom(date("2024-01-01"), 4)'],
      [span, 'intervalFrom("2024-01-01", 4)'],
      [span, 'intervalFrom(date("2024-01-01"))'],
      [span, "intervalFrom()"],
      [span, 'intervalFrom(date("2024-01-01"), 4, period(1, Month))'],
    ] as const) {
      const text = `SELECT ${item}exitCount() FROM b WHERE Service_Time IN ${call}`;
      const [statement] = parseScript(text).script.statements;
      assert.ok(statement?.kind === "query");
      const { filter, problems } = checkTimeFilters(statement);
      const wrong = problems.filter(({ code }) => code === "SL406");
      assert.deepEqual([filter, wrong.map(({ start, end }) => text.slice(start, end))], [undefined, [call]]);
    }
    assert.deepEqual(check("SELECT exitCount() FROM b WHERE Service_Time IN intervalFrom(").codes, ["SL707"]);
  });

  test("takes another name for the time column", () => {
    const text = 'SELECT a FROM b WHERE As_Of BETWEEN date("2024-01-01") AND date("2024-02-01")';
    assert.deepEqual(check(text, { timeColumn: "As_Of" }), { filter: { kind: "range", from, to }, codes: [] });
    assert.deepEqual(check(text).codes, ["SL502"]);
  });

  test("takes the kind that a model gives", () => {
    assert.deepEqual(check("SELECT employeeCount FROM b", { kind: "aggregate" }).codes, ["SL501"]);
  });

  test("gives no filter that does not fit the kind of the query", () => {
    assert.deepEqual(check('SELECT a FROM b WHERE Service_Time IN periods(date("2024-01-01"), 1, period(1, Day))'), {
      filter: undefined,
      codes: ["SL504"],
    });
  });

  test("says nothing about what is still being typed", () => {
    assert.deepEqual(check("SELECT a FROM b WHERE Service_Time BETWEEN").codes, []);
    assert.deepEqual(check("SELECT a FROM b WHERE Service_Time BETWEEN date(").codes, []);
    assert.deepEqual(check('SELECT a FROM b WHERE Service_Time BETWEEN date("202').codes, []);
    assert.deepEqual(check('SELECT a() FROM b WHERE Service_Time IN periods(date("2024-01-01"), ').codes, []);
    assert.deepEqual(check("SELECT a() FROM b WHERE Service_Time IN (").codes, []);
    assert.deepEqual(check("SELECT FROM b").codes, []);
  });
});

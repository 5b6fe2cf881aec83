import assert from "node:assert/strict";
import { evaluateCells, evaluateQuery } from "../../../support/evaluator/evaluate.ts";
import type { AggregateOptions } from "../../../support/evaluator/options.ts";
import { smallWorkforce } from "./small-workforce.ts";

const monthsTo = (date: string, count = 1) => `Service_Time IN periods(date("${date}"), ${count}, period(1, Month))`;

/** The rows of an aggregate, with the time as the ISO instant of its end. */
function rows(text: string, options: AggregateOptions = {}): string[] {
  const aggregateQueryOptions = { memberDisplayMode: "COMPACT", ...options } as const;
  const table = evaluateQuery(smallWorkforce, text, { aggregateQueryOptions });
  return table.rows.map((row) => row.map((cell) => cell?.replace("T00:00:00.000Z", "") ?? "-").join(" "));
}

suite("The evaluator's aggregates", () => {
  test("count a state that ends at the instant and not one that begins there", () => {
    assert.deepEqual(rows(`SELECT heads() FROM Worker WHERE ${monthsTo("2024-06-15", 3)}`), [
      "2 2024-05-01",
      "2 2024-06-01",
      "3 2024-06-15",
    ]);
    assert.deepEqual(rows(`SELECT Service_Time, heads() FROM Worker WHERE ${monthsTo("2024-07-01")}`), [
      "2024-07-01 2",
    ]);
    assert.deepEqual(rows(`SELECT level(Place, "Place_1"), heads() FROM Worker WHERE ${monthsTo("2024-05-01")}`), [
      "North.Oslo 1 2024-05-01",
      "North.Bergen 1 2024-05-01",
      "South.Rome 0 2024-05-01",
    ]);
  });

  test("count an event at the start of an interval and not one at its end", () => {
    assert.deepEqual(rows(`SELECT leaves() FROM Leave WHERE ${monthsTo("2024-07-01")}`), ["2 2024-07-01"]);
    assert.deepEqual(rows(`SELECT leaves() FROM Leave WHERE ${monthsTo("2024-06-15")}`), ["1 2024-06-15"]);
    assert.deepEqual(rows(`SELECT leaves() FROM Leave WHERE ${monthsTo("2024-06-01")}`), ["0 2024-06-01"]);
  });

  test("leave empty averages empty and empty counts zero", () => {
    assert.deepEqual(rows(`SELECT meanPay(), heads(), isLead FROM Worker WHERE ${monthsTo("2024-06-15")}`), [
      "150 1 True 2024-06-15",
      "90 1 False 2024-06-15",
      "- 1 Unknown 2024-06-15",
    ]);
    assert.deepEqual(rows(`SELECT meanPay(), heads() FROM Worker WHERE ${monthsTo("2019-01-01")}`), ["- 0 2019-01-01"]);
  });

  test("hide a row only when every metric of it is hidden", () => {
    const text = `SELECT meanPay(), heads() FROM Worker WHERE ${monthsTo("2019-01-01")}`;
    assert.equal(rows(text, { zeroVisibility: "HIDE" }).length, 1);
    assert.equal(rows(text, { nullVisibility: "ELIMINATE" }).length, 1);
    assert.equal(rows(text, { nullVisibility: "ELIMINATE", zeroVisibility: "HIDE" }).length, 0);
    assert.equal(rows(text, { enableSparseResults: true }).length, 0);
  });

  test("add an overall position over the members or over all records", () => {
    const text = `SELECT heads(), level(Place, "Place_0") FROM Worker WHERE ${monthsTo("2024-06-15")}`;
    assert.deepEqual(rows(text, { axesOverallValueMode: "AGGREGATE" }), [
      "1 North 2024-06-15",
      "1 South 2024-06-15",
      "2 Overall 2024-06-15",
    ]);
    assert.equal(rows(text, { axesOverallValueMode: "OVERALL" }).at(-1), "3 Overall 2024-06-15");
    assert.equal(
      rows(text, { axesOverallValueMode: "OVERALL", memberDisplayMode: "MDX" }).at(-1),
      "3 [Overall] [2024-06-15]",
    );
  });

  test("empty the cells whose members lie on two branches", () => {
    const text = `SELECT level(Place, "Place_0"), level(Place, "Place_1"), heads() FROM Worker WHERE ${monthsTo("2024-05-01")}`;
    assert.deepEqual(rows(text), [
      "North North.Oslo 1 2024-05-01",
      "North North.Bergen 1 2024-05-01",
      "North South.Rome - 2024-05-01",
      "South North.Oslo - 2024-05-01",
      "South North.Bergen - 2024-05-01",
      "South South.Rome 0 2024-05-01",
    ]);
    const { header } = evaluateQuery(smallWorkforce, text);
    assert.deepEqual(header, ["Place.Place_0", "Place.Place_1", "heads", "DateInRange"]);
  });

  test("count a parent-child record for its ancestor and leave it out where it stands too high", () => {
    const time = monthsTo("2024-06-15");
    assert.deepEqual(rows(`SELECT heads(), level(Unit, "Level_1") FROM Worker WHERE ${time}`), ["3 All 2024-06-15"]);
    assert.deepEqual(rows(`SELECT heads(), Unit FROM Worker WHERE ${time}`), [
      "1 All.Sales 2024-06-15",
      "1 All.Works 2024-06-15",
    ]);
  });

  test("follow references at the interval's end, or to the state just before the event", () => {
    assert.deepEqual(rows(`SELECT heads(), Boss.isLead FROM Worker WHERE ${monthsTo("2024-07-01")}`), [
      "0 True 2024-07-01",
      "0 False 2024-07-01",
      "2 Unknown 2024-07-01",
    ]);
    const text = `SELECT leaves(), Worker.Boss.Place FROM Leave WHERE ${monthsTo("2024-07-01")}`;
    assert.deepEqual(rows(text), ["0 North.Oslo 2024-07-01", "0 North.Bergen 2024-07-01", "2 South.Rome 2024-07-01"]);
  });

  test("compute each part of a derived metric over its own object", () => {
    assert.deepEqual(
      rows(`SELECT leaveRate(), level(Worker.Place, "Place_0") FROM Leave WHERE ${monthsTo("2024-07-01")}`),
      ["- North 2024-07-01", "0 South 2024-07-01"],
    );
    assert.deepEqual(rows(`SELECT leaveRate(), Why FROM Leave WHERE ${monthsTo("2024-07-01")}`), [
      "0.5 Pay 2024-07-01",
      "0.5 Other 2024-07-01",
    ]);
    const filtered = `SELECT leaveRate() FROM Leave WHERE Why = "Pay" AND Worker.isLead IS NULL AND ${monthsTo("2024-07-01")}`;
    assert.deepEqual(rows(filtered), ["0 2024-07-01"]);
  });

  test("take a parameter by place, by name and by default", () => {
    const counts = ["paidOver()", "paidOver(89)", "paidOver(bound = 150)"].map((metric) =>
      rows(`SELECT ${metric} FROM Worker WHERE ${monthsTo("2024-06-15")}`),
    );
    assert.deepEqual(counts, [["1 2024-06-15"], ["2 2024-06-15"], ["0 2024-06-15"]]);
  });

  test("take the last month of the data without a time filter", () => {
    const table = evaluateQuery(smallWorkforce, "SELECT leaves() FROM Leave");
    assert.deepEqual(table, {
      header: ["leaves", "TimeInInterval"],
      rows: [["2", "2024-06-01T00:00:00.000Z/2024-07-01T00:00:00.000Z - [0]"]],
    });
  });

  test("count the records behind a cell", () => {
    const { cells } = evaluateCells(smallWorkforce, `SELECT meanPay() FROM Worker WHERE ${monthsTo("2024-06-15")}`);
    assert.deepEqual(cells[0]?.values, [{ value: 120, support: 3, numbers: [150, 90] }]);
  });
});

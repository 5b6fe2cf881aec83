import assert from "node:assert/strict";
import { Calendar, type Unit } from "../../../support/evaluator/calendar.ts";
import { readInstant } from "../../../support/evaluator/instant.ts";
import { intervalsOf } from "../../../support/evaluator/intervals.ts";
import { specifiedRules } from "../../../support/evaluator/rules.ts";

/** Start of the first interval, then the end of each. */
function limits(until: string, count: number, length: number, unit: Unit, startMonth = 1): string {
  const intervals = intervalsOf(
    { until: readInstant(until), count, length, unit },
    new Calendar(startMonth),
    specifiedRules,
  );
  const instants = [intervals[0]?.start ?? Number.NaN, ...intervals.map(({ end }) => end)];
  return instants.map((instant) => new Date(instant).toISOString().replace("T00:00:00.000Z", "")).join(" ");
}

suite("The evaluator's intervals", () => {
  test("are those of the language document's worked values", () => {
    assert.equal(limits("2024-07-01", 3, 1, "Month"), "2024-04-01 2024-05-01 2024-06-01 2024-07-01");
    assert.equal(limits("2024-07-01", 4, 3, "Month"), "2023-07-01 2023-10-01 2024-01-01 2024-04-01 2024-07-01");
    assert.equal(limits("2024-11-28", 3, 1, "Year"), "2022-01-01 2023-01-01 2024-01-01 2024-11-28");
    assert.equal(limits("2024-03-31", 3, 1, "Month"), "2024-01-01 2024-02-01 2024-03-01 2024-03-31");
  });

  test("cut the last interval of several units and step from the next boundary", () => {
    assert.equal(limits("2024-03-31", 2, 2, "Month"), "2023-12-01 2024-02-01 2024-03-31");
    assert.equal(limits("2024-02-29T10:30:00", 2, 1, "Day"), "2024-02-28 2024-02-29 2024-02-29T10:30:00.000Z");
  });

  test("start weeks on Monday", () => {
    assert.equal(limits("2024-02-29", 2, 1, "Week"), "2024-02-19 2024-02-26 2024-02-29");
    assert.equal(limits("2024-02-26", 1, 2, "Week"), "2024-02-12 2024-02-26");
    assert.equal(limits("1969-12-30", 1, 1, "Week"), "1969-12-29 1969-12-30");
  });

  test("start years and quarters in the fiscal month", () => {
    assert.equal(limits("2024-02-10", 2, 1, "Year", 4), "2022-04-01 2023-04-01 2024-02-10");
    assert.equal(limits("2024-02-10", 2, 1, "Quarter", 2), "2023-11-01 2024-02-01 2024-02-10");
  });
});

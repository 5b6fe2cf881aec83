import assert from "node:assert/strict";
import { evaluateQuery, evaluateSnapshot } from "../../../support/evaluator/evaluate.ts";
import { readInstant } from "../../../support/evaluator/instant.ts";
import type { ListOptions } from "../../../support/evaluator/options.ts";
import { smallWorkforce } from "./small-workforce.ts";

function rows(select: string, from: string, to: string, options: ListOptions = {}, where = ""): string[] {
  const text = `SELECT ${select} WHERE Service_Time BETWEEN date("${from}") AND date("${to}") ${where}`;
  const listQueryOptions = { dateTimeDisplayMode: "DATETIME", ...options } as const;
  return evaluateQuery(smallWorkforce, text, { listQueryOptions }).rows.map((row) =>
    row.map((cell) => cell?.replace(" 00:00:00+00:00", "") ?? "-").join(" "),
  );
}

suite("The evaluator's lists", () => {
  test("give the latest state of each member of the range", () => {
    assert.deepEqual(rows("Code, Pay, Service_Time FROM Worker", "2024-04-01", "2024-06-01"), [
      "a 150 2024-06-01",
      "b 90 2024-06-01",
    ]);
    assert.deepEqual(rows("Code, Pay FROM Worker", "2024-04-01", "2024-05-01"), ["a 100", "b 90"]);
    assert.deepEqual(rows("Code FROM Worker", "2024-06-15", "2024-06-16"), ["a", "c"]);
  });

  test("filter the latest state alone", () => {
    assert.deepEqual(rows("Code FROM Worker", "2024-04-01", "2024-06-01", {}, "AND Pay = 100"), []);
  });

  test("give each change of the range with the references from then on", () => {
    assert.deepEqual(
      rows("Code, Service_Time, Boss.Pay FROM Worker", "2024-02-01", "2024-06-01", { recordMode: "CHANGES" }),
      ["a 2024-05-01 -", "b 2024-02-01 100"],
    );
  });

  test("follow references just before the state's own end", () => {
    assert.deepEqual(rows("Code, Boss.Code FROM Worker", "2024-06-01", "2024-06-10"), ["a -", "b a", "c b"]);
    assert.deepEqual(rows("Code, Boss.Code FROM Worker", "2024-06-01", "2024-07-01"), ["a -", "b a", "c -"]);
  });

  test("give each event of the range, its end left out", () => {
    assert.deepEqual(rows("Why, Worker.Code, Service_Time FROM Leave", "2024-06-01", "2024-07-01"), [
      "Pay b 2024-06-01",
      "Other b 2024-06-15",
    ]);
  });

  test("print levels by display name, dimensions by path and what is missing as missing", () => {
    const columns = 'level(Place, "Place_0"), Place, level(Unit, "Level_2"), isLead, Joined';
    assert.deepEqual(rows(`${columns} FROM Worker`, "2024-06-20", "2024-06-21"), [
      "South! South.Rome - true 2020-01-01",
      "- - Works! - -",
    ]);
  });

  test("give one row for each target of a multi-value reference", () => {
    assert.deepEqual(rows("Code, Skills.Title FROM Worker", "2024-04-01", "2024-05-01"), [
      "a Welding",
      "a Wiring",
      "b -",
    ]);
  });

  test("promise an order only for a page", () => {
    const text = "SELECT Code FROM Worker";
    assert.deepEqual(evaluateQuery(smallWorkforce, text).freeRuns, [3]);
    const page = evaluateQuery(smallWorkforce, text, { listQueryOptions: { limit: 1, page: 1 } });
    assert.deepEqual(page, { header: ["Code"], rows: [["b"]] });
  });

  test("leave out the header and fill a column that nobody knows", () => {
    const listQueryOptions = { queryMode: "FILL", omitHeader: true, limit: 1 } as const;
    assert.deepEqual(evaluateQuery(smallWorkforce, "SELECT Nothing, Code FROM Worker", { listQueryOptions }), {
      header: undefined,
      rows: [[null, "a"]],
    });
  });

  test("fill a level of a dimension that nobody knows, under the path as written", () => {
    const query = 'SELECT level(Boss.Nowhere, "Place_0"), level(Place, "Place_0") FROM Worker';
    const listQueryOptions = { queryMode: "FILL", limit: 1 } as const;
    assert.deepEqual(evaluateQuery(smallWorkforce, query, { listQueryOptions }), {
      header: ["Boss.Nowhere", "Place"],
      rows: [[null, "South!"]],
    });
    assert.throws(() => evaluateQuery(smallWorkforce, query), /"Boss.Nowhere" cannot be resolved/);
  });

  test("put the lists of a snapshot one after the other, oldest first", () => {
    const periods = { until: readInstant("2024-06-01"), count: 2, length: 1, unit: "Month" } as const;
    const { rows: found, freeRuns } = evaluateSnapshot(smallWorkforce, "SELECT Code, Pay FROM Worker", periods);
    assert.deepEqual(found, [
      ["a", "100"],
      ["b", "90"],
      ["a", "150"],
      ["b", "90"],
    ]);
    assert.deepEqual(freeRuns, [2, 2]);
    const { rows: paged } = evaluateSnapshot(smallWorkforce, "SELECT Code, Pay FROM Worker", periods, { limit: 3 });
    assert.equal(paged.length, 3);
  });
});

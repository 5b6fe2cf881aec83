import assert from "node:assert/strict";
import { createModelSource } from "../../../../../src/languages/core/model/create-model-source.ts";
import { checkQueryText } from "../../../../../src/languages/sql-like/syntax.ts";
import { appendixMetrics, appendixObjects } from "../../../../support/appendix-model.ts";

/** The appendix model of a service that does not tell the levels of Location. */
const model = createModelSource(
  appendixObjects.map((object) => ({
    ...object,
    dimensions: object.dimensions.map((dimension) =>
      dimension.id === "Location" ? { ...dimension, levels: undefined } : dimension,
    ),
  })),
  appendixMetrics,
);

function problemsOf(level: string): string[] {
  const text = `SELECT ${level} FROM Employee WHERE Service_Time BETWEEN date("2024-01-01") AND date("2024-02-01")`;
  return checkQueryText(text, model).map(({ code, start, end }) => `${code} ${text.slice(start, end)}`);
}

suite("A level of a dimension", () => {
  test("is unknown when its dimension has others", () => {
    assert.deepEqual(problemsOf('level(Gender, "Country")'), ['SL307 "Country"']);
  });

  // Members name the level that they are on, but a level may be without members, so that theirs are not all there are.
  test("may be any while those of its dimension are not known", () => {
    assert.deepEqual(problemsOf('level(Location, "Country")'), []);
    assert.deepEqual(problemsOf('level(Direct_Manager.Location, "Country")'), []);
  });

  test("is better written by its id than by its depth, which may be any then too", () => {
    assert.deepEqual(problemsOf("level(Location, 7)"), ["SL703 7"]);
    assert.deepEqual(problemsOf("level(Gender, 7)"), ["SL307 7"]);
  });
});

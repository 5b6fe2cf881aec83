import assert from "node:assert/strict";
import { Type } from "typebox";
import { findResponseProblem, findSchemaProblem } from "../../../../src/client/text/schema-problem.ts";

const Report = Type.Object({
  state: Type.Union([Type.Literal("draft"), Type.Literal("published")]),
  parts: Type.Optional(Type.Array(Type.Object({ kind: Type.Enum(["chart", "table"]), width: Type.Integer() }))),
});

suite("what is wrong with a value", () => {
  test("of an answer is no word that an enumeration does not know yet", () => {
    assert.equal(findResponseProblem(Report, { state: "archived" }), undefined);
    assert.equal(findResponseProblem(Report, { state: "archived", parts: [{ kind: "map", width: 3 }] }), undefined);
  });

  test("of an answer is another type in place of a word, and whatever is wrong beside one", () => {
    assert.equal(findResponseProblem(Report, { state: 7 })?.instancePath, "/state");
    assert.equal(findResponseProblem(Report, {})?.instancePath, "");
    const beside = { state: "archived", parts: [{ kind: "map", width: "3" }] };
    assert.deepEqual(findResponseProblem(Report, beside), {
      instancePath: "/parts/0/width",
      message: "must be integer",
    });
  });

  test("of an argument is an unknown word, too", () => {
    assert.equal(findSchemaProblem(Report, { state: "draft" }), undefined);
    assert.equal(findSchemaProblem(Report, { state: "archived" })?.instancePath, "/state");
    const parts = findSchemaProblem(Report, { state: "draft", parts: [{ kind: "map", width: 3 }] });
    assert.deepEqual(parts, { instancePath: "/parts/0/kind", message: "must be one of chart, table" });
  });
});

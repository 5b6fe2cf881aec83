import assert from "node:assert/strict";
import { type FileProblem, problemsByField } from "../../../../src/features/composer/problems-model.ts";

const text = `{"job": {"tenants": [], "actions": [{"query": {"query": "SELECT \\"a\\"\\nFROM siet"}}, {"upsert": {"source": ""}}]}}`;

function problemAt(part: string, length = part.length): FileProblem {
  const start = text.indexOf(part);
  return { start, end: start + length, severity: "error", code: "SJ001", message: "Wrong." };
}

describe("problems of a job file", () => {
  it("belong to the field whose value they underline", () => {
    const [problem] = problemsByField(text, [problemAt('""')]);
    assert.deepEqual(problem?.path, ["job", "actions", 1, "upsert", "source"]);
    assert.equal(problem?.span, undefined);
  });

  it("have a span in the text of a string", () => {
    const [problem] = problemsByField(text, [problemAt("siet")]);
    assert.deepEqual(problem?.path, ["job", "actions", 0, "query", "query"]);
    const sql = 'SELECT "a"\nFROM siet';
    assert.equal(sql.slice(problem?.span?.start, problem?.span?.end), "siet");
  });

  it("of a name belong to its field, of a brace to the object", () => {
    const paths = problemsByField(text, [problemAt('"tenants"'), problemAt('{"upsert"', 1)]).map(({ path }) => path);
    assert.deepEqual(paths, [
      ["job", "tenants"],
      ["job", "actions", 1],
    ]);
  });

  it("stand in the order of the text, and at the root when the text is empty", () => {
    const [first] = problemsByField(text, [problemAt("siet"), problemAt('"tenants"')]);
    assert.deepEqual(first?.path, ["job", "tenants"]);
    assert.deepEqual(problemsByField("", [{ ...problemAt("siet"), start: 0, end: 0 }])[0]?.path, []);
  });
});

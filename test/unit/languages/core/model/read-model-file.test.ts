import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { readModelFile } from "../../../../../src/languages/core/model/read-model-file.ts";
import { lineAndColumnAt } from "../../../../../src/languages/core/text/locate.ts";
import { languageRuns, languageTimeoutMs } from "../../../../support/language-runs.ts";
import { modelFileOf } from "../../../../support/model-file-of.ts";

const good = JSON.stringify(modelFileOf({ "Employee.Location": ["EMEA", "EMEA.Spain"] }), undefined, 2);

/** The first problem as people read it, with the text it underlines. */
function firstOf(text: string): string {
  const { file, problems } = readModelFile(text);
  const [problem] = problems;
  assert.ok(problem, "there is a problem");
  assert.equal(file === undefined, problem.severity === "error");
  const { line, column } = lineAndColumnAt(text, problem.start);
  return `${line}:${column} ${text.slice(problem.start, problem.end)}: ${problem.message}`;
}

describe("a model file", () => {
  it("is read without a problem when it is right", () => {
    const { file, problems } = readModelFile(good);
    assert.deepEqual(problems, []);
    assert.deepEqual(file, JSON.parse(good));
  });

  it("is read as the documentation shows it", () => {
    const [, example = ""] = /```json\n([\s\S]*?)```/.exec(readFileSync("docs/model-files.md", "utf8")) ?? [];
    assert.deepEqual(readModelFile(example).problems, []);
  });

  const start = '{"workforceModel": 1,\n "metrics": [],\n "objects": [';
  const wrong: readonly (readonly [text: string, problem: RegExp])[] = [
    ["", /^1:1 : This is not JSON: /],
    ['{"workforceModel": 1,\n "objects": [}', /^2:14 }: This is not JSON: value expected\.$/],
    ["[]", /^1:1 \[\]: This is an array; an object is expected\.$/],
    ['{"workforceModel": 2, "objects": [], "metrics": []}', /^1:20 2: This may be 1\.$/],
    ['{"workforceModel": 1, "objects": []}', /^1:1 \{: The field "metrics" is missing\.$/],
    [`${start}{"id": "A"}]}`, /^3:14 \{: The field "kind" is missing\.$/],
    [`${start}{"id": "", "kind": "event"}]}`, /^3:21 "": This must not be empty\.$/],
    [`${start}{"id": "A", "kind": "table"}]}`, /^3:34 "table": This may be "subject", "event", "overlay"\.$/],
    [
      `${start}{"id": "A", "kind": "event", "color": 1}]}`,
      /^3:43 "color": There is no field "color" here; there are id, /,
    ],
    [`${start}{"id": "A", "kind": "event", "id": "B"}]}`, /^3:43 "id": "id" appears twice here\.$/],
    [`${start}{"id": "A", "kind": "event", "dataEnd": "soon"}]}`, /^3:54 "soon": Not a date and time; /],
    [
      `${start}{"id": "A", "kind": "event", "references": [{"id": "R", "target": "B"}]}]}`,
      /^3:80 "B": The file has no object "B"\.$/,
    ],
    [
      `${start}{"id": "A", "kind": "event"}, {"id": "A", "kind": "event"}]}`,
      /^3:51 "A": The id "A" appears twice here/,
    ],
  ];
  for (const [text, problem] of wrong) {
    it(`is told where it is wrong: ${text.replaceAll("\n", "")}`, () => {
      assert.match(firstOf(text), problem);
    });
  }

  it("never makes reading fail, however it was cut or changed", () => {
    fc.assert(
      fc.property(fc.nat(good.length), fc.nat(20), fc.string(), (at, length, text) => {
        const changed = good.slice(0, at) + text + good.slice(at + length);
        for (const { start, end } of readModelFile(changed).problems) {
          assert.ok(0 <= start && start <= end && end <= changed.length);
        }
      }),
      languageRuns("model files changed, read"),
    );
  }).timeout(languageTimeoutMs);
});

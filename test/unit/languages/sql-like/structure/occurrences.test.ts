import assert from "node:assert/strict";
import { namedItemAt, occurrencesOf } from "../../../../../src/languages/sql-like/structure/occurrences.ts";
import { cursorText } from "../../../../support/cursor-text.ts";

/** The part with what the thing at the cursor is named by in brackets. */
function occurrences(marked: string): string | undefined {
  const { part, offset } = cursorText(marked);
  const thing = namedItemAt(part, offset);
  if (!thing) {
    return undefined;
  }
  return occurrencesOf(part, thing).reduceRight(
    (text, { start, end }) => `${text.slice(0, start)}[${text.slice(start, end)}]${text.slice(end)}`,
    part.text,
  );
}

suite("Occurrences", () => {
  const cases: readonly (readonly [title: string, marked: string, found: string | undefined])[] = [
    [
      "of a path are those that lead to the same, with the object before it or without, in any letter case",
      "SELECT A|ge, Employee.age, Direct_Manager.Age FROM Employee WHERE AGE > 1",
      "SELECT [Age], Employee.[age], Direct_Manager.Age FROM Employee WHERE [AGE] > 1",
    ],
    [
      "of a reference are all paths through it",
      "SELECT Direct_Man|ager.Age, level(Direct_Manager.Gender, 'Gender') FROM Employee WHERE Age = 1",
      "SELECT [Direct_Manager].Age, level([Direct_Manager].Gender, 'Gender') FROM Employee WHERE Age = 1",
    ],
    [
      "of an object are FROM and the paths that begin with it",
      "SELECT Employee.Age FROM |Employee",
      "SELECT [Employee].Age FROM [Employee]",
    ],
    [
      "of a metric are its calls",
      "SELECT heads(), a FROM b WHERE |heads() > 1",
      "SELECT [heads](), a FROM b WHERE [heads]() > 1",
    ],
    [
      "of a label are where a clause that the language does not have refers to it",
      "SELECT a AS One, b AS Two FROM c ORDER BY |One, Two",
      "SELECT a AS [One], b AS Two FROM c ORDER BY [One], Two",
    ],
    ["of functions and texts there are none", "SELECT leve|l(a, 'b') FROM c", undefined],
  ];
  for (const [title, marked, found] of cases) {
    test(title, () => {
      assert.equal(occurrences(marked), found);
    });
  }
});

import assert from "node:assert/strict";
import { makeNamesUnique } from "../../../src/base/unique-names.ts";

suite("Unique names", () => {
  test("number what is taken, also by a number that was there before", () => {
    const cases: readonly (readonly [readonly string[], readonly string[]])[] = [
      [[], []],
      [
        ["a", "b"],
        ["a", "b"],
      ],
      [
        ["a", "a", "a"],
        ["a", "a (2)", "a (3)"],
      ],
      [
        ["a (2)", "a", "a"],
        ["a (2)", "a", "a (3)"],
      ],
      [
        ["a", "A", ""],
        ["a", "A", ""],
      ],
    ];
    for (const [names, unique] of cases) {
      assert.deepEqual(makeNamesUnique(names), unique);
    }
  });

  test("may ignore case and be numbered in another way", () => {
    const options = {
      ignoresCase: true,
      numbered: (name: string, number: number) => `${name}_${number}`,
    };
    assert.deepEqual(makeNamesUnique(["a", "A", "A_2", "a"], options), ["a", "A_2", "A_2_2", "a_3"]);
  });

  test("take a time that grows with their number alone", () => {
    const names = makeNamesUnique(Array.from({ length: 100_000 }, () => "a"));
    assert.equal(names.at(-1), "a (100000)");
  });
});

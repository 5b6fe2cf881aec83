import { deepEqual } from "node:assert/strict";
import { findDuplicates, readSource } from "../../scripts/duplicates.mjs";

describe("duplicates", () => {
  it("finds a run once, as long as it is, with its lines of both files", () => {
    const found = findDuplicates([
      readSource("a.ts", ["const a = 1;", ...numbered(10)].join("\n")),
      readSource("b.ts", ["", "  const b = 2;", ...numbered(10).map((line) => `  ${line}`), "end"].join("\n")),
    ]);
    deepEqual(found, [
      { one: { file: "a.ts", first: 2, last: 11 }, other: { file: "b.ts", first: 3, last: 12 }, length: 10 },
    ]);
  });

  it("takes eight equal lines, and not seven", () => {
    const lengthOf = (count: number) =>
      findDuplicates([
        readSource("a.ts", numbered(count).join("\n")),
        readSource("b.ts", numbered(count).join("\n")),
      ]).map((pair) => pair.length);
    deepEqual([lengthOf(7), lengthOf(8)], [[], [8]]);
  });

  it("passes over imports of one line and of many, and keeps the numbers of the lines behind them", () => {
    const imports = [...numbered(9).map((name) => `import { ${name} } from "./${name}.ts";`), "import {"];
    const head = [...imports, ...numbered(9).map((name) => `  ${name},`), '} from "./all.ts";'];
    const sources = ["a.ts", "b.ts"].map((file) => readSource(file, [...head, `const file = "${file}";`].join("\n")));
    deepEqual(findDuplicates(sources), []);
    deepEqual(sources[0]?.lines, [{ text: 'const file = "a.ts";', number: 21 }]);
  });

  it("pairs each place with each other, also inside one file", () => {
    const [first, second] = [numbered(8).join("\n"), ["between", ...numbered(8)].join("\n")];
    const found = findDuplicates([readSource("a.ts", `${first}\n${second}`), readSource("b.ts", first)]);
    deepEqual(found.map(({ one, other }) => `${one.file}:${one.first} ${other.file}:${other.first}`).sort(), [
      "a.ts:1 a.ts:10",
      "a.ts:1 b.ts:1",
      "a.ts:10 b.ts:1",
    ]);
  });
});

function numbered(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `line${index}`);
}

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { inputsOf, languageShares } from "../../run/language-shares.mjs";

const folder = "test/unit/languages";
const properties = Object.keys(languageShares) as (keyof typeof languageShares)[];

suite("The inputs of a soak", () => {
  test("are shared out whole", () => {
    assert.equal(
      properties.reduce((sum, property) => sum + inputsOf(property, 200_000), 0),
      200_000,
    );
  });

  test("go to one test for each share", () => {
    const texts = readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(".test.ts"))
      .map((name) => readFileSync(join(folder, name), "utf8"));
    const used = texts.flatMap((text) =>
      [...text.matchAll(/languageRuns\(\s*"([^"]*)"/g)].map(([, property]) => property),
    );
    assert.deepEqual(used.sort(), [...properties].sort());
  });
});

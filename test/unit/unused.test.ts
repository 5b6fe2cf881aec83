import assert from "node:assert/strict";
import { findUnused, withoutExports } from "../../scripts/unused.mjs";

const entry = { path: "src/main.ts", text: 'import { used } from "./parts.ts";\nused();\n' };

function findings(text: string, ...others: { path: string; text: string }[]) {
  return findUnused(
    [entry, { path: "src/parts.ts", text: `export function used() {}\n${text}` }, ...others],
    ["src/main.ts"],
  );
}

suite("exports that nobody imports", () => {
  test("are found by who uses the name", () => {
    assert.deepEqual(findings(""), []);
    assert.deepEqual(findings("export const lost = 1;"), [{ path: "src/parts.ts", name: "lost", users: "nobody" }]);
    assert.deepEqual(findings("export type Own = 1;\nconst own: Own = 1;\nused(own);"), [
      { path: "src/parts.ts", name: "Own", users: "own" },
    ]);
  });

  test("are found when only tests import the name, unless the file itself uses it", () => {
    const tests = { path: "test/parts.test.ts", text: 'import { tried } from "../src/parts.ts";' };
    const found = [{ path: "src/parts.ts", name: "tried", users: "tests" }];
    assert.deepEqual(findings("export function tried() {}", tests), found);
    assert.deepEqual(findings("export function tried() {}\ntried();", tests), []);
  });

  test("are used by a name that is passed on, by a type and by an import of everything", () => {
    const text = "export interface One {}\nexport interface Two {}\n";
    const passing = {
      path: "src/main.ts",
      text: 'export { One } from "./parts.ts";\nlet two: import("./parts.ts").Two;',
    };
    assert.deepEqual(findUnused([passing, { path: "src/parts.ts", text }], ["src/main.ts"]), []);
    const whole = { path: "src/main.ts", text: 'await import("./parts.ts");' };
    assert.deepEqual(findUnused([whole, { path: "src/parts.ts", text }], ["src/main.ts"]), []);
  });

  test("are found as a file that only tests import", () => {
    const tests = { path: "test/alone.test.ts", text: 'import "../src/alone.ts";' };
    assert.deepEqual(findings("", { path: "src/alone.ts", text: "export const alone = 1;" }, tests), [
      { path: "src/alone.ts", users: "file" },
    ]);
  });

  test("lose `export`, and nothing else of the text", () => {
    const text = "/** Kept. */\nexport const one = 1;\nexport function two() {}\nexport interface Three {}\n";
    assert.equal(
      withoutExports({ path: "src/parts.ts", text }, new Set(["one", "Three"])),
      "/** Kept. */\nconst one = 1;\nexport function two() {}\ninterface Three {}\n",
    );
  });
});

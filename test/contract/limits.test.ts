import assert from "node:assert/strict";
import { contract } from "../../src/contract/contract.ts";
import { type BodyLimits, limits, type ServiceLimit } from "../../src/contract/limits.ts";
import type { OperationDefinition } from "../../src/contract/operation.ts";
import { readOperations } from "./published-spec.ts";

/** Which bound of a body a published limit is. */
const boundOf: Readonly<Record<string, keyof BodyLimits>> = {
  "JSON batch size": "bytes",
  "JSON batch records": "rows",
  "File size per request": "bytes",
  "Upload file size": "bytes",
};

const units: Readonly<Record<string, number>> = { MB: 1024 ** 2, GB: 1024 ** 3, minutes: 60_000 };

/** For `JSON batch size: 10 MB` this is `{ bytes: "10 MB" }`; remarks in brackets are left out. */
function bodyLimitsOf(published: readonly string[]): Record<string, string> {
  const parts = published.map((text) => text.replace(/ \(.*\)$/, "").split(": ", 2));
  return Object.fromEntries(parts.flatMap(([name = "", text = ""]) => (boundOf[name] ? [[boundOf[name], text]] : [])));
}

function isLimit(value: ServiceLimit | Readonly<Record<string, ServiceLimit>>): value is ServiceLimit {
  return "text" in value;
}

suite("limits of the contract", () => {
  test("a row bounds its body as published, and no other row does", () => {
    const rows: Readonly<Record<string, OperationDefinition>> = contract;
    let bounded = 0;
    for (const { id, limits: published } of readOperations()) {
      const expected = bodyLimitsOf(published);
      const row = rows[id];
      if (row) {
        const actual = Object.entries(row.limits ?? {}).map(([name, { text }]) => [name, text]);
        assert.deepEqual(Object.fromEntries(actual), expected, id);
        bounded += actual.length;
      }
    }
    assert.equal(bounded, 4);
  });

  test("the text of a limit says its number", () => {
    const all = Object.values(limits).flatMap((entry) => (isLimit(entry) ? [entry] : Object.values(entry)));
    for (const { value, text } of all) {
      const [, number = "", unit = ""] = /^([\d,]+) (\w+)/.exec(text) ?? [];
      assert.equal(value, Number(number.replaceAll(",", "")) * (units[unit] ?? 1), text);
    }
  });
});

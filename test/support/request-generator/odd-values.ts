import type { Dice } from "../query-generator/dice.ts";

/** A text as it stands in JSON, so that it may be what `JSON.stringify` never writes: half a surrogate pair, a huge number. */
export type JsonText = string;

const oddJson: readonly JsonText[] = [
  "null",
  "true",
  "0",
  "-1",
  "1.5",
  "2147483648",
  "-2147483649",
  "9007199254740993",
  "9223372036854775807",
  "9223372036854775808",
  "-9223372036854775809",
  "1e308",
  "1e999",
  "-0",
  '""',
  '" "',
  '"\\u0000"',
  '"\\u0001\\u001f\\u007f"',
  '"\\ud800"',
  '"\\udfff\\ud800"',
  '"\\ud83d\\ude00"',
  '"\\u202e\\ufeff\\ufffe"',
  '"../../etc/passwd"',
  '"\'; DROP TABLE users; --"',
  '"%00%2f%c3%28"',
  '"${7*7}{{7*7}}"',
  '"2026-02-30T25:61:61Z"',
  '"9999999999999999999999"',
  '"00000000-0000-0000-0000-000000000000"',
  "[]",
  "{}",
  "[null]",
  "[[[[[[[[]]]]]]]]",
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"toString":1,"valueOf":null,"hasOwnProperty":[]}',
  '{"":{"":{"":""}}}',
  `"${"x".repeat(5000)}"`,
  `[${Array(2000).fill('"x"').join()}]`,
  `${"[".repeat(3000)}${"]".repeat(3000)}`,
  `${'{"a":'.repeat(500)}1${"}".repeat(500)}`,
];

const oddTexts: readonly string[] = [
  "",
  "0",
  "-1",
  "1.5",
  "2147483648",
  "9223372036854775808",
  "99999999999999999999999999",
  "NaN",
  "null",
  "true",
  "%",
  "%00",
  "%ff%fe",
  "%ed%a0%80",
  "%0d%0aX:%20y",
  "..%2f..%2fetc",
  "a%20b",
  "%F0%9F%98%80",
  "'%3B--",
  "x".repeat(400),
  "x".repeat(600),
];

/** Any value of JSON that a careful writer would not send. */
export function oddValue(dice: Dice): JsonText {
  return dice.pick(oddJson);
}

/** A text as it stands in an address, encoded or not. */
export function oddText(dice: Dice): string {
  return dice.pick(oddTexts);
}

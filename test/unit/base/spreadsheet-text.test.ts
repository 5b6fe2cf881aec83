import assert from "node:assert/strict";
import {
  formulaStartBytes,
  formulaTestSql,
  isFormulaLike,
  neutraliseFormulas,
  neutraliseFormulasSql,
} from "../../../src/base/spreadsheet-text.ts";
import { Database } from "../../../src/duckdb/database.ts";

/** Texts, and what becomes of them in CSV and TSV. */
const cases: readonly (readonly [text: string, neutral: string])[] = [
  ["", ""],
  ["Ada", "Ada"],
  ["0", "0"],
  ["-5", "-5"],
  ["+5", "+5"],
  ["-1.5e-3", "-1.5e-3"],
  ["-5a", "'-5a"],
  ["=1", "'=1"],
  ["+a", "'+a"],
  ["-a", "'-a"],
  ["@x", "'@x"],
  ["=", "'="],
  ["\uff1d1", "'\uff1d1"],
  ["\uff0b1", "'\uff0b1"],
  ["\uff0d1", "'\uff0d1"],
  ["\uff20x", "'\uff20x"],
  [" =1", "' =1"],
  ["\u00a0=1", "'\u00a0=1"],
  ["\ufeff=1", "'\ufeff=1"],
  ["\u200b\ufeff =1", "'\u200b\ufeff =1"],
  ["\tx", "'\tx"],
  ["\t=1", "'\t=1"],
  ["\r=1", "'\r=1"],
  ["\n=1", "'\n=1"],
  ["\r\n=1", "'\r\n=1"],
  [";=1", ";'=1"],
  ["a;=1", "a;'=1"],
  ["a; =1", "a; '=1"],
  ["a;;=1;@x", "a;;'=1;'@x"],
  ["a;\uff1d1", "a;'\uff1d1"],
  ["a\n=1", "a\n=1"],
  ["a;\n=1", "a;\n'=1"],
  ["a=1", "a=1"],
  ["a,=1", "a,=1"],
  ["a;b", "a;b"],
  ["a-b; c", "a-b; c"],
  [":x", ":x"],
  ["!x", "!x"],
  ["A", "A"],
  ["[x]", "[x]"],
  ["{x}", "{x}"],
  ["~", "~"],
  ["Zoë", "Zoë"],
  ["éa", "éa"],
  ["年", "年"],
  ["\uff1ca", "\uff1ca"],
  ["\u{1f600}", "\u{1f600}"],
  ["'=1", "'=1"],
];

suite("Texts that a spreadsheet would run", () => {
  test("get an apostrophe where a formula would begin, and nowhere else", () => {
    for (const [text, neutral] of cases) {
      assert.equal(neutraliseFormulas(text), neutral, JSON.stringify(text));
    }
  });

  test("are the same in SQL", async () => {
    const database = await Database.open(":memory:");
    try {
      const connection = await database.connect();
      for (const [text, neutral] of cases) {
        const sql = `SELECT ${neutraliseFormulasSql("x")} AS n, ${formulaTestSql("x")} AS b FROM (SELECT $1::VARCHAR AS x)`;
        const [row] = await connection.rows(sql, [text]);
        assert.deepEqual({ ...row }, { n: neutral, b: isFormulaLike(text) }, JSON.stringify(text));
      }
    } finally {
      database.close();
    }
  });

  test("begin with a byte that is known", () => {
    for (const [text] of cases.filter(([text]) => isFormulaLike(text))) {
      assert.ok(formulaStartBytes.includes(Buffer.from(text)[0] ?? -1), JSON.stringify(text));
    }
  });
});

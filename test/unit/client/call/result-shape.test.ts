import assert from "node:assert/strict";
import { readResultTable, tableOf } from "../../../../src/client/call/result-shape.ts";
import { MalformedError, StatusError } from "../../../../src/client/interface/errors.ts";
import type { StreamAnswer } from "../../../../src/client/interface/method.ts";
import { rejectionOf } from "../client-fixture.ts";

/** An answer whose body arrives in pieces of `size` bytes. */
function answer(text: string, contentType = "application/jsonlines", size = 3): StreamAnswer {
  const bytes = Buffer.from(text);
  async function* pieces() {
    for (let start = 0; start < bytes.length; start += size) {
      yield bytes.subarray(start, start + size);
    }
  }
  return { contentType, headers: {}, body: pieces() };
}

const operation = "querySqlLike";

suite("result shape", () => {
  test("reads JSON Lines whatever the pieces it comes in", async () => {
    const text = '["Name","Zahl"]\n["J\u00f6rg \ud83d\ude00\\nx","1"]\r\n[null,""]\n';
    for (const size of [1, 2, 3, 5, 1000]) {
      assert.deepEqual(await readResultTable(answer(text, "application/jsonlines", size), { operation }), {
        columns: ["Name", "Zahl"],
        rows: [
          ["J\u00f6rg \ud83d\ude00\nx", "1"],
          [null, ""],
        ],
        isTruncated: false,
      });
    }
  });

  test("reads header and rows in the order of their positions", async () => {
    const header = Object.fromEntries(Array.from({ length: 11 }, (_, index) => [String(index), `c${index}`]));
    const row = Object.fromEntries(Object.keys(header).map((key) => [key, `v${key}`]));
    const table = await readResultTable(answer(JSON.stringify({ rows: [row], header }), "application/json", 7), {
      operation,
    });
    assert.deepEqual(table.columns.slice(-2), ["c9", "c10"]);
    assert.deepEqual(table.rows[0]?.slice(-2), ["v9", "v10"]);
  });

  test("both shapes of one result give one table", async () => {
    const lines = await readResultTable(answer('["a","a"]\n["1","x"]'), { operation });
    const value = tableOf({ header: { "0": "a", "1": "a" }, rows: [{ "0": "1", "1": "x" }] });
    assert.deepEqual(lines, value);
  });

  test("names columns by position where the header was left out", async () => {
    const lines = await readResultTable(answer('["1","x"]\n'), { operation, hasHeader: false });
    assert.deepEqual(lines, { columns: ["0", "1"], rows: [["1", "x"]], isTruncated: false });
    assert.deepEqual(tableOf({ header: {}, rows: [{ "1": "x", "0": "1" }] }), lines);
  });

  test("stops reading at the most rows and says that there are more", async () => {
    let isEnded = false;
    async function* endless() {
      try {
        yield Buffer.from('["n"]\n');
        for (let n = 0; ; n++) {
          yield Buffer.from(`["${n}"]\n`);
        }
      } finally {
        isEnded = true;
      }
    }
    const source = { contentType: "application/jsonlines", headers: {}, body: endless() };
    const table = await readResultTable(source, { operation, maximumRows: 2 });
    assert.deepEqual(table, { columns: ["n"], rows: [["0"], ["1"]], isTruncated: true });
    assert.equal(isEnded, true);
    const whole = await readResultTable(answer('["n"]\n["0"]\n["1"]\n'), { operation, maximumRows: 2 });
    assert.equal(whole.isTruncated, false);
    assert.equal(tableOf({ header: { "0": "n" }, rows: [{ "0": "0" }, { "0": "1" }] }, 1).isTruncated, true);
  });

  test("an empty result has columns and no rows", async () => {
    assert.deepEqual(await readResultTable(answer('["n"]\n'), { operation }), {
      columns: ["n"],
      rows: [],
      isTruncated: false,
    });
  });

  test("a failure in place of the rows is a failure", async () => {
    const text = '{"error":{"errorCode":"Q","message":"No such metric"}}';
    for (const type of ["application/json", "application/jsonlines"]) {
      const error = await rejectionOf(readResultTable(answer(text, type), { operation }));
      assert.ok(error instanceof StatusError);
      assert.deepEqual([error.code, error.serverMessage], ["Q", "No such metric"]);
    }
  });

  test("anything else is malformed, and its text is not shown", async () => {
    const cases: readonly (readonly [string, string])[] = [
      ["", "application/jsonlines"],
      ['["a"]\n["private', "application/jsonlines"],
      ['["a"]\n["1","private"]\n', "application/jsonlines"],
      ['["a"]\n[{"b":"private"}]\n', "application/jsonlines"],
      ['"private"', "application/jsonlines"],
      ['{"rows":"private"}', "application/json"],
      ["a,b", "text/csv"],
    ];
    for (const [text, type] of cases) {
      const error = await rejectionOf(readResultTable(answer(text, type), { operation }));
      assert.ok(error instanceof MalformedError, text);
      assert.doesNotMatch(error.message, /private/);
    }
  });
});

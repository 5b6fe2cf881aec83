import assert from "node:assert/strict";
import { createRowCounter, limitRows, type RowFormat, RowLimitError } from "../../../src/host/row-counter.ts";

/** A body in pieces of a size, and whether it was closed before its end. */
function bodyOf(text: string, size: number) {
  const bytes = new TextEncoder().encode(text);
  const state = { isClosed: false };
  async function* body(): AsyncGenerator<Uint8Array> {
    let isWhole = false;
    try {
      for (let start = 0; start < bytes.length; start += size) {
        yield bytes.subarray(start, start + size);
      }
      isWhole = true;
    } finally {
      state.isClosed = !isWhole;
    }
  }
  return { body: body(), state };
}

/** What is left of a text, however it is cut in pieces, and whether there was more. */
async function limited(text: string, format: RowFormat, rowLimit: number): Promise<{ text: string; isCut: boolean }> {
  const results: { text: string; isCut: boolean; rows: number }[] = [];
  for (const size of [1, 2, 7, 1000]) {
    const { body, state } = bodyOf(text, size);
    const taken: Uint8Array[] = [];
    const counter = createRowCounter(format);
    let isCut = false;
    try {
      for await (const bytes of limitRows(body, counter, rowLimit)) {
        taken.push(bytes);
      }
    } catch (error) {
      assert.ok(error instanceof RowLimitError);
      assert.equal(error.rowLimit, rowLimit);
      isCut = true;
    }
    assert.equal(state.isClosed, isCut);
    results.push({ text: Buffer.concat(taken).toString(), isCut, rows: counter.rows });
  }
  const [first, ...others] = results;
  assert.ok(first);
  assert.ok(first.rows <= rowLimit && (!first.isCut || first.rows === rowLimit), `${first.rows} rows`);
  for (const other of others) {
    assert.deepEqual(other, first);
  }
  return { text: first.text, isCut: first.isCut };
}

describe("a body of JSON Lines with a row limit", () => {
  const rows = '["A"]\n["1"]\n["2"]\n["3"]\n';

  it("ends before the first row that is more, and closes what it is read from", async () => {
    assert.deepEqual(await limited(rows, "jsonLines", 2), { text: '["A"]\n["1"]\n["2"]\n', isCut: true });
  });

  it("is whole when it has no more rows than the limit, with or without an end of the last line", async () => {
    assert.deepEqual(await limited(rows, "jsonLines", 3), { text: rows, isCut: false });
    assert.deepEqual(await limited(rows.trim(), "jsonLines", 3), { text: rows.trim(), isCut: false });
    assert.deepEqual(await limited(rows.trim(), "jsonLines", 2), { text: '["A"]\n["1"]\n["2"]\n', isCut: true });
  });

  it("counts no blank lines", async () => {
    const spaced = '["A"]\r\n\r\n["1"]\r\n\n["2"]\r\n\r\n';
    assert.deepEqual(await limited(spaced, "jsonLines", 2), { text: spaced, isCut: false });
    assert.deepEqual(await limited(`${spaced}["3"]`, "jsonLines", 2), { text: spaced, isCut: true });
  });

  it("is whole when it is empty", async () => {
    assert.deepEqual(await limited("", "jsonLines", 1), { text: "", isCut: false });
  });
});

describe("a table with a row limit", () => {
  const table = '{"header": {"0": "rows", "1": "{[\\"}"},\n "rows": [{"0": "{", "1": "\\\\"}, {"0": "]"}, {"0": "3"}]}';

  it("ends before the first row that is more", async () => {
    const { text, isCut } = await limited(table, "jsonTable", 2);
    assert.equal(isCut, true);
    assert.equal(text, table.slice(0, table.indexOf('{"0": "3"}')));
  });

  it("is whole when it has no more rows than the limit", async () => {
    assert.deepEqual(await limited(table, "jsonTable", 3), { text: table, isCut: false });
  });

  it("leaves an answer of another form alone", async () => {
    const cells = '{"cells":[{"value":1},{"value":2}],"axes":[{"rows":[{},{}]},{}]}';
    assert.deepEqual(await limited(cells, "jsonTable", 1), { text: cells, isCut: false });
  });
});

describe("CSV with a row limit", () => {
  const text = 'a,b\r\n1,"x\n""y"", z"\n\r\n\n,""\r\n"3",4';

  it("ends before the first row that is more, line ends in quotes and blank lines aside", async () => {
    assert.deepEqual(await limited(text, "csv", 2), { text: text.slice(0, text.indexOf('"3"')), isCut: true });
    assert.deepEqual(await limited(text, "csvWithoutHeader", 1), { text: "a,b\r\n", isCut: true });
  });

  it("is whole when it has no more rows than the limit", async () => {
    assert.deepEqual(await limited(text, "csv", 3), { text, isCut: false });
    assert.deepEqual(await limited(`${text}\r\n\r\n`, "csvWithoutHeader", 4), {
      text: `${text}\r\n\r\n`,
      isCut: false,
    });
  });

  it("counts a blank line where a row has one value, which is missing", async () => {
    assert.deepEqual(await limited("a\n\n1\n\n2\n", "csv", 3), { text: "a\n\n1\n\n", isCut: true });
    assert.deepEqual(await limited('"a,b"\n\n1\n', "csv", 2), { text: '"a,b"\n\n1\n', isCut: false });
  });

  it("is whole when it is empty or has a header only", async () => {
    assert.deepEqual(await limited("", "csv", 1), { text: "", isCut: false });
    assert.deepEqual(await limited("a,b", "csv", 1), { text: "a,b", isCut: false });
  });
});

import assert from "node:assert/strict";
import { csvLines, FileProblem } from "../../../../src/features/table-sources/csv-lines-model.ts";

async function* inPieces(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) {
    yield bytes.subarray(at, at + size);
  }
}

async function read(text: string, size = 1000) {
  return await readAll(inPieces(text, size));
}

async function readAll(pieces: AsyncIterable<Uint8Array>) {
  const rows: (readonly [number, ...(string | null)[]])[] = [];
  for await (const { line, cells } of csvLines(pieces)) {
    rows.push([line, ...cells]);
  }
  return rows;
}

suite("rows of a CSV file", () => {
  const text = 'a,"b ""c""",\n\n"two\nlines",,"x,y"\nné,\u{1F600},""\nlast,,"z",';

  test("tell an empty text from nothing, and count the lines within quotes", async () => {
    assert.deepEqual(await read(text), [
      [1, "a", 'b "c"', null],
      [3, "two\nlines", null, "x,y"],
      [5, "né", "\u{1F600}", ""],
      [6, "last", null, "z", null],
    ]);
  });

  test("are the same however the bytes come", async () => {
    const whole = await read(text);
    for (const size of [1, 2, 3, 7, 16]) {
      assert.deepEqual(await read(text, size), whole, `pieces of ${size}`);
    }
  });

  test("end with a problem that names the line where a quote is not closed or followed by text", async () => {
    await assert.rejects(read('a\n"b\n'), /Line 2 begins a row with a quote that is not closed/);
    await assert.rejects(read('a\nb\n"c"d\n'), /Line 3 begins a row in which text follows/);
  });

  test("end with a problem where the bytes are not UTF-8, and tell nothing of them", async () => {
    async function* latin() {
      yield Buffer.from("name\nAda\n");
      yield Buffer.from([0x52, 0xe9, 0x0a]);
    }
    await assert.rejects(
      readAll(latin()),
      (error) => error instanceof FileProblem && /Line 3 .* not UTF-8/.test(error.message),
    );
  });
});

import assert from "node:assert/strict";
import { parseCsvOutput } from "../../../../src/client/sql/csv-output.ts";

/** A body whose pieces are of so many bytes. */
async function* bodyOf(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += size) {
    yield bytes.subarray(start, start + size);
  }
}

async function collect<Item>(all: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = [];
  for await (const item of all) {
    found.push(item);
  }
  return found;
}

const text = 'a,b\r\n1,"x ""y"", z"\n,""\n"line\nend",ä😀\n9203817354237048492,';
const rows = [
  ["a", "b"],
  ["1", 'x "y", z'],
  [null, ""],
  ["line\nend", "ä😀"],
  ["9203817354237048492", null],
];

suite("CSV outputs", () => {
  test("are read exactly wherever their pieces end, missing values apart from empty ones", async () => {
    for (const size of [1, 2, 3, 7, 1000]) {
      assert.deepEqual(await collect(parseCsvOutput(bodyOf(text, size))), rows, `pieces of ${size} bytes`);
    }
  });
});

import assert from "node:assert/strict";
import { csvAsJsonLines, csvOutputRows } from "../../../../src/client/sql/csv-output.ts";

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
      assert.deepEqual(await collect(csvOutputRows(bodyOf(text, size))), rows, `pieces of ${size} bytes`);
    }
  });

  test("become lines of JSON, a line of names first", async () => {
    const outcome = { rows: 0, isCut: false };
    const limits = { hasHeader: true, rowLimit: Number.POSITIVE_INFINITY };
    const pieces = await collect(csvAsJsonLines(bodyOf(text, 5), limits, outcome));
    const lines = Buffer.concat(pieces).toString().trimEnd().split("\n");
    assert.deepEqual(
      lines.map((line) => JSON.parse(line)),
      rows,
    );
    assert.deepEqual(outcome, { rows: 4, isCut: false });
  });

  test("without a header have columns by their positions, and are cut at the row limit", async () => {
    const outcome = { rows: 0, isCut: false };
    const pieces = await collect(csvAsJsonLines(bodyOf("1,2\n3,4\n", 3), { hasHeader: false, rowLimit: 1 }, outcome));
    assert.equal(Buffer.concat(pieces).toString(), '["_c0","_c1"]\n["1","2"]\n');
    assert.deepEqual(outcome, { rows: 1, isCut: true });
  });
});

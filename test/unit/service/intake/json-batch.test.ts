import assert from "node:assert/strict";
import fc from "fast-check";
import { limits } from "../../../../src/contract/limits.ts";
import { JsonBatchProblem, JsonBatchReader } from "../../../../src/service/intake/json-batch.ts";

/** Cells as they are written in JSON, with the CSV fields that they become. */
const cells: readonly (readonly [json: string, csv: string])[] = [
  ['"A"', "A"],
  ['""', ""],
  ['" a "', " a "],
  ['"a, b"', '"a, b"'],
  ['"null"', "null"],
  ['"[1],[2]"', '"[1],[2]"'],
  ['"\\"q\\""', '"""q"""'],
  ['"\\u00eb\\n"', '"ë\n"'],
  ['"ë 漢 😀"', "ë 漢 😀"],
  ["1", "1"],
  ["-0.50", "-0.50"],
  ["9203817354237048492.00000000000000000001", "9203817354237048492.00000000000000000001"],
  ["1e-7", "1e-7"],
  ["true", "true"],
  ["false", "false"],
  ["null", ""],
];

async function read(pieces: readonly Uint8Array[]): Promise<{ readonly csv: string; readonly rows: number }> {
  async function* body() {
    yield* pieces;
  }
  const reader = new JsonBatchReader(limits.jsonBatchRows);
  let csv = "";
  for await (const piece of reader.read(body())) {
    csv += Buffer.from(piece).toString();
  }
  return { csv, rows: reader.rows };
}

/** Cuts bytes into pieces of at most so many. */
function cut(bytes: Uint8Array, size: number): Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, piece) =>
    bytes.subarray(piece * size, (piece + 1) * size),
  );
}

suite("a JSON batch", () => {
  test("becomes CSV, however its bytes arrive", async () => {
    const space = fc.constantFrom("", "", " ", "\n", "\r\n\t", "  ");
    const cell = fc.tuple(space, fc.constantFrom(...cells), space);
    const batch = fc.integer({ min: 1, max: 4 }).chain((width) =>
      fc.record({
        header: fc.constant(Array.from({ length: width }, (_, column) => `C${column}`)),
        rows: fc.array(fc.tuple(space, fc.array(cell, { minLength: width, maxLength: width }), space), {
          maxLength: 12,
        }),
        size: fc.integer({ min: 1, max: 40 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(batch, async ({ header, rows, size }) => {
        const written = rows.map(([before, row, after]) => {
          const inner = row.map(([left, [json], right]) => left + json + right);
          return `${before}[${inner.join(",")}]${after}`;
        });
        const bytes = Buffer.from(` [${[JSON.stringify(header), ...written].join(",")}] `);
        const fields = [header, ...rows.map(([, row]) => row.map(([, [, field]]) => field))];
        const csv = fields.map((row) => `${row.join(",")}\n`).join("");
        for (const each of [bytes.length, size, 1]) {
          assert.deepEqual(await read(cut(bytes, each)), { csv, rows: rows.length }, `in pieces of ${each}`);
        }
      }),
      { numRuns: 200, seed: 17 },
    );
  });

  test("that is wrong is refused with its row, however its bytes arrive", async () => {
    const wrong: readonly (readonly [rows: string, message: RegExp])[] = [
      ['["a","b"],["a"]', /1 cell in row 2, but 2/],
      ['["a","b"],["a","b","c"]', /3 cells in row 2, but 2/],
      ['["a",01]', /no text, number, true, false or null in row 1/],
      ['["a","b"],["a",nul]', /no text, number, true, false or null in row 2/],
      ['["a","line\nbreak"]', /a text that is not JSON in row 1/],
      ['["a","\\x"]', /a text that is not JSON in row 1/],
      ['["a" "b"]', /no array of rows of cells in row 1/],
      ['["a",]', /no array of rows of cells in row 1|no text, number, true, false or null in row 1/],
      ['["a","b"]["a","b"]', /no array of rows of cells in row 2/],
      ['["a","b"],', /no array of rows of cells in row 2/],
    ];
    for (const [rows, message] of wrong) {
      const bytes = Buffer.from(`[["A","B"],${rows}]`);
      for (const size of [bytes.length, 7, 1]) {
        await assert.rejects(read(cut(bytes, size)), (error) => {
          assert.ok(error instanceof JsonBatchProblem);
          assert.match(error.message, message);
          return true;
        });
      }
    }
  });
});

import assert from "node:assert/strict";
import fc from "fast-check";
import { InvalidArgumentsError } from "../../../../src/client/interface/errors.ts";
import {
  type JsonBatch,
  type JsonBatchOptions,
  splitIntoJsonBatches,
} from "../../../../src/client/upload/json-batches.ts";
import { rejectionOf } from "../client-fixture.ts";

async function all(header: string[], rows: Iterable<unknown[]>, options?: JsonBatchOptions): Promise<JsonBatch[]> {
  const batches: JsonBatch[] = [];
  for await (const batch of splitIntoJsonBatches(header, rows, options)) {
    batches.push(batch);
  }
  return batches;
}

const bound = (bytes: number, rows: number) => ({
  bytes: { value: bytes, text: `${bytes} bytes` },
  rows: { value: rows, text: `${rows} rows` },
});

suite("JSON batches", () => {
  test("repeats the header row in each batch and counts sequence and rows on", async () => {
    const rows = [["1"], ["2"], ["3"], ["4"], ["5"]];
    const batches = await all(["id"], rows, { limits: bound(1000, 2), firstSequence: 7 });
    assert.deepEqual(batches, [
      { sequence: 7, body: [["id"], ["1"], ["2"]], bytes: 20, firstRow: 1 },
      { sequence: 8, body: [["id"], ["3"], ["4"]], bytes: 20, firstRow: 3 },
      { sequence: 9, body: [["id"], ["5"]], bytes: 14, firstRow: 5 },
    ]);
  });

  test("goes on in the middle of the rows with their numbers", async () => {
    const batches = await all(["id"], [["3"], ["4"]], { limits: bound(1000, 1), firstSequence: 2, firstRow: 3 });
    assert.deepEqual(
      batches.map(({ sequence, firstRow }) => [sequence, firstRow]),
      [
        [2, 3],
        [3, 4],
      ],
    );
    const error = await rejectionOf(all(["id"], [["3"], ["long"]], { limits: bound(16, 1), firstRow: 3 }));
    assert.match(String(error), /row 4 with its header row is larger/);
  });

  test("fills a batch to its last byte and not beyond", async () => {
    // `[["id"],["1"],["2"]]` has 20 bytes.
    const rows = [["1"], ["2"], ["3"]];
    const lengths = async (bytes: number) =>
      (await all(["id"], rows, { limits: bound(bytes, 100) })).map(({ body }) => body.length - 1);
    assert.deepEqual(await lengths(20), [2, 1]);
    assert.deepEqual(await lengths(19), [1, 1, 1]);
  });

  test("cuts where the service's own limits are, each value counted as it is sent", async () => {
    const long = "é".repeat(500_000);
    const batches = await all(
      ["a"],
      Array.from({ length: 11 }, () => [long]),
    );
    assert.deepEqual(
      batches.map(({ body }) => body.length - 1),
      [10, 1],
    );
    const many = await all(
      ["a"],
      Array.from({ length: 300_001 }, () => [1]),
    );
    assert.deepEqual(
      many.map(({ body }) => body.length - 1),
      [300_000, 1],
    );
  });

  test("gives no batch for no rows", async () => {
    assert.deepEqual(await all(["id"], []), []);
  });

  test("names the number of a row that fits in no batch, never its values", async () => {
    const rows = [["1"], ["secret-value"], ["3"]];
    const error = await rejectionOf(all(["id"], rows, { limits: bound(20, 100) }));
    assert.ok(error instanceof InvalidArgumentsError);
    assert.match(error.message, /row 2 with its header row is larger than the limit of 20 bytes; shorten/);
    assert.doesNotMatch(error.message, /secret/);
  });

  test("refuses a sequence number that the service cannot hold", async () => {
    const batches = splitIntoJsonBatches(["id"], [["1"], ["2"]], {
      limits: bound(1000, 1),
      firstSequence: 2 ** 32 - 1,
    });
    assert.equal((await batches.next()).value?.sequence, 2 ** 32 - 1);
    const error = await rejectionOf(batches.next());
    assert.ok(error instanceof InvalidArgumentsError);
    assert.equal(error.field, "query.sequence");
  });

  test("asks for rows only as batches are taken", async () => {
    let asked = 0;
    const rows = function* () {
      for (;;) {
        asked++;
        yield ["1"];
      }
    };
    const batches = splitIntoJsonBatches(["id"], rows(), { limits: bound(1000, 3) });
    await batches.next();
    assert.equal(asked, 4);
    await batches.return();
  });

  test("keeps every row in its order, within both limits, and counts bytes as JSON has them", async () => {
    const cell = fc.oneof(fc.string({ unit: "binary" }), fc.double(), fc.boolean(), fc.constant(null));
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(cell, { maxLength: 4 }), { maxLength: 40 }),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 250, max: 600 }),
        async (rows, maximumRows, maximumBytes) => {
          const header = ["a", "ü"];
          const fitting = rows.filter((row) => Buffer.byteLength(JSON.stringify([header, row])) <= maximumBytes);
          const batches = await all(header, fitting, { limits: bound(maximumBytes, maximumRows) });
          for (const { body, bytes } of batches) {
            assert.equal(bytes, Buffer.byteLength(JSON.stringify(body)));
            assert.ok(bytes <= maximumBytes && body.length > 1 && body.length - 1 <= maximumRows);
            assert.deepEqual(body[0], header);
          }
          assert.deepEqual(
            batches.flatMap(({ body }) => body.slice(1)),
            fitting,
          );
          assert.deepEqual(
            batches.map(({ firstRow }) => firstRow),
            batches.map((_, index) => 1 + batches.slice(0, index).reduce((sum, { body }) => sum + body.length - 1, 0)),
          );
        },
      ),
    );
  });
});

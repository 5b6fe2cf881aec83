import assert from "node:assert/strict";
import { BufferPool, LineBuffer } from "../../../../src/results/ingest/line-buffer.ts";

const text = (bytes: Uint8Array | undefined) => bytes && Buffer.from(bytes).toString();

suite("The buffers of a body", () => {
  test("gives out again what came back, also as a part of it", () => {
    const pool = new BufferPool(100);
    const first = pool.take();
    pool.give(first.subarray(10, 20));
    const again = pool.take();
    assert.equal(again.buffer, first.buffer);
    assert.equal(again.length, 100);
  });

  test("never gives out what is still held", () => {
    const pool = new BufferPool(100);
    assert.notEqual(pool.take().buffer, pool.take().buffer);
  });

  test("leaves alone what it did not give", () => {
    const pool = new BufferPool(100);
    pool.give(new Uint8Array(200));
    assert.equal(pool.take().length, 100);
  });

  test("holds lines that are longer than a buffer", () => {
    const lines = new LineBuffer(new BufferPool(8));
    lines.push(Buffer.from("a\nlonger than"));
    lines.push(Buffer.from(" a buffer\nrest"));
    assert.equal(text(lines.takeLine()), "a");
    assert.equal(text(lines.takeLines()), "longer than a buffer\n");
    assert.equal(text(lines.takeRest()), "rest");
  });

  test("keeps the chunk apart from the line that is read from it", () => {
    const lines = new LineBuffer(new BufferPool(64));
    const chunk = Buffer.from("one\ntwo\n");
    lines.push(chunk);
    chunk.fill(0);
    assert.equal(text(lines.takeLines()), "one\ntwo\n");
  });
});

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { type BodyPipe, encodeFrameHeader, FrameReader, sendResultBody } from "../../../src/protocol/body-frames.ts";

const run = promisify(execFile);

/** Reads bytes in pieces of `size` and gives each body's bytes and end. */
function read(bytes: Uint8Array, size: number): Record<string, string> {
  const bodies: Record<string, string> = {};
  const reader = new FrameReader(({ kind, resultId, payload }) => {
    bodies[resultId] = (bodies[resultId] ?? "") + (kind === "data" ? Buffer.from(payload).toString() : `<${kind}>`);
  });
  for (let start = 0; start < bytes.length; start += size) {
    reader.push(bytes.subarray(start, start + size));
  }
  return bodies;
}

/** A pipe that remembers, and answers a write in a later turn. */
function createPipe(): BodyPipe & { readonly written: Uint8Array[] } {
  const written: Uint8Array[] = [];
  return {
    written,
    write: (bytes, onWritten) => {
      written.push(bytes);
      setImmediate(onWritten);
      return true;
    },
    cork: () => undefined,
    uncork: () => undefined,
  };
}

async function* body(...parts: string[]): AsyncGenerator<Uint8Array> {
  for (const part of parts) {
    yield Buffer.from(part);
  }
}

suite("The body pipe", () => {
  test("keeps bodies apart that are sent at once, in pieces of any size", async () => {
    const pipe = createPipe();
    await Promise.all([
      sendResultBody(pipe, "one", body("a", "bc", "", "d")),
      sendResultBody(pipe, "zwölf", body("1", "23")),
    ]);
    const bytes = Buffer.concat(pipe.written);
    for (const size of [1, 2, 5, 1000]) {
      assert.deepEqual(read(bytes, size), { one: "abcd<end>", zwölf: "123<end>" });
    }
  });

  test("keeps no chunk once it is written, also of a body that can be stopped", async function () {
    // Building and starting the program is what takes time, and more of it beside other work.
    this.timeout(120_000);
    const folder = await mkdtemp(join(tmpdir(), "workforce-chunks-"));
    try {
      const program = join(folder, "kept-chunks.js");
      const entryPoints = ["test/support/kept-chunks.ts"];
      await build({ entryPoints, outfile: program, bundle: true, platform: "node", format: "cjs" });
      const { stdout } = await run(process.execPath, ["--expose-gc", program]);
      const { chunks, most } = JSON.parse(stdout) as { chunks: number; most: number };
      assert.equal(chunks, 100);
      assert.ok(most > 0 && most < 10, `${most} chunks were kept`);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("marks a body that fails or is stopped as cut", async () => {
    const pipe = createPipe();
    async function* failing(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("a");
      throw new Error("lost");
    }
    await assert.rejects(sendResultBody(pipe, "lost", failing()), /lost/);
    const controller = new AbortController();
    async function* endless(): AsyncGenerator<Uint8Array> {
      yield Buffer.from("b");
      controller.abort(new Error("stopped"));
      await new Promise(() => undefined);
    }
    await assert.rejects(sendResultBody(pipe, "stopped", endless(), controller.signal), /stopped/);
    assert.deepEqual(read(Buffer.concat(pipe.written), 3), { lost: "a<cut>", stopped: "b<cut>" });
  });

  test("refuses a frame it does not know and an id without text", () => {
    assert.throws(() => read(Uint8Array.of(9, 1, 0, 0, 0, 0, 65), 7), /Unknown frame/);
    assert.throws(() => encodeFrameHeader("data", "", 1), RangeError);
  });
});

import assert from "node:assert/strict";
import { once } from "node:events";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type RowRangeWriter, writeTextFileRanges } from "../../../../src/results/export/export-text.ts";
import { ResultStore } from "../../../../src/results/store/result-store.ts";
import { withFolder } from "../worker-process.ts";

interface Writing {
  readonly path: string;
  /** Writes pieces to the path; they are texts of their own unless told otherwise. */
  run(pieces: readonly string[], write?: RowRangeWriter<string>, signal?: AbortSignal): Promise<void>;
  /** Files that are left of pieces. */
  left(): Promise<string[]>;
}

const never = new AbortController().signal;
const writeText: RowRangeWriter<string> = (_, piece, temporaryPath) => writeFile(temporaryPath, piece);

async function writing(work: (tools: Writing) => Promise<void>): Promise<void> {
  await withFolder(async (folder) => {
    const store = await ResultStore.open({ folder: join(folder, "spool") }, () => undefined);
    const path = join(folder, "out");
    try {
      await work({
        path,
        run: (pieces, write = writeText, signal = never) => writeTextFileRanges(store, pieces, write, path, signal),
        left: () => readdir(join(folder, "spool", "temporary")),
      });
    } finally {
      await store.end();
    }
  });
}

suite("Pieces of a text", () => {
  test("are joined in their order, whichever is written first, and no more than two wait", async () => {
    await writing(async ({ path, run, left }) => {
      let waiting = 0;
      const pieces = Array.from({ length: 9 }, (_, index) => `${index};`);
      await run(pieces, async (_, piece, temporaryPath) => {
        waiting = Math.max(waiting, (await left()).length);
        await new Promise((resolve) => setTimeout(resolve, piece === "2;" ? 60 : 5));
        await writeFile(temporaryPath, piece);
      });
      assert.equal(await readFile(path, "utf8"), pieces.join(""));
      assert.deepEqual(await left(), []);
      assert.ok(waiting <= 2, String(waiting));
    });
  });

  test("are all gone when one fails, and the others are stopped", async () => {
    await writing(async ({ run, left }) => {
      const written: string[] = [];
      let begin = () => {};
      const begun = new Promise<void>((resolve) => (begin = resolve));
      const failing = run(["a", "b", "c", "d"], async (_, piece, temporaryPath, signal) => {
        written.push(piece);
        await writeFile(temporaryPath, piece);
        if (piece === "b") {
          await begun;
          throw new Error("It cannot be written.");
        }
        if (piece === "c") {
          begin();
          await once(signal, "abort");
          signal.throwIfAborted();
        }
      });
      await assert.rejects(failing, ({ cause }: Error) => /It cannot be written/.test(String(cause)));
      assert.deepEqual(written, ["a", "b", "c"]);
      assert.deepEqual(await left(), []);
    });
  });

  test("are gone when they are stopped", async () => {
    await writing(async ({ run, left }) => {
      const controller = new AbortController();
      const stopping = run(
        ["a", "b", "c"],
        async (connection, _, temporaryPath, signal) => {
          controller.abort();
          await connection.run(
            `COPY (SELECT range FROM range(100000000)) TO '${temporaryPath}' (FORMAT csv)`,
            [],
            signal,
          );
        },
        controller.signal,
      );
      await assert.rejects(stopping, /cancelled/);
      assert.deepEqual(await left(), []);
    });
  });
});

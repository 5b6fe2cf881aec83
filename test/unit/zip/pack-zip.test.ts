import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { createReadStream, type ReadStream } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { packZip } from "../../../src/zip/pack-zip.ts";
import { readZip } from "../../../src/zip/read-zip.ts";
import { pieces } from "../client/byte-sources.ts";
import { bytesOf } from "../client/client-fixture.ts";

const mtime = new Date(2026, 0, 1);

suite("packing a ZIP archive", () => {
  let folder: string;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-zip-"));
  });
  teardown(() => rm(folder, { recursive: true, force: true }));

  test("takes streams and other sources of bytes, one after the other", async () => {
    const path = join(folder, "a");
    await writeFile(path, "1\n");
    const zip = packZip([
      { name: "a.csv", mtime, size: 2, open: () => createReadStream(path) },
      { name: "b/c.csv", mtime, open: () => pieces("2", "\n") },
    ]);
    const content: [string, string][] = [];
    for await (const { name, open } of readZip(await bytesOf(zip))) {
      content.push([name, (await bytesOf(open())).toString()]);
    }
    assert.deepEqual(content, [
      ["a.csv", "1\n"],
      ["b/c.csv", "2\n"],
    ]);
  });

  test("closes the stream that is open when the reader leaves", async () => {
    const path = join(folder, "a");
    await writeFile(path, randomBytes(4 << 20));
    const opened: ReadStream[] = [];
    const open = () => {
      const stream = createReadStream(path);
      opened.push(stream);
      return stream;
    };
    for (const piecesToRead of [1, 5]) {
      let read = 0;
      for await (const _ of packZip([{ name: "a.csv", mtime, open }])) {
        read++;
        if (read === piecesToRead) {
          break;
        }
      }
    }
    assert.deepEqual(
      opened.map(({ destroyed }) => destroyed),
      [true, true],
    );
  });

  test("fails as the file that is gone does", async () => {
    const zip = packZip([
      { name: "a.csv", mtime, open: () => pieces("1\n") },
      { name: "b.csv", mtime, open: () => createReadStream(join(folder, "gone")) },
    ]);
    await assert.rejects(bytesOf(zip), { code: "ENOENT" });
  });
});

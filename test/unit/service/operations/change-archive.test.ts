import assert from "node:assert/strict";
import { readChangeArchive, writeChangeArchive } from "../../../../src/service/operations/change-archive.ts";
import { zipOf } from "../../../support/zip-of.ts";

const version = { id: "v-1", name: "First", versionNumber: 1 };
const change = (id: string, name = `Change ${id}`) => ({ id, name, description: 'Ä, "quoted"' });

async function written(...changes: ReturnType<typeof change>[][]): Promise<Buffer> {
  const versions = changes.map((ofVersion, index) => ({
    version: { ...version, id: `v-${index}`, versionNumber: index + 1 },
    changes: ofVersion,
  }));
  const chunks: Uint8Array[] = [];
  for await (const chunk of writeChangeArchive(versions)) {
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The bytes as they may come over the wire: in pieces that end anywhere. */
async function* inPieces(bytes: Buffer, size = 7): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) {
    yield bytes.subarray(start, start + size);
  }
}

suite("the archive of changes", () => {
  test("gives back what was written, in order", async () => {
    const bytes = await written([change("b"), change("a")], [change("c")]);
    assert.deepEqual(await readChangeArchive(inPieces(bytes)), [change("b"), change("a"), change("c")]);
  });

  test("has the same bytes for the same versions", async () => {
    assert.deepEqual(await written([change("a")]), await written([change("a")]));
  });

  test("gives a change that two versions have once", async () => {
    const bytes = await written([change("a"), change("b")], [change("a")]);
    assert.deepEqual(
      (await readChangeArchive(inPieces(bytes))).map(({ id }) => id),
      ["a", "b"],
    );
  });

  test("is read past other entries and without their fields", async () => {
    const content = JSON.stringify({ versions: [{ changes: [{ ...change("a"), image: "a.png" }] }], more: 1 });
    const bytes = await zipOf({ "images/a.png": "bytes", "changes.json": content });
    assert.deepEqual(await readChangeArchive(inPieces(bytes)), [change("a")]);
  });

  test("is refused when its bytes are damaged anywhere in the content", async () => {
    const bytes = await written([change("a")]);
    const damaged = Buffer.from(bytes);
    damaged[60] = (damaged[60] ?? 0) ^ 0xff;
    await assert.rejects(readChangeArchive(inPieces(damaged)), { code: "ARCHIVE_UNREADABLE", status: 400 });
    // The CRC of the entry, in the directory at the end of the archive (APPNOTE 4.3.12).
    const directory = bytes.lastIndexOf(Buffer.from("PK\x01\x02"));
    assert.ok(directory > 0);
    const wrongSum = Buffer.from(bytes);
    wrongSum.writeUInt32LE((bytes.readUInt32LE(directory + 16) ^ 1) >>> 0, directory + 16);
    await assert.rejects(readChangeArchive(inPieces(wrongSum)), { code: "ARCHIVE_UNREADABLE", status: 400 });
    await assert.rejects(readChangeArchive(inPieces(bytes.subarray(0, 100))), { code: "ARCHIVE_UNREADABLE" });
  });

  test("says what to send in its place, and nothing of what was sent", async () => {
    const bytes = await zipOf({ "changes.json": '{"salary": 1234567' });
    await assert.rejects(readChangeArchive(inPieces(bytes)), (error: Error) => {
      assert.match(error.message, /export production versions/);
      assert.doesNotMatch(error.message, /1234567/);
      return true;
    });
  });

  test("is not read further than it may be large", async () => {
    let read = 0;
    async function* endless(): AsyncGenerator<Uint8Array> {
      for (;;) {
        read++;
        yield new Uint8Array(1024 * 1024);
      }
    }
    await assert.rejects(readChangeArchive(endless()), { code: "ARCHIVE_TOO_LARGE", status: 413 });
    assert.equal(read, 9);
  });
});

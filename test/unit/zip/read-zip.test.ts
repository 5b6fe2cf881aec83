import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { defaultZipLimits, findZipNameProblem, readZip, ZipError } from "../../../src/zip/read-zip.ts";
import { bytesOf, rejectionOf } from "../client/client-fixture.ts";
import { plainZip, type RawEntry, rawZip } from "../client/zip-bytes.ts";

async function contentOf(zip: string | Buffer, limits = defaultZipLimits): Promise<Record<string, string>> {
  const content: Record<string, string> = {};
  for await (const { name, size, open } of readZip(zip, limits)) {
    const bytes = await bytesOf(open());
    assert.equal(bytes.length, size);
    content[name] = bytes.toString();
  }
  return content;
}

async function problemOf(entries: readonly RawEntry[], limits = defaultZipLimits): Promise<string> {
  const error = await rejectionOf(contentOf(rawZip(entries), limits));
  assert.ok(error instanceof ZipError, String(error));
  return error.problem;
}

suite("reading ZIP files", () => {
  test("gives files with their bytes, folders left out, from bytes and from a path", async () => {
    const zip = await plainZip({ "WFF_a/": "", "WFF_a/é.csv": "ID\n1\n", "b.csv": "x".repeat(100_000) });
    const expected = { "WFF_a/é.csv": "ID\n1\n", "b.csv": "x".repeat(100_000) };
    assert.deepEqual(await contentOf(zip), expected);
    const folder = await mkdtemp(join(tmpdir(), "workforce-zip-"));
    try {
      const path = join(folder, "a.zip");
      await writeFile(path, zip);
      assert.deepEqual(await contentOf(path), expected);
      const missing = await rejectionOf(contentOf(join(folder, "none.zip")));
      assert.ok(missing instanceof ZipError);
      assert.match(missing.problem, /cannot be read as a ZIP file/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test("the raw writer of these tests writes what can be read", async () => {
    assert.deepEqual(
      await contentOf(
        rawZip([
          { name: "a", content: "1" },
          { name: "b/c", content: "2", method: 0 },
        ]),
      ),
      {
        a: "1",
        "b/c": "2",
      },
    );
  });

  test("refuses names that lead elsewhere, before any file is given", async () => {
    const names = ["../x", "a/../../x", "/etc/x", "C:/x", "C:x", "a\\..\\x", "\\\\host\\x", "a//b", "./x", "a\u0000b"];
    for (const name of [...names, "x:stream", "con", "a/NUL.txt", "a./b", "", "x".repeat(1001)]) {
      assert.ok(findZipNameProblem(name), name);
      let given = 0;
      const reading = (async () => {
        for await (const _ of readZip(rawZip([{ name: "good.csv" }, { name }]))) {
          given++;
        }
      })();
      const error = await rejectionOf(reading);
      assert.ok(error instanceof ZipError, name);
      assert.equal(given, 0);
    }
    for (const name of ["a", "a/b.csv", "a/", "...a", "console.csv", "WFF_a~b/employé.csv"]) {
      assert.equal(findZipNameProblem(name), undefined, name);
    }
  });

  test("refuses links, devices, encryption and unknown compression", async () => {
    assert.match(await problemOf([{ name: "x", mode: 0o120777, content: "/etc" }]), /"x" must be a file or a folder/);
    assert.match(await problemOf([{ name: "x", mode: 0o020666 }]), /must be a file or a folder/);
    assert.match(await problemOf([{ name: "x", flags: 1 }]), /must not be encrypted/);
    assert.match(await problemOf([{ name: "x", method: 12 }]), /compressed by an unknown method/);
    assert.match(await problemOf([{ name: "x/", content: "y" }]), /folder with bytes/);
  });

  test("refuses two entries of one name, whatever its case and form", async () => {
    assert.match(await problemOf([{ name: "a.csv" }, { name: "A.CSV" }]), /"A\.CSV" is in it twice/);
    assert.match(await problemOf([{ name: "\u00e9" }, { name: "e\u0301" }]), /twice/);
  });

  test("refuses more entries and more bytes than the limits allow", async () => {
    const two = [
      { name: "a", content: "123" },
      { name: "b", content: "456" },
    ];
    assert.match(await problemOf(two, { ...defaultZipLimits, entries: 1 }), /more than 1 entries/);
    assert.match(await problemOf(two, { ...defaultZipLimits, bytes: 5 }), /more than 5 bytes together/);
    assert.equal(Object.keys(await contentOf(rawZip(two), { entries: 2, bytes: 6, ratio: 1 })).length, 2);
  });

  test("refuses bombs: a great ratio, shared bytes, and a size that is not kept", async () => {
    const zeros = Buffer.alloc(2 * 1024 * 1024);
    assert.match(await problemOf([{ name: "x", content: zeros }]), /more than 200 times its compressed size/);
    const shared = [
      { name: "a", content: "1".repeat(50) },
      { name: "b", content: "1".repeat(50), sharesWith: 0 },
    ];
    assert.match(await problemOf(shared), /"b" shares its bytes with another one/);
    assert.match(await problemOf([{ name: "x", content: zeros, claimedSize: 10 }]), /"x" is damaged/);
    assert.match(await problemOf([{ name: "x", content: "12", claimedSize: 10 }]), /"x" is damaged/);
  });

  test("finds a file whose bytes are not those that were packed", async () => {
    const zip = rawZip([{ name: "a", content: "EMPLOYEE", method: 0 }]);
    zip.write("X", zip.indexOf("EMPLOYEE"));
    const error = await rejectionOf(contentOf(zip));
    assert.ok(error instanceof ZipError);
    assert.match(error.problem, /"a" is damaged/);
  });

  test("ends with a ZipError for any bytes and any change of them", async () => {
    const good = await plainZip({ "a/b.csv": "ID\n1\n", "c.csv": "x" });
    const outcome = async (bytes: Buffer) => {
      const error = await contentOf(bytes).catch((thrown: unknown) => thrown);
      assert.ok(!(error instanceof Error) || error instanceof ZipError, String(error));
    };
    await fc.assert(fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), (bytes) => outcome(Buffer.from(bytes))));
    await fc.assert(
      fc.asyncProperty(fc.nat(good.length - 1), fc.integer({ min: 1, max: 255 }), (position, change) => {
        const bytes = Buffer.from(good);
        bytes[position] = (bytes[position] ?? 0) ^ change;
        return outcome(bytes);
      }),
    );
  });
});

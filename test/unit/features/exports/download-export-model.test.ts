import assert from "node:assert/strict";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { downloadFiles, folderNameOf, localNameOf } from "../../../../src/features/exports/download-export-model.ts";
import type { ExportFile, VersionExport } from "../../../../src/features/exports/exports-entry.ts";

describe("the download of an export", () => {
  let folder: string;
  let saved: string[];
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-download-export-"));
    saved = [];
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  const file = (fileId: number, filename: string, sizeBytes?: number): ExportFile => ({
    fileId,
    filename,
    table: "Employee",
    rows: undefined,
    sizeBytes,
  });
  const exported = (...files: ExportFile[]): VersionExport => ({
    uuid: "0a1b2c3d-0000",
    timestamp: undefined,
    version: "14",
    base: "13",
    files,
    newTables: [],
    deletedTables: [],
  });
  const { signal } = new AbortController();
  const save = async ({ filename, sizeBytes = 3 }: ExportFile, savedAs: string, onBytes: (bytes: number) => void) => {
    saved.push(filename);
    onBytes(sizeBytes);
    await writeFile(savedAs, "x".repeat(sizeBytes));
  };

  it("saves every file, and says how far it is by bytes", async () => {
    const shares: number[] = [];
    const found = exported(file(1, "a.csv.gz", 30), file(2, "b.csv.gz", 10));
    await downloadFiles(found, folder, save, ({ share }) => shares.push(share), signal);
    assert.deepEqual((await readdir(folder)).sort(), ["a.csv.gz", "b.csv.gz"]);
    assert.deepEqual(shares, [0, 0.75, 0.75, 1]);
  });

  it("goes on where it stopped: what is there whole is left, what is not is fetched", async () => {
    await writeFile(join(folder, "a.csv.gz"), "mine");
    await writeFile(join(folder, "b.csv.gz"), "half");
    const found = exported(file(1, "a.csv.gz", 4), file(2, "b.csv.gz", 5), file(3, "c.csv.gz", 1));
    await downloadFiles(found, folder, save, () => undefined, signal);
    assert.deepEqual(saved, ["b.csv.gz", "c.csv.gz"]);
    assert.equal(await readFile(join(folder, "a.csv.gz"), "utf8"), "mine");
  });

  it("counts files where the service tells no sizes, and leaves those that are there", async () => {
    await writeFile(join(folder, "a.csv.gz"), "there");
    const shares: number[] = [];
    const found = exported(file(1, "a.csv.gz"), file(2, "b.csv.gz"));
    await downloadFiles(found, folder, save, ({ share }) => shares.push(share), signal);
    assert.deepEqual([saved, shares], [["b.csv.gz"], [0, 0.5]]);
  });

  it("ends between two files when it is cancelled", async () => {
    const cancelling = new AbortController();
    const found = exported(file(1, "a.csv.gz", 1), file(2, "b.csv.gz", 1));
    const saving = downloadFiles(
      found,
      folder,
      async (one, savedAs, onBytes) => {
        await save(one, savedAs, onBytes);
        cancelling.abort(new Error("enough"));
      },
      () => undefined,
      cancelling.signal,
    );
    await assert.rejects(saving, /enough/);
    assert.deepEqual(saved, ["a.csv.gz"]);
  });

  it("gives names that stay in the folder", () => {
    const names = ["../../etc/passwd", "..\\up.csv.gz", ".hidden", "", "a:b*.csv.gz"];
    assert.deepEqual(
      names.map((name) => localNameOf(file(7, name))),
      ["_.._etc_passwd", "_up.csv.gz", "hidden", "7.csv.gz", "a_b_.csv.gz"],
    );
    assert.equal(folderNameOf({ ...exported(), version: "../14" }), "export-___14-since-13-0a1b2c3d");
  });
});

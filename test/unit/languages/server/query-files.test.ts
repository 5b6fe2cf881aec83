import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { QueryFiles } from "../../../../src/languages/server/query-files.ts";

suite("The files of queries of a workspace", () => {
  let folder: string;
  let nowMs = 0;

  setup(async () => {
    nowMs = 0;
    folder = await mkdtemp(join(tmpdir(), "workforce-files-"));
  });

  teardown(() => rm(folder, { recursive: true }));

  async function write(path: string, text: string): Promise<void> {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }

  const uris = () => [pathToFileURL(folder).href];
  const pathsOf = async (files: QueryFiles, folders = uris()) =>
    (await files.read(folders)).map(({ path }) => relative(folder, path));

  test("are those of all folders but hidden ones and packages, the nearest first", async () => {
    for (const path of ["b/one.sqllike", "a.sqllike", "node_modules/x.sqllike", ".git/y.sqllike", "b/two.sql"]) {
      await write(path, "SELECT");
    }
    assert.deepEqual(await pathsOf(new QueryFiles(() => nowMs)), ["a.sqllike", join("b", "one.sqllike")]);
  });

  test("are read again when they changed, and left out when they are gone or too large", async () => {
    await write("a.sqllike", "SELECT a");
    await write("b.sqllike", "SELECT b");
    const files = new QueryFiles(() => nowMs);
    const first = await files.read(uris());
    await write("a.sqllike", "SELECT changed");
    await rm(join(folder, "b.sqllike"));
    const second = await files.read(uris());
    assert.deepEqual(
      [...first, ...second].map(({ text }) => text),
      ["SELECT a", "SELECT b", "SELECT changed"],
    );
    await write("a.sqllike", " ".repeat(1_000_001));
    assert.deepEqual(await files.read(uris()), []);
  });

  test("are listed anew after a while", async () => {
    const files = new QueryFiles(() => nowMs);
    assert.deepEqual(await pathsOf(files), []);
    await write("a.sqllike", "SELECT a");
    assert.deepEqual(await pathsOf(files), []);
    nowMs = 10_000;
    assert.deepEqual(await pathsOf(files), ["a.sqllike"]);
  });

  test("are none in a folder that is not there or not on this machine", async () => {
    const files = new QueryFiles(() => nowMs);
    assert.deepEqual(
      await pathsOf(files, [`${uris()[0]}/none`, "vscode-vfs://github/a/b", "file://other/a", "none"]),
      [],
    );
  });
});

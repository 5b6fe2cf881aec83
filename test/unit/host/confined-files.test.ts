import assert from "node:assert/strict";
import { link, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { resolveWorkspacePath } from "../../../src/base/workspace-path.ts";
import {
  ConfinedFileError,
  ConfinedFiles,
  type FilePurpose,
  OutsideWorkspaceError,
  type WriteTarget,
} from "../../../src/host/confined-files.ts";

/** The folder of the job file, below the workspace folder. */
const folder = ["jobs", "daily"];

const inside: readonly (readonly [path: string, names: string])[] = [
  ["a.csv", "jobs/daily/a.csv"],
  ["./a.csv", "jobs/daily/a.csv"],
  ["sub//a.csv", "jobs/daily/sub/a.csv"],
  ["../a.csv", "jobs/a.csv"],
  ["../../data/a.csv", "data/a.csv"],
  ["sub/../a.csv", "jobs/daily/a.csv"],
  ["sub\\a.csv", "jobs/daily/sub/a.csv"],
  ["..a", "jobs/daily/..a"],
  ["a..", "jobs/daily/a.."],
  ["~/a.csv", "jobs/daily/~/a.csv"],
  ["%2e%2e/a.csv", "jobs/daily/%2e%2e/a.csv"],
  ["\uff0e\uff0e/a.csv", "jobs/daily/\uff0e\uff0e/a.csv"],
  ["Zoë 年.csv", "jobs/daily/Zoë 年.csv"],
];

const outside = [
  "../../../a.csv",
  "../../../../../etc/passwd",
  "sub/../../../../a.csv",
  "..\\..\\..\\a.csv",
  "..\\../..\\a.csv",
  "/etc/passwd",
  "//server/share/a.csv",
  "\\\\server\\share\\a.csv",
  "\\\\?\\C:\\a.csv",
  "\\\\.\\pipe\\a",
  "\\a.csv",
  "C:\\a.csv",
  "c:/a.csv",
  "C:a.csv",
  "z:",
];

const noFile = [
  "",
  ".",
  "..",
  "../..",
  "sub/",
  "sub/..",
  "a\0.csv",
  "a\n.csv",
  ".. /a.csv",
  "... /a.csv",
  ".../a.csv",
  " /a",
];
const noFileOnWindows = [
  "a.csv:stream",
  "sub:x/a",
  "NUL",
  "con.csv",
  "sub/COM1.txt",
  "lpt9",
  "a.csv.",
  "a ",
  "a.",
  "file:///a",
  "a?b",
  "a|b",
];

suite("Paths that a file of the workspace names", () => {
  for (const isWindows of [false, true]) {
    test(`are followed by their text${isWindows ? " on Windows" : ""}`, () => {
      for (const [path, names] of inside.filter(([path]) => !isWindows || !path.endsWith("."))) {
        assert.deepEqual(
          resolveWorkspacePath(folder, path, isWindows),
          { kind: "inside", names: names.split("/") },
          path,
        );
      }
      for (const path of outside) {
        assert.deepEqual(resolveWorkspacePath(folder, path, isWindows), { kind: "outside" }, path);
      }
      for (const path of [...noFile, ...(isWindows ? noFileOnWindows : [])]) {
        assert.deepEqual(resolveWorkspacePath(folder, path, isWindows), { kind: "noFile" }, JSON.stringify(path));
      }
    });
  }
});

suite("Files that a file of the workspace names", () => {
  let top: string;
  let root: string;
  let elsewhere: string;

  setup(async () => {
    top = await realpath(await mkdtemp(join(tmpdir(), "workforce-inner-")));
    [root, elsewhere] = [join(top, "workspace"), join(top, "elsewhere")];
    await mkdir(join(root, "jobs"), { recursive: true });
    await mkdir(join(root, "data"));
    // A name that begins like the workspace folder is another folder.
    await mkdir(join(top, "workspace-2"));
    await mkdir(elsewhere);
    await writeFile(join(root, "data", "a.csv"), "inside");
    await writeFile(join(elsewhere, "secret.csv"), "secret");
    await writeFile(join(top, "workspace-2", "secret.csv"), "secret");
  });
  teardown(() => rm(top, { recursive: true }));

  const files = (isChosen?: (file: string, purpose: FilePurpose) => boolean) =>
    new ConfinedFiles({ root, folder: join(root, "jobs") }, isChosen);
  async function read(path: string, of = files()): Promise<string> {
    const handle = await of.open(path);
    try {
      return await handle.readFile("utf8");
    } finally {
      await handle.close();
    }
  }
  async function* body(text = "new") {
    yield Buffer.from(text);
  }
  const refuse = async ({ path }: WriteTarget): Promise<void> => {
    throw new Error(`asked for ${path}`);
  };
  const save = (path: string, mayReplace = refuse, of = files()) => of.save(path, body(), () => undefined, mayReplace);
  const everything = async () => (await readdir(top, { recursive: true })).toSorted();

  test("are read and written inside", async () => {
    assert.equal(await read("../data/a.csv"), "inside");
    assert.equal(await save("out/deep/b.csv"), 3);
    assert.equal(await readFile(join(root, "jobs/out/deep/b.csv"), "utf8"), "new");
  });

  test("are refused elsewhere, and nothing is made there", async () => {
    const before = await everything();
    const paths = [
      "../../elsewhere/secret.csv",
      "../../workspace-2/secret.csv",
      join(elsewhere, "secret.csv"),
      join(root, "data/a.csv"),
      "..\\..\\elsewhere\\secret.csv",
      "../../elsewhere/new/deep.csv",
    ];
    for (const path of paths) {
      await assert.rejects(read(path), OutsideWorkspaceError, path);
      await assert.rejects(save(path), OutsideWorkspaceError, path);
      await assert.rejects(files().target(path), OutsideWorkspaceError, path);
    }
    assert.deepEqual(await everything(), before);
    assert.equal(await readFile(join(elsewhere, "secret.csv"), "utf8"), "secret");
  });

  test("are refused behind links that lead out", async () => {
    await symlink(elsewhere, join(root, "jobs", "way"));
    await symlink(join(elsewhere, "secret.csv"), join(root, "jobs", "file.csv"));
    await symlink("way", join(root, "jobs", "way-to-way"));
    await symlink(join(elsewhere, "none"), join(root, "jobs", "broken"));
    const before = await everything();
    for (const path of ["way/secret.csv", "way-to-way/secret.csv", "file.csv"]) {
      await assert.rejects(read(path), OutsideWorkspaceError, path);
    }
    for (const path of ["way/secret.csv", "way/new.csv", "way-to-way/new/deep.csv"]) {
      await assert.rejects(save(path), OutsideWorkspaceError, path);
    }
    await assert.rejects(save("broken/new.csv"), ConfinedFileError);
    // Not followed: the link itself would be replaced, which is asked for as of any file.
    await assert.rejects(save("file.csv"), /asked for file\.csv/);
    assert.deepEqual(await everything(), before);
    assert.equal(await readFile(join(elsewhere, "secret.csv"), "utf8"), "secret");
  });

  test("are read and written behind links that stay inside, and a root that is a link", async () => {
    await symlink(join(root, "data"), join(root, "jobs", "way"));
    assert.equal(await read("way/a.csv"), "inside");
    await save("way/b.csv");
    assert.equal(await readFile(join(root, "data/b.csv"), "utf8"), "new");
    const linked = join(top, "linked");
    await symlink(root, linked);
    const throughLink = new ConfinedFiles({ root: linked, folder: join(linked, "jobs") });
    assert.equal(await read("../data/a.csv", throughLink), "inside");
    await assert.rejects(read("../../elsewhere/secret.csv", throughLink), OutsideWorkspaceError);
  });

  test("ask before they are replaced, and stay as they are when that is refused", async () => {
    await assert.rejects(save("../data/a.csv"), /asked for \.\.\/data\/a\.csv/);
    assert.equal(await readFile(join(root, "data/a.csv"), "utf8"), "inside");
    assert.deepEqual(await readdir(join(root, "data")), ["a.csv"], "nothing unfinished stays");
    const asked: (number | undefined)[] = [];
    await save("../data/a.csv", async ({ found }) => void asked.push(found?.size));
    assert.deepEqual(asked, [6]);
    assert.equal(await readFile(join(root, "data/a.csv"), "utf8"), "new");
  });

  test("are elsewhere only where a person chose exactly that file", async () => {
    const secret = join(elsewhere, "secret.csv");
    const chosen = files((file, purpose) => file === secret && purpose === "read");
    assert.equal(await read("../../elsewhere/secret.csv", chosen), "secret");
    await assert.rejects(read("../../workspace-2/secret.csv", chosen), OutsideWorkspaceError);
    await assert.rejects(save("../../elsewhere/secret.csv", refuse, chosen), OutsideWorkspaceError);
    const target = join(elsewhere, "out.csv");
    await save(
      "../../elsewhere/out.csv",
      refuse,
      files((file, purpose) => file === target && purpose === "write"),
    );
    assert.equal(await readFile(target, "utf8"), "new");
  });

  test("are no folders and no pipes", async () => {
    await assert.rejects(read("../data"), /"\.\.\/data" is not a file/);
    await assert.rejects(save("../data"), /is a folder/);
    await assert.rejects(save("../data/a.csv/b.csv"), ConfinedFileError);
    await assert.rejects(read("none.csv"), /There is no file "none\.csv"/);
  });

  test("are not followed to a folder that becomes a link while the body comes", async () => {
    await mkdir(join(root, "jobs", "out"));
    async function* swapping() {
      yield Buffer.from("first");
      await rename(join(root, "jobs", "out"), join(root, "jobs", "moved"));
      await symlink(elsewhere, join(root, "jobs", "out"));
      // As somebody would who wants the file to be found under the name it is looked for.
      const [unfinished = ""] = await readdir(join(root, "jobs", "moved"));
      await link(join(root, "jobs", "moved", unfinished), join(elsewhere, unfinished));
      yield Buffer.from("second");
    }
    await assert.rejects(
      files().save(
        "out/secret.csv",
        swapping(),
        () => undefined,
        async () => undefined,
      ),
      OutsideWorkspaceError,
    );
    assert.equal(await readFile(join(elsewhere, "secret.csv"), "utf8"), "secret");
  });

  test("are not read through a folder that keeps changing into a link", async function () {
    this.timeout(20_000);
    const [out, real] = [join(root, "jobs", "out"), join(root, "jobs", "real")];
    await mkdir(real);
    await writeFile(join(real, "secret.csv"), "inside");
    await symlink(real, out);
    await symlink(elsewhere, join(root, "jobs", "away"));
    await symlink(real, join(root, "jobs", "back"));
    let isOver = false;
    const swapping = (async () => {
      while (!isOver) {
        // A rename is one step: the name is always there, now with this meaning, now with that.
        for (const to of [elsewhere, real]) {
          const next = join(root, "jobs", "next");
          await symlink(to, next);
          await rename(next, out);
        }
      }
    })();
    const seen = new Set<string>();
    for (let round = 0; round < 300; round++) {
      seen.add(await read("out/secret.csv").catch((error: Error) => error.name));
    }
    isOver = true;
    await swapping;
    assert.ok(!seen.has("secret"), [...seen].join(", "));
  });

  test("are found by where the job file is, not by where the program runs", async () => {
    assert.notEqual(resolve("../data/a.csv"), join(root, "data/a.csv"));
    assert.equal((await files().target("../data/a.csv")).file, join(root, "data/a.csv"));
    assert.equal((await files().target("new/b.csv")).found, undefined);
  });
});

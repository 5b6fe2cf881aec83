import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { InboxFolder } from "../../../../src/service/intake/inbox-folder.ts";
import { IntakeFiles } from "../../../../src/service/intake/intake-files.ts";
import { DiskGuard } from "../../../../src/service/store/disk-space.ts";

const owner = randomUUID();

/** Files to which none can be linked, as on another disk. */
class DistantFiles extends IntakeFiles {
  override newPath(): Promise<string> {
    return Promise.resolve(`intake/missing/${randomUUID()}`);
  }
}

suite("the folder of an inbox", () => {
  let dataFolder: string;
  let path: string;
  setup(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), "workforce-inbox-"));
    await new InboxFolder(dataFolder, new IntakeFiles(dataFolder, new DiskGuard(dataFolder))).create("acme");
    path = join(dataFolder, "inbox", "acme", "employee.csv");
    await writeFile(path, "EmployeeID\nA\n");
  });
  teardown(() => rm(dataFolder, { recursive: true }));

  for (const [way, Files] of Object.entries({ link: IntakeFiles, copy: DistantFiles })) {
    const take = (put: (file: string) => Promise<void>) => {
      const files = new Files(dataFolder, new DiskGuard(dataFolder));
      const { signal } = new AbortController();
      return new InboxFolder(dataFolder, files).take("acme", "employee.csv", owner, signal, (file) =>
        put(files.locate(file)),
      );
    };

    test(`gives a ${way} of a file, which leaves it once that is put`, async () => {
      let put = "";
      await take(async (file) => {
        put = file;
        assert.ok(existsSync(path));
      });
      assert.equal(await readFile(put, "utf8"), "EmployeeID\nA\n");
      assert.ok(!existsSync(path));
    });

    test(`keeps a file whose ${way} cannot be put, and one that is written to meanwhile`, async () => {
      await assert.rejects(
        take(() => Promise.reject(new Error("full"))),
        /full/,
      );
      assert.equal(await readFile(path, "utf8"), "EmployeeID\nA\n");
      await take(() => writeFile(path, "EmployeeID\nA\nB\n"));
      assert.equal(await readFile(path, "utf8"), "EmployeeID\nA\nB\n");
    });

    test(`gives no ${way} of what has become a link`, async () => {
      await rm(path);
      await writeFile(join(dataFolder, "outside"), "secret");
      await symlink(join(dataFolder, "outside"), path);
      await assert.rejects(
        take(() => assert.fail("It was put.")),
        /"employee.csv" was changed while the load began/,
      );
      const left = await readdir(join(dataFolder, "intake"), { recursive: true, withFileTypes: true }).catch(() => []);
      assert.deepEqual(
        left.filter((entry) => !entry.isDirectory()),
        [],
      );
    });
  }
});

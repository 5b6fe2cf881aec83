import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

const repositoryRoot = join(import.meta.dirname, "..", "..");

suite("The build", () => {
  let folder: string;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-build-"));
  });
  teardown(() => rm(folder, { recursive: true, force: true }));

  test("fails when the source of something that ships is not there, and names it", async () => {
    await copyFile(join(repositoryRoot, "esbuild.js"), join(folder, "esbuild.js"));
    await symlink(join(repositoryRoot, "node_modules"), join(folder, "node_modules"), "junction");
    // Read by the build itself; every other source is missing.
    await mkdir(join(folder, "src", "client"), { recursive: true });
    await writeFile(join(folder, "src", "client", "service-client.ts"), "");
    const { status, stderr } = spawnSync(process.execPath, ["esbuild.js"], { cwd: folder, encoding: "utf8" });
    assert.notEqual(status, 0);
    assert.match(stderr, /Could not resolve "src\/service\/process\/main\.ts"/);
  });
});

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { cellsOf, fact, storyLimitMs, WorkforceWindow } from "./workforce-window.ts";

const run = promisify(execFile);

describe("the packaged extension", function () {
  this.timeout(storyLimitMs);
  let folder = "";
  let vsix = "";
  let window: WorkforceWindow | undefined;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-vsix-"));
    const target = `${process.platform}-${process.arch}`;
    vsix = join(folder, "workforce.vsix");
    await run(process.execPath, ["scripts/package.mjs", "--target", target, "--out", vsix]);
    window = await WorkforceWindow.open({ vsix, openFile: "headcount.sqllike", isFirstStart: true });
  });
  after(async () => {
    await window?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("holds one native binding, and neither sources nor maps", async () => {
    assert.ok(window);
    const extensions = join(window.serverFolder, "..", "extensions");
    const [name = ""] = (await readdir(extensions)).filter((entry) => entry.startsWith("workforce."));
    const files = await readdir(join(extensions, name), { recursive: true });
    assert.equal(files.filter((file) => file.endsWith(".node")).length, 1);
    assert.deepEqual(
      files.filter((file) => /\.(map|ts|mts|cts)$/.test(file) || /(^|\/)(src|test)(\/|$)/.test(file)),
      [],
    );
  });

  it("does the main job", async () => {
    assert.ok(window);
    await window.clickRun(1);
    const frame = await window.result("Headcount by function, month by month");
    assert.match((await cellsOf(frame, 1))[0] ?? "", /^\d+$/);
    assert.equal(await fact(frame, "connection"), "Local");
    await frame.getByRole("button", { name: "Chart" }).click();
    await frame.locator(".chart svg").first().waitFor();
  });

  it("refuses to be packed for no platform", async () => {
    await assert.rejects(run(process.execPath, ["scripts/package.mjs"]), (error: Error & { stderr?: string }) =>
      /Name the platform/.test(error.stderr ?? ""),
    );
  });
});

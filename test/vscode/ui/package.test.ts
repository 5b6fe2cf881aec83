import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { chooseInMenu, webviewFrame } from "../host/workbench.mjs";
import { cellsOf, fact } from "./shown-result.ts";
import { eventually, storyLimitMs, WorkforceWindow } from "./workforce-window.ts";

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
    for (const file of ["docs/results.md", "samples/headcount.sqllike", "media/pictures/pivot-dark.png"]) {
      assert.ok(files.includes(file), file);
    }
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

  it("draws a chart of a CSV file of one's own within twelve clicks", async () => {
    assert.ok(window);
    const rows = Array.from({ length: 60 }, (_, row) => `${row + 1};${row % 2 ? "North" : "South"};${50 + (row % 7)}`);
    await writeFile(join(window.workspaceFolder, "survey.csv"), ["answer;unit;score", ...rows].join("\n"));
    const { page } = window;
    const file = page.locator(".explorer-folders-view .monaco-list-row", { hasText: "survey.csv" });
    const command = page.locator(".monaco-menu .action-label", { hasText: "Explore CSV or Parquet File" });
    let clicks = 0;
    for (const choose of [() => file.click({ button: "right" }), () => chooseInMenu(page, command)]) {
      await choose();
      clicks++;
    }
    const frame = await window.results();
    await frame.locator('.tab[aria-selected="true"][data-state="done"]', { hasText: "survey.csv" }).waitFor({
      state: "attached",
    });
    await frame.locator(".chart svg:visible").first().waitFor();
    const chart = frame.locator(".chart:visible").first();
    await chart.getByText("Average of score").first().waitFor({ state: "attached" });
    assert.ok(clicks <= 12, `${clicks} clicks`);
  });

  it("has a page without broken pictures", async () => {
    assert.ok(window);
    await window.command("Extensions: Show Installed Extensions");
    await window.page.locator(".extensions-list .monaco-list-row", { hasText: "Workforce Analytics" }).first().click();
    const page = await webviewFrame(window.page, undefined, {
      selector: 'h1:has-text("Workforce Analytics for VS Code")',
    });
    await page.getByText("needs no account, no network and no server").first().waitFor();
    // Pictures come after the text; one that is broken never has a width.
    await eventually(async () => {
      const widths = await page
        .locator("img")
        .evaluateAll((all) => all.map((one) => (one as HTMLImageElement).naturalWidth));
      assert.ok(
        widths.every((width) => width > 0),
        JSON.stringify(widths),
      );
    });
    await window.picture("extension-page");
  });

  it("refuses to be packed for no platform", async () => {
    await assert.rejects(run(process.execPath, ["scripts/package.mjs"]), (error: Error & { stderr?: string }) =>
      /Name the platform/.test(error.stderr ?? ""),
    );
  });
});

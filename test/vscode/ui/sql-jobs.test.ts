import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Frame, Locator } from "playwright-core";
import { webviewFrame } from "../host/workbench.mjs";
import { chooseInDialog } from "./file-dialog.ts";
import { leaveWindow, takeWindow } from "./shared-window.ts";
import { cellsOf, rowCountOf } from "./shown-result.ts";
import { endProcess, eventually, storyLimitMs, textOf, type WorkforceWindow } from "./workforce-window.ts";

/** Looks at 10^12 combinations of ten rows, so that it is not done before it is killed. */
const endless = `SELECT count(*) AS none FROM badges AS a${Array.from({ length: 11 }, (_, index) => ` CROSS JOIN badges AS b${index}`).join("")}
WHERE a.badge_no || ${Array.from({ length: 11 }, (_, index) => `b${index}.badge_no`).join(" || ")} = 'nobody'`;

/** What the README's "Load a table" says, on the samples; then what else runs table-source SQL. */
describe("SQL jobs in VS Code", function () {
  this.timeout(storyLimitMs);
  let window: WorkforceWindow;

  before(async () => {
    window = await takeWindow();
    await window.openFile("headcount.sqllike");
    await window.statusBar("Local").waitFor();
  });
  after(function () {
    return leaveWindow(window, this.test);
  });
  const dialog = (): Locator => window.page.locator(".monaco-dialog-box");
  // A lens that VS Code remembers of an earlier look at the file is no link yet, and a click on it is lost.
  const lens = (text: string | RegExp) => window.page.locator(".codelens-decoration > a", { hasText: text }).first();

  /** The editor draws spaces as no-break spaces. */
  const shown = async () =>
    (await textOf(window.page.locator(".editor-group-container.active .view-lines").last())).replaceAll("\u00a0", " ");
  const play = async () => {
    await window.openFile("badges.sqljob.json");
    await window.page.locator('.editor-actions .action-label[aria-label^="Run SQL Job"]').first().click();
    return await window.dryRunPage("badges.sqljob.json");
  };
  /** The counts of added, changed and removed rows of a table in all actions. */
  const changesOf = (page: Frame, table: string) =>
    page.getByRole("row", { name: table }).first().locator("td").allInnerTexts();

  /** Runs a query over the table in a file of its own, under this title, and gives its first row. */
  const countSites = async (title: string) => {
    await window.openQueries(
      `${title}.tablesql`,
      `-- ${title}\nSELECT site, count(*) AS badges FROM site_badge GROUP BY site ORDER BY site;\n`,
    );
    await window.clickLine("SELECT site");
    await lens(/^ ?Run$/).click();
    return await cellsOf(await window.result(title), 1);
  };

  it("take a newcomer from a CSV file to a committed table, as the README says", async () => {
    await window.command("Workforce: New Table Source...");
    await window.quickPickRow("Columns of a File").waitFor();
    await window.picture("journey-1-columns");
    await window.quickPickRow("Columns of a File").click();
    await chooseInDialog(window, "New Table Source in", join(window.workspaceFolder, "badges.csv"));
    await window.page.locator(".quick-input-widget", { hasText: "valid_from DATE, closed STRING" }).waitFor();
    await window.picture("journey-2-name");
    await window.answer("Name of the table", "site_badge");
    await window.page.locator(".tab", { hasText: "site_badge.tablesource.json" }).waitFor();
    await eventually(async () => assert.match(await shown(), /"objectName": "site_badge"/));
    await window.picture("journey-3-definition");
    const hint = window.page.locator(".statusbar-item", { hasText: "Save the definition to create site_badge" });
    await hint.waitFor();
    await window.page.keyboard.press("Control+S");
    await window.notified(/The table source site_badge was created in Local · WFF_demo/);
    await hint.waitFor({ state: "detached" });
    await window.picture("journey-4-created");
    await window.clearNotifications();

    const asked = await play();
    await window.picture("journey-5-question");
    assert.deepEqual(await changesOf(asked, "site_badge"), ["10", "0", "2", "0", "8"]);
    const text = await textOf(asked.locator("main"));
    assert.match(text, /Local · WFF_demo/);
    assert.match(text, /development/);
    assert.match(text, /Nothing was changed: the transaction is rolled back/);
    assert.equal(await dialog().count(), 0, "nothing covers the page");
    // The main button has the focus.
    await eventually(async () => {
      assert.equal(await asked.evaluate(() => document.hasFocus() && document.activeElement?.textContent), "Run");
    });
    await window.page.keyboard.press("Enter");
    const done = await window.notified(
      /badges\.sqljob\.json has run, and its changes are committed\. Saved: results\/after\.csv/,
    );
    await window.picture("journey-6-done");
    await done.getByRole("button", { name: "Show after.csv" }).click();
    const frame = await window.result("after.csv");
    assert.equal(await rowCountOf(frame), 8);
    assert.deepEqual((await cellsOf(frame, 1)).slice(0, 3), ["P0000001", "B-1001", "S01"]);
    await window.picture("journey-7-rows");
    const saved = await readFile(join(window.workspaceFolder, "results", "after.csv"), "utf8");
    const [, line, ...others] = saved.trimEnd().split("\n");
    assert.deepEqual([line, others.length], ["P0000001,B-1001,S01,2026-01-05", 7]);

    await window.command("Workforce: Look at Table As Of...");
    await window.quickPickRow("site_badge").click();
    await window.quickPickRow("badges.sqljob.json").filter({ hasText: "8 rows" }).waitFor();
    await window.page.keyboard.press("Escape");

    const again = await play();
    assert.deepEqual(await changesOf(again, "site_badge"), ["2", "up to 8", "2", "8", "8"]);
    await window.picture("journey-8-dry-run");
    const rows = again.getByRole("button", { name: "Show the rows of site_badge" }).first();
    await window.showingNewResult(() => rows.click());
    assert.equal(await rowCountOf(await window.result("site_badge")), 8);
    const dryRunTab = window.page.locator(".tab", { hasText: "(dry run)" });
    assert.equal(await dryRunTab.count(), 1, "the page of the run before was used again");
    await again.getByRole("button", { name: "Cancel" }).click();
    await dryRunTab.waitFor({ state: "detached" });
    await window.clearNotifications();
  });

  it("shows the rows of a query over tables, in a transaction that is closed again", async () => {
    assert.deepEqual(await countSites("Badges by site"), ["S01", "2"]);
    assert.equal(await window.page.locator(".monaco-dialog-box").count(), 0);
  });

  /** Deletes the rows of a site in a transaction, up to the question how it ends. */
  const removeBadges = async (site: string) => {
    await window.openQueries(`gone-${site}.tablesql`, `DELETE FROM site_badge WHERE site = '${site}';\n`);
    await window.runLine("DELETE FROM");
    await dialog().getByText("Write to site_badge?").waitFor();
    await dialog().getByRole("button", { name: "Start Transaction" }).click();
    const pick = window.page.locator(".quick-input-widget", { hasText: "Commit the changes?" });
    await pick.waitFor();
    return pick;
  };

  it("asks before a statement writes, says what it wrote, and rolls back when that is chosen", async () => {
    const pick = await removeBadges("S01");
    assert.match(
      (await pick.locator("input").first().getAttribute("placeholder")) ?? "",
      /0 rows added, 0 changed, 2 removed/,
    );
    await window.quickPickRow("Roll Back").click();
    await window.statusBar("Rolled back: nothing has changed").waitFor();
    assert.deepEqual(await countSites("Sites after rolling back"), ["S01", "2"]);
  });

  it("leaves the transaction open when another list takes the place of the question, and offers the choice again", async () => {
    const pick = await removeBadges("S99");
    await window.page.keyboard.press("Control+P");
    await pick.waitFor({ state: "hidden" });
    await window.page.keyboard.press("Escape");
    await window.pressInNotification(/Not yet committed: site_badge: .* 0 removed/, "Commit");
    await window.statusBar(/Committed: site_badge: .* 0 removed/).waitFor();
  });

  it("shows with the result what the service found wrong in a statement", async () => {
    await window.openQueries("wrong.tablesql", "-- Wrong\nSELECT site\nFROM site_badge WHERE nobody = 1;\n");
    await lens(/^ ?Run$/).click();
    await window.result("Wrong", "failed");
  });

  it("goes on with the service started again when it is killed in a running job, which says how it ended", async () => {
    const job = {
      uploads: { "badges.csv": "badges.csv" },
      job: {
        inputs: [{ id: "badges", filename: "badges.csv", format: { csv: { header: true } } }],
        actions: [{ query: { query: endless } }],
      },
    };
    await writeFile(join(window.workspaceFolder, "endless.sqljob.json"), JSON.stringify(job, undefined, 2));
    await window.openFile("endless.sqljob.json");
    await window.page.locator('.editor-actions .action-label[aria-label^="Run SQL Job"]').first().click();
    await window.notified(/Running the job/);
    const before = await window.service();
    assert.ok(before);
    endProcess(before.pid, "SIGKILL");
    // A service that is started again takes a while on a machine with other work.
    await window.notified(/The service ended while the job was running; run it again/);
    await eventually(async () => {
      const after = await window.service();
      assert.ok(after && after.pid !== before.pid);
      assert.equal(after.url, before.url);
    });
    await window.clearNotifications();
    assert.deepEqual(await countSites("Sites with the new service"), ["S01", "2"]);
  });

  /** Opens a job that upserts a CSV file into the table, and runs it. */
  const playFile = async (name: string, csv: string) => {
    await writeFile(join(window.workspaceFolder, `${name}.csv`), csv);
    const job = {
      transaction: { tablesToModify: ["site_badge"] },
      uploads: { [`${name}.csv`]: `${name}.csv` },
      job: {
        inputs: [{ id: name, filename: `${name}.csv`, format: { csv: { header: true } } }],
        actions: [{ upsert: { source: name, target: "site_badge", keys: ["person_key"] } }, { commit: {} }],
      },
    };
    await writeFile(join(window.workspaceFolder, `${name}.sqljob.json`), JSON.stringify(job, undefined, 2));
    await window.openFile(`${name}.sqljob.json`);
    await window.command("Workforce: Run SQL Job");
  };

  it("names in the question what a file lacks of its table, and marks it in the job", async () => {
    await playFile("renamed", "person_key,badge_no,sites,valid_from\nP0000001,B-1,S01,2026-01-05\n");
    const page = await window.dryRunPage("renamed.sqljob.json");
    const asked = await textOf(page.locator("main"));
    assert.match(asked, /renamed into site_badge: sites: the table has no such column\. Did you mean site\?/);
    assert.match(asked, /site, closed: the file lacks these 2 columns, which would be empty in its rows/);
    assert.doesNotMatch(asked, /\? (rows )?(added|changed|removed)/);
    // A mistake would lose values: Enter cancels.
    await eventually(async () =>
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Cancel"),
    );
    await window.page.keyboard.press("Enter");
    await window.page.locator(".tab", { hasText: "renamed.sqljob.json (dry run)" }).waitFor({ state: "detached" });
    await window.page.locator(".squiggly-warning").first().waitFor();
    await window.clearNotifications();
  });

  it("says file, line and column of a value that does not fit, and marks the action", async () => {
    await playFile(
      "misfit",
      "person_key,badge_no,site,valid_from,closed\nP0000001,B-1,S01,2026-01-05,N\nP0000002,B-2,S01,secret,N\n",
    );
    await window.notified(
      /misfit\.sqljob\.json would not run to its end.*misfit\.csv line 3, valid_from: the value is not a DATE/,
    );
    const page = await webviewFrame(window.page, "misfit.sqljob.json (dry run)");
    await page.getByText("misfit.csv line 3, valid_from: the value is not a DATE").waitFor();
    assert.equal(await page.locator(".question").count(), 0);
    await window.page.locator(".squiggly-error").first().waitFor();
    await window.clearNotifications();
  });

  it("stops before anything is sent at a job file with errors", async () => {
    const text = await readFile(join(window.workspaceFolder, "badges.sqljob.json"), "utf8");
    await writeFile(join(window.workspaceFolder, "wrong.sqljob.json"), text.replace('"actions"', '"acts"'));
    await window.openFile("wrong.sqljob.json");
    await window.command("Workforce: Run SQL Job");
    await window.notified(/wrong\.sqljob\.json has \d+ errors; nothing was sent/);
    await window.clearNotifications();
  });
});

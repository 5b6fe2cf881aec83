import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { cellsOf, eventually, type RunningService, rowCountOf, textOf, WorkforceWindow } from "./workforce-window.ts";

/** The embedded service over HTTP, for what stands in it before and after. */
class ServiceCalls {
  readonly #service: RunningService;
  #token: string | undefined;

  constructor(service: RunningService) {
    this.#service = service;
  }

  async call(method: string, path: string, body?: unknown): Promise<Response> {
    const { url, apiKey, username, password } = this.#service;
    if (this.#token === undefined) {
      const form = new URLSearchParams({ username, password });
      this.#token = await (await fetch(`${url}/v1/admin/serviceSecureToken`, { method: "POST", body: form })).text();
    }
    return await fetch(url + path, {
      method,
      headers: {
        apikey: apiKey,
        cookie: `ServiceASIDToken=${this.#token}`,
        ...(body !== undefined && { "content-type": "application/json" }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }
}

const columns = [
  { name: "person_key", dataType: "STRING" },
  { name: "badge_no", dataType: "STRING" },
  { name: "site", dataType: "STRING" },
  { name: "valid_from", dataType: "DATE" },
  { name: "closed", dataType: "STRING" },
];

/** What the README's "Load a table" says, on the samples. */
describe("SQL jobs in VS Code", function () {
  this.timeout(120_000);
  let window: WorkforceWindow;
  let service: ServiceCalls;

  before(async () => {
    window = await WorkforceWindow.open({ openFile: "headcount.sqllike" });
    await window.showExplorer();
    await window.toggle("Local");
    await eventually(async () => assert.ok(await window.service()), 60_000);
    const running = await window.service();
    assert.ok(running);
    service = new ServiceCalls(running);
    const made = await service.call("POST", "/v1alpha/data/table-sources/tables", {
      objectName: "site_badge",
      columns,
    });
    assert.equal(made.status, 200, await made.text());
  });
  after(() => window?.close());
  afterEach(async function () {
    if (this.currentTest?.state === "failed" && process.env.WORKFORCE_TEST_PICTURES) {
      const name = this.currentTest.title.replace(/\W+/g, "-").slice(0, 60);
      await window.page.screenshot({ path: `${process.env.WORKFORCE_TEST_PICTURES}/${name}.png` });
    }
  });

  const dialog = (): Locator => window.page.locator(".monaco-dialog-box");
  const lens = (text: string | RegExp) => window.page.locator(".codelens-decoration > *", { hasText: text }).first();
  const notification = (text: string | RegExp) =>
    window.page.locator(".notification-list-item", { hasText: text }).first();
  /** Nothing pops up in a window that is driven; what is said stands in the list. */
  const said = async (text: string | RegExp) => {
    await eventually(async () => {
      if (!(await notification(text).isVisible())) {
        await window.command("Notifications: Show Notifications");
      }
      await notification(text).waitFor({ timeout: 1_000 });
    }, 60_000);
    return notification(text);
  };

  it("dry runs a job, and shows as a document what it would do", async () => {
    await window.openFile("badges.sqljob.json");
    await lens("Dry Run").click();
    const report = window.page.locator(".tab", { hasText: "(dry run)" });
    await report.first().waitFor({ timeout: 60_000 });
    await report.first().click();
    await eventually(async () => {
      const text = await textOf(window.page.locator(".editor-group-container.active .view-lines").first());
      assert.match(text.replaceAll("\u00a0", " "), /site_badge: 10 rows added, 0 changed, 2 removed/);
    });
    await window.command("View: Close Editor");
  });

  it("loads badges from CSV, upserts, checks, exports and commits", async () => {
    await window.openFile("badges.sqljob.json");
    await window.page.locator('.editor-actions .action-label[aria-label^="Run SQL Job"]').first().click();
    await dialog().getByText("Run badges.sqljob.json?").waitFor({ timeout: 60_000 });
    const asked = await textOf(dialog());
    assert.match(asked, /site_badge: 10 rows added, 0 changed, 2 removed/);
    assert.match(asked, /WFF_demo/);
    assert.match(asked, /Local \(development\)/);
    await dialog().getByRole("button", { name: "Run" }).click();
    const done = await said(/badges\.sqljob\.json has run, and its changes are committed\. Saved: results\/after\.csv/);
    await done.getByRole("button", { name: "Show after.csv" }).click();
    const frame = await window.result("after.csv");
    assert.equal(await rowCountOf(frame), 8);
    assert.deepEqual(await cellsOf(frame, 1), ["P0000001", "B-1001", "S01", "2026-01-05"]);
    const saved = await readFile(join(window.workspaceFolder, "results", "after.csv"), "utf8");
    assert.equal(saved.trimEnd().split("\n").length, 9);
  });

  it("shows the rows of a query over tables, in a transaction that is closed again", async () => {
    await window.openQueries(
      "badges.tablesql",
      "-- Badges by site\nSELECT site, count(*) AS badges FROM site_badge GROUP BY site ORDER BY site;\n",
    );
    await lens(/^ ?Run$/).click();
    const frame = await window.result("Badges by site");
    assert.deepEqual(await cellsOf(frame, 1), ["S01", "2"]);
    assert.equal(await window.page.locator(".monaco-dialog-box").count(), 0);
  });

  it("asks before a statement writes, says what it wrote, and rolls back when that is chosen", async () => {
    await window.openQueries("gone.tablesql", "DELETE FROM site_badge WHERE site = 'S01';\n");
    await window.clickLine("DELETE FROM");
    await window.page.keyboard.press("Control+Enter");
    await dialog().getByText("Write to site_badge?").waitFor({ timeout: 30_000 });
    await dialog().getByRole("button", { name: "Start Transaction" }).click();
    const pick = window.page.locator(".quick-input-widget", { hasText: "Commit the changes?" });
    await pick.waitFor({ timeout: 60_000 });
    assert.match(
      (await pick.locator("input").first().getAttribute("placeholder")) ?? "",
      /0 rows added, 0 changed, 2 removed/,
    );
    await window.quickPickRow("Roll Back").click();
    await window.statusBar("Rolled back: nothing has changed").waitFor({ timeout: 30_000 });
    await window.openFile("badges.tablesql");
    await lens(/^ ?Run$/).click();
    await window.result("Badges by site");
  });

  it("shows with the result what the service found wrong in a statement", async () => {
    await window.openQueries("wrong.tablesql", "-- Wrong\nSELECT site\nFROM site_badge WHERE nobody = 1;\n");
    await lens(/^ ?Run$/).click();
    await window.result("Wrong", "failed");
  });

  it("stops before anything is sent at a job file with errors", async () => {
    const text = await readFile(join(window.workspaceFolder, "badges.sqljob.json"), "utf8");
    await writeFile(join(window.workspaceFolder, "wrong.sqljob.json"), text.replace('"actions"', '"acts"'));
    await window.openFile("wrong.sqljob.json");
    await window.command("Workforce: Run SQL Job");
    await said(/wrong\.sqljob\.json has \d+ errors; nothing was sent/);
    await window.command("Notifications: Clear All Notifications");
  });
});

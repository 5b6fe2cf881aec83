import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { webviewFrame } from "../host/workbench.mjs";
import { leaveWindow, takeWindow } from "./shared-window.ts";
import { rowCountOf } from "./shown-result.ts";
import { eventually, storyLimitMs, textOf, type WorkforceWindow } from "./workforce-window.ts";

/** A window of its own: one that was opened with a file does not bring its tabs back. */
describe("Calling an operation in VS Code", function () {
  this.timeout(storyLimitMs);
  let window: WorkforceWindow;
  before(async () => {
    window = await takeWindow();
  });
  after(function () {
    return leaveWindow(window, this.test);
  });
  const search = async (text: string): Promise<void> => {
    await window.command("Workforce: Call Operation...");
    const picker = window.page.locator(".quick-input-widget", { hasText: "Call Operation" });
    await picker.locator("input").first().fill(text);
    // The extension filters, in a process of its own: until then a row may go from under a click.
    const words = text.toLowerCase().split(" ");
    await eventually(async () => {
      const rows = (await picker.locator(".monaco-list-row").allTextContents()).map((row) => row.toLowerCase());
      assert.ok(rows.length > 0 && rows.every((row) => words.every((word) => row.includes(word))), rows.join("\n"));
    });
  };
  const open = async (title: string): Promise<Frame> => {
    await search(title);
    await window.quickPickRow(title).click();
    const frame = await webviewFrame(window.page, title);
    await frame.getByRole("heading", { level: 1, name: title }).waitFor();
    return frame;
  };
  const closeTab = () => window.command("View: Close Editor");

  it("is found by its title, with its kind and whether its path is assumed", async () => {
    await search("Delete a report");
    const row = window.quickPickRow("Delete a report");
    await eventually(async () => assert.match(await textOf(row), /deleteReport · delete · assumed path/));
    await eventually(async () => assert.match(await textOf(row), /DELETE \/v1alpha\/reporting\/reports\/\{reportId\}/));
    await window.page.keyboard.press("Escape");
    await search("gen pgp");
    await window.quickPickRow("generatePgpKey").waitFor();
    await window.page.keyboard.type(" nonsense");
    await window.quickPickRow("No operation contains all of these words").waitFor();
    await window.page.keyboard.press("Escape");
  });

  it("answers as a table after Ctrl+Enter, and keeps the call in the history", async () => {
    const frame = await open("List reports");
    await frame.getByLabel("limit").fill("3");
    await frame.getByLabel("limit").press("Control+Enter");
    await frame.locator(".scrolled tbody tr").first().waitFor();
    assert.ok((await frame.locator(".scrolled tbody tr").count()) <= 3);
    assert.match(await textOf(frame.locator(".answer .facts")), /Status 200 · application\/json · .+ · [\d.]+ k?B/);
    assert.match(await textOf(frame.locator(".place")), /Connection: Local · Tenant: WFF_demo/);
    await frame.getByText("History", { exact: true }).click();
    await frame.getByRole("button", { name: /Local · WFF_demo/ }).waitFor();
    await frame.getByLabel("limit").fill("");
    await frame.getByRole("button", { name: /Local · WFF_demo/ }).click();
    await eventually(async () => assert.equal(await frame.getByLabel("limit").inputValue(), "3"));
    await closeTab();
  });

  it("says what the service refuses, and that nothing was found there", async () => {
    const frame = await open("Retrieve a report");
    await frame.getByLabel("reportId").fill("no-such-report");
    await frame.getByRole("button", { name: "Send" }).click();
    await frame.locator(".answer .message.is-error").waitFor();
    const refused = await textOf(frame.locator(".answer .message.is-error"));
    assert.match(refused, /The tenant WFF_demo has no report "no-such-report" that you may see\./);
    assert.match(await textOf(frame.locator(".answer .facts")), /404/);
    await closeTab();
  });

  it("shows the rows of a query in the results", async () => {
    const frame = await open("Run a SQL-like query");
    const query =
      'SELECT EmployeeID FROM Employee WHERE Service_Time BETWEEN date("2025-12-01") AND date("2026-01-01")';
    await frame.getByRole("textbox", { name: "query" }).first().fill(query);
    await frame.getByLabel("Answer As").selectOption("application/jsonlines");
    await frame.getByRole("button", { name: "Send" }).click();
    await frame.getByText("The rows are in the results.").first().waitFor();
    await closeTab();
    const result = await window.result("Run a SQL-like query");
    assert.ok((await rowCountOf(result)) > 200);
  });

  it("offers the sending of data on Local", async () => {
    await window.page.keyboard.press("F1");
    await window.page.locator(".quick-input-widget input").first().fill(">Workforce: Send Data File");
    await window.quickPickRow("Workforce: Send Data File...").waitFor();
    await window.page.keyboard.press("Escape");
  });

  it("is documented, from the same contract", async () => {
    const frame = await open("Run a list query");
    await frame.getByRole("button", { name: "Documentation" }).click();
    const preview = window.page.locator(".tab", { hasText: "queryList.md" });
    await preview.waitFor();
    await window.command("View: Close All Editors");
  });

  it("comes back after a reload with what was typed, and without what is secret", async () => {
    const frame = await open("Request a JWT");
    await frame.getByLabel("client_id").fill("the-client");
    await frame.getByLabel("client_secret").fill("hush-hush");
    // Only an orderly end of the window keeps what changed a moment ago.
    await Promise.all([window.page.waitForEvent("domcontentloaded"), window.command("Developer: Reload Window")]);
    await window.statusBar("Local").waitFor();
    await eventually(async () => {
      const again = await webviewFrame(window.page, "Request a JWT");
      assert.equal(await again.getByLabel("client_id").inputValue(), "the-client");
      assert.equal(await again.getByLabel("client_secret").inputValue(), "");
    });
    await closeTab();
  });

  it("writes no secret into any file of the window", async () => {
    const files = (await readdir(window.serverFolder, { recursive: true, withFileTypes: true })).filter(
      (entry) => entry.isFile() && /\.(json|vscdb|log|txt)$|backup/.test(entry.name),
    );
    for (const { parentPath, name } of files) {
      const text = await readFile(join(parentPath, name), "latin1");
      assert.ok(!text.includes("hush-hush"), name);
    }
  });
});

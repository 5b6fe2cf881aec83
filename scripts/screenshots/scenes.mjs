import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  chooseInMenu,
  openFile,
  quickPickRow,
  runCommandFromPalette,
  webviewFrame,
} from "../../test/vscode/host/workbench.mjs";

/** @typedef {import("../../test/vscode/host/session.mjs").Session} Session */
/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").Locator} Locator */
/** @typedef {{ x: number; y: number; width: number; height: number }} Clip */

/** Completion offers the members of a dimension between the brackets. */
const openQuery = [
  "-- Who works in engineering, by country",
  "SELECT employeeCount() AS Headcount, averageSalary() AS Pay,",
  '  level(Location, "Location_1") AS Country',
  "FROM Employee",
  'WHERE Service_Time IN periods(date("2026-01-01"), 1, period(1, Month))',
  "  AND Function IN (",
].join("\n");

/**
 * What each picture shows, in the order in which they are taken in one window. A scene returns the part of the window that
 * is taken, or nothing for all of it.
 *
 * @type {Record<string, (session: Session) => Promise<Clip | void>>}
 */
export const scenes = {
  async model({ page }) {
    await openFile(page, "headcount.sqllike");
    await page.locator('.activitybar .action-item:has([aria-label^="Workforce"])').first().click();
    for (const name of ["Local", "WFF_demo", "Model", "Employee", "Dimensions", "Location", "Metrics"]) {
      await openTreeRow(page, name);
    }
  },

  async pivot({ page }) {
    await page.locator('.activitybar .action-item:has([aria-label^="Explorer"])').first().click();
    await run(page, 1);
    await (await doneResult(page, "Headcount by function")).locator(".pivot-table .grid-cell").first().waitFor();
  },

  async chart({ page }) {
    const frame = await webviewFrame(page);
    await frame.locator(".toolbar").first().getByRole("button", { name: "Chart", exact: true }).click();
    await frame.locator(".chart svg").first().waitFor();
  },

  async "own-data"({ page, workspaceFolder }) {
    await writeFile(join(workspaceFolder, "survey.csv"), surveyText());
    const file = page.locator(".explorer-folders-view .monaco-list-row", { hasText: "survey.csv" });
    await file.click({ button: "right" });
    await chooseInMenu(page, page.locator(".monaco-menu .action-label", { hasText: "Explore CSV or Parquet File" }));
    const frame = await webviewFrame(page);
    await frame.locator(".chart svg").first().waitFor();
  },

  async profile({ page }) {
    const frame = await webviewFrame(page);
    await frame.locator(".toolbar:visible").first().getByRole("button", { name: "Profile", exact: true }).click();
    await frame.locator(".profile:visible").getByText("unit").first().waitFor();
  },

  async completion({ page, workspaceFolder }) {
    await page.keyboard.press("Control+j");
    await writeFile(join(workspaceFolder, "engineering.sqllike"), `${openQuery});\n`);
    await openFile(page, "engineering.sqllike");
    await page.locator(".editor-group-container.active .monaco-editor.focused").waitFor();
    await page.keyboard.press("Control+End");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("Control+Space");
    await page.locator(".suggest-widget.visible .monaco-list-row", { hasText: "Engineering" }).waitFor();
    await page.keyboard.press("ArrowDown");
  },

  async "dry-run"({ page, workspaceFolder }) {
    await page.keyboard.press("Escape");
    await runCommandFromPalette(page, "View: Close All Editors");
    await createTable(page, "badges.csv", "site_badge");
    await rm(join(workspaceFolder, "engineering.sqllike"));
    await runCommandFromPalette(page, "View: Close All Editors");
    await openFile(page, "badges.sqljob.json");
    await page.locator(".codelens-decoration a", { hasText: "Dry Run" }).first().click();
    await page.locator(".tab", { hasText: "(dry run)" }).waitFor();
    // The page has its question once the job was tried.
    await (await webviewFrame(page, "badges.sqljob.json (dry run)", { selector: ".question" }))
      .locator(".question")
      .waitFor();
    await runCommandFromPalette(page, "Notifications: Clear All Notifications");
  },

  async notebook({ page }) {
    await runCommandFromPalette(page, "View: Close All Editors");
    await openFile(page, "headcount.workforce-notebook");
    await runCommandFromPalette(page, "Notebook: Run All");
    const frame = await webviewFrame(page, undefined, { selector: ".pivot-table .grid-cell" });
    await frame.locator('.pivot-table .grid-cell[title="GM"]:visible').first().waitFor();
    await runCommandFromPalette(page, "Notebook: Focus First Cell");
  },

  async upload({ page }) {
    await runCommandFromPalette(page, "View: Close All Editors");
    await createTable(page, "survey.csv", "survey");
    await runCommandFromPalette(page, "View: Close All Editors");
    await openFile(page, "survey.csv");
    await runCommandFromPalette(page, "Workforce: Upload File into Table...");
    const dialog = page.locator(".quick-input-widget", { hasText: "Upload File into Table" });
    await dialog.locator(".monaco-list-row", { hasText: "survey.csv" }).click();
    await quickPickRow(page, "survey").click();
    await quickPickRow(page, "Append").click();
    await (await webviewFrame(page, "Upload survey.csv into survey", { selector: ".question" }))
      .locator(".question")
      .waitFor();
    await runCommandFromPalette(page, "Notifications: Clear All Notifications");
  },
};

/** A survey as people have it in a file: a score for each answer, with unit and month. */
function surveyText() {
  const units = ["Engineering", "Finance", "Marketing", "People", "Sales", "Support"];
  const rows = Array.from({ length: 1_200 }, (_, index) => {
    const [unit, month] = [index % units.length, Math.floor(index / 200)];
    const score = 62 + 4 * unit + 2 * month + ((index * 37) % 23) - (unit === 3 ? 3 * month : 0);
    return `${index + 1},2026-${String(month + 1).padStart(2, "0")}-01,${units[unit]},${score}`;
  });
  return ["answer,month,unit,score", ...rows, ""].join("\n");
}

/**
 * Runs a statement of the open file by its lens.
 *
 * @param {Page} page
 * @param {number} statement From 1.
 */
async function run(page, statement) {
  await page
    .locator(".codelens-decoration a", { hasText: "Run" })
    .nth(statement - 1)
    .click();
}

/**
 * @param {Page} page
 * @param {string} title
 */
async function doneResult(page, title) {
  const frame = await webviewFrame(page);
  const tab = frame.locator('.tab[aria-selected="true"][data-state="done"]', { hasText: title });
  await tab.waitFor({ state: "attached" });
  return frame;
}

/**
 * @param {Page} page
 * @param {string} name
 */
async function openTreeRow(page, name) {
  const rows = page.locator('[id="workbench.view.extension.workforce"] .monaco-list-row', { hasText: name });
  await rows.first().waitFor();
  const isOpen = (await rows.first().getAttribute("aria-expanded")) === "true";
  if (!isOpen) {
    await rows.first().locator(".monaco-tl-twistie").click();
  }
}

/**
 * Creates a table source with the columns of a file of the workspace.
 *
 * @param {Page} page
 * @param {string} file
 * @param {string} name
 */
async function createTable(page, file, name) {
  await runCommandFromPalette(page, "Workforce: New Table Source...");
  await quickPickRow(page, "Columns of a File").click();
  const dialog = page.locator(".quick-input-widget", { hasText: "New Table Source in" });
  await dialog.locator(".monaco-list-row", { hasText: file }).click();
  const input = page.locator(".quick-input-widget", { hasText: "Name of the table" }).locator("input").first();
  await input.fill(name);
  await page.keyboard.press("Enter");
  await page.locator(".tab", { hasText: `${name}.tablesource.json` }).waitFor();
  await page.locator(".statusbar-item", { hasText: "Save the definition" }).waitFor();
  await page.keyboard.press("Control+S");
  await page.getByText("was created in Local").first().waitFor();
}

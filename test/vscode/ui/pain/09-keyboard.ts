import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { acceptProposedFile } from "../file-dialog.ts";
import { eventually, textOf } from "../workforce-window.ts";
import type { AnsweredWindow } from "./answered-window.ts";
import { bigTimeoutMs, rowCount } from "./big-result.ts";
import { WideBody } from "./bodies.ts";

const half = Math.floor(rowCount / 2);
const number = (value: number) => value.toLocaleString("en");
const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export function keyboard(current: () => AnsweredWindow): void {
  describe("9. The whole journey by keyboard alone", function () {
    this.timeout(bigTimeoutMs);
    const press = (key: string) => current().window.page.keyboard.press(key);
    const type = (text: string) => current().window.page.keyboard.type(text);
    /** Runs a command of the palette as who types its name, and goes past those that were used lately. */
    const palette = async (command: string) => {
      const rows = current().window.page.locator(".quick-input-widget .monaco-list-row", { hasText: command });
      await eventually(async () => {
        await press("F1");
        await type(command);
        await rows
          .first()
          .waitFor({ timeout: 5_000 })
          .catch(async (error: unknown) => {
            await press("Escape");
            throw error;
          });
      });
      while (!(await rows.first().getAttribute("class"))?.includes("focused")) {
        await press("ArrowDown");
      }
      await press("Enter");
    };
    const spoken = (frame: Frame) => textOf(frame.locator('[aria-live="polite"]').last());

    it("begins a query, runs it, and comes to its rows", async () => {
      const { host, window } = current();
      host.answerQuery = (outgoing) => new WideBody(rowCount).write(outgoing);
      const tabs = (await window.results()).locator(".tab");
      const before = await tabs.count();
      await palette("Workforce: New Query");
      await window.page
        .locator(".editor-group-container.active .view-line", { hasText: "employeeCount" })
        .first()
        .waitFor();
      await press("Control+Enter");
      await eventually(async () => assert.equal(await tabs.count(), before + 1));
      const frame = await window.results();
      await frame.locator('.tab[aria-selected="true"][data-state="done"]').waitFor({ state: "attached" });
      await palette("Workforce: Focus Results");
      await eventually(async () => assert.equal(await focused(frame), "gridcell"));
      await press("ArrowDown");
      await eventually(async () => assert.equal(await spoken(frame), `Row 2 of ${number(rowCount)}, Id: 2`));
    });

    it(`hears of row ${number(half)} of ${number(rowCount)}`, async () => {
      const frame = await current().window.results();
      await press("Control+f");
      await eventually(async () => assert.equal(await focused(frame), "textbox"));
      await type(String(half - 1));
      await frame.locator(".find-note", { hasText: /^\d+ of / }).waitFor();
      await press("Escape");
      await eventually(async () => assert.equal(await focused(frame), "gridcell"));
      await press("ArrowDown");
      await eventually(async () =>
        assert.equal(await spoken(frame), `Row ${number(half)} of ${number(rowCount)}, Id: ${half}`),
      );
      await press("Control+End");
      await eventually(async () => assert.match(await spoken(frame), new RegExp(`^Row ${number(rowCount)} of `)));
    });

    it("sorts at the header, and hears of that", async () => {
      const frame = await current().window.results();
      await press("Control+Home");
      await press("ArrowUp");
      await eventually(async () => assert.equal(await focused(frame), "columnheader"));
      await press("Enter");
      // An order waits until every value was looked at for what its column holds.
      await eventually(async () => assert.equal(await spoken(frame), "Sorted by Id, ascending."), bigTimeoutMs);
    });

    it("exports the rows, with their count before", async () => {
      const { page, workspaceFolder } = current().window;
      await palette("Workforce: Export Result...");
      const pick = page.locator(".quick-input-widget", { hasText: `Export ${number(rowCount)} Rows As` });
      await pick.waitFor();
      await type("JSON Lines");
      await pick.locator(".monaco-list-row.focused", { hasText: "JSON Lines" }).waitFor();
      await press("Enter");
      const path = await acceptProposedFile(current().window, `Export ${number(rowCount)} rows as JSON Lines`);
      assert.ok(path.startsWith(join(workspaceFolder, "/")));
      await eventually(async () => assert.ok(existsSync(path)));
    });

    it("leaves nothing for axe to find in the results and the explorer", async () => {
      const { window } = current();
      await window.showExplorer();
      assert.deepEqual(await axeFindings(await window.results(), "body"), []);
      assert.deepEqual(
        await axeFindings(window.page.mainFrame(), '[id="workbench.view.extension.workforce"] .monaco-list-rows'),
        [],
      );
    });
  });
}

/** The role of what has the focus in the page. */
function focused(frame: Frame): Promise<string | null> {
  return frame.evaluate(() => {
    const { activeElement } = document;
    return activeElement instanceof HTMLInputElement ? "textbox" : (activeElement?.getAttribute("role") ?? null);
  });
}

/** What axe finds below an element: the rule and where. */
async function axeFindings(frame: Frame, selector: string): Promise<string[]> {
  await frame.evaluate(axeSource);
  return await frame.evaluate(async (root) => {
    const { axe } = window as unknown as { axe: typeof import("axe-core") };
    const { violations } = await axe.run(root, { preload: false });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
  }, selector);
}

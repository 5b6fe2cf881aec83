import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { webviewFrame } from "../host/workbench.mjs";
import {
  assertShownPlainly,
  commandLink,
  hostileLinks,
  hostileText,
  htmlLink,
  readable,
  showsPlainly,
  webLink,
} from "./hostile-service.ts";
import { eventually, textOf, type WorkforceWindow } from "./workforce-window.ts";

const modelName = "others.workforce-model.json";

const model = {
  workforceModel: 1,
  objects: [{ id: "Employee", kind: "subject", displayName: hostileText, description: hostileText }],
  metrics: [{ id: "headCount", object: "Employee", displayName: hostileText, description: hostileText }],
};

const job = {
  uploads: { [`../${commandLink}`]: "h.csv" },
  job: { actions: [{ upsert: { source: "h", target: "badges", keys: ["badge_no"] } }] },
};

const definition = {
  objectName: "badge_view",
  columns: [{ name: "badge_no", dataType: "STRING" }],
  materializedView: { enabled: true, query: "SELECT badge_no FROM badges", dependencies: [{ upstreamTable: "t-1" }] },
};

/** Hostile texts in editors: of the service in hovers and reports, of the workspace in all that is said of its files. */
export function hostileEditor(current: () => WorkforceWindow): void {
  describe("the editor", () => {
    const active = (window: WorkforceWindow): Locator => window.page.locator(".editor-group-container.active");
    const open = async (name: string, text: string) => {
      const window = current();
      await writeFile(join(window.workspaceFolder, name), text);
      await window.openFile(name);
    };
    /** Shows the hover over the first word of the active editor with this text, as its command does. */
    const hover = async (word: string): Promise<Locator> => {
      const window = current();
      const place = active(window).locator(".view-line span:not(:has(span))", { hasText: word }).first();
      await place.click();
      const card = window.page.locator(".monaco-resizable-hover:visible, .monaco-hover:visible").first();
      await eventually(async () => {
        await window.command("Show or Focus Hover");
        await card.waitFor({ timeout: 3_000 });
      });
      return card;
    };

    it("makes no link of what is wrong with a model file, beside the language in the status bar", async () => {
      const window = current();
      await writeFile(join(window.workspaceFolder, modelName), JSON.stringify({ ...model, [commandLink]: 1 }));
      await open("head.sqllike", `-- ${commandLink}\nSELECT headCount() FROM Employee;\n`);
      const item = window.page.locator('[id="status.languageStatus"], [id^="status.languageStatus"]').first();
      await item.waitFor();
      const card = window.page.locator(".hover-language-status");
      await eventually(async () => {
        // Only a pointer that comes from elsewhere shows the card, which goes when the item changes below it.
        await window.page.mouse.move(400, 300);
        await item.hover();
        await card.first().waitFor({ timeout: 3_000 });
        await assertShownPlainly(card, `There is no field "${commandLink}"`);
      });
      await window.page.mouse.move(400, 300);
    });

    it("makes no link of a model's texts in hovers and completions", async () => {
      const window = current();
      await writeFile(join(window.workspaceFolder, modelName), JSON.stringify(model));
      // The model is read a moment after its file has changed.
      await eventually(async () => assertShownPlainly(await hover("headCount"), commandLink, webLink, htmlLink));
      await window.page.keyboard.press("Escape");
      await window.replaceText("SELECT headC");
      const details = window.page.locator(".suggest-details-container:visible, .suggest-details:visible").first();
      await eventually(async () => {
        await window.page.keyboard.press("Control+Space");
        await details.waitFor({ timeout: 3_000 });
      });
      await showsPlainly(details, commandLink, webLink, htmlLink);
      await window.page.keyboard.press("Escape");
    });

    it("makes no link of a job's paths in problems, nor of a table's texts in hovers over the job", async () => {
      const window = current();
      await open("others.sqljob.json", JSON.stringify(job, undefined, 2));
      await showsPlainly(await hover("badges"), commandLink, webLink, "![p](https://evil.example/p.png)");
      await window.page.keyboard.press("Escape");
      await window.command("Problems: Focus on Problems View");
      await showsPlainly(window.page.locator(".markers-panel .monaco-list-row"), commandLink);
      await showsPlainly(await hover("Get"), commandLink, "SJ602");
      await window.page.keyboard.press("Escape");
    });

    it("makes no link of a table's texts in hovers over a definition", async () => {
      const window = current();
      await open("others.tablesource.json", JSON.stringify(definition, undefined, 2));
      await showsPlainly(await hover("t-1"), commandLink, webLink);
      await window.page.keyboard.press("Escape");
    });

    it("makes no link of a table's texts in a list to choose from, nor in the report on it", async () => {
      const window = current();
      // Only once VS Code finds such links in a file of Markdown does it prove anything that it finds none in a report.
      const links = active(window).locator(".detected-link, .detected-link-active");
      const linked = async () => (await links.allTextContents()).map(readable);
      await open("others.md", `# Others\n\n${commandLink}\n`);
      await eventually(async () => assert.ok((await linked()).some((text) => text.startsWith("command:"))));
      await window.command("Workforce: Show Table Metadata and History");
      const rows = window.page.locator(".quick-input-widget .monaco-list-row", { hasText: "badges" });
      await rows.first().waitFor();
      await showsPlainly(rows, commandLink, webLink, htmlLink);
      await window.quickPickRow("badges").click();
      const page = await webviewFrame(window.page, "badges", { selector: ".facts" });
      await showsPlainly(page.locator("body"), commandLink, webLink, htmlLink);
      assert.equal(await page.locator("body [href], body [data-href], body [src]:not(script)").count(), 0);
    });

    it("makes no link of the names and rows of a result", async () => {
      const window = current();
      await open("rows.sqllike", `-- ${commandLink}\nSELECT headCount() FROM Employee;\n`);
      await window.clickRun();
      const frame = await window.results();
      await showsPlainly(frame.locator("body"), commandLink, webLink, htmlLink);
      assert.deepEqual(await hostileLinks(active(window)), []);
      assert.match(await textOf(active(window).locator(".codelens-decoration").first()), /Run/);
    });
  });
}

import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Locator } from "playwright-core";
import { IntakeServer } from "../../support/intake-server.ts";
import { webviewFrame } from "../host/workbench.mjs";
import { describeConnection } from "./connection-form.ts";
import { hostileEditor } from "./hostile-editor.ts";
import {
  assertShownPlainly,
  commandLink,
  hostileAnswer,
  hostileLinks,
  htmlLink,
  project,
  showsPlainly,
  tenant,
  webLink,
} from "./hostile-service.ts";
import { outsideFiles } from "./outside-files.ts";
import { eventually, storyLimitMs, WorkforceWindow } from "./workforce-window.ts";

const name = "Elsewhere [now](command:workbench.action.terminal.new) $(error)";
const connection = {
  name,
  role: "production",
  apiKey: "key",
  username: "ada",
  password: "pass",
} as const;

/** A service, its users and the files of a workspace whose texts would be links, and lead elsewhere. */
describe("Hostile texts in VS Code", function () {
  this.timeout(storyLimitMs);
  const server = new IntakeServer();
  let window: WorkforceWindow;

  before(async () => {
    await server.start();
    window = await WorkforceWindow.open({ settings: { "files.autoSave": "off" } });
  });
  after(async () => {
    await window?.close();
    await server.stop();
  });
  const picker = (): Locator => window.page.locator(".quick-input-widget");
  const card = (): Locator => window.page.locator(".monaco-hover:visible");

  /** Shows the tooltip of a line of a tree, which says what a service says, and holds that no link has been made of it. */
  async function showTooltip(line: string): Promise<void> {
    await window.treeRow(line).waitFor();
    await eventually(async () => {
      // Selects the line without opening it. A tree that is drawn anew meanwhile loses the focus.
      await window.treeRow(line).click({ modifiers: ["Control"] });
      await window.page.keyboard.press("Control+k");
      await window.page.keyboard.press("Control+i");
      await card().first().waitFor({ timeout: 3_000 });
    });
    await showsPlainly(card(), commandLink, webLink, htmlLink);
    await window.page.keyboard.press("Escape");
  }

  it("make no link in a notification of a service's refusal, and are shown as they are", async () => {
    server.instead = () => ({ status: 403, body: { code: "LIMITED", message: `Limited. ${commandLink} ${webLink}` } });
    const page = await describeConnection(window, { ...connection, address: server.url });
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await showsPlainly(page.locator("#password-problem", { hasText: "Limited." }), commandLink, webLink);
    assert.equal(await page.locator("a").count(), 0);
    await page.getByRole("button", { name: "Save Anyway" }).click();
    const saved = await window.notified("was saved without a test that worked");
    await saved.getByRole("button", { name: "Use Connection" }).click();
    await window.clearNotifications();
    await window.namedCommand("Workforce: Test Connection");
    await window.quickPickRow("Elsewhere").click();
    const items = window.page.locator(".notification-list-item");
    await window.notified("Limited.");
    await showsPlainly(items, commandLink, webLink);
    assert.equal(await items.locator(".notification-list-item-message a").count(), 0);
    await window.clearNotifications();
    server.instead = hostileAnswer;
    await window.namedCommand("Workforce: Test Connection");
    await window.quickPickRow("Elsewhere").click();
    await showsPlainly(await window.notified("works"), name);
    await window.clearNotifications();
  });

  it("make no link in trees and in the tooltips of their lines", async () => {
    await window.showExplorer();
    const tree = window.page.locator('[id="workbench.view.extension.workforce"]');
    await window.toggle("Elsewhere");
    await window.toggle("Acme");
    for (const [group, line] of [
      ["Table Sources", "badges"],
      ["Reports", "Turnover"],
    ] as const) {
      await window.toggle(group);
      await showTooltip(line);
    }
    await window.command("Focus on Processing Jobs View");
    await showTooltip("Processing");
    await showsPlainly(tree, name, commandLink);
  });

  it("make no link in questions, in what is to be typed, and in progress", async () => {
    await window.showExplorer();
    await window.command("Workforce: Delete Table Source...");
    await window.quickPickRow("badges").click();
    const page = await webviewFrame(window.page, "Delete badges", { selector: ".question" });
    await page.getByText("Delete the table source badges?").first().waitFor();
    await window.picture("production-delete");
    await showsPlainly(page.locator("body"), name, tenant);
    await page.getByRole("button", { name: "Delete Definition", exact: true }).click();
    await picker().getByText("to continue").waitFor();
    await showsPlainly(picker(), `Type ${tenant} to continue`);
    await window.page.keyboard.press("Escape");
    await picker().waitFor({ state: "hidden" });

    const script = `${commandLink}.wfshell`;
    await writeFile(join(window.workspaceFolder, script), "SELECT EmployeeID FROM Employee;\n");
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    server.onPiece = ({ path }) => (path === "/v1/data/query/sql" ? held : undefined);
    try {
      await window.openFile(script);
      await window.command("Workforce: Run Shell Script");
      await showsPlainly(await window.notified("Running"), `Running ${commandLink}.wfshell`);
      // The question that was left before is no failure.
      assert.equal(await window.notification("Not sent").count(), 0);
    } finally {
      server.onPiece = () => undefined;
      release();
    }
    await window.statusBar(/Script done/).waitFor();
  });

  it("make no link and no icon in lists to choose from, the status bar and its tooltip", async () => {
    await window.command("Workforce: Select Connection");
    await window.quickPickRow("Pay review").waitFor();
    await showsPlainly(picker(), name, project);
    await window.quickPickRow("Pay review").click();
    const item = window.statusBar("Pay review");
    await item.waitFor();
    await showsPlainly(item, name, project);
    await window.setMachineSetting("workbench.hover.delay", 1);
    await eventually(async () => {
      await window.page.mouse.move(400, 300);
      await item.hover();
      await card().first().waitFor({ timeout: 3_000 });
      await assertShownPlainly(card(), name, project);
    });
    await window.page.mouse.move(400, 300);
    await window.setMachineSetting("workbench.hover.delay", 60_000);
    assert.deepEqual(await hostileLinks(window.page), []);
  });

  hostileEditor(() => window);
  outsideFiles(
    () => window,
    () => server,
  );
});

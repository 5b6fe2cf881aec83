import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { Frame, Locator, Page } from "playwright-core";
import { escapePattern } from "../../../src/base/escape-pattern.ts";
import { openSession } from "../host/session.mjs";
import { waitLimitMs } from "../host/wait-limit.mjs";
import { openFile, quickPickRow, runCommandFromPalette, runNamedCommand, webviewFrame } from "../host/workbench.mjs";
import { openPages } from "./failure-pictures.ts";
import { copySampleData, samplePeople } from "./sample-data.ts";

/** How long a story may take, on a machine that is busy with other work. */
export const storyLimitMs = 300_000;

export interface WindowOptions {
  readonly vsix?: string;
  readonly openFile?: string;
  readonly settings?: Record<string, unknown>;
  /** The data folder is empty, so that the service makes its sample, as on a machine that it is new to. */
  readonly isFirstStart?: boolean;
  /** The built folder is used as if it were installed, as `npm start` does. */
  readonly isInstalled?: boolean;
  /** In Restricted Mode. */
  readonly isRestricted?: boolean;
  /** Added to the environment of VS Code. */
  readonly env?: NodeJS.ProcessEnv;
}

/** What the embedded service leaves in its data folder. */
export interface RunningService {
  readonly url: string;
  readonly pid: number;
  readonly apiKey: string;
  readonly username: string;
  readonly password: string;
}

/** A window of VS Code with the extension, a data folder of its own, and the words a person would use for it. */
export class WorkforceWindow {
  readonly #session: Awaited<ReturnType<typeof openSession>>;
  readonly dataFolder: string;

  constructor(session: Awaited<ReturnType<typeof openSession>>, dataFolder: string) {
    this.#session = session;
    this.dataFolder = dataFolder;
  }

  static async open({ settings, isFirstStart = false, ...options }: WindowOptions = {}): Promise<WorkforceWindow> {
    const dataFolder = await mkdtemp(join(tmpdir(), "workforce-ui-data-"));
    if (!isFirstStart) {
      await copySampleData(dataFolder);
    }
    const session = await openSession({
      ...options,
      settings: {
        "workforce.localService.dataFolder": dataFolder,
        "workforce.localService.people": samplePeople,
        // Typed text must arrive as it was typed.
        "editor.autoClosingBrackets": "never",
        "editor.autoClosingQuotes": "never",
        // Without a graphics card every frame that moves takes time from the tests.
        "editor.cursorBlinking": "solid",
        "editor.minimap.enabled": false,
        "workbench.reduceMotion": "on",
        // The first command of the palette is the one that its text fits best, not the one used last.
        "workbench.commandPalette.history": 0,
        // A card that comes up by itself where the mouse was left covers what is clicked next.
        "workbench.hover.delay": 60_000,
        ...settings,
      },
    });
    openPages.add(session.page);
    return new WorkforceWindow(session, dataFolder);
  }

  get page(): Page {
    return this.#session.page;
  }

  get workspaceFolder(): string {
    return this.#session.workspaceFolder;
  }

  get serverFolder(): string {
    return resolve(this.#session.workspaceFolder, "..", "server");
  }

  async close(): Promise<void> {
    openPages.delete(this.page);
    const service = await this.service();
    await this.#session.close();
    if (service) {
      endProcess(service.pid, "SIGTERM");
    }
    await rm(this.dataFolder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  }

  reload(): Promise<void> {
    return this.#session.reload();
  }

  /** Saves what the window shows, if WORKFORCE_TEST_PICTURES names a folder for pictures of what goes well. */
  async picture(name: string): Promise<void> {
    const folder = process.env.WORKFORCE_TEST_PICTURES;
    if (folder) {
      await this.page.screenshot({ path: join(folder, `${name}.png`) });
    }
  }

  /** The embedded service behind the local connection; undefined before its first use. */
  async service(): Promise<RunningService | undefined> {
    try {
      return JSON.parse(await readFile(join(this.dataFolder, "service.json"), "utf8"));
    } catch {
      return undefined;
    }
  }

  /** Changes a setting of scope `machine`, which VS Code reads from a file of its own. */
  async setMachineSetting(name: string, value: unknown): Promise<void> {
    const file = join(this.serverFolder, "data", "Machine", "settings.json");
    const settings = JSON.parse(await readFile(file, "utf8"));
    await writeFile(file, JSON.stringify({ ...settings, [name]: value }));
  }

  command(title: string): Promise<void> {
    return runCommandFromPalette(this.page, title);
  }

  /** Runs a command whose name is like that of others, which may have been used lately. */
  namedCommand(title: string): Promise<void> {
    return runNamedCommand(this.page, title);
  }

  openFile(name: string): Promise<Locator> {
    return openFile(this.page, name);
  }

  /** Writes a text file into the workspace, opens it and waits until its editor shows it and takes keys. */
  async openQueries(name: string, text: string): Promise<void> {
    await writeFile(join(this.workspaceFolder, name), text);
    await this.openFile(name);
    // The tab is active before the editor has the text of the file: until then it shows the one before, and keys go there.
    const [start = ""] = text.trimStart().split("\n");
    await this.#line(start.trim().slice(0, 60)).waitFor();
    await this.focusEditor();
  }

  /** The text of a report's rendered page, by the name of its document, once the text is as the pattern says. */
  async reportText(name: string, shown: RegExp): Promise<string> {
    let text = "";
    // The page is there before what it shows, and one of another report is used again: its title changes first.
    await eventually(async () => {
      const frame = await webviewFrame(this.page, `Preview ${name}`);
      text = (await textOf(frame.locator("body"))).replaceAll("\u00a0", " ");
      assert.match(text, shown);
    });
    return text;
  }

  /**
   * The row of an open quick pick that holds this text, in its case: a pick that was answered is still shown for a moment,
   * and must not have such a row.
   */
  quickPickRow(text: string): Locator {
    return quickPickRow(this.page, new RegExp(escapePattern(text)));
  }

  /** Clicks the "Run" above the statement of this number, from 1, once all have come to rest. */
  async clickRun(statement = 1): Promise<void> {
    const lenses = this.page.locator(".codelens-decoration a", { hasText: "Run" }).filter({ visible: true });
    let tops: readonly number[] = [];
    await eventually(async () => {
      const before = tops;
      tops = await lenses.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
      assert.ok(tops.length >= statement, `No lens runs statement ${statement}; there are ${tops.length}.`);
      assert.deepEqual(tops, before);
    });
    // In the page they stand in the order in which they came.
    const chosen = tops.toSorted((one, other) => one - other)[statement - 1] ?? 0;
    await lenses.nth(tops.indexOf(chosen)).click();
  }

  /** Puts the cursor into the line of the open editor that holds this text. */
  async clickLine(text: string): Promise<void> {
    await this.#line(text).click();
  }

  /** Runs a statement by key, from the line that holds this text. VS Code leaves out the lenses of a document at times. */
  async runLine(text: string): Promise<void> {
    await this.clickLine(text);
    await this.page.keyboard.press("Control+Enter");
  }

  #line(text: string): Locator {
    // Hints stand between the words once the language server has answered.
    const pattern = new RegExp((text.match(/\w+|[^\w\s]/g) ?? []).map(escapePattern).join(".*?"));
    return this.page.locator(".editor-group-container.active .view-line", { hasText: pattern }).first();
  }

  /** The page of the dry run of a job file, which asks whether to run it. */
  async dryRunPage(name: string): Promise<Frame> {
    const frame = await webviewFrame(this.page, `${name} (dry run)`);
    await frame.locator(".question").waitFor();
    return frame;
  }

  /** Gives the keys to the open text editor, and waits until it has them. */
  async focusEditor(): Promise<void> {
    // VS Code gives a webview that had the keys them back a moment after a list was closed, also when an editor has them by then.
    await eventually(async () => {
      await this.command("View: Focus Active Editor Group");
      await this.page.locator(".editor-group-container.active .monaco-editor.focused").waitFor({ timeout: 5_000 });
    });
  }

  /** Replaces what stands in the open editor, as a person who types it. */
  async replaceText(text: string): Promise<void> {
    await this.focusEditor();
    await this.page.keyboard.press("Control+A");
    await this.page.keyboard.insertText(text);
  }

  results(): Promise<Frame> {
    return webviewFrame(this.page, undefined, { selector: "#results" });
  }

  /** Does what runs a query, and waits until its result is the active one, in whatever state. */
  async showingNewResult(run: () => Promise<void>): Promise<Frame> {
    const frame = await this.results();
    const active = () =>
      frame.evaluate(() => document.querySelector<HTMLElement>('.tab[aria-selected="true"]')?.dataset["result"]);
    const before = await active();
    await run();
    await eventually(async () => assert.notEqual((await active()) ?? before, before));
    return frame;
  }

  /** The page of results when its active one has this title and state, which is then shown as its table. */
  async result(title: string, state = "done"): Promise<Frame> {
    const frame = await this.results();
    const tab = frame.locator(`.tab[aria-selected="true"][data-state="${state}"]`, { hasText: title });
    try {
      await tab.waitFor({ state: "attached" });
    } catch (error) {
      const tabs = await frame.locator(".tab").evaluateAll((all) => all.map((one) => one.outerHTML.slice(0, 300)));
      throw new Error(`No active result "${title}" became ${state}. There are: ${tabs.join("\n")}`, { cause: error });
    }
    // An aggregate is shown as a pivot by itself.
    await frame.locator(".toolbar").first().getByRole("button", { name: "Table", exact: true }).click();
    return frame;
  }

  async showExplorer(): Promise<void> {
    const item = this.page.locator('.activitybar .action-item:has([aria-label^="Workforce"])').first();
    if (
      (await item.getAttribute("aria-selected")) !== "true" &&
      !(await item.getAttribute("class"))?.includes("checked")
    ) {
      await item.click();
    }
    await this.treeRow("Local").waitFor();
  }

  treeRow(text: string | RegExp): Locator {
    return this.page.locator('[id="workbench.view.extension.workforce"] .monaco-list-row', { hasText: text }).first();
  }

  /** Opens or closes a line of the tree. */
  async toggle(text: string | RegExp): Promise<void> {
    await this.treeRow(text).waitFor();
    await this.treeRow(text).locator(".monaco-tl-twistie").click();
  }

  /** Closes every line of the tree. */
  async collapseTree(): Promise<void> {
    const top = this.treeRow("Local");
    if ((await top.getAttribute("aria-expanded")) === "true") {
      // With this key, the lines below it too.
      await top.locator(".monaco-tl-twistie").click({ modifiers: ["Alt"] });
      await eventually(async () => assert.equal(await top.getAttribute("aria-expanded"), "false"));
    }
  }

  /** Clicks an action of a line of the tree. It shows under the mouse alone, and a tree that is loading moves its lines. */
  async treeAction(row: string | RegExp, action: string): Promise<void> {
    const label = this.treeRow(row).locator(`.action-label[aria-label^="${action}"]`);
    await eventually(async () => {
      await this.treeRow(row).hover();
      // Also of a line that moves away between the two.
      await label.click({ timeout: 3_000 });
    });
  }

  statusBar(text: string | RegExp): Locator {
    return this.page.locator(".part.statusbar .statusbar-item", { hasText: text }).first();
  }

  /** The notification with this text, wherever it shows. */
  notification(text: string | RegExp): Locator {
    return this.page.locator(".notification-list-item", { hasText: text }).first();
  }

  /**
   * Waits for a notification. Nothing pops up in a window that is driven, so the list is opened; it closes by itself when the last
   * notification in it ends, and is then opened again.
   */
  async notified(text: string | RegExp, timeoutMs = waitLimitMs): Promise<Locator> {
    const notification = this.notification(text);
    await eventually(async () => {
      await this.showNotifications();
      await notification.waitFor({ timeout: 1_000 });
    }, timeoutMs);
    return notification;
  }

  /**
   * Waits for a notification and presses a button of it. The list moves while it opens, and is drawn again when the progress of
   * something in it ends, so that a mouse may go down on the button and up beside it.
   */
  async pressInNotification(notification: string | RegExp, button: string | RegExp): Promise<void> {
    const shown = await this.notified(notification);
    await shown.getByRole("button", { name: button }).dispatchEvent("click");
  }

  /** Opens the list of notifications by its bell, unless it is open. */
  async showNotifications(): Promise<void> {
    if (!(await this.page.locator(".notifications-center.visible").isVisible())) {
      await this.page.locator('[id="status.notifications"]').click();
    }
  }

  /** Waits for a notification and puts all of them away. */
  async takeNotification(text: string | RegExp): Promise<void> {
    await this.notified(text);
    await this.clearNotifications();
  }

  async clearNotifications(): Promise<void> {
    const list = this.page.locator(".notifications-center.visible");
    await eventually(async () => {
      await this.showNotifications();
      // There may be nothing to clear, or only what shows the progress of something.
      const clear = list.locator(".codicon-notifications-clear-all:not(.disabled)");
      const isClearable = (await clear.count()) > 0;
      await (isClearable ? clear : list.locator(".codicon-notifications-hide")).click({ timeout: 2_000 });
      await list.waitFor({ state: "hidden", timeout: 2_000 });
    });
  }

  /** Whether there are notifications that nobody has looked at; the bell then has a dot. */
  async hasNotification(): Promise<boolean> {
    return (await this.page.locator('[id="status.notifications"] [class*="bell"][class*="-dot"]').count()) > 0;
  }

  /** Answers the input of VS Code that asks this. */
  async answer(prompt: string, text: string): Promise<void> {
    const widget = this.page.locator(".quick-input-widget", { hasText: prompt });
    await widget.waitFor();
    await widget.locator("input").first().fill(text);
    await this.page.keyboard.press("Enter");
  }

  /** Leaves what stands in the input that asks this. */
  async keep(prompt: string): Promise<void> {
    await this.page.locator(".quick-input-widget", { hasText: prompt }).waitFor();
    await this.page.keyboard.press("Enter");
  }
}

export async function textOf(locator: Locator): Promise<string> {
  return (await locator.textContent()) ?? "";
}

/** Tries until the assertions hold; what they say last is what fails the test. */
export async function eventually(assertions: () => Promise<void>, timeoutMs = waitLimitMs): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    try {
      await assertions();
      return;
    } catch (error) {
      if (Date.now() > deadline) {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

export function endProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    assert.ok(error instanceof Error && "code" in error && error.code === "ESRCH");
  }
}

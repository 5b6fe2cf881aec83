import assert from "node:assert/strict";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Runnable } from "mocha";
import type { Frame, Locator } from "playwright-core";
import { sendRequest, type TestAnswer } from "../../support/running-service.ts";
import { chooseInMenu } from "../host/workbench.mjs";
import { chooseInDialog } from "./file-dialog.ts";
import { leaveWindow, takeWindow } from "./shared-window.ts";
import { cellsOf, fact } from "./shown-result.ts";
import { eventually, textOf, type WorkforceWindow } from "./workforce-window.ts";

const query = `-- Heads
SELECT employeeCount() AS Heads FROM Employee WHERE Service_Time IN periods(date("2026-01-01"), 1, period(1, Month));
`;

/** What the query answered, and the data versions that its header names. */
export interface Answer {
  readonly heads: number;
  readonly version: string;
}

/** A window with a query of the headcount, and the words of somebody who loads data. */
export class DataWindow {
  readonly window: WorkforceWindow;
  #hasAsked = false;
  /** By user; checking a password takes a tenth of a second of processor time. */
  readonly #tokens = new Map<string | undefined, string>();

  private constructor(window: WorkforceWindow) {
    this.window = window;
  }

  static async open(): Promise<DataWindow> {
    const window = await takeWindow();
    await window.openFile("headcount.sqllike");
    await window.openQueries("heads.sqllike", query);
    return new DataWindow(window);
  }

  /** Leaves the window for the next file, unless a test of this one failed. */
  leave(hook: Runnable | undefined): Promise<void> {
    return leaveWindow(this.window, hook);
  }

  file(name: string): string {
    return join(this.window.workspaceFolder, name);
  }

  write(name: string, text: string): Promise<void> {
    return writeFile(this.file(name), text);
  }

  /** Runs the query anew. */
  async ask(): Promise<Answer> {
    const run = () => this.window.clickRun();
    if (this.#hasAsked) {
      // Another panel may be in the place of the results.
      await this.window.command("Workforce: Focus Results");
      await this.window.openFile("heads.sqllike");
      await this.window.showingNewResult(run);
    } else {
      await run();
    }
    this.#hasAsked = true;
    return await this.read(await this.window.result("Heads"));
  }

  async read(frame: Frame): Promise<Answer> {
    const [heads = ""] = await cellsOf(frame, 1);
    return { heads: Number(heads), version: await fact(frame, "dataVersion") };
  }

  /** Sends a CSV file of the object Employee, up to the choice of what happens then. */
  async sendEmployees(name: string): Promise<void> {
    const { window } = this;
    await window.command("Workforce: Send Data File...");
    await chooseInDialog(window, "Send Data File", this.file(name));
    await window.quickPickRow("File into an Analytic Object").click();
    await window.quickPickRow("matches the name of the file").click();
    await window.quickPickRow("New Transaction").click();
    await window.quickPickRow("Leave the Transaction Open").waitFor();
  }

  /** Opens the data of the tenant in the tree, and groups of it. */
  async openTree(...groups: (string | RegExp)[]): Promise<void> {
    const { window } = this;
    await window.showExplorer();
    for (const row of ["Local", "WFF_demo", /^Data$/, ...groups]) {
      await this.expand(row);
    }
  }

  /** Opens a line of the tree, unless it is open. */
  expand(row: string | RegExp): Promise<void> {
    return this.#turn(row, true);
  }

  /** Closes a line of the tree, unless it is closed. */
  collapse(row: string | RegExp): Promise<void> {
    return this.#turn(row, false);
  }

  async #turn(row: string | RegExp, isOpen: boolean): Promise<void> {
    const line = this.window.treeRow(row);
    await line.waitFor();
    const isTurned = async () => assert.equal(await line.getAttribute("aria-expanded"), String(isOpen));
    // A line that moves away under the mouse does not get the click.
    await eventually(async () => {
      if ((await line.getAttribute("aria-expanded")) !== String(isOpen)) {
        await line.locator(".monaco-tl-twistie").click();
      }
      await eventually(isTurned, 3000);
    });
  }

  /** Chooses from the menu of a line of the tree. */
  async menu(row: string | RegExp, action: string): Promise<void> {
    const { page } = this.window;
    const menu = page.locator(".context-view .monaco-menu");
    await this.window.treeRow(row).click({ button: "right" });
    await chooseInMenu(page, menu.getByText(action, { exact: true }));
  }

  get dialog(): Locator {
    return this.window.page.locator(".monaco-dialog-box");
  }

  /** Answers the modal question with this text, and returns all of it. */
  async confirm(question: string | RegExp, button: string): Promise<string> {
    await this.dialog.getByText(question).first().waitFor();
    const text = await textOf(this.dialog);
    await this.dialog.getByRole("button", { name: button, exact: true }).click();
    await this.dialog.waitFor({ state: "hidden" });
    return text;
  }

  async #signIn(as: string | undefined): Promise<string> {
    const service = await this.window.service();
    assert.ok(service);
    const { username, password } = as === undefined ? service : await this.#sampleUser(as);
    const form = { username, password };
    const { text } = await sendRequest(service.url, "POST", "/v1/admin/serviceSecureToken", { form });
    this.#tokens.set(as, text);
    return text;
  }

  /** A call to the service behind the local connection, from outside of the window: by its user, or another of the sample. */
  async call(method: string, path: string, json?: unknown, as?: string): Promise<TestAnswer> {
    const service = await this.window.service();
    assert.ok(service);
    const { url, apiKey: apikey } = service;
    const token = this.#tokens.get(as) ?? (await this.#signIn(as));
    const headers = { apikey, cookie: `ServiceASIDToken=${token}` };
    return await sendRequest(url, method, path, { headers, ...(json !== undefined && { json }) });
  }

  async #sampleUser(name: string): Promise<{ readonly username: string; readonly password: string }> {
    const text = await readFile(join(this.window.dataFolder, "credentials.json"), "utf8");
    const { users } = JSON.parse(text) as { users: { username: string; password: string }[] };
    const found = users.find(({ username }) => username === name);
    assert.ok(found, `The sample has no user ${name}.`);
    return found;
  }

  /** The newest versions of the category Workforce, as the service lists them. */
  async versions(): Promise<readonly { readonly dataVersion: string; readonly isPublished: boolean }[]> {
    const answer = await this.call("GET", "/v1/op/data-versions?tenantCode=WFF_demo&numberOfVersions=5");
    assert.equal(answer.status, 200, answer.text);
    type Listed = { tenants: { dataVersions: { dataVersion: string; isPublished: boolean }[] }[] };
    return answer.json<Listed>().tenants[0]?.dataVersions ?? [];
  }
}

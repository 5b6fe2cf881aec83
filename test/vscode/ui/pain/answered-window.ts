import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { addConnection } from "../connection-form.ts";
import { FaultServer } from "../fault-server.ts";
import { eventually, textOf, WorkforceWindow } from "../workforce-window.ts";

/** A window with a connection, *Elsewhere*, to a host that passes on to the embedded service what a test does not answer itself. */
export class AnsweredWindow {
  readonly window: WorkforceWindow;
  readonly host: FaultServer;

  private constructor(window: WorkforceWindow, host: FaultServer) {
    this.window = window;
    this.host = host;
  }

  static async open(): Promise<AnsweredWindow> {
    const window = await WorkforceWindow.open({ openFile: "headcount.sqllike" });
    const host = new FaultServer(async () => (await window.service())?.url ?? "http://127.0.0.1:9");
    await host.start();
    const answered = new AnsweredWindow(window, host);
    try {
      await window.clickRun(1);
      await window.result("Headcount by function, month by month");
      const service = await window.service();
      assert.ok(service);
      await addConnection(window, { ...service, address: host.url, name: "Elsewhere", role: "development" });
      await eventually(async () => assert.match(await textOf(window.statusBar("Elsewhere")), /Elsewhere · WFF_demo$/));
      return answered;
    } catch (error) {
      await answered.window.picture("not-opened");
      await answered.close();
      throw error;
    }
  }

  async close(): Promise<void> {
    await this.window.close();
    await this.host.stop();
  }

  /** Opens a file with one query of this title over people. */
  async openQuery(title: string, columns = "EmployeeID"): Promise<void> {
    const time = 'BETWEEN date("2023-01-01") AND date("2024-01-01")';
    const name = `${title.toLowerCase().replaceAll(" ", "-")}.sqllike`;
    const text = `-- ${title}\nSELECT ${columns}\nFROM Employee\nWHERE Service_Time ${time};\n`;
    await writeFile(join(this.window.workspaceFolder, name), text);
    await this.window.openFile(name);
  }

  /** Runs the query of the open file and waits until its own result is in this state. */
  async run(title: string, state = "done"): Promise<Frame> {
    await this.start();
    return await this.window.result(title, state);
  }

  /** Runs the query of the open file and waits until it has a result, in whatever state. */
  async start(): Promise<void> {
    await this.window.showingNewResult(async () => {
      await this.window.clickLine("FROM Employee");
      await this.window.page.keyboard.press("Control+Enter");
    });
  }

  /** Shows a result that is there. */
  async show(title: string): Promise<Frame> {
    const frame = await this.window.results();
    await frame.locator(".tab", { hasText: title }).last().click();
    return await this.window.result(title);
  }
}

/** Presses a button of the page and gives the milliseconds until the active result has this state, by the page's own clock. */
export async function pressUntil(frame: Frame, button: string, state: string): Promise<number> {
  const found = await frame.getByRole("button", { name: button, exact: true }).filter({ visible: true }).first();
  return await found.evaluate(
    (pressed, wanted) =>
      new Promise<number>((resolve) => {
        const startedMs = performance.now();
        const look = () => {
          const tab = document.querySelector<HTMLElement>('.tab[aria-selected="true"]');
          if (tab?.dataset["state"] === wanted) {
            resolve(performance.now() - startedMs);
          } else {
            requestAnimationFrame(look);
          }
        };
        (pressed as HTMLElement).click();
        look();
      }),
    state,
  );
}

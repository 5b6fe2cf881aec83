import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Frame, Page } from "playwright-core";
import type { BenchOptions } from "../bench-options.ts";
import { wideText } from "./wide-rows.ts";

const showDelayMs = 60_000;
const queryFile = "bench.sqllike";
const wideQuery = `-- Wide
SELECT EmployeeID FROM Employee WHERE Service_Time BETWEEN date("2025-12-01") AND date("2026-01-01");
`;

export interface HostMemory {
  /** Heap and what it holds outside of it, after a garbage collection. */
  readonly usedBytes: number;
  readonly rssBytes: number;
}

/** A window of a real VS Code whose local connection is the service of a data folder, with a probe in its extension host. */
export class ResultsWindow {
  readonly page: Page;
  readonly #probeUrl: string;
  readonly #queryPath: string;

  private constructor(page: Page, probeUrl: string, queryPath: string) {
    this.page = page;
    this.#probeUrl = probeUrl;
    this.#queryPath = queryPath;
  }

  static async with<Value>(
    { extensionFolder, programFolder, isSmall }: BenchOptions,
    dataFolder: string,
    work: (window: ResultsWindow) => Promise<Value>,
    { query = wideQuery, people = undefined as number | undefined } = {},
  ): Promise<Value> {
    const { startVsCodeServer } = await import("../../vscode/host/server.mjs");
    const { openWindow } = await import("../../vscode/host/window.mjs");
    // Not below the repository, whose files VS Code would look at.
    const folder = await mkdtemp(join(tmpdir(), "workforce-bench-"));
    const workspaceFolder = join(folder, "workspace");
    await mkdir(workspaceFolder);
    await writeFile(join(workspaceFolder, queryFile), query);
    const server = await startVsCodeServer({
      hasAllExtensions: !isSmall,
      serverDataDir: join(folder, "server"),
      extensionsDir: join(folder, "extensions"),
      env: { WORKFORCE_BENCH_PROBE: folder },
      settings: {
        "workforce.localService.dataFolder": dataFolder,
        ...(people !== undefined && { "workforce.localService.people": people }),
      },
    });
    try {
      const opened = await openWindow({
        server,
        workspaceFolder,
        extensionDevelopmentPath: extensionFolder,
        extensionTestsPath: join(programFolder, "grid", "editor-probe.js"),
      });
      try {
        const probeUrl = `http://127.0.0.1:${await untilWritten(join(folder, "port"))}`;
        return await work(new ResultsWindow(opened.page, probeUrl, join(workspaceFolder, queryFile)));
      } finally {
        await opened.close();
      }
    } finally {
      await server.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  }

  /** Opens the query in an editor. */
  async open(): Promise<void> {
    await this.#ask(`/open?file=${encodeURIComponent(this.#queryPath)}`);
  }

  /** Runs the query; does not wait for its rows. */
  async run(): Promise<void> {
    await this.#ask(`/run?file=${encodeURIComponent(this.#queryPath)}`);
  }

  hostMemory(): Promise<HostMemory> {
    return this.#ask("/memory");
  }

  async results(): Promise<Frame> {
    const { webviewFrame } = await import("../../vscode/host/workbench.mjs");
    return webviewFrame(this.page, undefined, { selector: "#results", timeoutMs: showDelayMs });
  }

  /** Bytes of JavaScript in the process that has the window and its views in it, after a garbage collection. */
  async heapBytes(): Promise<number> {
    const session = await this.page.context().newCDPSession(this.page);
    await session.send("HeapProfiler.collectGarbage");
    const { usedSize } = await session.send("Runtime.getHeapUsage");
    await session.detach();
    return usedSize;
  }

  async #ask<Answer>(path: string): Promise<Answer> {
    const answer = await fetch(this.#probeUrl + path);
    if (!answer.ok) {
      throw new Error(`The probe answered ${path} with ${await answer.text()}`);
    }
    return (await answer.json()) as Answer;
  }
}

/** The instant of the wall clock, in milliseconds, at which the rows of a new result were first painted. */
export function firstRowsPainted(frame: Frame): Promise<number> {
  return frame.evaluate(
    ({ pattern, timeoutMs }) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error("No row of the new result was painted.")), timeoutMs);
        const isWide = new RegExp(pattern);
        const activeId = () => document.querySelector<HTMLElement>('.tab[aria-selected="true"]')?.dataset.result;
        const before = activeId();
        const look = () => {
          const isNew = activeId() !== before;
          const cell = document.querySelector('.grid-row[aria-rowindex="2"] .grid-cell');
          if (isNew && isWide.test(cell?.textContent ?? "")) {
            resolve(Date.now());
          } else {
            requestAnimationFrame(afterFrame);
          }
        };
        const afterFrame = () => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = look;
          port2.postMessage(undefined);
        };
        look();
      }),
    { pattern: wideText.source, timeoutMs: showDelayMs },
  );
}

/** Waits until the active result has all its rows, and those in sight are there. */
export async function settled(frame: Frame, timeoutMs = showDelayMs): Promise<void> {
  await frame.waitForFunction(
    () => {
      const tab = document.querySelector<HTMLElement>('.tab[aria-selected="true"]');
      const cells = document.querySelectorAll(".grid-cell");
      return (
        tab?.dataset.state !== "loading" &&
        document.querySelector('.grid[aria-busy="true"]') === null &&
        cells.length > 0 &&
        document.querySelectorAll('.grid-cell[data-state="waiting"]').length === 0
      );
    },
    undefined,
    { timeout: timeoutMs },
  );
}

/** Scrolls to a share of all rows, from 0 to 1, and waits for them. */
export async function scrollTo(frame: Frame, share: number): Promise<void> {
  await frame.evaluate((part) => {
    const grid = document.querySelector(".grid");
    grid?.scrollTo(0, part * grid.scrollHeight);
  }, share);
  await frame.waitForFunction((part) => {
    const rows = [...document.querySelectorAll(".grid-row")].map((row) => Number(row.getAttribute("aria-rowindex")));
    const count = Number(document.querySelector(".grid")?.getAttribute("aria-rowcount"));
    return Math.abs(Math.min(...rows) - part * count) < 0.01 * count + 100;
  }, share);
  await settled(frame);
}

/** Milliseconds from the key that brings a window of rows back, which is out of sight and not held, until it is painted. */
export async function keyToPaint(
  page: Page,
  frame: Frame,
  share: number,
  rest: () => Promise<unknown>,
): Promise<number> {
  await scrollTo(frame, share);
  await frame.locator(".grid").click({ position: { x: 200, y: 90 } });
  const row = await frame.evaluate(() =>
    Number(document.querySelector(".grid-cell.is-active")?.parentElement?.getAttribute("aria-rowindex")),
  );
  await scrollTo(frame, (share + 0.5) % 1);
  // The key takes another way to the page than what is run in it: it is pressed when somebody waits for it.
  const watch = await frame.evaluateHandle(
    ({ target, timeoutMs }) => ({
      painted: new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error(`Row ${target} was not painted after the key.`)), timeoutMs);
        const look = (startedMs: number) => {
          const cells = [...document.querySelectorAll(`.grid-row[aria-rowindex="${target}"] .grid-cell`)];
          if (cells.length > 0 && cells.every((one) => one.getAttribute("data-state") !== "waiting")) {
            resolve(performance.now() - startedMs);
          } else {
            requestAnimationFrame(() => afterFrame(startedMs));
          }
        };
        const afterFrame = (startedMs: number) => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => look(startedMs);
          port2.postMessage(undefined);
        };
        document.addEventListener("keydown", ({ timeStamp }) => afterFrame(timeStamp), { capture: true, once: true });
      }),
    }),
    { target: row + 1, timeoutMs: showDelayMs },
  );
  await rest();
  await page.keyboard.press("ArrowDown");
  return await watch.evaluate(({ painted }) => painted);
}

async function untilWritten(path: string): Promise<string> {
  const deadline = Date.now() + showDelayMs;
  for (;;) {
    try {
      return await readFile(path, "utf8");
    } catch (error) {
      if (Date.now() > deadline) {
        throw new Error("The probe did not start in the extension host.", { cause: error });
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Frame } from "playwright-core";
import { readServiceFile, serviceFilePathOf } from "../../../src/service/process/start.ts";
import type { BenchOptions } from "../bench-options.ts";
import { ResultsWindow } from "../grid/results-window.ts";
import type { MeasuredRow } from "../report.ts";
import { copySampleData } from "../sample-data.ts";
import { median } from "../samples.ts";

/** The default of the setting. */
const defaultPeople = 5_000;
/** Before the click, from when the service runs: VS Code is idle by then. */
const idleMs = 3_000;
const rowsTimeoutMs = 60_000;
const stopTimeoutMs = 20_000;
const warmRuns = { small: 1, full: 3 };
const query = `SELECT employeeCount() AS Headcount, Function FROM Employee
WHERE Service_Time IN periods(date("2025-01-01"), 12, period(1, Month));
`;

/**
 * From the command of the lens to the first rows on the screen: in windows that open with a query and without a running
 * service, some seconds after the editor is there, and again in the same windows.
 */
export async function measureColdStart({ size, isSmall, ...options }: BenchOptions): Promise<MeasuredRow> {
  const people = isSmall ? size.people : defaultPeople;
  const dataFolder = await mkdtemp(join(options.scratchFolder, "cold-start-"));
  const samples: Record<"cold" | "warm", number[]> = { cold: [], warm: [] };
  try {
    await copySampleData({ size, isSmall, ...options }, people, dataFolder);
    for (let window = 0; window < Math.min(size.windows, 5); window++) {
      await ResultsWindow.with(
        { size, isSmall, ...options },
        dataFolder,
        async (opened) => {
          await opened.open();
          await untilServed(dataFolder);
          await pause(isSmall ? 0 : idleMs);
          samples.cold.push(await runToRows(opened));
          for (let turn = 0; turn < (isSmall ? warmRuns.small : warmRuns.full); turn++) {
            samples.warm.push(await runToRows(opened, await opened.results()));
          }
        },
        { query, people },
      );
      await stopService(dataFolder);
    }
  } finally {
    await stopService(dataFolder);
    await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 });
  }
  const cold = median(samples.cold);
  return {
    kind: "measured",
    name: "first rows of a cold window",
    unit: "ms",
    criteria: [
      { label: "cold in ms", value: cold, bar: 1500 },
      { label: "cold / warm", value: cold / median(samples.warm), bar: 3 },
    ],
    samples,
    facts: { people, "idle ms before the click": idleMs },
  };
}

async function runToRows(window: ResultsWindow, shown?: Frame): Promise<number> {
  const before = await shown?.evaluate(
    () => document.querySelector<HTMLElement>('.tab[aria-selected="true"]')?.dataset.result,
  );
  const startedMs = Date.now();
  await window.run();
  const frame = shown ?? (await window.results());
  const paintedMs = await frame.evaluate(
    ({ resultBefore, timeoutMs }) =>
      new Promise<number>((resolve, reject) => {
        setTimeout(() => reject(new Error("No row of the new result was painted.")), timeoutMs);
        const look = () => {
          const resultId = document.querySelector<HTMLElement>('.tab[aria-selected="true"]')?.dataset.result;
          // Aggregates are shown as a pivot, others as a table.
          const cells = [...document.querySelectorAll<HTMLElement>('.grid-cell:not([data-state="waiting"])')];
          const hasRows = cells.some((cell) => cell.offsetWidth > 0 && cell.textContent !== "");
          if (resultId !== undefined && resultId !== resultBefore && hasRows) {
            resolve(Date.now());
          } else {
            requestAnimationFrame(look);
          }
        };
        look();
      }),
    { resultBefore: before, timeoutMs: rowsTimeoutMs },
  );
  return paintedMs - startedMs;
}

async function untilServed(dataFolder: string): Promise<void> {
  for (const deadline = Date.now() + rowsTimeoutMs; !existsSync(serviceFilePathOf(dataFolder)); ) {
    if (Date.now() > deadline) {
      throw new Error("The embedded service was not started while the query was open.");
    }
    await pause(50);
  }
}

async function stopService(dataFolder: string): Promise<void> {
  const running = readServiceFile(dataFolder);
  if (!running) {
    return;
  }
  process.kill(running.pid, "SIGTERM");
  for (const deadline = Date.now() + stopTimeoutMs; existsSync(serviceFilePathOf(dataFolder)); ) {
    if (Date.now() > deadline) {
      throw new Error("The embedded service did not stop.");
    }
    await pause(50);
  }
}

import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { pino } from "pino";
import type { Frame } from "playwright-core";
import { startService } from "../../../src/service/process/service.ts";
import { readServiceFile, serviceFilePathOf } from "../../../src/service/process/start.ts";
import { type BenchOptions, engineLimits } from "../bench-options.ts";
import { ResultsWindow } from "../grid/results-window.ts";
import type { MeasuredRow } from "../report.ts";
import { median } from "../samples.ts";

const people = 5_000;
/** What somebody reads in an editor that has just opened, before the click. */
const idleMs = 4_000;
const stopTimeoutMs = 20_000;
const warmRuns = 3;
const query = `SELECT employeeCount() AS Headcount, Function FROM Employee
WHERE Service_Time IN periods(date("2025-01-01"), 12, period(1, Month));
`;

/**
 * From the command of the lens to the first rows on the screen: in windows that open with a query and without a running
 * service, some seconds after the editor is there, and again in the same windows.
 */
export async function measureColdStart({ size, isSmall, ...options }: BenchOptions): Promise<MeasuredRow> {
  const dataFolder = await mkdtemp(join(options.scratchFolder, "cold-start-"));
  const samples: Record<"cold" | "warm", number[]> = { cold: [], warm: [] };
  try {
    const sample = { dataFolder, hasSample: true, people: isSmall ? size.people : people, ...engineLimits };
    await (await startService(sample, { logger: pino({ level: "silent" }) })).stop();
    for (let window = 0; window < Math.min(size.windows, 5); window++) {
      await ResultsWindow.with(
        { size, isSmall, ...options },
        dataFolder,
        async (opened) => {
          await opened.page.context().addInitScript(noteFirstRows);
          await opened.open();
          await setTimeout(idleMs);
          samples.cold.push(await runToRows(opened));
          for (let turn = 0; turn < warmRuns; turn++) {
            samples.warm.push(await runToRows(opened));
          }
        },
        query,
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
    facts: { people: isSmall ? size.people : people, "idle ms before the click": idleMs },
  };
}

type NotedRows = { firstRows?: Record<string, number> };

/** Runs in each frame: notes the wall clock at which the first row of each result is painted, by result id. */
function noteFirstRows(): void {
  const noted: Record<string, number> = {};
  (globalThis as NotedRows).firstRows = noted;
  const look = () => {
    const resultId = document.querySelector<HTMLElement>('.tab[aria-selected="true"]')?.dataset["result"];
    const cell = document.querySelector('.grid-row[aria-rowindex="2"] .grid-cell:not([data-state="waiting"])');
    if (resultId !== undefined && cell?.textContent) {
      noted[resultId] ??= Date.now();
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function runToRows(window: ResultsWindow): Promise<number> {
  const noted = (frame: Frame) => frame.evaluate(() => ({ ...(globalThis as NotedRows).firstRows }));
  const shown = window.page.frames().length > 0 ? await countNoted(window) : 0;
  const startedMs = Date.now();
  await window.run();
  const frame = await window.results();
  await frame.waitForFunction((count) => Object.keys((globalThis as NotedRows).firstRows ?? {}).length > count, shown);
  return Math.max(...Object.values(await noted(frame))) - startedMs;
}

/** Results whose rows were painted so far, without waiting for the view. */
async function countNoted({ page }: ResultsWindow): Promise<number> {
  const counts = await Promise.all(
    page
      .frames()
      .map((frame) =>
        frame.evaluate(() => Object.keys((globalThis as NotedRows).firstRows ?? {}).length).catch(() => 0),
      ),
  );
  return Math.max(0, ...counts);
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
    await setTimeout(50);
  }
}

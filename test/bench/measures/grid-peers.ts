import type { BrowserContext, Page } from "playwright-core";
import type { BenchOptions } from "../bench-options.ts";
import { type GridName, GridPages } from "../grid/grid-pages.ts";
import { gridSize } from "../grid/grid-source.ts";
import type { MeasuredRow } from "../report.ts";
import { alternate, median, ratioToBest } from "../samples.ts";

const contestants = { ours: "our-grid", "ag-grid": "ag-grid", slickgrid: "slick-grid" } as const satisfies Record<
  string,
  GridName
>;

/** Frames come as soon as they are drawn, so that no time is rounded up to the next sixtieth of a second. */
const browserArguments = ["--disable-frame-rate-limit", "--disable-gpu-vsync"];

const jumpsPerPage = { small: 2, full: 20 };

const readAheadMs = 300;

/** What one page says. */
interface PageFacts {
  readonly firstPaintMs: number;
  readonly jumpMs: number;
  readonly heapBytes: number;
  readonly nodes: number;
}

/** Our grid beside ag-grid-community and SlickGrid: the same rows by windows, as wide, as high, in pages of their own. */
export async function measureGridPeers(options: BenchOptions): Promise<readonly MeasuredRow[]> {
  const jumps = options.isSmall ? jumpsPerPage.small : jumpsPerPage.full;
  const { rounds } = options.size;
  const facts: Record<string, PageFacts[]> = { ours: [], "ag-grid": [], slickgrid: [] };
  const firstPaint = await GridPages.with(options, browserArguments, (pages) =>
    alternate(
      Object.fromEntries(
        Object.entries(contestants).map(([name, grid]) => [
          name,
          async () => {
            const found = await pages.open(grid, (page, context) => measurePage(page, context, jumps));
            facts[name]?.push(found);
            return found.firstPaintMs;
          },
        ]),
      ),
      rounds,
    ),
  );
  const samplesOf = (fact: keyof PageFacts) =>
    Object.fromEntries(
      Object.entries(facts).map(([name, pages]) => [name, pages.slice(-rounds).map((page) => page[fact])]),
    );
  const row = (
    name: string,
    unit: MeasuredRow["unit"],
    samples: Record<string, number[]>,
    bar: number,
  ): MeasuredRow => ({
    kind: "measured",
    name,
    unit,
    criteria: [
      {
        label: "ours / the better of ag-grid and slickgrid",
        value: ratioToBest(samples.ours ?? [], [samples["ag-grid"] ?? [], samples.slickgrid ?? []]),
        bar,
      },
    ],
    samples,
    facts: { rows: gridSize.rows, columns: gridSize.columns },
  });
  const nodes = samplesOf("nodes");
  return [
    row("grid first paint", "ms", firstPaint, 0.8),
    row("grid jump", "ms", samplesOf("jumpMs"), 0.5),
    row("grid heap", "bytes", samplesOf("heapBytes"), 0.8),
    {
      ...row("grid nodes", "count", nodes, 0.5),
      criteria: [
        ...row("", "count", nodes, 0.5).criteria,
        { label: "nodes of ours", value: median(nodes.ours ?? []), bar: 999 },
      ],
    },
  ];
}

/** Jumps first, so that heap and nodes are those of a grid in use. */
async function measurePage(page: Page, context: BrowserContext, count: number): Promise<PageFacts> {
  const firstPaintMs = await page.evaluate(() => window.bench.firstPaint);
  const jumps: number[] = [];
  for (let jump = 1; jump <= count; jump++) {
    // Spread over all rows, the same for everyone, and never near the one before.
    const row = Math.floor((jump * 0.618_034 * gridSize.rows) % (gridSize.rows - 100));
    jumps.push(await page.evaluate((to) => window.bench.jump(to), row));
  }
  // Grids read rows ahead a while after a jump.
  await page.waitForTimeout(readAheadMs);
  const nodes = await page.evaluate(() => document.querySelectorAll("#grid *").length);
  const heapBytes = (await usedHeap(page)) - (await heapOfEmptyPage(context));
  return { firstPaintMs, jumpMs: median(jumps), heapBytes, nodes };
}

/** Bytes that the browser and the script with which the bench drives a page, a third of a megabyte, take in every page. */
async function heapOfEmptyPage(context: BrowserContext): Promise<number> {
  const page = await context.newPage();
  await page.evaluate(() => document.title);
  return await usedHeap(page);
}

async function usedHeap(page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  return usedSize;
}

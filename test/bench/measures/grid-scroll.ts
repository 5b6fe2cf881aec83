import type { BenchOptions } from "../bench-options.ts";
import { type GridName, GridPages } from "../grid/grid-pages.ts";
import type { MeasuredRow } from "../report.ts";
import { alternate, percentile, ratioToBest } from "../samples.ts";

/** Three rows a frame: nobody reads that, everybody does it. */
const pixelsPerFrame = 66;

/** Scrolling through our grid against a page that does nothing but scroll. */
export async function measureGridScroll(options: BenchOptions): Promise<MeasuredRow> {
  const frames = options.isSmall ? 30 : 240;
  const samples = await GridPages.with(options, [], (pages) => {
    const scroll = (name: GridName) => () =>
      pages.open(name, async (page) => {
        await page.evaluate(() => window.bench.firstPaint);
        const scrolled = { step: pixelsPerFrame, count: frames };
        return percentile(await page.evaluate(({ step, count }) => window.bench.scroll(step, count), scrolled), 0.95);
      });
    return alternate({ ours: scroll("our-grid"), "bare page": scroll("bare-page") }, options.size.rounds);
  });
  return {
    kind: "measured",
    name: "grid scroll",
    unit: "ms",
    criteria: [
      {
        label: "ours / bare page, 95 in 100 frames",
        value: ratioToBest(samples.ours ?? [], [samples["bare page"] ?? []]),
        bar: 1.2,
      },
    ],
    samples,
    facts: { frames, "pixels each": pixelsPerFrame },
  };
}

import type { ChartMark } from "../../protocol/chart.ts";
import type { Cell } from "../../protocol/data-worker.ts";

interface LargestSeries {
  /** Marks in their original order. */
  readonly marks: readonly ChartMark[];
  /** Number of series in all marks. */
  readonly seriesCount: number;
}

/**
 * Returns the marks of the at most `most` series with the largest totals of absolute values. The other series are left
 * out and not added up: a sum of averages or shares would be a number that is not in the result.
 */
export function largestSeries(marks: readonly ChartMark[], most: number): LargestSeries {
  const sizes = new Map<Cell, number>();
  for (const { series, y } of marks) {
    const size = y === null || y === "" ? 0 : Math.abs(Number(y)) || 0;
    sizes.set(series, (sizes.get(series) ?? 0) + size);
  }
  if (sizes.size <= most) {
    return { marks, seriesCount: sizes.size };
  }
  const bySize = [...sizes].sort(([, one], [, other]) => other - one);
  const kept = new Set(bySize.slice(0, most).map(([series]) => series));
  return { marks: marks.filter(({ series }) => kept.has(series)), seriesCount: sizes.size };
}

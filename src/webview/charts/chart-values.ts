import type { ChartData, ChartMark } from "../../protocol/chart.ts";
import { formatTimeMember, parseTimeMember } from "../../protocol/time-member.ts";

/** A mark with the field names that specs use. */
export interface Datum {
  /** Epoch milliseconds on a time axis, otherwise the member; in a histogram the lower end of a bin. */
  readonly x: string | number;
  /** Upper end of a histogram bin. */
  readonly x2?: number;
  readonly y: number | null;
  readonly series: string;
  /** Exact value for the tooltip. */
  readonly shown: string;
  /** Member formatted for display. */
  readonly place: string;
}

/** A box with its five numbers by the names in `boxParts`. */
type BoxDatum = Readonly<Record<string, string | number | null>>;

export function isAllTime({ marks }: ChartData): boolean {
  return marks.length > 0 && marks.every(({ x }) => x !== null && parseTimeMember(x) !== undefined);
}

export function placeValues({ marks }: ChartData, isTime: boolean, missing: string): Datum[] {
  return marks.map(({ x, y, series }) => {
    const place = x ?? missing;
    return {
      x: isTime ? (parseTimeMember(place) ?? 0) : place,
      y: numberOf(y),
      series: series ?? missing,
      shown: y ?? missing,
      place: formatTimeMember(place),
    };
  });
}

export function binValues({ marks }: ChartData): Datum[] {
  return marks.map(({ x, y, series }) => {
    const [from, to] = [Number(x), Number(series)];
    // If all numbers are equal, the bin would have no width and be invisible.
    const half = from === to ? 0.5 : 0;
    return {
      x: from - half,
      x2: to + half,
      y: numberOf(y),
      series: "",
      shown: y ?? "",
      place: from === to ? String(x) : `${x} – ${series}`,
    };
  });
}

export function boxValues({ marks }: ChartData, missing: string): BoxDatum[] {
  const boxes = new Map<ChartMark["x"], Record<string, string | number | null>>();
  for (const { x, series, y } of marks) {
    const box = boxes.get(x) ?? { place: x === null ? missing : formatTimeMember(x) };
    boxes.set(x, box);
    if (series !== null) {
      box[series] = numberOf(y);
    }
  }
  return [...boxes.values()];
}

function numberOf(text: string | null): number | null {
  const value = text === null || text === "" ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : null;
}

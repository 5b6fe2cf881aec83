import type { AnswerCell, AnswerCells } from "./answer-table.ts";

/** Size of a chart in pixels. */
interface ChartSize {
  readonly width: number;
  readonly height: number;
}

interface ChartOptions extends ChartSize {
  readonly title: string;
  /** Most members that are drawn; the others are left out. */
  readonly maxMembers: number;
  readonly format: (value: number | null) => string;
}

interface Series {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

// Colours that can be told apart, also by people who see no red or green (Okabe and Ito).
const colours = ["#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#d55e00", "#999933", "#555555"];
const margin = { top: 48, right: 24, bottom: 48, left: 72 };

/** Draws the first metric of an answer as SVG: lines over time, or bars by member. Undefined where there is nothing to draw. */
export function drawChart({ cells, intervals }: AnswerCells, options: ChartOptions): string | undefined {
  const groups = new Map<string, AnswerCell[]>();
  for (const cell of cells) {
    const name = cell.members.join(", ");
    groups.set(name, [...(groups.get(name) ?? []), cell]);
  }
  const firstValue = (cell: AnswerCell | undefined) => cell?.values[0] ?? null;
  const series = [...groups]
    .map(
      ([name, own]): Series => ({
        name,
        values: intervals.map((_, interval) => firstValue(own.find((cell) => cell.interval === interval))),
      }),
    )
    .filter(({ values }) => values.some((value) => value !== null))
    .slice(0, options.maxMembers);
  if (series.length === 0 || (series.length === 1 && intervals.length === 1)) {
    return undefined;
  }
  return intervals.length > 1 ? drawLines(series, intervals, options) : drawBars(series, options);
}

function drawLines(series: readonly Series[], intervals: readonly string[], options: ChartOptions): string {
  const { left, right, bottom, top } = areaOf(options);
  const scale = scaleOf(
    series.flatMap(({ values }) => values),
    top,
    bottom,
  );
  const x = (index: number) => left + ((right - left) * index) / Math.max(1, intervals.length - 1);
  const step = Math.ceil(intervals.length / Math.max(1, Math.floor((right - left) / 70)));
  const labels = intervals.flatMap((name, index) =>
    index % step === 0 ? [text(x(index), bottom + 18, name, "middle")] : [],
  );
  const lines = series.map(({ name, values }, index) => {
    const points = values.flatMap((value, at) => (value === null ? [] : [`${round(x(at))},${round(scale.y(value))}`]));
    return `<polyline fill="none" stroke="${colourOf(index)}" stroke-width="2" points="${points.join(" ")}"><title>${escapeText(name)}</title></polyline>`;
  });
  const legend = series.length > 1 ? drawLegend(series, options) : [];
  return frame(options, [...scale.marks(left, right, options.format), ...labels, ...lines, ...legend]);
}

function drawBars(series: readonly Series[], options: ChartOptions): string {
  const { left, right, bottom, top } = areaOf(options);
  const scale = scaleOf(
    series.map(({ values }) => values[0] ?? null),
    top,
    bottom,
  );
  const width = (right - left) / series.length;
  const bars = series.flatMap(({ name, values }, index) => {
    const value = values[0] ?? 0;
    const [high, low] = [scale.y(Math.max(0, value)), scale.y(Math.min(0, value))];
    const x = left + width * index + width * 0.15;
    return [
      `<rect x="${round(x)}" y="${round(high)}" width="${round(width * 0.7)}" height="${round(Math.max(1, low - high))}" fill="${colourOf(0)}"><title>${escapeText(`${name}: ${options.format(value)}`)}</title></rect>`,
      text(x + width * 0.35, bottom + 18, shorten(name, width), "middle"),
      text(x + width * 0.35, high - 6, options.format(value), "middle"),
    ];
  });
  return frame(options, [...scale.marks(left, right, options.format), ...bars]);
}

function areaOf({ width, height }: ChartSize) {
  return { left: margin.left, right: width - margin.right, top: margin.top, bottom: height - margin.bottom };
}

function scaleOf(values: readonly (number | null)[], top: number, bottom: number) {
  const known = values.filter((value): value is number => value !== null);
  const low = Math.min(0, ...known);
  const high = Math.max(0, ...known);
  const span = high - low || 1;
  const y = (value: number) => bottom - ((value - low) / span) * (bottom - top);
  const marks = (left: number, right: number, format: ChartOptions["format"]) =>
    [low, low + span / 2, high].flatMap((value) => [
      `<line x1="${left}" x2="${right}" y1="${round(y(value))}" y2="${round(y(value))}" stroke="#cccccc"/>`,
      text(left - 8, y(value) + 4, format(value), "end"),
    ]);
  return { y, marks };
}

function drawLegend(series: readonly Series[], { width }: ChartSize): readonly string[] {
  const columns = Math.max(1, Math.floor((width - margin.left - margin.right) / 150));
  return series
    .slice(0, columns)
    .map(({ name }, index) =>
      text(margin.left + index * 150, margin.top - 8, `■ ${shorten(name, 140)}`, "start", colourOf(index)),
    );
}

function frame({ width, height, title }: ChartOptions, parts: readonly string[]): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" role="img">`,
    `<title>${escapeText(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="#ffffff"/>`,
    text(margin.left, 22, shorten(title, width - margin.left), "start"),
    ...parts,
    "</svg>",
  ].join("");
}

function text(x: number, y: number, content: string, anchor: "start" | "middle" | "end", colour = "#333333"): string {
  return `<text x="${round(x)}" y="${round(y)}" text-anchor="${anchor}" fill="${colour}">${escapeText(content)}</text>`;
}

function shorten(name: string, width: number): string {
  const fitting = Math.max(3, Math.floor(width / 7));
  return name.length > fitting ? `${name.slice(0, fitting - 1)}…` : name;
}

function colourOf(index: number): string {
  return colours[index % colours.length] ?? "#333333";
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}

function escapeText(content: string): string {
  return content.replace(/[&<>"']/gu, (sign) => `&#${sign.charCodeAt(0)};`);
}

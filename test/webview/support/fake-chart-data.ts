import { boxParts, type ChartData, type ChartMark, type ChartRequest } from "../../../src/protocol/chart.ts";
import type { FakeResult } from "./fake-result.ts";

/** What the data worker would give for a chart: a mark for each row, or the bins or the boxes over them. */
export function fakeChartData({ rowCount, cell }: FakeResult, { kind, x, y, series }: ChartRequest): ChartData {
  const at = (row: number, column: number | undefined | null) =>
    typeof column === "number" ? cell(row, column) : null;
  const rows = Array.from({ length: rowCount }, (_, row) => ({
    x: at(row, x),
    y: at(row, y),
    series: at(row, series),
  }));
  if (kind === "histogram") {
    return { marks: bins(rows.map((row) => Number(row.y))), isCut: false, isComputed: true };
  }
  if (kind === "box") {
    const places = [...new Set(rows.map((row) => row.x))];
    const marks = places.flatMap((place) =>
      box(
        place,
        rows.filter((row) => row.x === place).map((row) => Number(row.y)),
      ),
    );
    return { marks, isCut: false, isComputed: true };
  }
  return { marks: rows, isCut: false, isComputed: false };
}

function bins(numbers: readonly number[]): ChartMark[] {
  const [least, most] = [Math.min(...numbers), Math.max(...numbers)];
  const width = (most - least) / 10;
  return Array.from({ length: 10 }, (_, bin) => {
    const inside = numbers.filter((number) => Math.min(9, Math.floor((number - least) / width)) === bin);
    return { x: String(least + bin * width), series: String(least + (bin + 1) * width), y: String(inside.length) };
  });
}

function box(x: string | null, numbers: readonly number[]): ChartMark[] {
  const sorted = numbers.toSorted((one, other) => one - other);
  return boxParts.map((series, part) => ({
    x,
    series,
    y: String(sorted[Math.round((part / 4) * (sorted.length - 1))] ?? 0),
  }));
}

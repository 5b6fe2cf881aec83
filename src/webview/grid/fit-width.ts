import { narrowestColumn, widestFit } from "./column-layout.ts";

const cellPadding = 20;
/** Icon of the kind, arrow of the order, padding. */
const headerExtra = 56;

/** The widest text is among the longest ones. */
const measuredCells = 10;

let canvas: CanvasRenderingContext2D | null | undefined;

/** The width that a header and cells need, measured with the font of the grid. */
export function fitWidth(grid: Element, header: string, cells: readonly string[]): number {
  canvas ??= document.createElement("canvas").getContext("2d");
  if (!canvas) {
    return 160;
  }
  const { fontWeight, fontSize, fontFamily } = getComputedStyle(grid);
  canvas.font = `600 ${fontSize} ${fontFamily}`;
  let width = canvas.measureText(header).width + headerExtra;
  canvas.font = `${fontWeight} ${fontSize} ${fontFamily}`;
  const longest = cells.toSorted((one, other) => other.length - one.length).slice(0, measuredCells);
  for (const text of longest) {
    width = Math.max(width, canvas.measureText(text.slice(0, 100)).width + cellPadding);
  }
  return Math.min(widestFit, Math.max(narrowestColumn, Math.ceil(width)));
}

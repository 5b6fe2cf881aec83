// SlickGrid with a model that holds one window, asked for as its own remote model does when the viewport changes.
// https://github.com/6pac/SlickGrid/blob/master/src/slick.remotemodel.ts
import { SlickGrid } from "slickgrid";
import { offer } from "./grid-page.ts";
import { columnNames, gridSize, readWindow, recordOf } from "./grid-source.ts";

const pageRows = 50;
const waiting: Record<string, string> = {};

let held: { readonly first: number; readonly rows: readonly Record<string, string>[] } = { first: 0, rows: [] };
let asked: { readonly first: number; readonly end: number } | undefined;

const grid = new SlickGrid<Record<string, string>>(
  "#grid",
  {
    getLength: () => gridSize.rows,
    getItem: (row: number) => held.rows[row - held.first] ?? waiting,
    getItemMetadata: () => null,
  },
  columnNames.map((name) => ({ id: name, name, field: name, width: gridSize.columnWidth })),
  { rowHeight: gridSize.rowHeight, enableColumnReorder: false, enableCellNavigation: true },
);

async function ensureRows(): Promise<void> {
  const { top, bottom } = grid.getViewport();
  const last = Math.min(bottom + 1, gridSize.rows);
  const covers = (first: number, end: number) => top >= first && last <= end;
  if (covers(held.first, held.first + held.rows.length) || (asked && covers(asked.first, asked.end))) {
    return;
  }
  const first = Math.max(0, Math.floor(top / pageRows) * pageRows - pageRows);
  const window = { first, end: Math.min(gridSize.rows, (Math.floor(last / pageRows) + 2) * pageRows) };
  asked = window;
  const rows = await readWindow(window.first, window.end - window.first, recordOf);
  if (asked === window) {
    asked = undefined;
    held = { first: window.first, rows };
    grid.invalidateRows(rows.map((_, index) => window.first + index));
    grid.render();
  }
}

grid.onViewportChanged.subscribe(() => void ensureRows());
void ensureRows();

const viewport = document.querySelector<HTMLElement>(".slick-viewport-top.slick-viewport-left") ?? document.body;
offer({
  viewport,
  bodyTop: () => viewport.getBoundingClientRect().top,
  goTo: (row) => grid.scrollRowToTop(row),
});

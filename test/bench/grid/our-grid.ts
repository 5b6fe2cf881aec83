// Our own grid alone, as the results view makes it.
import { englishResultsStrings } from "../../../src/protocol/results-strings.ts";
import { defaultRowView } from "../../../src/protocol/row-view.ts";
import { CellFormatter } from "../../../src/webview/grid/cell-display.ts";
import { Grid } from "../../../src/webview/grid/grid.ts";
import { offer } from "./grid-page.ts";
import { cellText, columnNames, gridSize, readWindow } from "./grid-source.ts";

const numbers = new Intl.NumberFormat("en");
const ignore = () => undefined;

const grid = new Grid({
  strings: englishResultsStrings,
  rowHeight: gridSize.rowHeight,
  formatter: new CellFormatter(englishResultsStrings, "en", false),
  readRows: async ({ first, count, columns }) => ({
    first,
    rows: await readWindow(first, count, (row) => columns.map((column) => cellText(row, column))),
    rowCount: gridSize.rows,
    cut: [],
  }),
  actions: {
    sort: ignore,
    openValue: ignore,
    openMenu: ignore,
    copy: ignore,
    filter: ignore,
    openFilter: ignore,
    toggleFilters: ignore,
    find: ignore,
    findAgain: ignore,
    toggleExact: ignore,
    toggleMember: ignore,
    goToParent: ignore,
  },
  formatNumber: (value) => numbers.format(value),
  announce: ignore,
  onReadFailure: ignore,
  onDidChange: ignore,
});
document.querySelector("#grid")?.append(grid.element);
const widths = Object.fromEntries(columnNames.map((_, position) => [position, gridSize.columnWidth]));
grid.setColumns(
  columnNames.map((name) => ({ name, kind: "text" as const })),
  defaultRowView,
  widths,
);
grid.setRowCount(gridSize.rows);

offer({
  viewport: grid.element,
  bodyTop: () => grid.element.querySelector(".grid-header")?.getBoundingClientRect().bottom ?? 0,
  goTo: (row) => grid.navigation.scrollToRow(row, 0),
});

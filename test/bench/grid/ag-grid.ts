// ag-grid-community with its row model for windows of a remote table and the modules that takes.
// https://www.ag-grid.com/javascript-data-grid/infinite-scrolling/
import { createGrid, InfiniteRowModelModule, ModuleRegistry, ScrollApiModule } from "ag-grid-community";
import { offer } from "./grid-page.ts";
import { columnNames, gridSize, readWindow, recordOf } from "./grid-source.ts";

const element = document.querySelector<HTMLElement>("#grid") ?? document.body;

ModuleRegistry.registerModules([InfiniteRowModelModule, ScrollApiModule]);
const grid = createGrid<Record<string, string>>(element, {
  columnDefs: columnNames.map((name) => ({ field: name, headerName: name, width: gridSize.columnWidth })),
  defaultColDef: { sortable: false },
  rowModelType: "infinite",
  infiniteInitialRowCount: gridSize.rows,
  maxBlocksInCache: 5,
  rowHeight: gridSize.rowHeight,
  headerHeight: gridSize.headerHeight,
  animateRows: false,
  suppressColumnMoveAnimation: true,
  datasource: {
    rowCount: gridSize.rows,
    getRows: ({ startRow, endRow, successCallback }) =>
      void readWindow(startRow, endRow - startRow, recordOf).then((rows) => successCallback(rows, gridSize.rows)),
  },
});

const find = (selector: string) => element.querySelector<HTMLElement>(selector) ?? element;
offer({
  viewport: find(".ag-grid-viewport"),
  bodyTop: () => find(".ag-header").getBoundingClientRect().bottom,
  goTo: (row) => grid.ensureIndexVisible(row, "top"),
});

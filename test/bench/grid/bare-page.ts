// A page that only scrolls: as many cells with text as a grid shows, nothing around them, in a box as high as ours.
import { largestPhysicalHeight } from "../../../src/webview/grid/scroll-map.ts";
import { offer } from "./grid-page.ts";
import { cellText, gridSize } from "./grid-source.ts";

const view = document.querySelector<HTMLElement>("#grid") ?? document.body;
view.className = "bare-view";
const space = document.createElement("div");
space.style.height = `${Math.min(gridSize.rows * gridSize.rowHeight, largestPhysicalHeight)}px`;
/** More than the bench scrolls through. */
const screens = 25;
const rows = Math.ceil(view.clientHeight / gridSize.rowHeight) * screens;
for (let row = 0; row < rows; row++) {
  const line = document.createElement("div");
  line.className = "bare-row";
  for (let column = 0; column * gridSize.columnWidth < view.clientWidth; column++) {
    const cell = document.createElement("span");
    cell.className = "bare-cell";
    cell.textContent = cellText(row, column);
    line.append(cell);
  }
  space.append(line);
}
view.append(space);

offer({
  viewport: view,
  bodyTop: () => view.getBoundingClientRect().top,
  goTo: (row) => {
    view.scrollTop = row * gridSize.rowHeight;
  },
});

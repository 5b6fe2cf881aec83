import type { Frame, Page } from "playwright-core";

/** Number of rows of the visible grid that are completely in sight. */
export async function rowsInSight(page: Frame | Page): Promise<number> {
  return page.locator(".grid:visible").evaluate((grid) => {
    const top = grid.querySelector(".grid-header")?.getBoundingClientRect().bottom ?? 0;
    const bottom = grid.getBoundingClientRect().top + grid.clientHeight;
    const boxes = [...grid.querySelectorAll(".grid-row")].map((row) => row.getBoundingClientRect());
    return boxes.filter((box) => box.top >= top - 1 && box.bottom <= bottom + 1).length;
  });
}

import assert from "node:assert/strict";
import type { Page } from "playwright-core";

interface ShownToolbar {
  readonly name: string | null;
  /** Number of controls that the Tab key reaches. */
  readonly stops: number;
  /** Places of the visible controls, in the order of the document. */
  readonly places: readonly (readonly [top: number, left: number])[];
}

/** Checks that each toolbar of a page has a name, is one tab stop, and is read in the order in which it is seen. */
export async function checkToolbars(page: Page, leastCount: number): Promise<void> {
  const toolbars = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role="toolbar"]')]
      .filter(({ offsetWidth }) => offsetWidth > 0)
      .map((toolbar): ShownToolbar => {
        const controls = [...toolbar.querySelectorAll<HTMLElement>("button, input")];
        const visible = controls.filter(({ offsetWidth }) => offsetWidth > 0);
        const places = visible.map((control) => control.getBoundingClientRect());
        return {
          name: toolbar.getAttribute("aria-label"),
          stops: visible.filter((control) => control.tabIndex >= 0 && !control.matches(":disabled")).length,
          places: places.map(({ bottom, left }) => [Math.round(bottom / 20), left] as const),
        };
      }),
  );
  assert.ok(toolbars.length >= leastCount, `${toolbars.length} toolbars`);
  for (const { name, stops, places } of toolbars) {
    assert.ok(name, "a toolbar without a name");
    assert.equal(stops, 1, name);
    assert.deepEqual(
      places,
      places.toSorted(([top, left], [otherTop, otherLeft]) => top - otherTop || left - otherLeft),
      `${name} is read in another order than it is seen`,
    );
  }
}

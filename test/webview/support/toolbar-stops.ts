import assert from "node:assert/strict";
import type { Page } from "playwright-core";

/** Edges of a control, in pixels of the page. */
interface Place {
  readonly top: number;
  readonly bottom: number;
  readonly left: number;
}

interface ShownToolbar {
  readonly name: string | null;
  /** Number of controls that the Tab key reaches. */
  readonly stops: number;
  /** Places of the visible controls, in the order of the document. */
  readonly places: readonly Place[];
}

/** Checks that each toolbar of a page has a name, is one tab stop, and is read in the order in which it is seen. */
export async function checkToolbars(page: Page, leastCount: number): Promise<void> {
  const toolbars = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[role="toolbar"]')]
      .filter(({ offsetWidth }) => offsetWidth > 0)
      .map((toolbar): ShownToolbar => {
        const controls = [...toolbar.querySelectorAll<HTMLElement>("button, input")];
        const visible = controls.filter(({ offsetWidth }) => offsetWidth > 0);
        return {
          name: toolbar.getAttribute("aria-label"),
          stops: visible.filter((control) => control.tabIndex >= 0 && !control.matches(":disabled")).length,
          places: visible.map((control) => {
            const { top, bottom, left } = control.getBoundingClientRect();
            return { top, bottom, left };
          }),
        };
      }),
  );
  assert.ok(toolbars.length >= leastCount, `${toolbars.length} toolbars`);
  for (const { name, stops, places } of toolbars) {
    assert.ok(name, "a toolbar without a name");
    assert.equal(stops, 1, name);
    for (const [index, place] of places.slice(1).entries()) {
      assert.ok(
        isReadAfter(place, places[index] ?? place),
        `${name} is read in another order than it is seen: ${JSON.stringify(places)}`,
      );
    }
  }
}

/** Whether a control stands in a later line than another, or behind it in the same line, where their heights may differ. */
function isReadAfter(place: Place, before: Place): boolean {
  const isLower = place.top >= before.bottom - 1;
  const isHigher = place.bottom <= before.top + 1;
  return isLower || (!isHigher && place.left > before.left);
}

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import type { SmallGroupGuard } from "../../src/base/small-group.ts";
import type { Cell, RowBlock } from "../../src/protocol/data-worker.ts";
import { axeFindings } from "./support/axe-findings.ts";
import type { FakeResult } from "./support/fake-result.ts";
import {
  announced,
  type ResultsPage,
  type ResultsPageOptions,
  settled,
  withResultsPage,
} from "./support/results-page.ts";
import type { ThemeName } from "./support/themes.ts";

const leavers: readonly (readonly Cell[])[] = [
  ["12", "Resignation"],
  [null, "Retirement"],
  [null, "Unknown"],
  ["0", "End of contract"],
];
const headcounts: readonly (readonly Cell[])[] = [
  ["12", "Sales"],
  ["3", "Legal"],
];
const threshold = 4;

/** Of the second row a small group stands behind the first value. */
function withSmallGroup(
  mode: SmallGroupGuard["mode"],
  rows: readonly (readonly Cell[])[],
  work: (opened: ResultsPage) => Promise<void>,
  options: ResultsPageOptions = {},
): Promise<void> {
  const result: FakeResult = {
    title: "Groups",
    columns: [
      { name: "People", kind: "number" },
      { name: "Group", kind: "text" },
    ],
    rowCount: rows.length,
    cell: (row, column) => rows[row]?.[column] ?? null,
  };
  const block: RowBlock = {
    first: 0,
    rows,
    rowCount: rows.length,
    cut: [],
    small: { guard: { mode, threshold }, cells: ["1:0"] },
  };
  return withResultsPage({ groups: result }, work, { instead: { rows: block }, ...options });
}

interface CellFacts {
  readonly text: string;
  readonly state: string | undefined;
  readonly label: string | null;
  readonly title: string | null;
}

/** The cells of the first column, from the first row on. */
function counts(page: Page): Promise<CellFacts[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('.grid-row .grid-cell[aria-colindex="2"]')].map((cell) => ({
      text: cell.innerText,
      state: cell.dataset["state"],
      label: cell.getAttribute("aria-label"),
      title: cell.getAttribute("title"),
    })),
  );
}

/** How the cell of the second row looks beside that of the first. */
function looks(page: Page) {
  return page.evaluate(() => {
    const [plain, small] = [...document.querySelectorAll('.grid-row .grid-cell[aria-colindex="2"]')].map((cell) => {
      const { fontStyle, textDecorationLine, textDecorationStyle } = getComputedStyle(cell);
      return { fontStyle, textDecorationLine, textDecorationStyle };
    });
    return { plain, small };
  });
}

suite("Cells of small groups", function () {
  this.timeout(60_000);

  test("say that they are hidden, apart from values that are missing and from nobody", async () => {
    await withSmallGroup("hide", leavers, async ({ page, violations }) => {
      await settled(page);
      const hidden = "hidden, fewer than 4 people";
      assert.deepEqual(await counts(page), [
        { text: "12", state: undefined, label: null, title: null },
        { text: "< 4", state: "hidden", label: hidden, title: hidden },
        { text: "", state: "missing", label: "missing", title: null },
        { text: "0", state: undefined, label: null, title: null },
      ]);
      await page.locator('.grid-cell[data-state="hidden"]').click();
      await announced(page, `Row 2 of 4, People: ${hidden}`);
      assert.deepEqual(await violations(), []);
    });
  });

  test("say of a value that is marked how few people stand behind it", async () => {
    await withSmallGroup("mark", headcounts, async ({ page }) => {
      await settled(page);
      const marked = "3, of fewer than 4 people";
      assert.deepEqual((await counts(page))[1], { text: "3", state: "small", label: marked, title: marked });
      await page.locator('.grid-cell[data-state="small"]').click();
      await announced(page, `Row 2 of 2, People: ${marked}`);
    });
  });

  const themes: readonly ResultsPageOptions[] = [
    ...(["dark", "light", "highContrast", "highContrastLight"] satisfies ThemeName[]).map((theme) => ({ theme })),
    { theme: "dark", forcedColors: "active" },
  ];
  for (const options of themes) {
    const name = options.forcedColors ? "forced colours" : `the theme ${options.theme}`;
    // It holds the colours of the theme against those that are forced.
    const findings = async (page: Page) => (options.forcedColors ? [] : await axeFindings(page));
    test(`look other than values in ${name}, not by colour alone, and axe finds nothing`, async () => {
      await withSmallGroup(
        "hide",
        leavers,
        async ({ page }) => {
          await settled(page);
          const { plain, small } = await looks(page);
          assert.deepEqual([plain?.fontStyle, small?.fontStyle], ["normal", "italic"]);
          assert.deepEqual(await findings(page), []);
        },
        options,
      );
      await withSmallGroup(
        "mark",
        headcounts,
        async ({ page }) => {
          await settled(page);
          const { plain, small } = await looks(page);
          assert.equal(plain?.textDecorationLine, "none");
          assert.deepEqual([small?.textDecorationLine, small?.textDecorationStyle], ["underline", "dotted"]);
          assert.deepEqual(await findings(page), []);
        },
        options,
      );
    });
  }
});

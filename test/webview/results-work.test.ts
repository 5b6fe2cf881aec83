import assert from "node:assert/strict";
import { axeFindings } from "./support/axe-findings.ts";
import { settled, withResultsPage } from "./support/results-page.ts";
import { peopleResult } from "./support/sample-results.ts";

suite("Work with a result", function () {
  this.timeout(60_000);

  test("exports what is shown and what is selected, and pins, by keyboard", async () => {
    const results = { people: peopleResult(1000), others: peopleResult(10) };
    await withResultsPage(results, async ({ page, host, violations }) => {
      await settled(page);
      await page.locator('[data-result="people"]').click();
      await settled(page);
      await page.locator('[aria-rowindex="3"] .grid-cell').nth(1).click();
      await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Shift+ArrowRight");
      await page.getByRole("button", { name: "Export..." }).focus();
      await page.keyboard.press("Enter");
      await page.getByText("Exported 1,000 rows.").waitFor();
      const [first] = host.asks("export") as { selection: unknown; shownRows: number; columns: number[] }[];
      assert.deepEqual([first?.selection, first?.shownRows], [{ first: 1, count: 2, columns: [1, 2] }, 1000]);
      assert.deepEqual(first?.columns, [0, 1, 2, 3, 4, 5, 6, 7]);

      const pin = page.getByRole("button", { name: "Pin", exact: true });
      await pin.focus();
      await page.keyboard.press("Enter");
      host.channel.notify("changed", host.shown("people", { isPinned: true }));
      await page.waitForSelector('[data-result="people"] [aria-label="Pinned"]');
      assert.equal(await pin.getAttribute("aria-pressed"), "true");
      assert.equal(await page.locator('[data-result="others"] [aria-label="Pinned"]').count(), 0);
      await page.keyboard.press("Enter");
      await page.getByRole("button", { name: "Export..." }).click();
      await page.getByText("Exported 1,000 rows.").waitFor();
      assert.deepEqual(host.asks("pin"), [
        { resultId: "people", isPinned: true },
        { resultId: "people", isPinned: false },
      ]);
      assert.deepEqual(await axeFindings(page), []);
      assert.deepEqual(await violations(), []);
    });
  });

  test("says of equal results that nothing differs and how many rows are the same", async () => {
    await withResultsPage({ differences: peopleResult(0) }, async ({ page, host }) => {
      const { origin, ...result } = host.shown("differences", { sameCount: 5028 });
      const notify = (summary: typeof result.summary) =>
        host.channel.notify("changed", { ...result, summary, origin: { ...origin, isComparison: true } });
      notify(result.summary);
      await page.getByText("No differences: 5,028 rows are the same.").waitFor();
      assert.equal(await page.getByText("The query returned no rows.").count(), 0);
      const { WORKFORCE_TEST_PICTURES: pictures } = process.env;
      if (pictures) {
        await page.screenshot({ path: `${pictures}/compare-equal.png` });
      }
      notify({ ...result.summary, sameCount: 1 });
      await page.getByText("No differences: 1 row is the same.").waitFor();
    });
  });
});

import assert from "node:assert/strict";
import { parse } from "jsonc-parser";
import { withComposer } from "./support/composer-page.ts";

function fileOf(...texts: readonly string[]): string {
  return JSON.stringify({ job: { actions: texts.map((query) => ({ query: { query } })) } }, undefined, 2);
}

async function until(page: { evaluate(work: () => Promise<unknown>): Promise<unknown> }, isSo: () => boolean) {
  const deadline = Date.now() + 10_000;
  while (!isSo()) {
    assert.ok(Date.now() < deadline, "it did not come to be so");
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

suite("The SQL editor of the composer", function () {
  this.timeout(60_000);

  test("is loaded with the first SQL that is shown, not before", async () => {
    await withComposer('{"job": {"actions": [{"commit": {}}]}}', async ({ page }) => {
      assert.equal(await page.locator("script").count(), 1);
      await page.getByRole("button", { name: "Add Query", exact: true }).click();
      await page.locator(".sql-editor .view-line").first().waitFor();
      assert.equal(await page.locator("script").count(), 2);
    });
  });

  test("colours Spark SQL", async () => {
    await withComposer(fileOf("SELECT 'text' AS x -- note"), async ({ page, violations }) => {
      await page.locator(".sql-editor .view-line").first().waitFor();
      await page.waitForFunction(() => {
        const spans = [...document.querySelectorAll(".view-line span span")];
        return new Set(spans.map((span) => getComputedStyle(span).color)).size >= 3;
      });
      assert.deepEqual(await violations(), []);
    });
  });

  test("writes what is typed into the JSON string of its action", async () => {
    await withComposer(fileOf("SELECT 1", "SELECT 2"), async ({ page, host, violations }) => {
      const second = page.locator(".sql-editor").nth(1);
      await second.locator(".view-line").first().click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type(' AS "a');
      await page.keyboard.press("Escape");
      await until(page, () => parse(host.text).job.actions[1].query.query.startsWith('SELECT 2 AS "a'));
      assert.equal(parse(host.text).job.actions[0].query.query, "SELECT 1");
      assert.deepEqual(await violations(), []);
    });
  });

  test("takes changes of the file and keeps the cursor", async () => {
    await withComposer(fileOf("SELECT one FROM t"), async ({ page, host }) => {
      const editor = page.locator(".sql-editor");
      await editor.locator(".view-line").first().click();
      await page.keyboard.press("Control+End");
      host.change(host.text.replace("one", "another"));
      await editor.getByText("another").waitFor();
      await page.keyboard.type("2");
      await until(page, () => parse(host.text).job.actions[0].query.query === "SELECT another FROM t2");
    });
  });

  test("asks the extension for completion and inserts it", async () => {
    await withComposer(fileOf("SELECT * FROM "), async ({ page, host }) => {
      await page.locator(".sql-editor .view-line").first().click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type("site");
      const row = page.locator(".suggest-widget .monaco-list-row", { hasText: "site_badge" });
      await row.waitFor();
      await page.keyboard.press("Enter");
      await until(page, () => parse(host.text).job.actions[0].query.query === "SELECT * FROM site_badge");
    });
  });

  test("underlines problems where they are in the SQL", async () => {
    await withComposer(fileOf('SELECT "a"\nFROM siet'), async ({ page, host }) => {
      await page.locator(".sql-editor .view-line").first().waitFor();
      host.check({ at: "siet", severity: "error", code: "TS202", message: "There is no table source." });
      await page.locator(".sql-editor .squiggly-error").waitFor({ state: "attached" });
      await page.getByText("There is no table source.").first().waitFor();
    });
  });

  test("leaves undo to the file", async () => {
    await withComposer(fileOf("SELECT 1"), async ({ page, host }) => {
      await page.locator(".sql-editor .view-line").first().click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type("23");
      await until(page, () => parse(host.text).job.actions[0].query.query === "SELECT 123");
      await page.keyboard.press("Control+Z");
      await page.keyboard.type("4");
      await until(page, () => parse(host.text).job.actions[0].query.query === "SELECT 1234");
    });
  });

  test("is left by Tab", async () => {
    await withComposer(fileOf("SELECT 1"), async ({ page }) => {
      await page.locator(".sql-editor .view-line").first().click();
      await page.keyboard.press("Tab");
      assert.ok(await page.getByLabel("Output file name").evaluate((node) => node === document.activeElement));
    });
  });

  test("sends what is typed when the extension is about to save", async () => {
    await withComposer(fileOf("SELECT 1"), async ({ page, host }) => {
      await page.locator(".sql-editor .view-line").first().click();
      await page.keyboard.press("Control+End");
      await page.keyboard.type("0");
      await host.channel.request("flush", {});
      assert.equal(parse(host.text).job.actions[0].query.query, "SELECT 10");
    });
  });
});

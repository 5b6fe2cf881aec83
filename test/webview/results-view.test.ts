import assert from "node:assert/strict";
import { axeFindings } from "./support/axe-findings.ts";
import { settled, withResultsPage } from "./support/results-page.ts";
import { headcountResult, peopleResult } from "./support/sample-results.ts";
import { type ThemeName, themes } from "./support/themes.ts";

const million = 1_000_000;

suite("The results view", function () {
  this.timeout(60_000);

  test("says what happened in every state, with something to do", async () => {
    const results = {
      loading: peopleResult(0, { state: "loading" }),
      empty: peopleResult(0),
      failed: peopleResult(0, { state: "failed", message: "Run query: line 1, column 8: unknown metric." }),
      cancelled: peopleResult(10, { state: "cancelled", message: "" }),
      partial: peopleResult(10, { state: "partial", message: "The answer ended early." }),
    } as const;
    await withResultsPage(results, async ({ page, host }) => {
      const expectations: [keyof typeof results, RegExp, string, "cancel" | "rerun"][] = [
        ["loading", /^Running/, "Cancel", "cancel"],
        ["empty", /returned no rows/, "Run Again", "rerun"],
        ["failed", /unknown metric/, "Run Again", "rerun"],
        ["cancelled", /was cancelled/, "Run Again", "rerun"],
        ["partial", /ended early/, "Run Again", "rerun"],
      ];
      for (const [name, text, button, ask] of expectations) {
        await page.click(`[data-result="${name}"]`);
        const place = page.locator(name === "cancelled" || name === "partial" ? ".message" : ".state");
        await place.getByText(text).waitFor();
        await place.getByRole("button", { name: button }).click();
        assert.deepEqual(host.asks(ask).at(-1), { resultId: name });
      }
    });
  });

  test("offers to correct the connection when that is why a query failed", async () => {
    const refused = { state: "failed", message: "The API key is wrong." } as const;
    const results = {
      key: { ...peopleResult(0, refused), remedy: { field: "apiKey", canSignIn: false } },
      expired: { ...peopleResult(0, refused), remedy: { field: undefined, canSignIn: true } },
      partial: {
        ...peopleResult(10, { state: "partial", message: "The connection broke." }),
        remedy: { field: "host", canSignIn: false },
      },
    } as const;
    await withResultsPage(results, async ({ page, host }) => {
      const buttons = page.locator(".state-actions .button:visible");
      await page.click('[data-result="key"]');
      await page.getByRole("button", { name: "Edit API Key" }).click();
      assert.deepEqual(await buttons.allInnerTexts(), ["Edit API Key", "Run Again"]);
      await page.click('[data-result="expired"]');
      await page.getByRole("button", { name: "Sign In" }).click();
      assert.deepEqual(await buttons.allInnerTexts(), ["Sign In", "Edit Connection", "Run Again"]);
      await page.click('[data-result="partial"]');
      await page.locator(".message").getByRole("button", { name: "Edit Connection" }).click();
      assert.deepEqual(host.asks("correctConnection"), [
        { resultId: "key", action: "edit" },
        { resultId: "expired", action: "signIn" },
        { resultId: "partial", action: "edit" },
      ]);
    });
  });

  test("lists the problems of a failed query with links to their places, and folds its details", async () => {
    const message = "line 8, column 6: no `Emploee`.\nline 9, column 2: no <b>.\n\nOperation: querySqlLike\nRCI: r-1";
    const origin = { file: "file:///work/headcount.sqllike" };
    const results = { failed: { ...peopleResult(0, { state: "failed", message }), origin } };
    await withResultsPage(results, async ({ page, host }) => {
      const items = page.locator(".problems li");
      await items.nth(1).waitFor();
      assert.deepEqual(await items.allInnerTexts(), ["Line 8, column 6: no `Emploee`.", "Line 9, column 2: no <b>."]);
      const buttons = await page.locator(".state-actions .button").allInnerTexts();
      assert.deepEqual(buttons, ["Go to Error", "Run Again"]);
      await page.getByRole("button", { name: "Go to Error" }).click();
      assert.deepEqual(host.asks("goTo"), [{ resultId: "failed", line: 8, column: 6 }]);
      await items.nth(1).getByRole("button").click();
      assert.deepEqual(host.asks("goTo").at(-1), { resultId: "failed", line: 9, column: 2 });
      const details = page.locator(".failure-details");
      assert.equal(await details.getByText("querySqlLike").isVisible(), false);
      await details.locator("summary").click();
      await details.getByRole("button", { name: "Copy" }).click();
      assert.deepEqual(host.asks("copyText").at(-1), { text: "Operation: querySqlLike\nRCI: r-1" });
    });
  });

  test("shows rows as they come and what went wrong when they cannot be read", async () => {
    await withResultsPage({ people: peopleResult(50_000) }, async ({ page, host }) => {
      await settled(page);
      host.channel.notify("changed", host.shown("people", { state: "loading", rowCount: 700 }));
      await page.waitForSelector('.grid[aria-rowcount="701"]');
      host.channel.notify("changed", host.shown("people", { state: "done", rowCount: 50_000 }));
      await page.waitForSelector('.grid[aria-rowcount="50001"]');
      host.failure = "The data worker ended.";
      await page.focus(".grid-cell.is-active");
      await page.keyboard.press("Control+End");
      await page.getByText("Rows could not be read: The data worker ended.").waitFor();
      host.failure = undefined;
      await page.getByRole("button", { name: "Try Again" }).click();
      await settled(page);
      assert.equal(await page.locator(".message").count(), 0);
    });
  });

  for (const [problem, block] of Object.entries({
    "that is no block": {},
    "of other rows": { first: 7, rowCount: 50_000, rows: [["E0000000"]], cut: [] },
  })) {
    test(`says that rows could not be read when it gets an answer ${problem}, until it gets them`, async () => {
      await withResultsPage({ people: peopleResult(50_000) }, async ({ page, host }) => {
        await settled(page);
        const before = await page.textContent('[aria-rowindex="2"] .grid-cell');
        host.instead.set("rows", block);
        await page.focus(".grid-cell.is-active");
        await page.keyboard.press("Control+End");
        await page
          .getByRole("alert")
          .getByText(/^Rows could not be read: The response to "rows" is not in the expected format/)
          .waitFor();
        await page.waitForSelector('[aria-rowindex="50001"]');
        await page.keyboard.press("Control+Home");
        await settled(page);
        assert.equal(await page.textContent('[aria-rowindex="2"] .grid-cell'), before, "what came before is kept");
        await page.keyboard.press("Control+End");
        host.instead.clear();
        await page.getByRole("button", { name: "Try Again" }).click();
        await settled(page);
        assert.equal(await page.textContent('[aria-rowindex="50001"] .grid-cell'), "E0049999");
        assert.equal(await page.locator(".message").count(), 0);
      });
    });
  }

  test("says so when it cannot learn which results there are, and tries again", async () => {
    await withResultsPage(
      { people: peopleResult(10) },
      async ({ page, host }) => {
        await page.getByText('The response to "ready" is not in the expected format').waitFor();
        host.instead.clear();
        await page.getByRole("button", { name: "Try Again" }).click();
        await settled(page);
      },
      { instead: { ready: { results: "none" } } },
    );
  });

  test("says so when a value or an export is answered in no known form", async () => {
    const long = peopleResult(10, { cell: () => null });
    await withResultsPage({ people: long }, async ({ page, host }) => {
      await settled(page);
      host.instead.set("export", { isWritten: "yes" });
      await page.getByRole("button", { name: "Export..." }).click();
      await page.getByRole("status").getByText('The response to "export" is not in the expected format').waitFor();
      host.instead.set("rows", { first: 0, rowCount: 10, rows: Array(10).fill(Array(8).fill("a")), cut: ["0:0"] });
      host.instead.set("cell", 17);
      await page.getByRole("columnheader", { name: "FTE" }).click();
      await page.waitForFunction(() => document.querySelector(".grid-cell")?.textContent === "a…");
      await page.locator('[aria-rowindex="2"] .grid-cell').first().dblclick();
      await page.getByRole("alert").getByText('The response to "cell" is not in the expected format').waitFor();
      assert.equal(await page.isVisible(".viewer"), false);
    });
  });

  test("shows rows and time in one text, and copies all facts", async () => {
    await withResultsPage({ people: peopleResult(million) }, async ({ page, host }) => {
      await settled(page);
      assert.equal(await page.locator(".facts").textContent(), "1,000,000 rows · 1.2 sec");
      await page.getByRole("button", { name: "More Actions" }).click();
      await page.getByRole("menuitem", { name: "Copy Details" }).click();
      await page.waitForFunction(() => document.querySelectorAll(".menu").length === 0);
      const facts = [
        "Rows: 1,000,000 rows",
        "Time: 1.2 sec",
        "Size: 92.9 MB",
        "Connection: Local",
        "Tenant: WFF_sample",
        "Project: Headcount",
      ].join("\n");
      assert.deepEqual(host.copied, [facts]);
      assert.equal(await page.getByRole("toolbar").getAttribute("aria-description"), facts);
    });
  });

  test("shows the data version that the query read, where the service says it", async () => {
    const origin = { dataVersion: "5000132, 5000118" };
    await withResultsPage({ people: peopleResult(million, { origin }) }, async ({ page }) => {
      await settled(page);
      const facts = page.locator(".facts");
      assert.match((await facts.textContent()) ?? "", /^1,000,000 rows · 1\.2 sec · +5000132, 5000118$/);
      assert.match((await facts.getAttribute("title")) ?? "", /^Data version: 5000132, 5000118$/m);
    });
  });

  for (const theme of Object.keys(themes) as ThemeName[]) {
    test(`has nothing that axe finds, in the ${theme} theme`, async () => {
      await withResultsPage(
        { people: peopleResult(million), headcount: headcountResult() },
        async ({ page, violations }) => {
          await settled(page);
          assert.deepEqual(await axeFindings(page, theme), []);
          await page.getByRole("button", { name: "Chart" }).click();
          await page.waitForSelector(".chart-drawing svg");
          assert.deepEqual(await axeFindings(page, theme), []);
          await page.getByRole("button", { name: "Profile" }).click();
          await page.locator(".profile-status", { hasText: /^Profile of \d columns/ }).waitFor();
          assert.deepEqual(await axeFindings(page, theme), []);
          await page.getByRole("button", { name: "Pivot" }).click();
          await page.locator(".pivot-table .grid-row").first().waitFor();
          assert.deepEqual(await axeFindings(page, theme), []);
          assert.deepEqual(await violations(), []);
        },
        { theme },
      );
    });
  }
});

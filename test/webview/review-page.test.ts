import assert from "node:assert/strict";
import type { Review, ReviewQuestion, ReviewSection } from "../../src/protocol/review-view.ts";
import { eventually } from "../support/eventually.ts";
import { axeFindings } from "./support/axe-findings.ts";
import { withReviewPage } from "./support/review-page.ts";
import { type ThemeName, themes } from "./support/themes.ts";

const question: ReviewQuestion = {
  text: "Run badges.sqljob.json on Local? It writes site_badge.",
  confirm: "Run",
  cancel: "Cancel",
  isCareful: false,
  isAwaited: true,
};

const counts = { added: 2, changed: 8, removed: 12000, before: 10, after: 12, isUpperBound: true };

const review: Review = {
  title: "Dry run of badges.sqljob.json",
  place: "Local · WFF_demo",
  role: "development",
  verdict: "The job would run to its end. Nothing was changed.",
  isGood: true,
  warnings: ["Columns differ: news into site_badge: site: the file lacks this column."],
  notes: ["Reads: badges", "Writes: site_badge"],
  totals: [{ action: "", table: "site_badge", counts, text: "", isFailed: false }],
  sections: [
    {
      title: "Actions",
      rows: [
        { action: "1. upsert", table: "site_badge", counts, text: "", isFailed: false },
        { action: "2. query", text: "8 rows in <b>after.csv</b>", isFailed: false },
        { action: "3. commit", text: "left out", isFailed: false },
      ],
    },
  ],
  question,
};

const failedReview: Review = {
  ...review,
  verdict: "The job would not run to its end: one problem.",
  isGood: false,
  question: undefined,
  totals: [{ action: "", table: "site_badge", text: "not counted", isFailed: false }],
  sections: [
    {
      title: "WFF_demo",
      rows: [{ action: "1. upsert", table: "site_badge", text: "FAILED", isFailed: true }],
      failure: "misfit.csv line 3, valid_from: the value is not a DATE",
    },
  ],
};

suite("The page of a dry run", function () {
  this.timeout(60_000);

  test("says what each action would do, and asks on the page itself", async () => {
    await withReviewPage({ update: { review } }, async ({ page, host, violations }) => {
      assert.equal(await page.getByRole("heading", { level: 1 }).textContent(), "Dry run of badges.sqljob.json");
      const actions = page.getByRole("table", { name: "Actions" });
      assert.deepEqual(await actions.locator("tbody tr").first().locator("th, td").allInnerTexts(), [
        "1. upsert",
        "site_badge",
        "2",
        "up to 8",
        "12,000",
        "10",
        "12",
      ]);
      assert.equal(await actions.locator("tbody tr").nth(1).locator("td").innerText(), "8 rows in <b>after.csv</b>");
      const colour = (selector: string) =>
        page
          .locator(selector)
          .first()
          .evaluate((cell) => getComputedStyle(cell).color);
      assert.equal(await colour("td.is-removed"), "rgb(248, 81, 73)");
      assert.notEqual(await colour("td.is-added"), await colour("td.is-removed"));
      assert.match(
        (await page.getByRole("status").textContent()) ?? "",
        /run to its end\..*Run badges\.sqljob\.json on Local\?/,
      );
      await actions.getByRole("button", { name: "Show the rows of site_badge" }).click();
      await page.getByRole("button", { name: "Copy as Markdown" }).click();
      await eventually(async () => host.asked[1]);
      assert.deepEqual(host.asked, [
        { name: "showTable", params: { table: "site_badge" } },
        { name: "copy", params: {} },
      ]);
      assert.deepEqual(await violations(), []);
    });
  });

  for (const [name, isCareful, answer] of [
    ["Run", false, true],
    ["Cancel", true, false],
  ] as const) {
    test(`has ${name} as the focused main button when ${isCareful ? "a mistake costs much" : "little can go wrong"}`, async () => {
      const asked: Review = { ...review, role: "production", question: { ...question, isCareful } };
      await withReviewPage({ update: { review: asked } }, async ({ page, host }) => {
        const main = page.locator(".answers .button:not(.is-secondary)");
        assert.deepEqual(await main.allInnerTexts(), [name]);
        assert.equal(await page.evaluate(() => document.activeElement?.textContent), name);
        await page.keyboard.press("Enter");
        await eventually(async () => host.asked[0]);
        assert.deepEqual(host.asked, [{ name: "answer", params: { isConfirmed: answer, chosen: [] } }]);
      });
    });
  }

  test("shows the changed text beside the present one where the question offers it, and goes on asking", async () => {
    const asked: Review = { ...review, question: { ...question, compare: "Show Changes" } };
    await withReviewPage({ update: { review: asked } }, async ({ page, host }) => {
      await page.getByRole("button", { name: "Show Changes" }).click();
      await eventually(async () => host.asked[0]);
      assert.deepEqual(host.asked, [{ name: "compare", params: {} }]);
      assert.equal(await page.getByRole("button", { name: "Run", exact: true }).count(), 1);
    });
  });

  test("leads from its facts to the places that they are about, and asks nothing where there is no question", async () => {
    const lists = [
      { title: "Problems", facts: [{ text: "floor: the table has no such column", links: [] }] },
      { title: "Lines", facts: [{ text: "badge_no: 2 values do not fit.", links: ["Line 2", "Line 7"] }] },
    ];
    const shown: Review = { ...review, isGood: false, totals: [], sections: [], lists, question: undefined };
    await withReviewPage({ update: { review: shown } }, async ({ page, host, violations }) => {
      await page.getByRole("region", { name: "Problems" }).getByText("floor: the table has no such column").waitFor();
      await page.getByRole("button", { name: "Line 7: badge_no: 2 values do not fit." }).click();
      await eventually(async () => host.asked[0]);
      assert.deepEqual(host.asked, [{ name: "openLink", params: { list: 1, fact: 0, link: 1 } }]);
      assert.equal(await page.locator(".question").count(), 0);
      assert.deepEqual(await axeFindings(page), []);
      assert.deepEqual(await violations(), []);
    });
  });

  test("sends the ticked choices with the answer; none is ticked at first, nor in the next review", async () => {
    const choices = [
      {
        title: "Remove",
        choices: [
          { id: "ada", text: "ada@example.com" },
          { id: "bob", text: "<b>bob</b>" },
        ],
      },
    ];
    const shown: Review = { ...review, choices };
    await withReviewPage({ update: { review: shown } }, async ({ page, host, violations }) => {
      const group = page.getByRole("group", { name: "Remove" });
      assert.equal(await group.locator("input:checked").count(), 0);
      await group.getByLabel("<b>bob</b>").check();
      assert.deepEqual(await axeFindings(page), []);
      await page.getByRole("button", { name: "Run", exact: true }).click();
      await eventually(async () => host.asked[0]);
      assert.deepEqual(host.asked, [{ name: "answer", params: { isConfirmed: true, chosen: ["bob"] } }]);
      host.channel.notify("update", { review: shown, state: "Confirmed." });
      await page.getByText("Confirmed.").first().waitFor();
      assert.deepEqual(await group.locator("input:checked:disabled").evaluateAll((all) => all.length), 1);
      host.channel.notify("update", { review: shown });
      await page.getByRole("button", { name: "Run", exact: true }).waitFor();
      assert.equal(await group.locator("input:checked").count(), 0);
      assert.deepEqual(await violations(), []);
    });
  });

  test("takes Escape for a no, and asks no more once the question is over", async () => {
    await withReviewPage({ update: { review } }, async ({ page, host }) => {
      await page.keyboard.press("Escape");
      await eventually(async () => host.asked[0]);
      assert.deepEqual(host.asked, [{ name: "answer", params: { isConfirmed: false, chosen: [] } }]);
      host.channel.notify("update", { review, state: "The job is running." });
      await page.getByText("The job is running.").first().waitFor();
      assert.equal(await page.getByRole("button", { name: "Run", exact: true }).count(), 0);
      assert.equal(await page.getByRole("status").textContent(), "The job is running.");
      await page.keyboard.press("Escape");
      assert.equal(host.asked.length, 1);
      // The next dry run of the same file takes the page.
      host.channel.notify("update", { review });
      await page.getByRole("button", { name: "Run", exact: true }).waitFor();
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Run");
    });
  });

  test("leaves the focus where it was when nobody waits for the answer", async () => {
    const shown = { ...review, question: { ...question, isAwaited: false } };
    await withReviewPage({ update: { review: shown } }, async ({ page }) => {
      await page.getByRole("button", { name: "Run", exact: true }).waitFor();
      assert.equal(await page.evaluate(() => document.activeElement?.tagName), "BODY");
    });
  });

  test("says why a job would fail, and offers no way to run it", async () => {
    await withReviewPage({ update: { review: failedReview } }, async ({ page }) => {
      await page.getByText("Failed: misfit.csv line 3, valid_from: the value is not a DATE").waitFor();
      assert.equal(await page.getByRole("button", { name: "Run" }).count(), 0);
      assert.equal(await page.locator("td.is-failed").innerText(), "FAILED");
    });
  });

  test("draws the failed tenants of thousands first, and the others when it is asked", async () => {
    const sections = Array.from({ length: 2000 }, (_, index): ReviewSection => {
      const [section] = (index === 1999 ? failedReview : review).sections;
      return { ...section, rows: section?.rows ?? [], title: `WFF_t${index}` };
    });
    await withReviewPage({ update: { review: { ...review, sections } } }, async ({ page }) => {
      const headings = page.locator("section h2");
      assert.deepEqual([await headings.count(), await headings.first().innerText()], [50, "WFF_t1999"]);
      await page.getByRole("button", { name: "Show 50 More Tenants" }).click();
      assert.equal(await headings.count(), 100);
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), "WFF_t49");
    });
  });

  test("shows why something it was asked for failed", async () => {
    await withReviewPage({ update: { review } }, async ({ page, host }) => {
      host.failure = "The table does not exist.";
      await page.getByRole("button", { name: "Show the rows of site_badge" }).first().click();
      await page.getByRole("alert").filter({ hasText: "The table does not exist." }).waitFor();
    });
  });

  for (const theme of Object.keys(themes) as ThemeName[]) {
    test(`is legible for everybody in the theme ${theme}`, async () => {
      const shown = {
        ...failedReview,
        role: "production" as const,
        sections: [...review.sections, ...failedReview.sections],
        lists: [{ title: "Lines", facts: [{ text: "2 values do not fit.", links: ["Line 2"] }] }],
      };
      await withReviewPage({ update: { review: { ...shown, question } }, theme }, async ({ page }) => {
        assert.deepEqual(await axeFindings(page), []);
      });
    });
  }

  test("fits into a narrow tab and keeps the question in sight", async () => {
    const rows = Array.from({ length: 60 }, () => review.sections[0]?.rows ?? []).flat();
    const long = { ...review, sections: [{ title: "Actions", rows }] };
    await withReviewPage({ update: { review: long }, viewport: { width: 480, height: 600 } }, async ({ page }) => {
      const { wanted, given } = await page.evaluate(() => {
        window.scrollTo(0, document.body.scrollHeight);
        const { scrollWidth: wanted, clientWidth: given } = document.documentElement;
        return { wanted, given };
      });
      assert.equal(wanted, given);
      const box = await page.getByRole("button", { name: "Run", exact: true }).boundingBox();
      assert.ok(box && box.y >= 0 && box.y < 120);
    });
  });
});

import assert from "node:assert/strict";
import type { MatrixRow, TransactionDetails, TransactionSnapshot } from "../../src/protocol/transaction-view.ts";
import { eventually } from "../support/eventually.ts";
import { axeFindings } from "./support/axe-findings.ts";
import { type ThemeName, themes } from "./support/themes.ts";
import { checkToolbars } from "./support/toolbar-stops.ts";
import { type OpenedTransaction, withTransactionPage } from "./support/transaction-page.ts";

const details: TransactionDetails = {
  name: "badges.sqljob.json",
  transactionId: "7f2c",
  connection: "Local",
  tenant: "WFF_demo",
  state: "Open",
  isOpen: true,
  isWriting: true,
  isExtended: true,
  tables: ["site_badge", "person"],
  isLocked: true,
  inputs: ["badges.csv"],
  createdBy: "ada",
  createdAt: Date.parse("2026-01-05T02:00:00Z"),
  expiresAt: 0,
};

/** Every hundredth tenant failed. */
function snapshotOf(tenants: number, more: Partial<TransactionDetails> = {}): TransactionSnapshot {
  const failed = Math.floor(tenants / 100);
  const rows = Array.from({ length: tenants }, (_, index): MatrixRow => {
    const isFailed = index % 100 === 99;
    return {
      tenant: `WFF_t${String(index).padStart(4, "0")}`,
      cells: [
        { phase: "open", state: "OPEN" },
        isFailed
          ? { phase: "failed", state: "FAILED", message: `<b>No table</b> ${index}` }
          : { phase: "succeeded", state: "SUCCEEDED" },
      ],
    };
  });
  const counts = { pending: 0, running: 0, succeeded: tenants - failed, failed };
  const job = { jobId: "j1", name: "Load", phase: "failed", state: "Failed", counts, canRunAgain: true } as const;
  // From the time of the test, which may come long after its file was read.
  const expiresAt = Date.now() + 80 * 60_000;
  return { details: { ...details, expiresAt, ...more }, jobs: [job], rows };
}

/** The row and the column of the cell that has the focus, as ears hear them. */
function focused({ page }: OpenedTransaction): Promise<{ row: string | null; column: string | null; text: string }> {
  return page.evaluate(() => {
    const cell = document.activeElement;
    return {
      row: cell?.parentElement?.getAttribute("aria-rowindex") ?? null,
      column: cell?.getAttribute("aria-colindex") ?? null,
      text: cell?.textContent ?? "",
    };
  });
}

suite("The page of a transaction", function () {
  this.timeout(60_000);

  test("says what it is, how long it stays open, and what is locked", async () => {
    await withTransactionPage({ snapshot: snapshotOf(3) }, async ({ page, violations, state }) => {
      assert.equal(await page.locator("h1").textContent(), "badges.sqljob.json");
      const text = (await page.locator("main").textContent()) ?? "";
      assert.match(text, /Local · WFF_demo/);
      assert.match(text, /site_badge, person \(locked\)/);
      assert.match(text, /\(1 h (19|20) min left\)/);
      assert.match(text, /Inputsbadges\.csv/);
      assert.deepEqual(await state(), { connectionId: "local", transactionId: "7f2c" });
      assert.deepEqual(await axeFindings(page), []);
      assert.deepEqual(await violations(), []);
    });
  });

  test("fits into a narrow tab, but for the tenants, which scroll by themselves", async () => {
    await withTransactionPage({ snapshot: snapshotOf(200) }, async ({ page }) => {
      await page.setViewportSize({ width: 480, height: 900 });
      const { wanted, given } = await page.evaluate(() => ({
        wanted: document.documentElement.scrollWidth,
        given: document.documentElement.clientWidth,
      }));
      assert.equal(wanted, given);
      assert.deepEqual(await axeFindings(page), []);
    });
  });

  test("makes rolling back the main action after a failed job", async () => {
    const failed = snapshotOf(3);
    await withTransactionPage({ snapshot: failed }, async ({ page, host }) => {
      const main = page.locator(".actions .button:not(.is-secondary):visible");
      assert.deepEqual(await main.allInnerTexts(), ["Roll Back..."]);
      const jobs = failed.jobs.map((job) => ({ ...job, phase: "succeeded" as const }));
      host.channel.notify("snapshot", { ...failed, jobs });
      await main.filter({ hasText: "Commit..." }).waitFor();
      assert.equal(await main.count(), 1);
    });
  });

  test("offers only what can be done with it, and says what went wrong", async () => {
    await withTransactionPage({ snapshot: snapshotOf(3) }, async ({ page, host }) => {
      const button = (name: string) => page.getByRole("button", { name, exact: true });
      await button("Commit...").click();
      await page.getByLabel("Extend automatically while a job runs").uncheck();
      await page.getByRole("button", { name: "Run Load again for 0 failed tenants" }).click();
      await eventually(async () => host.asked[2]);
      assert.deepEqual(host.asked, [
        { name: "act", params: { action: "commit" } },
        { name: "setExtended", params: { isExtended: false } },
        { name: "runAgain", params: { jobId: "j1" } },
      ]);
      assert.equal(await button("Close").isVisible(), false);
      host.failure = "runSqlJob: status 409, the SQL transaction is closed.";
      await button("Roll Back...").click();
      await page.getByText("the SQL transaction is closed").waitFor();
      host.channel.notify("snapshot", snapshotOf(3, { isOpen: false, state: "Committed" }));
      await button("Commit...").waitFor({ state: "hidden" });
      assert.equal(await button("Copy ID").isVisible(), true);
      assert.equal(await page.getByRole("status").textContent(), "State: Committed");
    });
  });

  test("draws of five thousand tenants only what is seen, and filters and finds them", async () => {
    await withTransactionPage({ snapshot: snapshotOf(5000) }, async ({ page, host }) => {
      const grid = page.getByRole("grid", { name: "Tenants" });
      assert.equal(await grid.getAttribute("aria-rowcount"), "5001");
      assert.ok((await grid.getByRole("row").count()) < 60);
      await page.getByLabel("State").selectOption({ label: "Failed" });
      await page.getByText("50 of 5,000 tenants").first().waitFor();
      await page.getByLabel("Find Tenant or Message").fill("TABLE</B> 4999");
      await page.getByText("1 of 5,000 tenants").first().waitFor();
      assert.match((await grid.getByRole("gridcell").nth(1).textContent()) ?? "", /<b>No table<\/b> 4999/);
      await page.getByLabel("Find Tenant or Message").fill("nobody");
      await page.getByText("No tenant matches.").waitFor();
      await page.getByLabel("Find Tenant or Message").fill("");
      const took = await page.evaluate(async () => {
        const search = document.querySelector<HTMLInputElement>("#find");
        const begun = performance.now();
        for (const text of ["t1", "t12", "t123", "t12", "t1", ""]) {
          if (search) {
            search.value = text;
          }
          search?.dispatchEvent(new Event("input"));
        }
        return (performance.now() - begun) / 6;
      });
      assert.ok(took < 50, `one key took ${took} ms`);
      // The median, since other processes can hold up a single frame for as long as they like.
      const middle = await grid.evaluate(async (element) => {
        const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
        const durations: number[] = [];
        let before = await frame();
        for (let step = 0; step < 60; step++) {
          element.scrollTop = (step % 30) * 40;
          const now = await frame();
          durations.push(now - before);
          before = now;
        }
        return durations.sort((a, b) => a - b)[30] ?? Number.NaN;
      });
      assert.ok(middle < 100, `half of the frames of a scroll took ${middle} ms or more`);
      host.channel.notify("snapshot", snapshotOf(5000));
      assert.equal(await grid.getAttribute("aria-rowcount"), "51");
    });
  });

  test("has its actions behind one stop of the Tab key", async () => {
    await withTransactionPage({ snapshot: snapshotOf(3) }, async ({ page }) => {
      await page.getByRole("button", { name: "Commit" }).waitFor();
      await checkToolbars(page, 1);
      await page.getByRole("button", { name: "Commit" }).focus();
      await page.keyboard.press("End");
      assert.equal(await page.evaluate(() => document.activeElement?.id), "extended");
      await page.keyboard.press("Home");
      assert.match((await page.evaluate(() => document.activeElement?.textContent)) ?? "", /^Commit/);
    });
  });

  test("is walked by the keyboard through one stop, and shows the message of the cell", async () => {
    await withTransactionPage({ snapshot: snapshotOf(5000) }, async (opened) => {
      const { page, host } = opened;
      await page.getByLabel("State").focus();
      await page.keyboard.press("Tab");
      assert.deepEqual(await focused(opened), { row: "2", column: "1", text: "WFF_t0000" });
      assert.equal(await page.locator('.matrix [tabindex="0"]').count(), 1);
      await page.keyboard.press("Control+End");
      assert.deepEqual(await focused(opened), { row: "5001", column: "3", text: "FAILED<b>No table</b> 4999" });
      assert.equal(await page.locator(".cell-message").textContent(), "WFF_t4999: <b>No table</b> 4999");
      assert.equal(await page.locator('.matrix [tabindex="0"]').count(), 1);
      host.channel.notify("snapshot", snapshotOf(5000));
      await page.keyboard.press("ArrowUp");
      assert.equal((await focused(opened)).row, "5000");
      await page.keyboard.press("Control+Home");
      await page.keyboard.press("ArrowUp");
      assert.deepEqual(await focused(opened), { row: "1", column: "1", text: "Tenant" });
      await page.evaluate(() => document.activeElement?.setAttribute("data-former", ""));
      host.channel.notify("snapshot", snapshotOf(5000));
      await page.locator("[data-former]").waitFor({ state: "detached" });
      assert.deepEqual(await focused(opened), { row: "1", column: "1", text: "Tenant" });
      await page.keyboard.press("Tab");
      assert.equal(await page.evaluate(() => document.activeElement?.closest(".matrix")), null);
    });
  });

  for (const theme of Object.keys(themes) as ThemeName[]) {
    test(`has nothing that axe finds in the theme ${theme}`, async () => {
      await withTransactionPage({ snapshot: snapshotOf(200), theme }, async ({ page }) => {
        assert.deepEqual(await axeFindings(page, theme), []);
      });
    });
  }

  test("keeps its frames where the system sets the colours", async () => {
    await withTransactionPage({ snapshot: snapshotOf(3), forcedColors: "active" }, async ({ page }) => {
      const width = await page.locator(".matrix").evaluate((matrix) => getComputedStyle(matrix).borderTopWidth);
      assert.equal(width, "1px");
    });
  });
});

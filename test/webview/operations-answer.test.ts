import assert from "node:assert/strict";
import type { AnswerMetadata } from "../../src/protocol/operations-view.ts";
import { axeFindings } from "./support/axe-findings.ts";
import { withOperationsPage } from "./support/operations-page.ts";
import { contractForm } from "./support/sample-operations.ts";

const metadata: AnswerMetadata = {
  status: 201,
  contentType: "application/json",
  headers: { "x-request": "7" },
  bytes: 2048,
  elapsedMs: 1234,
};

function shown(value: unknown) {
  return { kind: "shown", metadata, text: JSON.stringify(value, undefined, 2), isCut: false, isJson: true } as const;
}

suite("The answer of an operation", function () {
  this.timeout(60_000);
  const form = contractForm("listReports");

  test("is a table where it is a list of objects, with status, size, time and headers", async () => {
    const reports = Array.from({ length: 450 }, (_, index) => ({ id: `r${index}`, name: `<b>Report ${index}</b>` }));
    await withOperationsPage({ form }, async ({ page, host, violations }) => {
      host.outcome = shown({ reports });
      await page.getByRole("button", { name: "Send" }).click();
      const facts = await page.locator(".answer .facts").textContent();
      assert.match(facts ?? "", /Status 201 · application\/json · 1\.2 s · 2 kB/);
      const rows = page.locator(".scrolled tbody tr");
      assert.equal(await rows.count(), 200);
      assert.equal(await rows.first().locator("td").nth(1).textContent(), "<b>Report 0</b>");
      await page.getByRole("button", { name: /Show 200 More of 250/ }).click();
      await page.getByRole("button", { name: /Show 50 More of 50/ }).click();
      assert.equal(await rows.count(), 450);
      await page.getByText("Headers of the Answer").click();
      assert.ok(await page.getByText("x-request").isVisible());
      assert.deepEqual(await axeFindings(page), []);
      assert.deepEqual(await violations(), []);
    });
  });

  test("opens a list as a result, also one that is cut here", async () => {
    await withOperationsPage({ form }, async ({ page, host }) => {
      const open = page.getByRole("button", { name: "Open as Table" });
      const answers = [shown([{ id: 1 }]), shown({ cellSet: { axes: [], cells: [] } }), shown({ name: "one" })];
      for (const [index, outcome] of answers.entries()) {
        host.outcome = outcome;
        await page.getByRole("button", { name: "Send" }).click();
        const word = ["id", "cellSet", "name"][index];
        await page.locator(".answer-text", { hasText: `"${word}"` }).waitFor({ state: "attached" });
        assert.equal(await open.count(), index < 2 ? 1 : 0);
        if (index === 0) {
          await open.click();
        }
      }
      assert.equal(host.asked.filter(({ name }) => name === "openAnswer").length, 1);
    });
  });

  test("is a tree that draws what is opened, and text", async () => {
    await withOperationsPage({ form }, async ({ page, host }) => {
      host.outcome = shown({ one: { two: { three: [1, 2, null] } }, flag: true });
      await page.getByRole("button", { name: "Send" }).click();
      await page.waitForSelector(".answer-tree");
      assert.equal(await page.getByRole("tab", { name: "Table" }).count(), 0);
      assert.equal(await page.getByText("three").first().isVisible(), false);
      await page.locator(".answer-tree summary", { hasText: "one" }).click();
      await page.locator(".answer-tree summary", { hasText: "two" }).click();
      await page.locator(".answer-tree summary", { hasText: "three" }).waitFor();
      assert.deepEqual(await axeFindings(page), []);
      await page.getByRole("tab", { name: "Text" }).click();
      assert.deepEqual(JSON.parse((await page.locator(".answer-text").textContent()) ?? ""), {
        one: { two: { three: [1, 2, null] } },
        flag: true,
      });
      await page.getByRole("button", { name: "Copy", exact: true }).click();
      await page.getByRole("button", { name: "Save...", exact: true }).click();
      await page.getByText("Copied.").waitFor({ state: "attached" });
      const names = host.asked.map(({ name }) => name);
      assert.ok(names.includes("copyAnswer") && names.includes("saveAnswer"));
    });
  });

  test("says of a cut answer how large it is, and shows its text only", async () => {
    await withOperationsPage({ form }, async ({ page, host }) => {
      const large = { ...metadata, bytes: 9_000_000 };
      host.outcome = { kind: "shown", metadata: large, text: '[{"a": 1},', isCut: true, isJson: false };
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByText("The answer is 9 MB; only its beginning is shown.").waitFor();
      assert.equal(await page.locator(".answer [role='tab']").count(), 1);
    });
  });

  test("shows a failure with its status, and keeps what was typed", async () => {
    await withOperationsPage({ form }, async ({ page, host }) => {
      await page.getByLabel("limit").fill("5");
      host.outcome = {
        kind: "failed",
        message: "listReports: the service answered status 403.",
        status: 403,
        elapsedMs: 9,
      };
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByText("the service answered status 403").first().waitFor();
      assert.match((await page.locator(".answer .facts").textContent()) ?? "", /Status 403 · 9 ms/);
      assert.equal(await page.getByLabel("limit").inputValue(), "5");
    });
  });

  test("can be cancelled by keyboard while it is awaited, with progress in sight", async () => {
    await withOperationsPage({ form }, async ({ page, host }) => {
      await page.getByRole("button", { name: "Send" }).press("Enter");
      await page.getByText("Waiting for the answer").waitFor();
      host.channel.notify("progress", { sentBytes: 0, receivedBytes: 3_000_000, bytesPerSecond: 0 });
      await page.getByText("3 MB received").waitFor();
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Cancel");
      await page.keyboard.press("Enter");
      await page.getByText("The call was cancelled.").first().waitFor();
      assert.ok(host.wasStopped);
      assert.ok(await page.getByRole("button", { name: "Send" }).isEnabled());
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Send");
    });
  });

  test("counts no time while a person chooses the file for the answer", async () => {
    await withOperationsPage({ form: contractForm("querySqlLike") }, async ({ page, host }) => {
      await page.getByRole("textbox", { name: "query" }).first().fill("SELECT 1");
      await page.getByLabel("Answer As").selectOption("application/jsonlines");
      await page.getByLabel("Deliver To").selectOption({ label: "File..." });
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByText("Choose where to save the answer").waitFor();
      assert.equal(await page.getByText("Waiting for the answer").count(), 0);
      host.channel.notify("progress", { sentBytes: 0, receivedBytes: 0, bytesPerSecond: 0 });
      await page.getByText("Waiting for the answer").waitFor();
      assert.equal(await page.getByText("Choose where to save the answer").count(), 0);
    });
  });

  test("says while a body is on its way how much of it went, how fast, and how long it takes", async () => {
    const megabyte = 1_000_000;
    await withOperationsPage({ form }, async ({ page, host }) => {
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByText("Waiting for the answer").waitFor();
      const sending = { sentBytes: 40 * megabyte, totalSentBytes: 100 * megabyte, receivedBytes: 0 };
      host.channel.notify("progress", { ...sending, bytesPerSecond: 8 * megabyte });
      await page.getByText("40 MB of 100 MB sent · 8 MB per second · 8 s left").waitFor();
      // What is said of the bytes stays in sight while only the time goes on.
      await page.getByText(/Waiting for the answer\.\.\. [1-9] s · 40 MB of 100 MB sent/).waitFor();
      const whole = { ...sending, sentBytes: 100 * megabyte, bytesPerSecond: 8 * megabyte };
      host.channel.notify("progress", whole);
      await page.getByText(/100 MB of 100 MB sent$/).waitFor();
      host.channel.notify("progress", { ...whole, receivedBytes: 2 * megabyte, bytesPerSecond: megabyte });
      await page.getByText("100 MB of 100 MB sent · 2 MB received · 1 MB per second").waitFor();
      await page.getByRole("button", { name: "Cancel" }).click();
    });
  });

  test("offers the results and a file where rows stream", async () => {
    await withOperationsPage({ form: contractForm("querySqlLike") }, async ({ page, host }) => {
      const delivery = page.getByLabel("Deliver To");
      assert.equal(await delivery.isVisible(), false);
      await page.getByRole("textbox", { name: "query" }).first().fill("SELECT 1");
      await page.getByLabel("Answer As").selectOption("application/jsonlines");
      assert.deepEqual(await delivery.locator("option").allTextContents(), ["Results", "File...", "This Page"]);
      host.outcome = { kind: "opened", metadata };
      await page.getByRole("button", { name: "Send" }).click();
      await page.getByText("The rows are in the results.").first().waitFor();
      assert.deepEqual(host.calls[0], {
        values: { body: { query: "SELECT 1" } },
        accept: "application/jsonlines",
        delivery: "results",
      });
    });
  });

  test("is in the history, which gives the values of a call back", async () => {
    const history = [
      { id: "1", atMs: Date.parse("2026-01-02T03:04:05Z"), target: "Local · WFF_demo", outcome: "200, 12 ms" },
    ];
    await withOperationsPage({ form, history }, async ({ page, host }) => {
      host.past = { 1: { query: { limit: 3 } } };
      await page.getByText("History", { exact: true }).click();
      await page.getByRole("button", { name: /Local · WFF_demo · 200, 12 ms/ }).click();
      await page.waitForFunction(() => document.querySelector<HTMLInputElement>(".is-number")?.value === "3");
      await page.getByRole("button", { name: "Clear History" }).click();
      await page.getByText("No calls yet.").waitFor();
    });
  });

  test("says where its calls go, and what changed since a reload", async () => {
    const notice = "Before the window was reloaded, this page acted on Production.";
    await withOperationsPage({ form, notice }, async ({ page, host }) => {
      assert.match((await page.locator(".place").textContent()) ?? "", /Connection: Local · Tenant: WFF_demo/);
      host.channel.notify("target", { connectionId: "local", connection: "Local", tenant: "WFF_other" });
      await page.getByText("Tenant: WFF_other").waitFor();
      assert.ok(await page.getByText(notice).isVisible());
      await page.getByRole("button", { name: "Copy as curl" }).click();
      await page.getByRole("button", { name: "Documentation" }).click();
      const names = host.asked.map(({ name }) => name);
      assert.ok(names.includes("copyCurl") && names.includes("openDocument"));
    });
  });
});

import assert from "node:assert/strict";
import { parse } from "jsonc-parser";
import type { Page } from "playwright-core";
import { axeFindings } from "./support/axe-findings.ts";
import { withComposer } from "./support/composer-page.ts";
import type { FakeComposerHost } from "./support/fake-composer-host.ts";
import { checkToolbars } from "./support/toolbar-stops.ts";

const whole = `{
  // Every night
  "transaction": {"tablesToModify": ["site_badge"], "expireAfterSeconds": 600},
  "uploads": {"data/new.csv": "new.csv"},
  "job": {
    "tenants": ["WFF_demo"],
    "inputs": [{"id": "fresh", "filename": "new.csv", "format": {"csv": {"header": true}}}],
    "preconditions": [{"table": "7", "metadata": {"state": "ready"}}],
    "actions": [
      {"query": {"query": "SELECT badge FROM fresh", "output": {"format": {"parquet": {}}, "filename": "out.parquet"}}},
      {"upsert": {"source": "fresh", "target": "site_badge", "keys": ["badge"]}},
      {"setMetadata": {"table": "7", "metadata": {}}},
      {"commit": {}}
    ]
  },
  "downloads": [{"filename": "out.parquet", "file": "out.parquet"}, "out.parquet"]
}
`;

function card(page: Page, title: string) {
  return page.getByRole("listitem", { name: title, exact: true });
}

function jobOf(host: FakeComposerHost) {
  return parse(host.text);
}

async function kindsOf(host: FakeComposerHost, page: Page, expected: readonly string[]): Promise<void> {
  const titles = expected.map((name, index) => `Action ${index + 1}: ${name}`);
  await page.waitForFunction(
    (wanted) =>
      JSON.stringify(
        [...document.querySelectorAll(".card-title")]
          .map((title) => title.textContent)
          .filter((title) => title?.startsWith("Action")),
      ) === JSON.stringify(wanted),
    titles,
  );
  assert.equal(jobOf(host).job.actions.length, expected.length);
}

async function changed(page: Page, host: FakeComposerHost, isSo: (text: string) => boolean): Promise<void> {
  const deadline = Date.now() + 10_000;
  while (!isSo(host.text)) {
    assert.ok(Date.now() < deadline, `The file stayed: ${host.text}`);
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
}

suite("The composer of SQL jobs", function () {
  this.timeout(60_000);

  test("has the tools of a card, and what can be added, behind one stop of the Tab key each", async () => {
    await withComposer(whole, async ({ page }) => {
      await card(page, "Action 2: Upsert").waitFor();
      await checkToolbars(page, 10);
      await page.getByRole("button", { name: "Move Action 1: Query down" }).focus();
      await page.keyboard.press("End");
      assert.equal(await page.evaluate(() => document.activeElement?.ariaLabel), "Remove Action 1: Query");
      await page.keyboard.press("ArrowRight");
      assert.equal(await page.evaluate(() => document.activeElement?.ariaLabel), "Move Action 1: Query down");
    });
  });

  test("shows every part of a job", async () => {
    await withComposer(whole, async ({ page, host, violations }) => {
      await kindsOf(host, page, ["Query", "Upsert", "Set Metadata", "Commit"]);
      assert.equal(await page.getByLabel("Expires after (seconds)").inputValue(), "600");
      assert.equal(await page.getByLabel("Local file").inputValue(), "data/new.csv");
      assert.equal(await card(page, "Input 1: fresh").getByLabel("File name", { exact: true }).inputValue(), "new.csv");
      assert.equal(await card(page, "Action 2: Upsert").getByLabel("Target").inputValue(), "site_badge");
      assert.ok(await card(page, "Action 2: Upsert").getByText("badge", { exact: true }).isVisible());
      assert.equal(await card(page, "Action 1: Query").getByLabel("Output format").inputValue(), "2");
      assert.deepEqual(await violations(), []);
    });
  });

  test("writes a field into the file and leaves the rest of the text", async () => {
    await withComposer(whole, async ({ page, host }) => {
      await card(page, "Action 2: Upsert").getByLabel("Source").fill("staging");
      await changed(page, host, (text) => text !== whole);
      assert.equal(host.text, whole.replace('"source": "fresh"', '"source": "staging"'));
      await page.getByLabel("Expires after (seconds)").fill("");
      await page.getByLabel("Expires after (seconds)").press("Tab");
      await changed(page, host, (text) => !text.includes("expireAfterSeconds"));
    });
  });

  test("sends only whole numbers where one is expected", async () => {
    await withComposer(whole, async ({ page, host }) => {
      const field = page.getByLabel("Expires after (seconds)");
      await field.fill("ten");
      await field.press("Tab");
      assert.ok(await page.getByText("Enter a whole number.").isVisible());
      assert.equal(host.text, whole);
    });
  });

  for (const name of [
    "Query",
    "Query in a File",
    "Upsert",
    "Replace",
    "Set Metadata",
    "Reset",
    "Commit",
    "Roll Back",
    "Process",
  ]) {
    test(`adds an action of the kind ${name}`, async () => {
      await withComposer('{\n  "job": {\n    "actions": []\n  }\n}\n', async ({ page, host, violations }) => {
        await page.getByRole("button", { name: `Add ${name}`, exact: true }).click();
        await kindsOf(host, page, [name]);
        const hasFocus = await card(page, `Action 1: ${name}`).evaluate((node) =>
          node.contains(document.activeElement),
        );
        assert.ok(hasFocus, "the focus is in the new card");
        assert.deepEqual(await axeFindings(page), []);
        assert.deepEqual(await violations(), []);
      });
    });
  }

  test("orders, copies and removes actions by keyboard", async () => {
    await withComposer(whole, async ({ page, host }) => {
      const source = card(page, "Action 2: Upsert").getByLabel("Source");
      await source.press("Alt+ArrowUp");
      await kindsOf(host, page, ["Upsert", "Query", "Set Metadata", "Commit"]);
      assert.ok(
        await card(page, "Action 1: Upsert")
          .getByLabel("Source")
          .evaluate((node) => node === document.activeElement),
      );
      await page.keyboard.press("Alt+ArrowDown");
      await page.keyboard.press("Alt+ArrowDown");
      await kindsOf(host, page, ["Query", "Set Metadata", "Upsert", "Commit"]);
      assert.deepEqual(jobOf(host).job.actions[2].upsert.keys, ["badge"]);
      await page.getByRole("button", { name: "Duplicate Action 3: Upsert" }).press("Enter");
      await kindsOf(host, page, ["Query", "Set Metadata", "Upsert", "Upsert", "Commit"]);
      await page.getByRole("button", { name: "Remove Action 2: Set Metadata" }).press("Enter");
      await kindsOf(host, page, ["Query", "Upsert", "Upsert", "Commit"]);
      assert.match((await page.getByRole("status").textContent()) ?? "", /Set Metadata was removed/);
      assert.match(host.text, /\/\/ Every night/);
    });
  });

  test("orders actions by dragging", async () => {
    await withComposer(whole, async ({ page, host }) => {
      await card(page, "Action 4: Commit")
        .locator(".grip")
        .dragTo(card(page, "Action 2: Upsert").locator(".card-head"));
      await kindsOf(host, page, ["Query", "Commit", "Upsert", "Set Metadata"]);
    });
  });

  test("adds and takes away tables, tenants, keys and pairs", async () => {
    await withComposer(whole, async ({ page, host }) => {
      host.offers = { tables: [{ value: "other_table", detail: "Other" }] };
      const add = page.getByLabel("Tables to modify: Add table");
      await add.focus();
      await page.locator('option[value="other_table"]').first().waitFor({ state: "attached" });
      await add.fill("other_table");
      await add.press("Enter");
      await changed(page, host, (text) => text.includes('["site_badge", "other_table"]'));
      await page.getByRole("button", { name: "Remove site_badge", exact: true }).click();
      await changed(page, host, (text) => text.includes('["other_table"]'));
      await page.getByRole("button", { name: "Remove WFF_demo" }).click();
      await changed(page, host, (text) => !text.includes('"tenants"'));
      await card(page, "Action 3: Set Metadata").getByRole("button", { name: "Add pair" }).click();
      await card(page, "Action 3: Set Metadata").getByLabel("Key").fill("state");
      await card(page, "Action 3: Set Metadata").getByLabel("Key").press("Tab");
      await changed(page, host, (text) => text.includes('{"state": ""}'));
    });
  });

  test("puts a chosen file into the uploads", async () => {
    await withComposer(whole, async ({ page, host }) => {
      host.file = "data/more.csv";
      await page.getByRole("group", { name: "Uploads" }).getByRole("button", { name: "Choose File..." }).click();
      await changed(page, host, () => jobOf(host).uploads["data/more.csv"] === "more.csv");
    });
  });

  test("follows the text, and leaves alone what is being typed", async () => {
    await withComposer(whole, async ({ page, host }) => {
      const source = card(page, "Action 2: Upsert").getByLabel("Source");
      await source.focus();
      host.change(host.text.replace('"target": "site_badge"', '"target": "elsewhere"'));
      const target = card(page, "Action 2: Upsert").getByLabel("Target");
      await page.waitForFunction(
        (node) => (node as HTMLInputElement).value === "elsewhere",
        await target.elementHandle(),
      );
      assert.ok(await source.evaluate((node) => node === document.activeElement), "the focus stays");
      await page.keyboard.type("x");
      host.change(host.text.replace('"keys": ["badge"]', '"keys": ["other"]'));
      await card(page, "Action 2: Upsert").getByText("other", { exact: true }).waitFor();
      assert.match(await source.inputValue(), /x/);
      await changed(page, host, () => /x/.test(jobOf(host).job.actions[1].upsert.source));
    });
  });

  test("says that broken JSON is broken, and comes back", async () => {
    await withComposer("{ nothing", async ({ page, host, violations }) => {
      assert.match((await page.getByRole("alert").textContent()) ?? "", /not valid JSON/);
      assert.equal(await page.getByRole("heading", { level: 2 }).count(), 0);
      await page.getByRole("alert").getByRole("button", { name: "Open as JSON" }).click();
      assert.deepEqual(host.asked.at(-1), { name: "openAsJson", params: { path: [] } });
      assert.deepEqual(await axeFindings(page), []);
      host.change(whole);
      await kindsOf(host, page, ["Query", "Upsert", "Set Metadata", "Commit"]);
      assert.deepEqual(await violations(), []);
    });
  });

  test("shows what it has no fields for, and leaves it as it is", async () => {
    const text = '{"job": {"tenants": "all", "actions": [{"regenerate": {"table": "x"}}, 7]}}';
    await withComposer(text, async ({ page, host }) => {
      await kindsOf(host, page, ["Other", "Other"]);
      assert.ok(await page.getByText('Kept unchanged from the JSON: {"regenerate":{"table":"x"}}').isVisible());
      assert.ok(await page.getByText('Kept unchanged from the JSON: "all"').isVisible());
      await page.getByRole("button", { name: "Add Commit" }).click();
      await kindsOf(host, page, ["Other", "Other", "Commit"]);
      assert.match(host.text, /\{"regenerate": \{"table": "x"\}\}, 7/);
    });
  });

  test("says problems at the field that they belong to", async () => {
    await withComposer(whole, async ({ page, host }) => {
      const severity = "error" as const;
      host.check(
        { at: '"site_badge", "keys"', severity, code: "SJ201", message: "No such table." },
        { at: '{"commit"', severity: "warning", code: "SJ101", message: "Too late." },
      );
      const target = card(page, "Action 2: Upsert").getByLabel("Target");
      await page.getByText("No such table.").waitFor();
      assert.equal(await target.getAttribute("aria-invalid"), "true");
      const described = await target.evaluate((node) =>
        (node.getAttribute("aria-describedby") ?? "")
          .split(" ")
          .map((id) => document.getElementById(id)?.textContent)
          .join(" "),
      );
      assert.match(described, /Error: No such table\./);
      assert.ok(await card(page, "Action 4: Commit").getByText("Too late.").isVisible());
      assert.ok(await page.getByText("2 problems in this file.").isVisible());
      host.check();
      await page.getByText("No such table.").waitFor({ state: "detached" });
      assert.equal(await target.getAttribute("aria-invalid"), null);
    });
  });

  for (const theme of ["dark", "light", "highContrast", "highContrastLight"] as const) {
    test(`has no fault that axe finds, ${theme}`, async () => {
      await withComposer(
        whole,
        async ({ page, host, violations }) => {
          await page.locator(".sql").first().scrollIntoViewIfNeeded();
          await page.locator(".sql-editor .view-line").first().waitFor();
          host.check({ at: '"fresh", "target"', severity: "error", code: "SJ202", message: "No such table." });
          await page.getByText("No such table.").waitFor();
          assert.deepEqual(await axeFindings(page, theme), []);
          assert.deepEqual(await violations(), []);
        },
        theme,
      );
    });
  }
});

import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { contract } from "../../src/contract/contract.ts";
import type { Json } from "../../src/protocol/operation-form.ts";
import { axeFindings } from "./support/axe-findings.ts";
import { withOperationsPage } from "./support/operations-page.ts";
import { contractForm, everyField, uploadForm } from "./support/sample-operations.ts";
import { checkToolbars } from "./support/toolbar-stops.ts";

const whole: Json = {
  title: "Thing",
  count: 30,
  share: 0.25,
  isActive: false,
  mode: "delta",
  day: "2026-02-03",
  version: "2",
  names: ["a", "b"],
  labels: { x: 1, y: 2 },
  owner: { first: "Ada", last: "L" },
  value: ["p", "q"],
  tree: { name: "root", children: [{ name: "leaf", children: [] }] },
  anything: { deep: [1, { more: null }] },
  note: null,
  beyondTheSchema: { kept: true },
};

function field(page: Page, label: string) {
  return page.getByLabel(label, { exact: false }).first();
}

async function switchTo(page: Page, tab: "Form" | "JSON"): Promise<void> {
  await page.getByRole("tab", { name: tab, exact: true }).click();
}

async function bodyJson(page: Page): Promise<Json> {
  return JSON.parse(await page.locator("textarea.json").inputValue());
}

suite("The form of an operation", function () {
  this.timeout(60_000);

  test("gives every kind of value back as it came, through form and JSON", async () => {
    await withOperationsPage({ form: everyField(), values: { body: whole } }, async ({ page, host, violations }) => {
      await switchTo(page, "JSON");
      assert.deepEqual(await bodyJson(page), whole);
      await switchTo(page, "Form");
      host.outcome = { kind: "cancelled" };
      await page.getByRole("button", { name: "Send" }).click();
      await page.waitForSelector(".answer:not([hidden])");
      assert.deepEqual(host.calls[0]?.values.body, whole);
      assert.deepEqual(await violations(), []);
    });
  });

  test("says in place of Send why nothing can be sent, as soon as it is known, and still gives a curl command", async () => {
    const unavailable = "This operation is not available on Local yet.";
    await withOperationsPage({ form: contractForm("generatePgpKey"), unavailable }, async ({ page, host }) => {
      await page.getByText(unavailable).waitFor();
      assert.equal(await page.getByRole("button", { name: "Send" }).count(), 0);
      await page.keyboard.press("Control+Enter");
      await page.getByRole("button", { name: "Copy as curl" }).click();
      await page.getByText("Copied.").waitFor({ state: "attached" });
      assert.deepEqual(host.calls, []);
      assert.deepEqual(await axeFindings(page), []);
      const { WORKFORCE_TEST_PICTURES: pictures } = process.env;
      if (pictures) {
        await page.screenshot({ path: `${pictures}/operation-unavailable.png` });
      }
      host.channel.notify("availability", { unavailable: "" });
      await page.getByRole("button", { name: "Send" }).waitFor();
      host.channel.notify("availability", { unavailable });
      await page.getByRole("button", { name: "Send" }).waitFor({ state: "hidden" });
    });
  });

  test("begins at its first field, and sends by keyboard from anywhere on the page", async () => {
    await withOperationsPage({ form: contractForm("listTableSources") }, async ({ page, host }) => {
      assert.equal(
        await page.evaluate(() => document.activeElement?.closest("label, div")?.textContent?.slice(0, 5)),
        "limit",
      );
      host.outcome = { kind: "cancelled" };
      await page.locator("h1").click();
      await page.keyboard.press("Control+Enter");
      await page.waitForSelector(".answer:not([hidden])");
      assert.equal(host.calls.length, 1);
    });
  });

  test("marks a group as required only when something in it is", async () => {
    const marks = async (operation: "listTableSources" | "getTableSource") => {
      let count = 0;
      await withOperationsPage({ form: contractForm(operation) }, async ({ page }) => {
        count = await page.locator("legend .field-mark:visible").count();
      });
      return count;
    };
    assert.equal(await marks("listTableSources"), 0);
    assert.equal(await marks("getTableSource"), 1);
  });

  test("leaves out what is not filled in and sends what always stands", async () => {
    await withOperationsPage({ form: everyField() }, async ({ page, host }) => {
      await field(page, "title").fill("Thing");
      host.outcome = { kind: "cancelled" };
      await field(page, "title").press("Control+Enter");
      await page.waitForSelector(".answer:not([hidden])");
      assert.deepEqual(host.calls[0]?.values, { body: { title: "Thing", version: "2" } });
    });
  });

  test("says at the field what is missing and what breaks a bound, and sends nothing", async () => {
    await withOperationsPage({ form: everyField() }, async ({ page, host }) => {
      await field(page, "count").fill("181");
      await page.getByRole("button", { name: "Send" }).click();
      const title = field(page, "title");
      assert.equal(await title.getAttribute("aria-invalid"), "true");
      const described = await title.evaluate((node) =>
        (node.getAttribute("aria-describedby") ?? "")
          .split(" ")
          .map((id) => document.getElementById(id)?.textContent)
          .join(" "),
      );
      assert.match(described, /What it is called\..*title is required\./);
      assert.ok(await title.evaluate((node) => node === document.activeElement), "the first field has the focus");
      assert.ok(await page.getByText("count must be at most 180.").isVisible());
      assert.match((await page.getByRole("alert").first().textContent()) ?? "", /2 fields/);
      assert.equal(host.calls.length, 0);
      await title.fill("Thing");
      assert.equal(await title.getAttribute("aria-invalid"), null);
    });
  });

  test("has its tools behind one stop of the Tab key, and Home and End between the tabs of the body", async () => {
    await withOperationsPage({ form: everyField() }, async ({ page }) => {
      await page.getByRole("tab", { name: "Form" }).waitFor();
      await checkToolbars(page, 1);
      await page.getByRole("tab", { name: "Form" }).press("End");
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), "JSON");
      await page.keyboard.press("Home");
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Form");
    });
  });

  test("adds and removes items, entries and parts by keyboard", async () => {
    await withOperationsPage({ form: everyField() }, async ({ page }) => {
      await page.getByRole("button", { name: "Add names", exact: true }).press("Enter");
      await page.getByRole("button", { name: "Add Item to names" }).press("Enter");
      await page.keyboard.type("one");
      await page.getByRole("button", { name: "Add Item to names" }).press("Enter");
      await page.keyboard.type("two");
      await page.getByRole("button", { name: "Remove names, item 1" }).press("Enter");
      await page.getByRole("button", { name: "Add labels", exact: true }).press("Enter");
      await page.getByRole("button", { name: "Add Item to labels" }).press("Enter");
      await page.keyboard.type("size");
      await page.keyboard.press("Tab");
      await page.keyboard.type("4");
      await page.getByRole("button", { name: "Add owner", exact: true }).press("Enter");
      await field(page, "first").fill("Ada");
      await switchTo(page, "JSON");
      const { names, labels, owner } = (await bodyJson(page)) as Record<string, Json>;
      assert.deepEqual({ names, labels, owner }, { names: ["two"], labels: { size: 4 }, owner: { first: "Ada" } });
    });
  });

  test("keeps the form until its JSON can be read, and says where it cannot", async () => {
    await withOperationsPage({ form: everyField(), values: { body: { title: "Thing" } } }, async ({ page, host }) => {
      await switchTo(page, "JSON");
      await page.locator("textarea.json").fill('{ "title": ');
      await switchTo(page, "Form");
      assert.equal(await page.getByRole("tab", { name: "JSON" }).getAttribute("aria-selected"), "true");
      assert.match((await page.locator(".field-error:visible").textContent()) ?? "", /Not valid JSON/);
      await page.getByRole("button", { name: "Send" }).click();
      assert.equal(host.calls.length, 0);
      await page.locator("textarea.json").fill('{ "title": "Other", "count": 9 }');
      await switchTo(page, "Form");
      assert.equal(await field(page, "title").inputValue(), "Other");
      assert.equal(await field(page, "count").inputValue(), "9");
    });
  });

  test("shows at its field what the service's contract refuses", async () => {
    await withOperationsPage({ form: everyField(), values: { body: whole } }, async ({ page, host }) => {
      host.outcome = {
        kind: "failed",
        message: "makeThing: not sent, because body.names[1] must be a string.",
        field: "body.names[1]",
        elapsedMs: 1,
      };
      await page.getByRole("button", { name: "Send" }).click();
      await page.waitForSelector("[aria-invalid='true']");
      assert.equal(await page.locator("[aria-invalid='true']").inputValue(), "b");
    });
  });

  test("hides secrets in the form, in the JSON and in what is kept", async () => {
    await withOperationsPage({ form: everyField() }, async ({ page, host, state }) => {
      await field(page, "title").fill("Thing");
      await field(page, "password").fill("hush-hush");
      assert.equal(await field(page, "password").getAttribute("type"), "password");
      await switchTo(page, "JSON");
      const text = await page.locator("textarea.json").inputValue();
      assert.doesNotMatch(text, /hush/);
      await page.locator("textarea.json").fill(text.replace("Thing", "Other"));
      await page.waitForFunction(() => JSON.stringify(Reflect.get(window, "savedState")).includes("Other"));
      assert.doesNotMatch(JSON.stringify(await state()), /hush/);
      host.outcome = { kind: "cancelled" };
      await page.getByRole("button", { name: "Send" }).click();
      await page.waitForSelector(".answer:not([hidden])");
      assert.deepEqual(host.calls[0]?.values.body, { title: "Other", password: "hush-hush", version: "2" });
    });
  });

  test("asks for what the chosen variant needs", async () => {
    await withOperationsPage({ form: contractForm("requestJwt") }, async ({ page, host }) => {
      await page.getByLabel("Variant of Body").selectOption({ label: "refresh" });
      await page.getByRole("button", { name: "Send" }).click();
      assert.ok(await page.getByText("refresh_token is required.").isVisible());
      await page.getByLabel("refresh_token").fill("token-of-the-test");
      host.outcome = { kind: "cancelled" };
      await page.getByRole("button", { name: "Send" }).click();
      await page.waitForSelector(".answer:not([hidden])");
      assert.deepEqual(host.calls[0]?.values.body, { grant_type: "refresh_token", refresh_token: "token-of-the-test" });
    });
  });

  test("lets the host choose files", async () => {
    await withOperationsPage({ form: uploadForm() }, async ({ page, host }) => {
      await field(page, "id").fill("7");
      await page.getByRole("button", { name: "Send" }).click();
      assert.ok(await page.getByText("file is required.").isVisible());
      await page.getByRole("button", { name: "file" }).click();
      await page.getByText("people.csv, 2 kB").waitFor();
      host.outcome = { kind: "cancelled" };
      await page.getByRole("button", { name: "Send" }).click();
      await page.waitForSelector(".answer:not([hidden])");
      assert.deepEqual(host.calls[0]?.values, {
        path: { id: "7" },
        body: { file: { $file: "1", name: "people.csv", size: 2048 } },
      });
    });
  });

  for (const [type, label] of [
    [undefined, "application/json"],
    ["application/x-www-form-urlencoded", "application/x-www-form-urlencoded, field model"],
  ] as const) {
    test(`offers to send the body as ${label} where the operation takes it so`, async () => {
      await withOperationsPage({ form: contractForm("createConnectorCredential") }, async ({ page, host }) => {
        await page.getByLabel("Send Body As").selectOption({ label });
        host.outcome = { kind: "cancelled" };
        await page.getByRole("button", { name: "Send" }).click();
        await page.waitForSelector(".answer:not([hidden])");
        assert.equal(host.calls[0]?.bodyType, type);
        assert.deepEqual(await axeFindings(page), []);
      });
    });
  }

  test("offers one way to send the body where the operation takes one", async () => {
    await withOperationsPage({ form: contractForm("createReport") }, async ({ page }) => {
      assert.equal(await page.getByLabel("Send Body As").isVisible(), false);
    });
  });

  const names = Object.keys(contract) as (keyof typeof contract)[];
  const perPage = 16;
  for (let first = 0; first < names.length; first += perPage) {
    const some = names.slice(first, first + perPage);
    test(`draws the operations from ${some[0]} to ${some.at(-1)}`, async () => {
      await withOperationsPage({ form: everyField() }, async ({ page, host, violations }) => {
        for (const name of some) {
          host.form = contractForm(name);
          await page.reload();
          await page.getByRole("heading", { level: 1, name: host.form.title, exact: true }).waitFor();
          for (const place of Object.keys(host.form.places)) {
            assert.ok((await page.locator(".arguments > *").count()) >= 2, `${name}: ${place}`);
          }
          assert.deepEqual(await violations(), [], name);
        }
      });
    });
  }

  for (const name of ["queryAggregate", "requestJwt", "listProjects"] as const) {
    test(`has no fault that axe finds in an empty form, ${name}`, async () => {
      await withOperationsPage({ form: contractForm(name) }, async ({ page }) => {
        assert.deepEqual(await axeFindings(page), []);
      });
    });
  }

  for (const theme of ["dark", "light", "highContrast", "highContrastLight"] as const) {
    test(`has no fault that axe finds with everything filled in and wrong, ${theme}`, async () => {
      const form = everyField();
      const values = { body: { ...(whole as Record<string, Json>), count: 500 } };
      await withOperationsPage({ form, values, theme }, async ({ page, violations }) => {
        await page.getByRole("button", { name: "Send" }).click();
        await page.waitForSelector("[aria-invalid='true']");
        assert.deepEqual(await axeFindings(page, theme), []);
        await switchTo(page, "JSON");
        assert.deepEqual(await axeFindings(page, theme), []);
        assert.deepEqual(await violations(), []);
      });
    });
  }
});

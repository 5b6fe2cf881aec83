import assert from "node:assert/strict";
import type { ConnectionDraft, FormField } from "../../src/protocol/connection-form.ts";
import type { ConnectionPageContent, FieldDescription } from "../../src/protocol/connection-view.ts";
import { eventually } from "../support/eventually.ts";
import { axeFindings } from "./support/axe-findings.ts";
import { type OpenedConnection, withConnectionPage } from "./support/connection-page.ts";
import type { ThemeName } from "./support/themes.ts";

const draft: ConnectionDraft = {
  host: "",
  vanityName: "",
  label: "",
  role: "development",
  apiKey: "",
  signIn: "asid",
  clientId: "",
  clientSecret: "",
  username: "",
  password: "",
  singleSignOn: "used",
  assertionSource: "file",
  assertionFile: "",
  assertion: "",
  actsAs: "oneself",
  targetUsername: "",
  targetTenant: "",
  names: "usual",
  profileFile: "",
  smallGroups: "suggested",
  threshold: "5",
};

function field(name: FormField, label: string, more: Partial<FieldDescription> = {}): FieldDescription {
  return {
    field: name,
    label,
    note: "",
    placeholder: "",
    kind: "text",
    choices: [],
    isRequired: false,
    isAdvanced: false,
    ...more,
  };
}

function choice(name: FormField, label: string, values: readonly string[], isAdvanced = false): FieldDescription {
  const choices = values.map((value) => ({ value, label: value, detail: `<b>What ${value} means</b>` }));
  return field(name, label, { kind: "choice", choices, isAdvanced });
}

const fields: readonly FieldDescription[] = [
  field("host", "Address", {
    isRequired: true,
    note: "Without the vanity name",
    placeholder: "https://api.example.com",
  }),
  field("vanityName", "Vanity Name"),
  field("label", "Name"),
  choice("role", "Role", ["development", "test", "production"]),
  field("apiKey", "API Key", { isRequired: true, kind: "secret" }),
  choice("signIn", "Sign-In Method", ["asid", "authorization-code", "password", "saml-bearer", "asid-exchange"]),
  field("clientId", "Client Id", { isRequired: true }),
  field("clientSecret", "Client Secret", { isRequired: true, kind: "secret" }),
  field("username", "User Name", { isRequired: true }),
  field("password", "Password", { isRequired: true, kind: "secret" }),
  choice("singleSignOn", "Sign-In Page", ["used", "bypassed"]),
  choice("assertionSource", "SAML Assertion From", ["file", "text"]),
  field("assertionFile", "Assertion File", { isRequired: true, kind: "file" }),
  field("assertion", "Assertion in Base64", { isRequired: true, kind: "secret" }),
  choice("actsAs", "Act As", ["oneself", "reader", "writer"], true),
  field("targetUsername", "User to Act As", { isRequired: true, isAdvanced: true }),
  field("targetTenant", "Tenant of That User", { isAdvanced: true }),
  choice("names", "Deployment", ["usual", "profile"], true),
  field("profileFile", "Deployment Profile", { isRequired: true, kind: "file", isAdvanced: true }),
  choice("smallGroups", "Small Groups", ["off", "mark", "hide"], true),
  field("threshold", "Fewest People", { isRequired: true, isAdvanced: true }),
];

const added: ConnectionPageContent = {
  title: "Add Connection",
  draft,
  isChanged: false,
  fields,
  stored: [],
  focus: "host",
};
const edited: ConnectionPageContent = {
  ...added,
  title: "Edit Acme",
  connectionId: "one",
  draft: { ...draft, host: "https://api.example.com", label: "Acme", username: "ana", smallGroups: "off" },
  stored: ["apiKey", "password"],
  focus: "apiKey",
};

/** Fields in sight, by their ids. */
function shown({ page }: OpenedConnection): Promise<string[]> {
  return page
    .locator(".field:visible")
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset["field"] ?? ""));
}

function focused({ page }: OpenedConnection): Promise<string> {
  return page.evaluate(() => document.activeElement?.id ?? "");
}

/** The texts that describe a field, in the order in which a screen reader reads them. */
function descriptionOf({ page }: OpenedConnection, id: string): Promise<string> {
  return page.evaluate((name) => {
    const ids = document.getElementById(name)?.getAttribute("aria-describedby")?.split(" ") ?? [];
    return ids.map((one) => document.getElementById(one)?.textContent ?? "").join(" | ");
  }, id);
}

const common = ["host", "vanityName", "label", "role", "apiKey", "signIn"];

suite("The page of a connection", function () {
  this.timeout(60_000);

  test("shows what the kind of sign-in needs, and the rest folded", async () => {
    await withConnectionPage({ content: added }, async (opened) => {
      const { page, violations } = opened;
      assert.equal(await focused(opened), "host");
      assert.deepEqual(await shown(opened), [...common, "username", "password"]);
      const method = page.getByLabel("Sign-In Method");
      await method.selectOption("authorization-code");
      assert.deepEqual(await shown(opened), [...common, "clientId", "clientSecret", "singleSignOn"]);
      assert.equal(await descriptionOf(opened, "signIn"), "<b>What authorization-code means</b>");
      await method.selectOption("saml-bearer");
      await page.getByRole("button", { name: "Browse for Assertion File" }).click();
      const file = page.getByLabel("Assertion File (required)");
      await eventually(async () => ((await file.inputValue()) === "/tmp/assertion.xml" ? true : undefined));
      await page.getByLabel("SAML Assertion From").selectOption("text");
      assert.deepEqual((await shown(opened)).slice(-2), ["assertionSource", "assertion"]);
      await page.getByText("Advanced", { exact: true }).click();
      assert.deepEqual((await shown(opened)).slice(-3), ["actsAs", "names", "smallGroups"]);
      await page.getByLabel("Act As").first().selectOption("reader");
      await page.getByLabel("Role").selectOption("production");
      assert.equal(await page.getByLabel("Small Groups").inputValue(), "hide");
      assert.deepEqual((await shown(opened)).slice(-6), [
        "actsAs",
        "targetUsername",
        "targetTenant",
        "names",
        "smallGroups",
        "threshold",
      ]);
      assert.deepEqual(await violations(), []);
    });
  });

  test("opens at the field that is to be corrected, without the secrets that are stored", async () => {
    await withConnectionPage({ content: edited }, async (opened) => {
      const { page, host, state } = opened;
      assert.equal(await focused(opened), "apiKey");
      const key = page.getByLabel("API Key");
      assert.deepEqual(
        [await key.inputValue(), await key.getAttribute("type"), await key.getAttribute("placeholder")],
        ["", "password", "Stored; leave empty to keep it"],
      );
      assert.equal(await key.getAttribute("aria-required"), null);
      assert.equal(host.edited?.isChanged, false);
      await page.keyboard.type("key-7f3a");
      await page.keyboard.press("Enter");
      await page.getByText("Acme works.").first().waitFor();
      assert.deepEqual(host.asked, [{ name: "save", params: { draft: { ...edited.draft, apiKey: "key-7f3a" } } }]);
      // What is kept for a reload has no secret, but knows that there was a change.
      assert.deepEqual(await state(), { connectionId: "one", draft: edited.draft, isChanged: true });
      assert.deepEqual(host.edited, { draft: edited.draft, isChanged: true });
      host.channel.notify("focus", { field: "username" });
      await page.waitForFunction(() => document.activeElement?.id === "username");
    });
  });

  test("marks what is wrong and goes to the first of it", async () => {
    await withConnectionPage({ content: added }, async (opened) => {
      const { page, host } = opened;
      host.outcome = {
        kind: "invalid",
        problems: [
          { field: "threshold", message: "Write a whole number." },
          { field: "apiKey", message: "A value is required." },
        ],
      };
      await page.getByLabel("Role").selectOption("production");
      await page.getByRole("button", { name: "Test" }).click();
      await page.waitForFunction(() => document.activeElement?.id === "apiKey");
      assert.equal(await page.getByLabel("API Key").getAttribute("aria-invalid"), "true");
      assert.equal(await descriptionOf(opened, "apiKey"), "A value is required.");
      assert.equal(await page.getByRole("button", { name: "Save Anyway" }).isVisible(), false);
      await page.keyboard.type("k");
      assert.equal(await page.getByLabel("API Key").getAttribute("aria-invalid"), null);
      // What is wrong in the folded part unfolds it.
      host.outcome = { kind: "invalid", problems: [{ field: "threshold", message: "Write a whole number." }] };
      await page.getByRole("button", { name: "Test" }).click();
      await page.waitForFunction(() => document.activeElement?.id === "threshold");
    });
  });

  test("says what failed beside the field, keeps the form and offers to save it anyway", async () => {
    await withConnectionPage({ content: added }, async (opened) => {
      const { page, host } = opened;
      await page.getByLabel("Address").fill("https://api.example.com");
      await page.getByLabel("API Key").fill("wrong");
      host.outcome = { kind: "failed", message: "The API key is <b>wrong</b>.", field: "apiKey" };
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.waitForFunction(() => document.activeElement?.id === "apiKey");
      assert.equal(await descriptionOf(opened, "apiKey"), "The API key is <b>wrong</b>.");
      assert.match((await page.getByRole("status").textContent()) ?? "", /does not work.*marked field/);
      assert.equal(await page.getByLabel("Address").inputValue(), "https://api.example.com");
      const anyway = page.getByRole("button", { name: "Save Anyway" });
      assert.deepEqual(await axeFindings(page), []);
      await anyway.click();
      assert.deepEqual(
        host.asked.map(({ name }) => name),
        ["save", "saveUntested"],
      );
      // A failure of no field takes the focus itself.
      host.outcome = { kind: "failed", message: "The service is busy." };
      await page.getByRole("button", { name: "Test" }).click();
      await page.waitForFunction(() => document.activeElement?.textContent === "The service is busy.");
      assert.equal(await page.getByLabel("API Key").getAttribute("aria-invalid"), null);
      await page.getByRole("button", { name: "Cancel" }).click();
      assert.equal(host.asked.at(-1)?.name, "close");
    });
  });

  test("shows the progress of a test, which can be stopped", async () => {
    await withConnectionPage({ content: edited }, async (opened) => {
      const { page, host } = opened;
      host.outcome = "never";
      await page.getByRole("button", { name: "Test" }).click();
      await page.getByText("Testing the connection...").first().waitFor();
      assert.equal(await page.getByRole("button", { name: "Save", exact: true }).isDisabled(), true);
      assert.deepEqual(await axeFindings(page), []);
      await page.keyboard.press("Enter");
      await page.getByText("Stopped. Nothing was saved.").first().waitFor();
      assert.equal(host.isStopped, true);
      assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Test");
    });
  });

  test("fits into a narrow tab", async () => {
    await withConnectionPage({ content: added, viewport: { width: 400, height: 700 } }, async ({ page }) => {
      const { wanted, given } = await page.evaluate(() => ({
        wanted: document.documentElement.scrollWidth,
        given: document.documentElement.clientWidth,
      }));
      assert.equal(wanted, given);
    });
  });

  for (const theme of ["dark", "light", "highContrast", "highContrastLight"] satisfies ThemeName[]) {
    test(`has nothing that axe finds in the theme ${theme}`, async () => {
      await withConnectionPage({ content: edited, theme }, async ({ page, host }) => {
        host.outcome = { kind: "failed", message: "The API key is wrong.", field: "apiKey" };
        await page.getByText("Advanced", { exact: true }).click();
        await page.getByRole("button", { name: "Test" }).click();
        await page.getByText("The API key is wrong.").waitFor();
        assert.deepEqual(await axeFindings(page, theme), []);
      });
    });
  }

  test("keeps its frames where the system sets the colours", async () => {
    await withConnectionPage({ content: added, forcedColors: "active" }, async ({ page }) => {
      const width = await page.locator("#host").evaluate((input) => getComputedStyle(input).borderTopWidth);
      assert.equal(width, "1px");
    });
  });
});

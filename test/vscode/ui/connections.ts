import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { connectionPage, describeConnection } from "./connection-form.ts";
import { eventually, type RunningService, textOf, type WorkforceWindow } from "./workforce-window.ts";

interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Connections that sign in by OAuth 2.0: their page, a field that is wrong, signing out and in again. */
export function connections(current: () => WorkforceWindow): void {
  describe("a connection that signs in by OAuth 2.0", () => {
    /** The embedded service, as a remote one. */
    const remote = async () => {
      const window = current();
      let service: RunningService | undefined;
      await eventually(async () => {
        service = await window.service();
        assert.ok(service);
      });
      assert.ok(service);
      const client: Client = JSON.parse(readFileSync(join(window.dataFolder, "service.json"), "utf8"));
      return { service, client };
    };

    it("becomes active only when it works, with one field corrected", async () => {
      const window = current();
      const { service, client } = await remote();
      /** The connection of before is the active one still. */
      const assertLocal = async () => {
        await window.statusBar("Local").waitFor();
        assert.equal(await window.statusBar("Token").count(), 0);
      };
      const page = await describeConnection(window, {
        ...service,
        ...client,
        address: service.url,
        name: "Token",
        role: "development",
        signIn: "password",
        apiKey: "nobody-has-it",
      });
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await page.locator("#apiKey-problem", { hasText: "The API key is wrong" }).waitFor();
      await eventually(async () => assert.equal(await page.evaluate(() => document.activeElement?.id), "apiKey"));
      await assertLocal();
      assert.equal(await page.locator("#host").inputValue(), service.url);
      await page.locator("#apiKey").fill(service.apiKey);
      await page.getByRole("button", { name: "Test" }).click();
      await page.getByText("Token works: signed in").first().waitFor();
      await assertLocal();
      await page.getByRole("button", { name: "Save", exact: true }).click();
      await window.takeNotification("Token works");
      await eventually(async () => assert.match(await textOf(window.statusBar("Token")), /Token · WFF_demo$/));
    });

    it("is signed out of, looks so, and is signed in to again with the password alone", async () => {
      const window = current();
      const { service } = await remote();
      await window.command("Workforce: Sign Out...");
      await window.quickPickRow("Token").click();
      await window.takeNotification("Signed out of Token");
      const item = window.statusBar("Token");
      await eventually(async () => assert.match(await textOf(item), /Token · WFF_demo · signed out$/));
      await eventually(async () =>
        assert.match((await item.locator("a").getAttribute("aria-label")) ?? "", /signed out/),
      );
      await window.showExplorer();
      await eventually(async () =>
        assert.match(
          (await window.treeRow("Token").getAttribute("aria-label")) ?? "",
          /signed out · development · active/,
        ),
      );
      await eventually(async () => assert.equal(await window.treeRow("Token").locator(".codicon-sign-out").count(), 1));
      await window.treeAction("Token", "Sign In");
      await window.answer("Password of", service.password);
      await window.takeNotification("Signed in to Token");
      await eventually(async () => assert.match(await textOf(item), /Token · WFF_demo$/));
      await eventually(async () =>
        assert.doesNotMatch((await window.treeRow("Token").getAttribute("aria-label")) ?? "", /signed out/),
      );
    });

    it("signs in by the browser, and takes its callback", async () => {
      const window = current();
      const { service, client } = await remote();
      const form = await describeConnection(window, {
        ...client,
        apiKey: service.apiKey,
        address: service.url,
        name: "Browser",
        role: "development",
        signIn: "authorization-code",
      });
      await form.getByRole("button", { name: "Save", exact: true }).click();
      await window.showNotifications();
      await window.page.getByRole("link", { name: "copy its address" }).click();
      let address = "";
      await eventually(async () => {
        address = await window.page.evaluate(() => navigator.clipboard.readText());
        assert.match(address, /\/oauth2\/authorize\?/);
      });
      // While they are shown, the bell does not tell of a new one.
      await window.command("Notifications: Hide Notifications");
      const page = await window.page.context().newPage();
      await page.goto(address);
      await page.getByLabel("User name").fill(service.username);
      await page.getByLabel("Password").fill(service.password);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(/\/callback\?/);
      await window.takeNotification("Browser works");
      await eventually(async () => assert.match(await textOf(window.statusBar("Browser")), /Browser · WFF_demo$/));
    });

    it("is chosen from a list that keeps its rows in place while tenants and projects come", async () => {
      const window = current();
      await window.command("Workforce: Select Connection");
      // Not those of the palette, which is there until this list is.
      const list = window.page.locator(".quick-input-widget", { hasText: "Connection · Tenant · Project" });
      const rows = list.locator(".monaco-list-row");
      const active = list.locator(".monaco-list-row.focused");
      await active.filter({ hasText: "Local" }).waitFor();
      const second = await textOf(rows.nth(1));
      // A list that grows at the moment of a key press goes back to the row that the extension knew of.
      await eventually(async () => {
        if ((await active.filter({ hasText: second }).count()) === 0) {
          await window.page.keyboard.press("ArrowDown");
        }
        assert.equal(await active.filter({ hasText: second }).count(), 1);
      });
      const tenants = rows.filter({ hasText: "Demo North" });
      await tenants.first().waitFor();
      await window.picture("targets");
      const texts = await rows.allInnerTexts();
      const last = texts.findLastIndex((text) => /development|production/.test(text));
      assert.ok(texts.findIndex((text) => text.includes("WFF_demo")) > last, texts.join("\n"));
      assert.equal(await textOf(active), second);
      await window.page.keyboard.press("Escape");
    });

    it("that was not saved is opened again with what was filled in", async () => {
      const window = current();
      await window.command("Workforce: Add Connection...");
      const page = await connectionPage(window, "Add Connection");
      await page.locator("#host").fill("https://api.example.com");
      await page.locator("#apiKey").fill("key-7f3a");
      await page.getByRole("button", { name: "Cancel" }).click();
      await window.pressInNotification("The new connection was not saved", "Continue Editing");
      const again = await connectionPage(window, "Add Connection");
      assert.equal(await again.locator("#host").inputValue(), "https://api.example.com");
      assert.equal(await again.locator("#apiKey").inputValue(), "");
      await again.getByRole("button", { name: "Cancel" }).click();
      await window.clearNotifications();
    });
  });
}

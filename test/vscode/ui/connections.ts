import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually, textOf, type WorkforceWindow } from "./workforce-window.ts";

interface Client {
  readonly clientId: string;
  readonly clientSecret: string;
}

/** Signing in by OAuth 2.0: the form, its way back, signing out and in again. */
export function connections(current: () => WorkforceWindow): void {
  describe("a connection that signs in by OAuth 2.0", () => {
    it("is added step by step, with a way back, and works", async () => {
      const window = current();
      const service = await window.service();
      assert.ok(service);
      const { clientId, clientSecret }: Client = JSON.parse(
        readFileSync(join(window.dataFolder, "service.json"), "utf8"),
      );
      await window.addConnection({
        ...service,
        address: service.url,
        name: "Token",
        role: "development",
        async answerProof() {
          await window.answer("API key of the tenant", service.apiKey);
          await back(window, "User name");
          await back(window, "API key of the tenant");
          await window.quickPickRow("OAuth 2.0, password grant").click();
          await window.answer("API key of the tenant", service.apiKey);
          await window.answer("Client id", clientId);
          await window.answer("Client secret", clientSecret);
        },
      });
      await eventually(async () => assert.match(await textOf(window.statusBar("Token")), /Token · WFF_demo$/));
    });

    it("is signed out of and in to again with the password alone", async () => {
      const window = current();
      const service = await window.service();
      assert.ok(service);
      await window.command("Workforce: Sign Out...");
      await window.quickPickRow("Token").click();
      await window.takeNotification("Signed out of Token");
      await window.command("Workforce: Sign In...");
      await window.quickPickRow("Token").click();
      await window.answer("Password of", service.password);
      await window.takeNotification("Signed in to Token");
    });

    it("signs in by the browser, and takes its callback", async () => {
      const window = current();
      const service = await window.service();
      assert.ok(service);
      const { clientId, clientSecret }: Client = JSON.parse(
        readFileSync(join(window.dataFolder, "service.json"), "utf8"),
      );
      await window.describeConnection({
        apiKey: service.apiKey,
        address: service.url,
        name: "Browser",
        role: "development",
        async answerProof() {
          await back(window, "API key of the tenant");
          await window.quickPickRow("OAuth 2.0, authorization code").click();
          await window.answer("API key of the tenant", service.apiKey);
          await window.answer("Client id", clientId);
          await window.answer("Client secret", clientSecret);
          await window.quickPickRow("The tenant's own").click();
        },
      });
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
      assert.match(await textOf(window.statusBar("Browser")), /Browser · WFF_demo$/);
    });
  });
}

/** Leaves the step that asks this for the one before it. */
async function back(window: WorkforceWindow, prompt: string): Promise<void> {
  const widget = window.page.locator(".quick-input-widget", { hasText: prompt });
  await widget.waitFor();
  await widget.getByRole("button", { name: "Back" }).click();
}

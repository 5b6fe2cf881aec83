import assert from "node:assert/strict";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { TestApplication } from "../support/authorization.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { axeFindings } from "./support/axe-findings.ts";
import { openBrowser } from "./support/webview-page.ts";

/** The policy of the page counts in a browser only: a form's answer that it forbids would never arrive. */
suite("the service's sign-in page in a browser", () => {
  let test_: TestService;
  let page: Page;
  let callback: Server;
  let application: TestApplication;
  const violations: string[] = [];
  suiteSetup(async () => {
    test_ = await startTestService({ hasSample: false });
    page = await (await openBrowser()).newPage();
    page.on("console", (message) => {
      if (message.type() === "error" && /Content Security Policy/.test(message.text())) {
        violations.push(message.text());
      }
    });
    callback = createServer((_, response) => response.end("signed in")).listen(0, "127.0.0.1");
    await new Promise((resolve) => callback.once("listening", resolve));
    const { port } = callback.address() as AddressInfo;
    application = new TestApplication(test_, `http://127.0.0.1:${port}/callback`);
  });
  suiteTeardown(async () => {
    await page.context().close();
    callback.closeAllConnections();
    callback.close();
    await test_.dispose();
  });

  const open = () =>
    page.goto(`${test_.service.ready.url}/v1/auth/oauth2/authorize?${application.query({ state: "s-1" })}`);

  test("takes the user from the authorization endpoint to the callback, after a wrong password too", async () => {
    await open();
    assert.equal(new URL(page.url()).pathname, "/login/auth");
    const { username, password } = test_.service.ready;
    await page.getByLabel("User name").fill(username);
    await page.getByLabel("Password").fill("wrong");
    await page.keyboard.press("Enter");
    await page.getByRole("alert").waitFor();
    assert.equal(await page.getByLabel("User name").inputValue(), username);
    await page.getByLabel("Password").fill(password);
    await page.getByRole("button", { name: "Sign in" }).click();
    await page.getByText("signed in").waitFor();
    const arrived = new URL(page.url());
    assert.equal(arrived.origin + arrived.pathname, application.redirectUri);
    assert.equal(arrived.searchParams.get("state"), "s-1");
    assert.equal((await application.exchange(arrived.searchParams.get("code") ?? "")).status, 200);
    assert.deepEqual(violations, []);
  });

  test("says no to the application when the user cancels", async () => {
    await open();
    await page.getByRole("button", { name: "Cancel" }).click();
    await page.getByText("signed in").waitFor();
    assert.equal(new URL(page.url()).searchParams.get("error"), "access_denied");
  });

  test("can be used by everybody, in light and in dark", async () => {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await open();
      assert.deepEqual(await axeFindings(page), []);
      assert.equal(await page.evaluate(() => document.activeElement?.id), "username");
    }
    assert.deepEqual(violations, []);
  });
});

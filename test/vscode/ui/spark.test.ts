import assert from "node:assert/strict";
import { leaveWindow, takeWindow } from "./shared-window.ts";
import { eventually, storyLimitMs, textOf, type WorkforceWindow } from "./workforce-window.ts";

/** Rehearsing itself is tested with a real cluster, in `npm run test:spark`. */
describe("Rehearse on Spark in VS Code", function () {
  this.timeout(storyLimitMs);
  let window: WorkforceWindow;

  const rehearse = async () => {
    await window.openFile("badges.sqljob.json");
    await window.namedCommand("Workforce: Rehearse SQL Job on Spark");
  };

  const set = async (settings: Readonly<Record<string, string | undefined>>) => {
    for (const [name, value] of Object.entries(settings)) {
      await window.setMachineSetting(`workforce.spark.${name}`, value);
    }
  };

  before(async () => {
    window = await takeWindow();
  });
  after(async function () {
    await set({ remote: undefined, catalogUri: undefined, namespace: undefined });
    await leaveWindow(window, this.test);
  });

  it("stands above a job file, and says what to set where no cluster is set up", async () => {
    await window.openFile("badges.sqljob.json");
    await window.page.locator(".codelens-decoration > a", { hasText: "Rehearse on Spark" }).first().waitFor();
    await rehearse();
    const item = await window.notified(
      "Missing settings: workforce.spark.remote, workforce.spark.catalogUri, workforce.spark.namespace.",
    );
    await window.picture("spark-no-cluster");
    await item.getByRole("button", { name: "Open Settings" }).click();
    await window.page.locator(".settings-editor").waitFor();
    await window.picture("spark-settings");
    await window.page.locator(".settings-editor .setting-item-label", { hasText: "Remote" }).first().waitFor();
  });

  it("keeps a token out of settings, and says which server does not answer", async () => {
    await set({ remote: "sc://127.0.0.1:9", catalogUri: "http://127.0.0.1:9", namespace: "a" });
    await window.clearNotifications();
    await window.openFile("badges.sqljob.json");
    await window.command("Workforce: Set Spark Token...");
    await window.quickPickRow("Token of Spark Connect").click();
    await window.answer("secret storage of this machine", "secret-token-1234");
    const refusal = "The Iceberg catalog does not answer at 127.0.0.1:9";
    // The window takes note of the settings a moment after they were written.
    await eventually(async () => {
      await rehearse();
      await window.notified(refusal, 10_000);
    });
    const item = window.notification(refusal);
    const text = await textOf(item);
    assert.match(text, /Start it, or correct workforce\.spark\.catalogUri/);
    assert.ok(!text.includes("secret-token"));
    await window.picture("spark-no-answer");
  });
});

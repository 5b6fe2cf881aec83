import assert from "node:assert/strict";
import { storyLimitMs, textOf, WorkforceWindow } from "./workforce-window.ts";

/** Rehearsing itself is tested with a real cluster, in `npm run test:spark`. */
describe("Rehearse on Spark in VS Code", function () {
  this.timeout(storyLimitMs);
  let window: WorkforceWindow;

  const rehearse = async () => {
    await window.openFile("badges.sqljob.json");
    await window.namedCommand("Workforce: Rehearse SQL Job on Spark");
  };

  afterEach(() => window?.close());

  it("stands above a job file, and says what to set where no cluster is set up", async () => {
    window = await WorkforceWindow.open({});
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
    const settings = {
      "workforce.spark.remote": "sc://127.0.0.1:9",
      "workforce.spark.catalogUri": "http://127.0.0.1:9",
      "workforce.spark.namespace": "a",
    };
    window = await WorkforceWindow.open({ settings });
    await window.openFile("badges.sqljob.json");
    await window.command("Workforce: Set Spark Token...");
    await window.quickPickRow("Token of Spark Connect").click();
    await window.answer("secret storage of this machine", "secret-token-1234");
    await rehearse();
    const item = await window.notified("The Iceberg catalog does not answer at 127.0.0.1:9");
    const text = await textOf(item);
    assert.match(text, /Start it, or correct workforce\.spark\.catalogUri/);
    assert.ok(!text.includes("secret-token"));
    await window.picture("spark-no-answer");
  });
});

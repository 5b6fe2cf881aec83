import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { WebhookTarget } from "../../support/webhook-target.ts";
import { DataWindow } from "./data-window.ts";
import { eventually, storyLimitMs } from "./workforce-window.ts";

const header = "EmployeeID,Effective_Date,Full_Name";

interface ListedWebhook {
  readonly webhookId: string;
  readonly details: { readonly isActive: boolean; readonly displayName?: string };
  readonly deliveries?: readonly { readonly attempts: number }[];
}

/** An administrator's webhook, from its creation to its end, with a target that is away for a while. */
describe("Webhooks in VS Code", function () {
  this.timeout(storyLimitMs);
  let data: DataWindow;
  let target: WebhookTarget;
  let secret: string;

  before(async () => {
    target = await WebhookTarget.start();
    data = await DataWindow.open();
    await data.write("employee-broken.csv", `${header}\nB-1,yesterday,Bea Broken\n`);
  });
  after(async function () {
    await data?.leave(this.test);
    await target?.close();
  });

  const webhooks = async () =>
    (await data.call("GET", "/v1/op/webhooks")).json<{ webhooks: ListedWebhook[] }>().webhooks;
  const copied = () => data.window.page.evaluate(() => navigator.clipboard.readText());

  async function openWebhooks(): Promise<void> {
    await data.openTree();
    await data.expand(/^Webhooks$/);
  }

  async function describeWebhook(url: string, name: string): Promise<void> {
    const { window } = data;
    await window.answer("Address that is told when a job ends", url);
    await window.page.locator('.quick-input-widget input[placeholder="Events to send"]').waitFor();
    await window.page.keyboard.press("Enter");
    await window.answer("Name in the tree", name);
  }

  it("are made from the empty branch, and tell the signing secret of their key once", async () => {
    const { window } = data;
    await openWebhooks();
    await window.treeRow("No webhooks. Make one...").click();
    await window.answer("Address that is told when a job ends", "ftp://hooks.example/");
    await window.page.getByText("An address that begins with http:// or https://").first().waitFor();
    await window.page.locator(".quick-input-widget input").first().fill("");
    await window.page.keyboard.press("Escape");
    await window.treeRow("No webhooks. Make one...").click();
    await describeWebhook(target.url, "Duty");
    await window.quickPickRow("New Key...").click();
    await window.keep("Name of the key");
    await window.quickPickRow("Access Token").click();
    await window.answer("Access Token", "open-sesame");
    await data.confirm("The messages to Duty are signed with a new key.", "Copy Signing Secret");
    await eventually(async () => assert.match(await copied(), /^whsec_/));
    secret = await copied();
    await data.window.pressInNotification("The webhook Duty was created.", "Test...");
    await window.quickPickRow("Job failed").click();
    await window.takeNotification('Duty took the test event "Job failed": it answered 204.');
    const { headers, body } = await target.message(1);
    assert.equal(headers.authorization, "Bearer open-sesame");
    const event = new Webhook(secret).verify(body, headers as Record<string, string>) as { type: string };
    assert.equal(event.type, "jobResultFailure");
    await window.treeRow(/Duty ?active · last: delivered/).waitFor();
  });

  it("are told of a load that fails when their target is back, and show the attempts", async () => {
    const { window } = data;
    const { port } = target;
    await target.close();
    await data.sendEmployees("employee-broken.csv");
    await window.quickPickRow("the transaction takes no more files").click();
    await data.window.pressInNotification("employee-broken.csv has 1 problem in 1 row", "Send Anyway");
    await window.takeNotification(/employee-broken\.csv: the job failed/);
    target = await WebhookTarget.start(port);
    const { body, headers } = await target.message(1);
    const event = new Webhook(secret).verify(body, headers as Record<string, string>) as {
      type: string;
      data: { message: string };
    };
    assert.equal(event.type, "jobResultFailure");
    assert.match(event.data.message, /employee-broken\.csv line 2, Effective_Date/);
    await openWebhooks();
    await window.treeAction(/^Webhooks$/, "Refresh");
    await data.expand(/Duty ?active/);
    await eventually(async () => {
      await window.treeAction(/Duty ?active/, "Refresh");
      await window.treeRow(/Job failed.* · delivered/).waitFor({ timeout: 1000 });
    });
    const [listed] = await webhooks();
    assert.ok(listed?.deliveries?.some(({ attempts }) => attempts >= 2));
    await window.picture("webhooks");
  });

  it("are changed one part at a time", async () => {
    const { window } = data;
    await data.menu(/Duty ?active/, "Edit Webhook...");
    await window.quickPickRow("Set Inactive").click();
    await window.takeNotification("The webhook Duty was changed.");
    assert.deepEqual(
      (await webhooks()).map(({ details }) => details.isActive),
      [false],
    );
    await window.treeRow(/Duty ?inactive/).waitFor();
    await data.menu(/Duty ?inactive/, "Edit Webhook...");
    await window.quickPickRow("Name").click();
    await window.answer("Name in the tree", "Night Duty");
    await window.takeNotification("The webhook Duty was changed.");
    await window.treeRow(/Night Duty ?inactive/).waitFor();
  });

  it("to a target that may not be reached say which setting allows hosts", async () => {
    const { window } = data;
    await window.treeAction(/^Webhooks$/, "New Webhook...");
    await describeWebhook("http://169.254.169.254/latest/", "Cloud");
    await window.quickPickRow("Not Signed").click();
    await window.quickPickRow("None").click();
    await data.window.pressInNotification("The webhook Cloud was created.", "Test...");
    await window.quickPickRow("Job succeeded").click();
    await window.pressInNotification(/Cloud did not take the test event.*link-local address/, "Open Setting");
    await window.page.locator(".settings-editor", { hasText: "Allowed Hosts" }).first().waitFor();
    await window.clearNotifications();
  });

  it("give code that checks signatures", async () => {
    const { window } = data;
    await window.command("Workforce: Copy Verification Code...");
    await window.quickPickRow("Python").click();
    await window.takeNotification("The code is in the clipboard.");
    assert.match(await copied(), /hmac\.compare_digest/);
  });

  it("are deleted after a question that names the target", async () => {
    const { window } = data;
    await openWebhooks();
    for (const [row, name] of [
      [/Night Duty ?inactive/, "Night Duty"],
      [/Cloud ?active/, "Cloud"],
    ] as const) {
      await data.menu(row, "Delete Webhook...");
      assert.match(await data.confirm(`Delete the webhook ${name}?`, "Delete"), /Target: http:\/\//);
      await window.takeNotification(`The webhook ${name} was deleted.`);
      // What is chosen for the next row while the tree is read again does nothing but say so.
      await window.treeRow(row).waitFor({ state: "hidden" });
    }
    await window.treeRow("No webhooks. Make one...").waitFor();
    assert.deepEqual(await webhooks(), []);
  });
});

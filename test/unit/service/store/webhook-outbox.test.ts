import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PlatformDatabase } from "../../../../src/service/store/platform-database.ts";
import { WebhookOutbox } from "../../../../src/service/store/webhook-outbox.ts";
import { MovableClock } from "../../../support/movable-clock.ts";

suite("test events in the outbox of webhooks", () => {
  let folder: string;
  let platform: PlatformDatabase;
  let outbox: WebhookOutbox;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-outbox-"));
    platform = await PlatformDatabase.open(folder);
    outbox = new WebhookOutbox(platform, new MovableClock(0));
    await platform.use((connection) =>
      connection.run(
        `INSERT INTO webhooks (id, tenant, ordinal, is_active, event_types, details)
         VALUES ('hook', 'WFF_demo', 1, false, '[]', '{}')`,
      ),
    );
  });
  teardown(async () => {
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  const sendTo = (webhook: string, delivery: string) =>
    outbox.addTest(
      { type: "jobResultSuccess", tenant: "WFF_demo", job: undefined, body: "{}" },
      {
        delivery,
        webhook,
        state: "delivered",
        at: 1000,
        nextAt: undefined,
        status: undefined,
        message: "Delivered",
        goneUrl: undefined,
      },
    );
  const count = async () => {
    const [row] = await platform.use((connection) =>
      connection.rows("SELECT count(*) AS deliveries FROM webhook_deliveries"),
    );
    return Number(row?.deliveries);
  };

  test("push older deliveries out, so that they do not grow without an end", async () => {
    await platform.use((connection) =>
      connection.run(
        `INSERT INTO webhook_deliveries (id, webhook, event_type, body, created, state, attempts, last_at)
         SELECT 'old-' || number, 'hook', 'jobResultSuccess', '{}', number, 'delivered', 1, number FROM range(500) AS old(number)`,
      ),
    );
    await sendTo("hook", "new");
    assert.equal(await count(), 100);
    const [newest] = await outbox.recent(["hook"], 1);
    assert.deepEqual([newest?.id, newest?.lastStatus, newest?.lastMessage], ["new", undefined, "Delivered"]);
  });

  test("of a webhook that was deleted meanwhile are not kept", async () => {
    await sendTo("gone", "new");
    assert.equal(await count(), 0);
  });
});

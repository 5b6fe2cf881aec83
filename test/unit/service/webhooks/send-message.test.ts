import assert from "node:assert/strict";
import { createHmac, randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { signMessage } from "../../../../src/service/webhooks/send-message.ts";

/** A soak of five rounds signs 10,000 bodies. */
const bodies = Number(process.env.WORKFORCE_PROOF_COUNT ?? 300);

suite("signatures of webhook messages", () => {
  test("are those of Standard Webhooks' own library, and of its text by hand", () => {
    for (let count = 0; count < bodies; count++) {
      const key = randomBytes(24 + (count % 41));
      const secret = `whsec_${key.toString("base64")}`;
      const id = `msg_${randomBytes(8).toString("hex")}`;
      const letters = randomBytes(count % 2000).toString(count % 3 === 0 ? "latin1" : "base64");
      const body = JSON.stringify({ type: "jobResultSuccess", data: { message: `${letters} Zoë 数 \u{1f600}` } });
      const now = Math.floor(Date.now() / 1000);
      const signature = signMessage(secret, { id, body }, now);
      assert.equal(signature, new Webhook(secret).sign(id, new Date(now * 1000), body));
      assert.equal(signature, `v1,${createHmac("sha256", key).update(`${id}.${now}.${body}`).digest("base64")}`);
      const headers = { "webhook-id": id, "webhook-timestamp": String(now), "webhook-signature": signature };
      assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
      assert.throws(() => new Webhook(secret).verify(`${body} `, headers));
    }
  });
});

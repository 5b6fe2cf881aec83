import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import { join, resolve } from "node:path";
import { Webhook } from "standardwebhooks";
import { verificationCode } from "../../../../src/features/webhooks/verification-code.ts";
import { eventually } from "../../../support/eventually.ts";

const secret = `whsec_${Buffer.from("a secret of thirty-two bytes, so").toString("base64")}`;
const body = JSON.stringify({ type: "jobResultFailure", data: { jobId: "j-1", status: "Failed", message: "Zoë" } });

/** A port that was free a moment ago. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  await new Promise((done) => server.close(done));
  return port;
}

suite("the code that checks signatures", () => {
  for (const [language, program, name] of [
    ["node", process.execPath, "receiver.mjs"],
    ["python", "python3", "receiver.py"],
  ] as const) {
    test(`takes what is signed and refuses what is changed, old or not signed, in ${language}`, async function () {
      if (spawnSync(program, ["--version"]).status !== 0) {
        this.skip();
      }
      await mkdir(".cache", { recursive: true });
      // In the repository, so that the package of Standard Webhooks is found.
      const folder = await mkdtemp(resolve(".cache", "receiver-"));
      await writeFile(join(folder, name), verificationCode[language]);
      const port = await freePort();
      const env = { ...process.env, PORT: String(port), WEBHOOK_SECRET: secret };
      const receiver = spawn(program, [join(folder, name)], { env, stdio: ["ignore", "ignore", "pipe"] });
      const ended = once(receiver, "close");
      const send = async (text: string, at: Date, signature?: string) => {
        const headers = {
          "content-type": "application/json",
          "webhook-id": "msg_1",
          "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
          ...(signature !== undefined && { "webhook-signature": signature }),
        };
        return (await fetch(`http://127.0.0.1:${port}/`, { method: "POST", headers, body: text })).status;
      };
      try {
        const now = new Date();
        const old = new Date(now.getTime() - 10 * 60_000);
        const sign = (at: Date) => new Webhook(secret).sign("msg_1", at, body);
        // Until it listens.
        await eventually(() => send(body, now).catch(() => undefined));
        assert.equal(await send(body, now, sign(now)), 204);
        assert.equal(await send(body, now, `v1,AAAA ${sign(now)}`), 204);
        assert.equal(await send(body.replace("Failed", "Succeeded"), now, sign(now)), 400);
        assert.equal(await send(body, old, sign(old)), 400);
        assert.equal(await send(body, now, "v1,AAAA"), 400);
        assert.equal(await send(body, now), 400);
      } finally {
        receiver.kill();
        await ended;
        await rm(folder, { recursive: true, force: true });
      }
    }).timeout(30_000);
  }
});

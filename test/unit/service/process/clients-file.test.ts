import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readClientsFile } from "../../../../src/service/process/clients-file.ts";
import { StoreError } from "../../../../src/service/store/store-error.ts";

const secret = "0123456789abcdef";
const good = { tenant: "WFF_demo", secret, callbacks: ["http://localhost:8080/back"] };

suite("the file of client applications", () => {
  let folder: string;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-clients-"));
  });
  teardown(() => rm(folder, { recursive: true, force: true }));

  test("may be missing", async () => {
    assert.equal((await readClientsFile(folder, "own")).size, 0);
  });

  test("keeps a hash in place of the secret", async () => {
    await writeFile(join(folder, "clients.json"), JSON.stringify({ portal: good, own: { callbacks: [] } }));
    const clients = await readClientsFile(folder, "own");
    assert.deepEqual([...clients.keys()], ["portal", "own"]);
    assert.equal(clients.get("portal")?.tenant, "WFF_demo");
    assert.doesNotMatch(JSON.stringify([...clients]), new RegExp(secret));
  });

  test("that does not fit is an error that names the client and what to mend, and quotes no secret", async () => {
    for (const [content, words] of [
      ["{", /clients\.json in the data folder is not JSON; correct it or remove it/],
      [`{"portal": ${secret}`, /is not JSON/],
      [{ portal: { ...good, secrt: secret } }, /\/portal must not have additional properties.*the expected shape is/],
      [{ portal: { ...good, secret: "short" } }, /\/portal\/secret must not have fewer than 16 characters/],
      [{ portal: { ...good, tenant: "demo" } }, /\/portal\/tenant must match pattern/],
      [{ portal: { ...good, callbacks: "http://localhost/back" } }, /\/portal\/callbacks must be array/],
      [[good], /is invalid/],
      [{ portal: { callbacks: [] } }, /the client "portal" needs both a tenant and a secret/],
      [{ own: { ...good } }, /the client "own" has its tenant and secret from credentials\.json; leave them out/],
      [{ "a:b": good }, /the client "a:b" has an id with a colon or with characters other than visible ASCII/],
      [
        { portal: { ...good, callbacks: ["http://localhost:0/"] } },
        /the callback "http:\/\/localhost:0\/", which is no/,
      ],
      [
        { portal: { ...good, defaultCallback: "http://localhost/" } },
        /a defaultCallback that is not one of its callbacks/,
      ],
    ] as const) {
      await writeFile(join(folder, "clients.json"), typeof content === "string" ? content : JSON.stringify(content));
      await assert.rejects(readClientsFile(folder, "own"), (error) => {
        assert.ok(error instanceof StoreError);
        assert.match(error.message, words);
        assert.ok(!error.message.includes(secret) && !String(error.cause).includes(secret));
        return true;
      });
    }
  });
});

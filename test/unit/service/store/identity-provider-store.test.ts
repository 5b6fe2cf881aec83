import assert from "node:assert/strict";
import { generateKeyPairSync } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { IdentityProviderStore } from "../../../../src/service/store/identity-provider-store.ts";
import { StoreError } from "../../../../src/service/store/store-error.ts";

suite("the identity providers of a data folder", () => {
  let folder: string;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-providers-"));
  });
  teardown(() => rm(folder, { recursive: true, force: true }));

  const write = (text: string) => writeFile(join(folder, "identity-providers.json"), text);
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const certificate = keys.publicKey.export({ type: "spki", format: "pem" }).toString();
  const privateKey = keys.privateKey.export({ type: "pkcs8", format: "pem" }).toString();
  const provider = { issuer: "https://identity.example", audience: "https://workforce.example", certificate };

  test("are none without a file", async () => {
    assert.equal((await IdentityProviderStore.open(folder)).find("WFF_a"), undefined);
  });

  test("are found by the tenant", async () => {
    await write(JSON.stringify({ WFF_a: provider }));
    const store = await IdentityProviderStore.open(folder);
    assert.deepEqual(store.find("WFF_a"), provider);
    assert.equal(store.find("WFF_b"), undefined);
  });

  test("that do not fit are an error that says what to mend, and quotes no key", async () => {
    for (const [text, words] of [
      ["{", "identity-providers.json in the data folder is not JSON"],
      ['{"WFF_a": {"issuer": "x"}}', "is invalid"],
      [JSON.stringify({ WFF_a: { ...provider, more: 1 } }), "is invalid"],
      [JSON.stringify({ WFF_a: { ...provider, certificate: "x" } }), "no certificate or public key as PEM for WFF_a"],
      [JSON.stringify({ WFF_a: { ...provider, certificate: privateKey } }), "no certificate or public key as PEM"],
    ] as const) {
      await write(text);
      await assert.rejects(IdentityProviderStore.open(folder), (error) => {
        assert.ok(error instanceof StoreError);
        assert.ok(error.message.includes(words), error.message);
        assert.ok(!error.message.includes("PRIVATE"));
        return true;
      });
    }
  });
});

import assert from "node:assert/strict";
import { createSecret, hashPassword, hashSecret, matchesPasswordHash } from "../../../../src/service/store/secrets.ts";

suite("secrets", () => {
  test("of the random kind are never the same and can stand anywhere", () => {
    const secrets = Array.from({ length: 50 }, createSecret);
    assert.equal(new Set(secrets).size, 50);
    assert.ok(secrets.every((secret) => /^[\w-]{43}$/.test(secret)));
  });

  test("are known by their hash", () => {
    assert.equal(hashSecret("a"), hashSecret("a"));
    assert.notEqual(hashSecret("a"), hashSecret("b"));
  });

  test("that are passwords are told by a salted hash", async () => {
    const hash = await hashPassword("open sesame");
    assert.ok(!hash.includes("sesame"));
    assert.notEqual(hash, await hashPassword("open sesame"));
    assert.equal(await matchesPasswordHash("open sesame", hash), true);
    assert.equal(await matchesPasswordHash("open barley", hash), false);
    assert.equal(await matchesPasswordHash("open sesame", ""), false);
  });
});

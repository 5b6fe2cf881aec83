import assert from "node:assert/strict";
import { scryptSync } from "node:crypto";
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

  test("that are passwords are hashed at the cost of Node's default, also where an earlier version left that out", async () => {
    const [salt = "", key = "", cost] = (await hashPassword("open sesame")).split(".");
    assert.equal(cost, "16384");
    assert.equal(scryptSync("open sesame", Buffer.from(salt, "base64url"), 32).toString("base64url"), key);
    assert.equal(await matchesPasswordHash("open sesame", `${salt}.${key}`), true);
  });

  test("that are passwords keep the cost that they were hashed at", async () => {
    const hash = await hashPassword("open sesame", 16);
    assert.match(hash, /\.16$/);
    assert.equal(await matchesPasswordHash("open sesame", hash), true);
    assert.equal(await matchesPasswordHash("open sesame", hash.replace(/\.16$/, ".32")), false);
  });
});

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PlatformDatabase } from "../../../../src/service/store/platform-database.ts";
import { hashSecret } from "../../../../src/service/store/secrets.ts";
import { type NewTokenGrant, TokenStore } from "../../../../src/service/store/token-store.ts";
import { MovableClock } from "../../../support/movable-clock.ts";

suite("the tokens of the service", () => {
  let folder: string;
  let platform: PlatformDatabase;
  let clock: MovableClock;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-tokens-"));
    platform = await PlatformDatabase.open(folder);
    clock = new MovableClock(0);
  });
  teardown(async () => {
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  const asid: NewTokenGrant = { kind: "asid", userId: "user", scope: "read" };
  const refresh: NewTokenGrant = { kind: "refresh", userId: "user", scope: "read" };
  const open = () => TokenStore.open(platform, clock);

  const count = async () => {
    const [row] = await platform.use((connection) => connection.rows("SELECT count(*) AS tokens FROM tokens"));
    return Number(row?.tokens);
  };

  const exchange = async (store: TokenStore, token: string) => {
    const exchanged = await store.exchange("refresh", token, refresh, 5000);
    assert.ok(exchanged !== undefined && exchanged !== "reused");
    return exchanged.token;
  };

  test("are kept until they expire, and expired ones are gone with the next that is issued", async () => {
    const store = await open();
    const short = await store.issue(asid, 1000);
    const long = await store.issue(refresh, 5000);
    assert.equal(await count(), 2);
    await clock.advance(1000);
    assert.equal(store.find("asid", short), undefined);
    await store.issue(asid, 1000);
    assert.equal(await count(), 2);
    assert.equal(store.find("refresh", long)?.userId, "user");
    assert.equal(store.find("asid", long), undefined);
  });

  test("are exchanged once; a second time revokes the family, over a restart too", async () => {
    const store = await open();
    const first = await store.issue({ ...refresh, detail: { clientId: "client" } }, 5000);
    assert.deepEqual(store.find("refresh", first)?.detail, { clientId: "client" });
    const { family = "" } = store.find("refresh", first) ?? {};
    const second = await exchange(store, first);
    assert.equal(store.find("refresh", first), undefined);
    assert.equal(store.find("refresh", second)?.family, family);
    const reopened = await open();
    assert.equal(reopened.find("refresh", second)?.family, family);
    assert.equal(await reopened.exchange("refresh", first, refresh, 5000), "reused");
    assert.equal(reopened.find("refresh", second), undefined);
    assert.equal(reopened.isAlive(family), false);
    assert.equal(await reopened.exchange("refresh", first, refresh, 5000), undefined);
    assert.equal(await count(), 0);
  });

  test("of a family that is revoked meanwhile are not issued", async () => {
    const store = await open();
    const first = await store.issue(refresh, 5000);
    const { family = "" } = store.find("refresh", first) ?? {};
    const [issued] = await Promise.all([exchange(store, first), store.revokeFamily(family)]);
    assert.equal(store.find("refresh", issued), undefined);
    assert.equal(store.isAlive(family), false);
    assert.equal(await count(), 0);
  });

  test("that cannot be exchanged because the file cannot be written can be exchanged later", async () => {
    const store = await open();
    const first = await store.issue(refresh, 5000);
    const failure = new Error("The disk is full.");
    const write = platform.transaction;
    platform.transaction = () => Promise.reject(failure);
    await assert.rejects(store.exchange("refresh", first, refresh, 5000), failure);
    platform.transaction = write;
    assert.equal(await count(), 1);
    const second = await exchange(store, first);
    assert.equal(store.find("refresh", second)?.userId, "user");
    assert.equal(await count(), 2);
  });

  for (const [when, writeNext] of [
    ["with the next that is issued", (store: TokenStore) => store.issue({ ...asid, userId: "other" }, 5000)],
    ["with the next that is exchanged", (store: TokenStore, other: string) => exchange(store, other)],
  ] as const) {
    test(`that are revoked while the file cannot be written are gone from it ${when}`, async () => {
      const store = await open();
      const first = await store.issue(refresh, 5000);
      const other = await store.issue({ ...refresh, userId: "other" }, 5000);
      const { family = "" } = store.find("refresh", first) ?? {};
      await exchange(store, first);
      const failure = new Error("The disk is full.");
      const write = platform.writePrepared;
      platform.writePrepared = () => Promise.reject(failure);
      await assert.rejects(store.exchange("refresh", first, refresh, 5000), failure);
      platform.writePrepared = write;
      assert.equal(await store.exchange("refresh", first, refresh, 5000), undefined);
      await writeNext(store, other);
      const reopened = await open();
      assert.equal(reopened.isAlive(family), false);
      assert.equal(reopened.findStored("refresh", other)?.userId, "other");
    });
  }

  test("that are exchanged take expired ones with them", async () => {
    const store = await open();
    await store.issue(asid, 1000);
    const first = await store.issue(refresh, 5000);
    await clock.advance(1000);
    await exchange(store, first);
    assert.equal(await count(), 2);
  });

  test("that are revoked while they are written are gone from the file too", async () => {
    const store = await open();
    await Promise.all([store.issue(asid, 5000), store.issue(asid, 5000).then(() => store.revokeUser("user"))]);
    assert.equal(await count(), 0);
  });

  test("of a user are revoked with those by which the user acts as others", async () => {
    const store = await open();
    const own = await store.issue(asid, 5000);
    const acting = await store.issue(
      { kind: "impersonation", userId: "target", scope: "read", detail: { requesterId: "user" } },
      5000,
    );
    const other = await store.issue({ ...asid, userId: "other" }, 5000);
    await store.revokeUser("user");
    assert.equal(store.find("asid", own), undefined);
    assert.equal(store.find("impersonation", acting), undefined);
    assert.equal(store.find("asid", other)?.userId, "other");
    assert.equal(await count(), 1);
  });

  test("note what was taken once", async () => {
    const store = await open();
    assert.equal(await store.useOnce("assertion", "a1", "user", 1000), true);
    assert.equal(await store.useOnce("assertion", "a1", "user", 1000), false);
    assert.equal(await (await open()).useOnce("assertion", "a1", "user", 1000), false);
    assert.equal(await store.useOnce("assertion", "a2", "user", 1000), true);
  });

  test("note what was taken once also when the user's tokens are revoked", async () => {
    const store = await open();
    await store.useOnce("assertion", "a1", "user", 1000);
    await store.revokeUser("user");
    assert.equal(await store.useOnce("assertion", "a1", "user", 1000), false);
    await clock.advance(1000);
    await store.issue(asid, 1000);
    assert.equal(await count(), 1);
  });

  test("of a file without families are each of its own", async () => {
    const hash = hashSecret("old");
    await platform.use((connection) =>
      connection.run(
        "INSERT INTO tokens (hash, kind, user_id, scope, expires_at) VALUES (?, 'refresh', 'user', 'read', 5000)",
        [hash],
      ),
    );
    const store = await open();
    assert.equal(store.find("refresh", "old")?.family, hash);
  });
});

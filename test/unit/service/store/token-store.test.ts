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

  test("are redeemed once; a second time revokes the family, over a restart too", async () => {
    const store = await open();
    const first = await store.issue({ ...refresh, detail: { clientId: "client" } }, 5000);
    const grant = await store.redeem("refresh", first);
    assert.ok(grant && grant !== "reused");
    assert.deepEqual(grant.detail, { clientId: "client" });
    assert.equal(store.find("refresh", first), undefined);
    const second = (await store.issueWithin(grant.family, refresh, 5000)) ?? "";
    assert.equal(store.find("refresh", second)?.family, grant.family);
    const reopened = await open();
    assert.equal(await reopened.redeem("refresh", first), "reused");
    assert.equal(reopened.find("refresh", second), undefined);
    assert.equal(reopened.isAlive(grant.family), false);
    assert.equal(await reopened.redeem("refresh", first), undefined);
    assert.equal(await count(), 0);
  });

  test("of a family that is revoked meanwhile are not issued", async () => {
    const store = await open();
    const grant = await store.redeem("refresh", await store.issue(refresh, 5000));
    assert.ok(grant && grant !== "reused");
    const [, issued] = await Promise.all([
      store.revokeFamily(grant.family),
      store.issueWithin(grant.family, refresh, 5000),
    ]);
    assert.equal(issued, undefined);
    assert.equal(await count(), 0);
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

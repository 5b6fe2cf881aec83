import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PlatformDatabase } from "../../../../src/service/store/platform-database.ts";
import { TokenStore } from "../../../../src/service/store/token-store.ts";
import { MovableClock } from "../../../support/movable-clock.ts";

suite("the tokens of the service", () => {
  let folder: string;
  let platform: PlatformDatabase;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-tokens-"));
    platform = await PlatformDatabase.open(folder);
  });
  teardown(async () => {
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  const count = async () => {
    const [row] = await platform.use((connection) => connection.rows("SELECT count(*) AS tokens FROM tokens"));
    return Number(row?.tokens);
  };

  test("are kept until they expire, and expired ones are gone with the next that is issued", async () => {
    const clock = new MovableClock(0);
    const store = await TokenStore.open(platform, clock);
    const short = await store.issue("asid", "user", "read", 1000);
    const long = await store.issue("refresh", "user", "read", 5000);
    assert.equal(await count(), 2);
    await clock.advance(1000);
    assert.equal(store.find("asid", short), undefined);
    await store.issue("asid", "user", "read", 1000);
    assert.equal(await count(), 2);
    assert.equal(store.find("refresh", long)?.userId, "user");
    assert.equal(store.find("asid", long), undefined);
  });
});

import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Invitations } from "../../../../src/service/sign-in/invitations.ts";
import { readInvitations } from "../../../../src/service/store/invitations-file.ts";
import { PlatformDatabase } from "../../../../src/service/store/platform-database.ts";
import { RightsCatalogue } from "../../../../src/service/store/rights-catalogue.ts";
import { TokenStore } from "../../../../src/service/store/token-store.ts";
import { type UserRecord, UserStore } from "../../../../src/service/store/user-store.ts";
import { MovableClock } from "../../../support/movable-clock.ts";

const eve: UserRecord = {
  userId: "user-eve",
  tenant: "WFF_demo",
  username: "eve@demo.example",
  isEnabled: true,
  groupIds: [],
  permissionIds: [],
  profileAssignments: [],
};

suite("an invitation to choose a password", () => {
  let folder: string;
  let platform: PlatformDatabase;
  let users: UserStore;
  let invitations: Invitations;
  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-invitations-"));
    platform = await PlatformDatabase.open(folder);
    const clock = new MovableClock(0);
    const tokens = await TokenStore.open(platform, clock);
    const catalogue = await RightsCatalogue.open(folder, { profiles: {}, permissions: {}, groups: {} });
    users = await UserStore.open({ platform, tokens, catalogue, clock, passwordCost: 2 });
    invitations = new Invitations({ dataFolder: folder, clock, tokens, users });
    await users.change("WFF_demo", [eve.username], () => ({ put: [eve] }));
    await invitations.invite([eve]);
  });
  teardown(async () => {
    await platform.close();
    await rm(folder, { recursive: true, force: true });
  });

  const tokenOf = async () => {
    const [invitation] = await readInvitations(folder);
    return new URLSearchParams(invitation?.page.split("?")[1]).get("token") ?? "";
  };

  test("is taken by the first of two who take it at once", async () => {
    const token = await tokenOf();
    const taken = await Promise.all([
      invitations.take(token, "the first password"),
      invitations.take(token, "another"),
    ]);
    assert.deepEqual(taken, [true, false]);
    assert.equal((await users.signIn(eve.username, "the first password"))?.userId, eve.userId);
    assert.deepEqual(await readInvitations(folder), []);
  });

  test("can be taken again when the password could not be stored", async () => {
    const token = await tokenOf();
    const write = platform.transaction;
    const failure = new Error("The disk is full.");
    platform.transaction = () => Promise.reject(failure);
    await assert.rejects(invitations.take(token, "the first password"), failure);
    platform.transaction = write;
    assert.equal(invitations.find(token)?.userId, eve.userId);
    assert.equal(await invitations.take(token, "the second password"), true);
    assert.equal((await users.signIn(eve.username, "the second password"))?.userId, eve.userId);
  });
});

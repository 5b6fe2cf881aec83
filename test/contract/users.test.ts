import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { refusalOf, tokenPath } from "../support/authorization.ts";
import { startTestService, type TestAnswer, type TestService } from "../support/running-service.ts";
import { signInAs } from "../support/signed-in-user.ts";

const bulk = "/v2/admin/users";
const upsert = (name: string) => `/v3/admin/users/${encodeURIComponent(name)}`;
const sql = "/v1/data/query/sql";
const reports = "/v1alpha/reporting/reports";
const north = "WFF_demo~north";

interface BulkAnswer {
  readonly successes: readonly { readonly userId: string; readonly username: string }[];
  readonly failures: readonly { readonly userName?: string; readonly error: { message: string; rci: string } }[];
}

const countIn = (query: string) => ({
  query: `SELECT employeeCount() FROM Employee WHERE ${query}Service_Time IN periods(date("2026-01-01"), 1, period(1, Month))`,
});

suite("users of the embedded service", function () {
  this.timeout(120_000);
  let test_: TestService;
  suiteSetup(async () => {
    test_ = await startTestService();
  });
  suiteTeardown(() => test_.dispose());

  const nonVersioned = { NonVersioned: "true" };
  const put = (name: string, json: unknown, headers: Record<string, string> = nonVersioned) =>
    test_.call("PUT", upsert(name), { json, headers });
  const messageOf = (answer: TestAnswer) => String(answer.json().message);

  async function invitationOf(username: string): Promise<string> {
    const invitations = JSON.parse(await readFile(join(test_.dataFolder, "invitations.json"), "utf8"));
    return invitations.find((one: { username: string }) => one.username === username)?.page;
  }

  const viewer = {
    displayName: "Eve",
    accountEnabled: "true",
    permissionIds: ["EMEA"],
    profileAssignments: [{ profileId: "Analyst" }],
  };

  test("a new user signs in by the one-time link, and every change counts from the next call on", async () => {
    const name = "eve@demo.example";
    assert.equal((await put(name, viewer)).status, 200);
    const page = await invitationOf(name);
    if (process.platform !== "win32") {
      assert.equal((await stat(join(test_.dataFolder, "invitations.json"))).mode & 0o777, 0o600);
    }
    assert.match((await test_.send("GET", page)).text, /eve@demo\.example/);
    const choose = (password: string, again = password) => test_.send("POST", page, { form: { password, again } });
    assert.match((await choose("short")).text, /too short/);
    assert.match((await choose("a long password", "another password")).text, /differ/);
    const password = "correct horse battery";
    assert.equal((await choose(password)).status, 200);
    assert.equal((await choose("somebody else's password")).status, 410);
    assert.equal((await test_.send("GET", page)).status, 200);
    assert.doesNotMatch((await test_.send("GET", page)).text, /eve@demo/);
    assert.equal(await invitationOf(name), undefined);

    const { clientId: client_id, clientSecret: client_secret } = test_.service.credentials;
    const form = { grant_type: "password", client_id, client_secret, username: "EVE@Demo.Example", password };
    const signIn = () => test_.send("POST", tokenPath, { form });
    const issued = await signIn();
    assert.equal(issued.status, 200, issued.text);
    const { access_token: jwt, refresh_token: refresh } = issued.json<Record<string, string>>();
    const eve = await signInAs(test_, "WFF_demo", name);
    const bearer = { apikey: test_.service.ready.apiKey, authorization: `Bearer ${jwt}` };
    const headcount = async (headers: Record<string, string> = bearer) => {
      const answer = await test_.send("POST", sql, {
        json: countIn(""),
        headers: { ...headers, accept: "application/jsonlines, application/json" },
      });
      return answer.status === 200 ? JSON.parse(answer.text.trim().split("\n").at(-1) ?? "")[0] : refusalOf(answer);
    };
    const all = await headcount((await signInAs(test_, "WFF_demo", "viewer@demo.example")).headers);
    const visible = await headcount();
    assert.ok(Number(visible) > 0 && Number(visible) < Number(all), `${visible} of ${all}`);

    await put(name, { ...viewer, permissionIds: [] });
    assert.equal(await headcount(), "0");
    await put(name, { ...viewer, permissionIds: ["AllData"] });
    assert.equal(await headcount(), all);
    await put(name, { ...viewer, permissionIds: [], userGroupIds: ["HR_Business_Partners"] });
    assert.equal(await headcount(), all);
    await put(name, { ...viewer, profileAssignments: [] });
    assert.equal(await headcount(), "403 CAPABILITY_MISSING");

    await put(name, { ...viewer, accountEnabled: "false" });
    assert.equal(await headcount(), "401 CREDENTIAL_INVALID");
    assert.equal(await headcount({ ...eve.headers }), "401 CREDENTIAL_INVALID");
    assert.equal(refusalOf(await signIn()), "401 SIGN_IN_FAILED");
    const refreshed = { grant_type: "refresh_token", refresh_token: refresh ?? "" };
    assert.equal(refusalOf(await test_.send("POST", tokenPath, { form: refreshed })), "401 TOKEN_INVALID");
    await put(name, viewer);
    assert.equal(await headcount(), visible);

    const gone = await test_.call("DELETE", bulk, { json: { users: [{ username: name }] } });
    assert.equal(gone.json<BulkAnswer>().successes.length, 1);
    assert.equal(await headcount(), "401 CREDENTIAL_REVOKED");
    await put(name, viewer);
    assert.equal(await headcount(), "401 CREDENTIAL_REVOKED");
  });

  test("a profile holds from its begin to its end", async () => {
    const now = test_.clock.now();
    const at = (ms: number) => new Date(now + ms).toISOString();
    const assignment = { profileId: "Viewer", validityStartTime: at(1000), validityEndTime: at(2000) };
    await put("tim@demo.example", { accountEnabled: "true", profileAssignments: [assignment] });
    const tim = await signInAs(test_, "WFF_demo", "tim@demo.example");
    const status = async () => (await tim.call("GET", reports)).status;
    assert.equal(await status(), 403);
    await test_.clock.advance(1000);
    assert.equal(await status(), 200);
    await test_.clock.advance(1000);
    assert.equal(await status(), 403);
  });

  test("an upsert replaces everything, and says what is stored", async () => {
    const full = {
      username: "Una@demo.example",
      displayName: "Una",
      employeeId: "E-1",
      accountEnabled: "true",
      email: "una@mail.example",
      userGroupIds: ["HR_Business_Partners"],
      permissionIds: ["EMEA"],
      profileAssignments: [{ profileId: "Viewer" }],
    };
    const { profileAssignments: _, ...stored } = full;
    const { userId, ...answer } = (await put("Una@demo.example", full)).json();
    assert.deepEqual(answer, { ...stored, profileIds: ["Viewer"] });
    const { userId: same, ...rest } = (await put("una@DEMO.example", {})).json();
    assert.deepEqual(rest, { username: "una@DEMO.example", accountEnabled: "false" });
    assert.equal(same, userId);
  });

  test("a name that a user gives up in a call is free for the next one of the call", async () => {
    const named = (username: string, more = {}) => ({ username, accountEnabled: "true", ...more });
    const added = await test_.call("POST", bulk, { json: { users: [named("gil@x.example"), named("hal@x.example")] } });
    const [gil, hal] = added.json<BulkAnswer>().successes.map(({ userId }) => userId);
    const update = async (...users: readonly object[]) =>
      (await test_.call("PUT", bulk, { json: { users } })).json<BulkAnswer>();
    const passedOn = await update(named("ida@x.example", { userId: gil }), named("gil@x.example", { userId: hal }));
    assert.deepEqual(
      passedOn.successes.map(({ userId, username }) => [userId, username]),
      [
        [gil, "ida@x.example"],
        [hal, "gil@x.example"],
      ],
    );
    const formerly = await update(named("jon@x.example", { userId: gil }), named("ida@x.example"));
    assert.deepEqual(
      formerly.successes.map(({ username }) => username),
      ["jon@x.example"],
    );
    assert.equal(formerly.failures[0]?.error.rci, "USER_UNKNOWN");
  });

  test("names are unique in a tenant without regard to case, and two tenants may have the same one", async () => {
    const add = (username: string, tenantCode = "WFF_demo") =>
      test_.call("POST", `${bulk}?tenantCode=${tenantCode}`, { json: { users: [{ username }] } });
    const first = (await add("Zoë@demo.example")).json<BulkAnswer>();
    assert.equal(first.successes[0]?.username, "Zoë@demo.example");
    const second = (await add("zoË@demo.example")).json<BulkAnswer>();
    assert.equal(second.failures[0]?.error.rci, "USER_EXISTS");
    const other = (await add("zoë@demo.example", north)).json<BulkAnswer>();
    assert.equal(other.successes.length, 1);
    assert.notEqual(other.successes[0]?.userId, first.successes[0]?.userId);
    const both = {
      username: "zoë@demo.example",
      accountEnabled: "true",
      profileAssignments: [{ profileId: "Viewer" }],
    };
    await test_.call("PUT", `${bulk}?tenantCode=${north}`, { json: { users: [both] } });
    const foreign = await test_.call("PUT", bulk, { json: { users: [{ userId: other.successes[0]?.userId }] } });
    assert.equal(foreign.json<BulkAnswer>().failures[0]?.error.rci, "USER_UNKNOWN");
    assert.equal(
      (await signInAs(test_, north, "zoë@demo.example")).headers.apikey === test_.service.ready.apiKey,
      false,
    );
  });

  test("a bulk call changes those that it can and names why it cannot change the others", async () => {
    const users = [
      { username: "one@demo.example", profileAssignments: [{ profileId: "Viewer" }] },
      { username: "two@demo.example", accountEnabled: "true", permissionIds: ["EMEA"] },
      { username: "three@demo.example", profileAssignments: [{ profileId: "Vewer" }] },
      { username: "no address" },
      { displayName: "Nobody" },
      { username: "one@demo.example" },
      { username: "four@demo.example", accountEnabled: "perhaps" },
      {
        username: "five@demo.example",
        profileAssignments: [
          { profileId: "Viewer", validityStartTime: "2026-02-01T00:00:00Z", validityEndTime: "2026-01-01T00:00:00Z" },
        ],
      },
      { username: "six@demo.example", profileAssignments: [{ profileId: "Viewer", validityEndTime: "soon" }] },
      { username: "seven@demo.example", userGroupIds: ["none"] },
      { username: "eight@demo.example", permissionIds: ["emea"] },
      { username: "nine@demo.example", email: "nine" },
      { username: "ten@demo.example", permissionIds: "EMEA" },
    ];
    const { successes, failures } = (await test_.call("POST", bulk, { json: { users } })).json<BulkAnswer>();
    assert.deepEqual(
      successes.map(({ username }) => username),
      ["one@demo.example", "two@demo.example"],
    );
    const reasons = [
      /There is no profile "Vewer" in profiles\.json of the data folder\. Did you mean `Viewer`\?/,
      /"no address" is no e-mail address/,
      /has no username/,
      /has a user one@demo\.example already/,
      /accountEnabled is "perhaps"/,
      /would end before it begins/,
      /validityEndTime of the profile "Viewer" is no date and time/,
      /There is no group "none" in groups\.json/,
      /There is no permission "emea".* Did you mean `EMEA`/,
      /email of nine@demo\.example is no e-mail address/,
      /permissionIds of the user must be array/,
    ];
    assert.equal(failures.length, reasons.length);
    for (const [index, reason] of reasons.entries()) {
      assert.match(failures[index]?.error.message ?? "", reason);
    }
    const many = Array.from({ length: 101 }, (_, index) => ({ username: `m${index}@demo.example` }));
    const refused = await test_.call("POST", bulk, { json: { users: many } });
    assert.equal(refused.status, 400);
    assert.match(messageOf(refused), /users/);
    assert.equal(test_.service.platform.users.record("WFF_demo", "m0@demo.example"), undefined);
    assert.equal(
      refusalOf(await test_.call("POST", `${bulk}?tenantCode=WFF_other`, { json: { users: [] } })),
      "404 TENANT_UNKNOWN",
    );
  });

  test("nobody removes or disables the own account, nor the last administrator", async () => {
    const own = test_.service.ready.username;
    const remove = async (username: string, headers = {}) =>
      (await test_.call("DELETE", bulk, { json: { users: [{ username }] }, headers })).json<BulkAnswer>().failures[0]
        ?.error;
    assert.equal((await remove(own))?.rci, "OWN_ACCOUNT");
    const disabled = await put(own, { accountEnabled: "false", profileAssignments: [{ profileId: "Administrator" }] });
    assert.equal(refusalOf(disabled), "409 OWN_ACCOUNT");
    assert.equal((await remove("north@demo.example", { TargetTenantID: north }))?.rci, "LAST_ADMINISTRATOR");
    const demoted = { accountEnabled: "true", profileAssignments: [{ profileId: "Viewer" }] };
    const byParent = await put("north@demo.example", demoted, { ...nonVersioned, TargetTenantID: north });
    assert.equal(refusalOf(byParent), "409 LAST_ADMINISTRATOR");
    const ending = { profileId: "TenantAdministrator", validityEndTime: "2030-01-01T00:00:00Z" };
    const soon = await put(
      "north@demo.example",
      { accountEnabled: "true", profileAssignments: [ending] },
      { ...nonVersioned, TargetTenantID: north },
    );
    assert.equal(refusalOf(soon), "409 LAST_ADMINISTRATOR");
    const second = { accountEnabled: "true", profileAssignments: [{ profileId: "TenantAdministrator" }] };
    await put("nina@demo.example", second, { ...nonVersioned, TargetTenantID: north });
    assert.equal(await remove("nina@demo.example", { TargetTenantID: north }), undefined);
  });

  test("a versioned upsert releases a production version, others do not", async () => {
    const versions = async () =>
      (await test_.call("GET", "/v1/admin/production-versions")).json<{ publishedVersions: { name: string }[] }>()
        .publishedVersions;
    const before = (await versions()).length;
    await put("val@demo.example", { accountEnabled: "true" });
    assert.equal((await versions()).length, before);
    assert.equal((await put("val@demo.example", { accountEnabled: "true" }, {})).status, 200);
    assert.equal((await versions())[0]?.name, "User val@demo.example");
    assert.equal((await versions()).length, before + 1);
    const bad = await put("val@demo.example", { permissionIds: ["nothing"] }, {});
    assert.equal(refusalOf(bad), "400 USER_INVALID");
    assert.equal((await versions()).length, before + 1);
    const locked = await put("val@demo.example", {}, { Prefer: "nvLock=none" });
    assert.equal(refusalOf(locked), "400 REQUEST_INVALID");
    assert.match(messageOf(locked), /Prefer/);
  });

  for (const lock of ["nvLock=artifact", "nvLock=global"]) {
    test(`no update is lost under ${lock} when calls meet`, async function () {
      const calls = Number(process.env.WORKFORCE_UPSERT_COUNT ?? 100);
      // Those that meet another call come again at once, so that a thousand calls of ten users would be fifty thousand.
      const users = Math.max(10, calls / 20);
      this.timeout(120_000 + calls * 500);
      const stored = new Map<string, string[]>();
      let conflicts = 0;
      const once = async (index: number): Promise<void> => {
        const name = `p${index % users}.${lock.slice(7)}@demo.example`;
        const displayName = `Version ${index}`;
        const headers = { ...nonVersioned, Prefer: lock };
        const answer = await put(name, { displayName }, headers);
        if (answer.status === 409) {
          conflicts++;
          return once(index);
        }
        assert.equal(answer.status, 200, answer.text);
        stored.set(name, [...(stored.get(name) ?? []), displayName]);
      };
      await Promise.all(Array.from({ length: calls }, (_, index) => once(index)));
      assert.equal([...stored.values()].flat().length, calls);
      for (const [name, versions] of stored) {
        const last = test_.service.platform.users.record("WFF_demo", name)?.displayName ?? "";
        assert.ok(versions.includes(last), `${name}: ${last}`);
      }
      assert.equal(conflicts > 0, lock === "nvLock=artifact", `${conflicts} conflicts`);
      await test_.restart();
      for (const name of stored.keys()) {
        assert.ok(test_.service.platform.users.record("WFF_demo", name));
      }
    });
  }
});

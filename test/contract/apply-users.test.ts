import assert from "node:assert/strict";
import type { Client } from "../../src/client/call/client.ts";
import { createServiceClient } from "../../src/client/service-client.ts";
import { type SentUsers, sendUsers, type UsersToSend } from "../../src/features/administration/send-users.ts";
import type { AppliedUser } from "../../src/features/administration/users-plan-model.ts";
import { checkUsersFile } from "../../src/languages/core/users/check-users.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { silentLogger } from "../support/silent-logger.ts";

suite("users of a file, sent to the service", function () {
  this.timeout(60_000);
  let service: TestService;
  let client: Client;
  suiteSetup(async () => {
    service = await startTestService();
    const { url, apiKey, username, password } = service.service.ready;
    client = createServiceClient({
      connection: { baseUrl: url, apiKey, credentials: async () => ({ username, password }) },
      gate: async () => "allowed",
      logger: silentLogger,
    });
  });
  suiteTeardown(async () => {
    client.dispose();
    await service.dispose();
  });

  const entriesOf = (...rows: string[]) =>
    checkUsersFile(["username,displayName,accountEnabled,profiles,permissions", ...rows].join("\n")).users;
  const rowsOf = (name: string, count: number) =>
    Array.from({ length: count }, (_, index) => `${name}${index}@demo.example,${name},true,Analyst,EMEA`);
  const nothing: UsersToSend = { add: [], update: [], remove: [] };

  async function send(
    users: Partial<UsersToSend>,
    afterCall: (count: number) => void = () => undefined,
    stop = new AbortController(),
  ) {
    const sent: SentUsers = { added: 0, changed: 0, removed: 0, refused: [] };
    const applied: AppliedUser[] = [];
    let calls = 0;
    const onApplied = async (put: readonly AppliedUser[]) => {
      applied.push(...put);
      afterCall(++calls);
    };
    const failure = await sendUsers({ ...nothing, ...users }, client, onApplied, stop.signal, sent).then(
      () => undefined,
      (error: unknown) => error,
    );
    const { refused, ...counts } = sent;
    return { counts, applied, failure, refused: refused.map(({ username, message }) => [username, message] as const) };
  }

  test("go in calls of at most 100, and get the ids of the service", async () => {
    const { counts, applied, refused, failure } = await send({ add: entriesOf(...rowsOf("many", 230)) });
    assert.deepEqual([counts, refused, failure], [{ added: 230, changed: 0, removed: 0 }, [], undefined]);
    assert.equal(new Set(applied.map(({ userId }) => userId)).size, 230);
    const removed = await send({ remove: applied });
    assert.deepEqual(removed.counts, { added: 0, changed: 0, removed: 230 });
    // Who is gone already needs no removal.
    assert.deepEqual((await send({ remove: applied.slice(0, 2) })).counts, { added: 0, changed: 0, removed: 2 });
  });

  test("stop between two calls, with what was done", async () => {
    const stop = new AbortController();
    const add = entriesOf(...rowsOf("half", 150));
    const first = await send({ add }, () => stop.abort(), stop);
    assert.equal(first.counts.added, 100);
    assert.ok(first.failure instanceof Error);
    assert.equal(first.applied.length, 100);
    const rest = await send({ add });
    assert.deepEqual(rest.counts, { added: 50, changed: 100, removed: 0 });
  });

  test("are changed where they exist and added where they do not, whichever was expected", async () => {
    await send({ add: entriesOf("ada@demo.example,Ada,true,Analyst,EMEA") });
    const [ada, bob] = entriesOf("ADA@demo.example,Ada L.,true,Analyst,EMEA", "bob@demo.example,Bob,true,Analyst,EMEA");
    assert.ok(ada && bob);
    const unknown = await send({ update: [{ entry: ada }, { entry: bob }] });
    assert.deepEqual([unknown.counts, unknown.refused], [{ added: 1, changed: 1, removed: 0 }, []]);
    const added = await send({ add: [ada, bob] });
    assert.deepEqual([added.counts, added.refused], [{ added: 0, changed: 2, removed: 0 }, []]);
  });

  test("are refused with the reason that helps, and keep no other from being sent", async () => {
    const entries = entriesOf(
      "cyd@demo.example,Cyd,true,Annalist,EMEA",
      "dan@demo.example,Dan,true,Analyst,EMEA",
      "analyst@demo.example,Me,false,Administrator,AllData",
    );
    const noProfile = /There is no profile "Annalist"/;
    for (const users of [{ add: entries }, { update: entries.map((entry) => ({ entry })) }]) {
      const { refused } = await send(users);
      assert.equal(refused.length, 2, JSON.stringify(refused));
      assert.match(refused.find(([name]) => name === "cyd@demo.example")?.[1] ?? "", noProfile);
      assert.ok(refused.some(([name, message]) => name === "analyst@demo.example" && message !== ""));
    }
    const own: AppliedUser = { user: { username: "analyst@demo.example" } };
    const removal = await send({ remove: [own] });
    assert.match(removal.refused[0]?.[1] ?? "", /Your own account cannot be removed/);
  });
});

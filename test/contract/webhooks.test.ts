import assert from "node:assert/strict";
import { startTestService, type TestService } from "../support/running-service.ts";
import { bothEvents, WebhookCaller } from "../support/webhook-caller.ts";

const target = "http://127.0.0.1:9/";

/** A body that creates a webhook; `details` replaces the usual ones. */
const webhook = (details: object = {}, credentials?: object) => ({
  details: { targetUrl: target, events: bothEvents, ...details },
  ...(credentials && { credentials }),
});

suite("the operations on webhooks", () => {
  let test_: TestService;
  let caller: WebhookCaller;
  suiteSetup(async () => {
    test_ = await startTestService();
    caller = await WebhookCaller.start(test_);
  });
  suiteTeardown(() => test_.dispose());
  teardown(() => caller.clear());

  test("keep a webhook, which is listed, changed and deleted, and give the signing secret of a key once", async () => {
    const made = await caller.create("http://127.0.0.1:9/a", { keyName: "jobs", displayName: "Jobs" });
    assert.match(made.signingSecret ?? "", /^whsec_[A-Za-z0-9+/]{43}=$/);
    const details = {
      targetUrl: "http://127.0.0.1:9/a",
      isActive: true,
      keyName: "jobs",
      events: bothEvents,
      displayName: "Jobs",
    };
    assert.deepEqual(made, { webhookId: made.webhookId, details, deliveries: [], signingSecret: made.signingSecret });
    assert.deepEqual(await caller.get(made.webhookId), { webhookId: made.webhookId, details, deliveries: [] });

    const second = await caller.create("http://127.0.0.1:9/b", { keyName: "jobs", isActive: false });
    assert.equal(second.signingSecret, undefined);
    const listed = async (query: string) => (await caller.list(query)).map(({ webhookId }) => webhookId);
    assert.deepEqual(await listed(""), [made.webhookId, second.webhookId]);
    assert.deepEqual(await listed("?isActive=true"), [made.webhookId]);
    assert.deepEqual(await listed("?isActive=false"), [second.webhookId]);

    // An update replaces the details; a key that nobody names any more is gone, and comes back as another one.
    const change = (json: object) => caller.call("PUT", `/${second.webhookId}`, { details: json });
    const changed = (await change({ targetUrl: "https://hooks.example/", events: [bothEvents[1]] })).json();
    assert.deepEqual(changed.details, {
      targetUrl: "https://hooks.example/",
      isActive: false,
      events: [bothEvents[1]],
    });
    const deleted = (await caller.call("DELETE", `/${made.webhookId}`)).json<{ details: { keyName: string } }>();
    assert.equal(deleted.details.keyName, "jobs");
    const named: { signingSecret?: string } = (
      await change({ targetUrl: "https://hooks.example/", events: bothEvents, keyName: "jobs" })
    ).json();
    assert.notEqual(named.signingSecret, made.signingSecret);
    assert.match(named.signingSecret ?? "", /^whsec_/);
    assert.deepEqual(await listed(""), [second.webhookId]);
  });

  test("never give credentials back", async () => {
    const basicAuth = { username: "hook", password: "sesame-1" };
    const { webhookId } = await caller.create("http://127.0.0.1:9/a", {}, { basicAuth });
    const answers = [
      await caller.call("GET", `/${webhookId}`),
      await caller.call("PUT", `/${webhookId}/credentials`, { accessToken: "sesame-2" }),
      await caller.call("GET", ""),
      await caller.call("DELETE", `/${webhookId}/credentials`),
      await caller.call("POST", `/${webhookId}/testEvent`, { eventType: "jobResultSuccess" }),
      await caller.call("DELETE", `/${webhookId}`),
    ];
    for (const { status, text } of answers) {
      assert.equal(status, 200, text);
      assert.doesNotMatch(text, /sesame|credentials|basicAuth|accessToken/);
    }
    assert.doesNotMatch(test_.log.join("\n"), /sesame/);
  });

  test("know no webhook of another tenant, and none that was deleted", async () => {
    const { webhookId } = await caller.create("http://127.0.0.1:9/a");
    const { webhooks } = test_.service.platform;
    assert.equal(await webhooks.find("WFF_demo~north", webhookId), undefined);
    assert.deepEqual(await webhooks.list("WFF_demo~north"), []);
    await caller.call("DELETE", `/${webhookId}`);
    for (const [method, path, json] of [
      ["GET", `/${webhookId}`],
      ["PUT", `/${webhookId}`, webhook()],
      ["PUT", `/${webhookId}/credentials`, { accessToken: "t" }],
      ["DELETE", `/${webhookId}/credentials`],
      ["DELETE", `/${webhookId}`],
      ["POST", `/${webhookId}/testEvent`, { eventType: "jobResultSuccess" }],
    ] as const) {
      const { status, code } = await caller.refusal(method, path, json);
      assert.deepEqual([status, code], [404, "WEBHOOK_UNKNOWN"]);
    }
  });

  for (const [what, body, code, words] of [
    ["no details", {}, "TARGET_MISSING", /details.targetUrl is missing/],
    ["ftp", webhook({ targetUrl: "ftp://hooks.example/" }), "TARGET_INVALID", /is no web address/],
    ["a file", webhook({ targetUrl: "file:///etc/passwd" }), "TARGET_INVALID", /is no web address/],
    ["no URL at all", webhook({ targetUrl: "hooks" }), "TARGET_INVALID", /is no web address/],
    [
      "credentials in the URL",
      webhook({ targetUrl: "https://ann:sesame@hooks.example/" }),
      "TARGET_INVALID",
      /send these as credentials/,
    ],
    ["a URL without end", webhook({ targetUrl: target + "a".repeat(2048) }), "TARGET_INVALID", /more than 2048/],
    ["no events", webhook({ events: [] }), "EVENTS_MISSING", /jobResultSuccess, jobResultFailure/],
    [
      "an unknown event",
      webhook({ events: [{ eventType: "jobBegins" }] }),
      "EVENT_UNKNOWN",
      /jobResultSuccess, jobResultFailure/,
    ],
    ["an empty key name", webhook({ keyName: " " }), "NAME_INVALID", /keyName/],
    [
      "two kinds of credentials",
      webhook({}, { accessToken: "sesame", basicAuth: { username: "ann", password: "sesame" } }),
      "CREDENTIALS_INVALID",
      /send one of them/,
    ],
    [
      "a masked password",
      webhook({}, { basicAuth: { username: "ann", password: "********" } }),
      "CREDENTIALS_INVALID",
      /asterisks in place of the password/,
    ],
    [
      "a password with a line break",
      webhook({}, { basicAuth: { username: "ann", password: "sesame\r\nX: y" } }),
      "CREDENTIALS_INVALID",
      /without control characters/,
    ],
    ["a token with a space", webhook({}, { accessToken: "sesame open" }), "CREDENTIALS_INVALID", /visible ASCII/],
  ] as const) {
    test(`refuse ${what}, and store nothing`, async () => {
      const { status, ...refused } = await caller.refusal("POST", "", body);
      assert.deepEqual([status, refused.code], [400, code]);
      assert.match(refused.message, words);
      assert.doesNotMatch(refused.message, /sesame/);
      assert.deepEqual((await caller.call("GET", "")).json(), { webhooks: [] });
    });
  }

  test("refuse the id of another webhook, and more webhooks than a hundred", async () => {
    const { webhookId } = await caller.create(target);
    const other = await caller.refusal("PUT", `/${webhookId}`, { webhookId: "w-2", ...webhook() });
    assert.deepEqual([other.status, other.code], [400, "WEBHOOK_MISMATCH"]);
    for (let count = 1; count < 100; count++) {
      await caller.create(target);
    }
    const full = await caller.refusal("POST", "", webhook());
    assert.deepEqual([full.status, full.code], [409, "WEBHOOKS_FULL"]);
  }).timeout(60_000);
});

import assert from "node:assert/strict";
import { Readable } from "node:stream";
import { Webhook } from "standardwebhooks";
import { eventually } from "../support/eventually.ts";
import { IntakeCaller } from "../support/intake-caller.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { WebhookTarget } from "../support/webhook-target.ts";

const root = "/v1/op/webhooks";
const both = [{ eventType: "jobResultSuccess" }, { eventType: "jobResultFailure" }];

interface Delivery {
  readonly messageId: string;
  readonly eventType: string;
  readonly jobId?: string;
  readonly state: string;
  readonly attempts: number;
  readonly statusCode?: number;
  readonly message?: string;
  readonly nextAttemptTime?: string;
}

interface WebhookAnswer {
  readonly webhookId: string;
  readonly details: Record<string, unknown>;
  readonly deliveries: readonly Delivery[];
  readonly signingSecret?: string;
}

interface Refusal {
  readonly code: string;
  readonly message: string;
}

let test_: TestService;
let cookie: string;
const targets: WebhookTarget[] = [];
/** Sets the clock of the service, which stands still, to that of the machine: receivers go by it, and refuse what is minutes old. */
const followMachine = () => test_.clock.advance(Date.now() - test_.clock.now());

suiteSetup(async () => {
  test_ = await startTestService();
  await followMachine();
  cookie = `ServiceASIDToken=${await test_.signIn()}`;
  test_.service.platform.jobRunner.register(
    "given",
    async (request) => {
      assert.equal(request, "good");
      return { message: "It is done." };
    },
    { isHeavy: false },
  );
});
suiteTeardown(() => test_.dispose());
teardown(async () => {
  const { webhooks } = (await call("GET", root)).json<{ webhooks: WebhookAnswer[] }>();
  for (const { webhookId } of webhooks) {
    assert.equal((await call("DELETE", `${root}/${webhookId}`)).status, 200);
  }
  await Promise.all(targets.splice(0).map((target) => target.close()));
});

const call = (method: string, path: string, content: { readonly json?: unknown } = {}) =>
  test_.call(method, path, { ...content, headers: { cookie } });

async function startTarget(answer?: WebhookTarget["answer"]): Promise<WebhookTarget> {
  const target = await WebhookTarget.start();
  target.answer = answer ?? target.answer;
  targets.push(target);
  return target;
}

async function create(targetUrl: string, details: object = {}, credentials?: object): Promise<WebhookAnswer> {
  const json = { details: { targetUrl, events: both, ...details }, ...(credentials && { credentials }) };
  const answer = await call("POST", root, { json });
  assert.equal(answer.status, 200, answer.text);
  return answer.json();
}

const get = async (id: string) => (await call("GET", `${root}/${id}`)).json<WebhookAnswer>();

/** The deliveries of a webhook when they are as a test wants them. */
function deliveries(id: string, isWanted: (found: readonly Delivery[]) => boolean): Promise<readonly Delivery[]> {
  let found: readonly Delivery[] = [];
  return eventually(
    async () => {
      found = (await get(id)).deliveries;
      return isWanted(found) ? found : undefined;
    },
    () => JSON.stringify(found),
  );
}

async function runJob(request: "good" | "bad" = "good", tenant = "WFF_demo"): Promise<string> {
  const { jobRunner } = test_.service.platform;
  const id = await jobRunner.start({ kind: "given", tenant, type: "processing", request });
  await jobRunner.ended(id, AbortSignal.timeout(20_000));
  return id;
}

async function refusal(method: string, path: string, json?: object): Promise<Refusal & { readonly status: number }> {
  const answer = await call(method, root + path, json ? { json } : {});
  return { status: answer.status, ...answer.json<Refusal>() };
}

suite("the operations on webhooks", () => {
  test("keep a webhook, which is listed, changed and deleted, and give the signing secret of a key once", async () => {
    const made = await create("http://127.0.0.1:9/a", { keyName: "jobs", displayName: "Jobs" });
    assert.match(made.signingSecret ?? "", /^whsec_[A-Za-z0-9+/]{43}=$/);
    const details = {
      targetUrl: "http://127.0.0.1:9/a",
      isActive: true,
      keyName: "jobs",
      events: both,
      displayName: "Jobs",
    };
    assert.deepEqual(made, { webhookId: made.webhookId, details, deliveries: [], signingSecret: made.signingSecret });
    assert.deepEqual(await get(made.webhookId), { webhookId: made.webhookId, details, deliveries: [] });

    const second = await create("http://127.0.0.1:9/b", { keyName: "jobs", isActive: false });
    assert.equal(second.signingSecret, undefined);
    const listed = async (query: string) =>
      (await call("GET", root + query)).json<{ webhooks: WebhookAnswer[] }>().webhooks.map((each) => each.webhookId);
    assert.deepEqual(await listed(""), [made.webhookId, second.webhookId]);
    assert.deepEqual(await listed("?isActive=true"), [made.webhookId]);
    assert.deepEqual(await listed("?isActive=false"), [second.webhookId]);

    // An update replaces the details; a key that nobody names any more is gone, and comes back as another one.
    const change = (json: object) => call("PUT", `${root}/${second.webhookId}`, { json: { details: json } });
    const changed = (await change({ targetUrl: "https://hooks.example/", events: [both[1]] })).json<WebhookAnswer>();
    assert.deepEqual(changed.details, { targetUrl: "https://hooks.example/", isActive: false, events: [both[1]] });
    assert.equal((await call("DELETE", `${root}/${made.webhookId}`)).json<WebhookAnswer>().details.keyName, "jobs");
    const named = (
      await change({ targetUrl: "https://hooks.example/", events: both, keyName: "jobs" })
    ).json<WebhookAnswer>();
    assert.notEqual(named.signingSecret, made.signingSecret);
    assert.match(named.signingSecret ?? "", /^whsec_/);
    assert.deepEqual(await listed(""), [second.webhookId]);
  });

  test("never give credentials back", async () => {
    const basicAuth = { username: "hook", password: "sesame-1" };
    const { webhookId } = await create("http://127.0.0.1:9/a", {}, { basicAuth });
    const answers = [
      await call("GET", `${root}/${webhookId}`),
      await call("PUT", `${root}/${webhookId}/credentials`, { json: { accessToken: "sesame-2" } }),
      await call("GET", root),
      await call("DELETE", `${root}/${webhookId}/credentials`),
      await call("POST", `${root}/${webhookId}/testEvent`, { json: { eventType: "jobResultSuccess" } }),
      await call("DELETE", `${root}/${webhookId}`),
    ];
    for (const { status, text } of answers) {
      assert.equal(status, 200, text);
      assert.doesNotMatch(text, /sesame|credentials|basicAuth|accessToken/);
    }
    assert.doesNotMatch(test_.log.join("\n"), /sesame/);
  });

  test("know no webhook of another tenant, and none that was deleted", async () => {
    const { webhookId } = await create("http://127.0.0.1:9/a");
    const { webhooks } = test_.service.platform;
    assert.equal(await webhooks.find("WFF_demo~north", webhookId), undefined);
    assert.deepEqual(await webhooks.list("WFF_demo~north"), []);
    await call("DELETE", `${root}/${webhookId}`);
    const details = { targetUrl: "http://127.0.0.1:9/a", events: both };
    for (const [method, path, json] of [
      ["GET", `/${webhookId}`],
      ["PUT", `/${webhookId}`, { details }],
      ["PUT", `/${webhookId}/credentials`, { accessToken: "t" }],
      ["DELETE", `/${webhookId}/credentials`],
      ["DELETE", `/${webhookId}`],
      ["POST", `/${webhookId}/testEvent`, { eventType: "jobResultSuccess" }],
    ] as const) {
      const { status, code } = await refusal(method, path, json);
      assert.deepEqual([status, code], [404, "WEBHOOK_UNKNOWN"]);
    }
  });

  const target = "http://127.0.0.1:9/";
  for (const [what, body, code, words] of [
    ["no details", {}, "TARGET_MISSING", /details.targetUrl is missing/],
    ["ftp", { details: { targetUrl: "ftp://hooks.example/", events: both } }, "TARGET_INVALID", /is no web address/],
    ["a file", { details: { targetUrl: "file:///etc/passwd", events: both } }, "TARGET_INVALID", /is no web address/],
    ["no URL at all", { details: { targetUrl: "hooks", events: both } }, "TARGET_INVALID", /is no web address/],
    [
      "credentials in the URL",
      { details: { targetUrl: "https://ann:sesame@hooks.example/", events: both } },
      "TARGET_INVALID",
      /send these as credentials/,
    ],
    [
      "a URL without end",
      { details: { targetUrl: target + "a".repeat(2048), events: both } },
      "TARGET_INVALID",
      /more than 2048/,
    ],
    [
      "no events",
      { details: { targetUrl: target, events: [] } },
      "EVENTS_MISSING",
      /jobResultSuccess, jobResultFailure/,
    ],
    [
      "an unknown event",
      { details: { targetUrl: target, events: [{ eventType: "jobBegins" }] } },
      "EVENT_UNKNOWN",
      /jobResultSuccess, jobResultFailure/,
    ],
    ["an empty key name", { details: { targetUrl: target, events: both, keyName: " " } }, "NAME_INVALID", /keyName/],
    [
      "two kinds of credentials",
      {
        details: { targetUrl: target, events: both },
        credentials: { accessToken: "sesame", basicAuth: { username: "ann", password: "sesame" } },
      },
      "CREDENTIALS_INVALID",
      /send one of them/,
    ],
    [
      "a masked password",
      {
        details: { targetUrl: target, events: both },
        credentials: { basicAuth: { username: "ann", password: "********" } },
      },
      "CREDENTIALS_INVALID",
      /asterisks in place of the password/,
    ],
    [
      "a password with a line break",
      {
        details: { targetUrl: target, events: both },
        credentials: { basicAuth: { username: "ann", password: "sesame\r\nX: y" } },
      },
      "CREDENTIALS_INVALID",
      /without control characters/,
    ],
    [
      "a token with a space",
      { details: { targetUrl: target, events: both }, credentials: { accessToken: "sesame open" } },
      "CREDENTIALS_INVALID",
      /visible ASCII/,
    ],
  ] as const) {
    test(`refuse ${what}, and store nothing`, async () => {
      const { status, ...refused } = await refusal("POST", "", body);
      assert.deepEqual([status, refused.code], [400, code]);
      assert.match(refused.message, words);
      assert.doesNotMatch(refused.message, /sesame/);
      assert.deepEqual((await call("GET", root)).json(), { webhooks: [] });
    });
  }

  test("refuse the id of another webhook, and more webhooks than a hundred", async () => {
    const { webhookId } = await create(target);
    const other = await refusal("PUT", `/${webhookId}`, {
      webhookId: "w-2",
      details: { targetUrl: target, events: both },
    });
    assert.deepEqual([other.status, other.code], [400, "WEBHOOK_MISMATCH"]);
    for (let count = 1; count < 100; count++) {
      await create(target);
    }
    const full = await refusal("POST", "", { details: { targetUrl: target, events: both } });
    assert.deepEqual([full.status, full.code], [409, "WEBHOOKS_FULL"]);
  }).timeout(60_000);
});

suite("the end of a job", () => {
  test("reaches a webhook with its signature, its credentials and what became of the job", async () => {
    await followMachine();
    const target = await startTarget();
    const basicAuth = { username: "hook", password: "Zoë: 1" };
    const { signingSecret = "", webhookId } = await create(target.url, { keyName: "jobs" }, { basicAuth });
    const jobId = await runJob();
    const { headers, body } = await target.message(1);
    const event = new Webhook(signingSecret).verify(body, headers as Record<string, string>) as {
      type: string;
      timestamp: string;
      data: Record<string, unknown>;
    };
    const { endTime, startTime, ...data } = event.data;
    assert.equal(event.type, "jobResultSuccess");
    assert.deepEqual(data, {
      jobId,
      jobType: "Processing",
      tenantCode: "WFF_demo",
      status: "Succeeded",
      message: "It is done.",
    });
    assert.ok(Date.parse(String(startTime)) <= Date.parse(String(endTime)));
    assert.equal(headers["content-type"], "application/json");
    assert.equal(headers.authorization, `Basic ${Buffer.from("hook:Zoë: 1").toString("base64")}`);
    const [delivery] = await deliveries(webhookId, ([first]) => first?.state === "delivered");
    const { messageId, attempts, statusCode, message, jobId: job } = delivery ?? assert.fail();
    assert.deepEqual(
      [messageId, attempts, statusCode, message, job],
      [headers["webhook-id"], 1, 204, "Delivered", jobId],
    );

    await call("PUT", `${root}/${webhookId}/credentials`, { json: { accessToken: "t-1" } });
    await runJob();
    assert.equal((await target.message(2)).headers.authorization, "Bearer t-1");
  });

  test("of a real load that fails reaches those who want failures, with the file and the row", async () => {
    const [all, successes, inactive] = [await startTarget(), await startTarget(), await startTarget()];
    await create(all.url);
    await create(successes.url, { events: [both[0]] });
    await create(inactive.url, { isActive: false });
    const intake = new IntakeCaller(test_);
    const { status } = await intake.load({ Employee: "EmployeeID,Effective_Date\nW-1,yesterday\n" });
    assert.equal(status, "FAILED");
    const { body } = await all.message(1);
    const { type, data } = JSON.parse(body);
    assert.deepEqual([type, data.jobType, data.status], ["jobResultFailure", "Receiving", "Failed"]);
    assert.match(data.message, /^employee\.csv line 2, Effective_Date is no date/);
    await runJob();
    await successes.message(1);
    await all.message(2);
    assert.deepEqual([successes.messages.length, inactive.messages.length], [1, 0]);
  });

  test("in an analytic tenant reaches the webhooks of the tenant that manages it, and of no other", async () => {
    const target = await startTarget();
    const { webhookId } = await create(target.url);
    await runJob("good", "WFF_demo~north");
    assert.equal(JSON.parse((await target.message(1)).body).data.tenantCode, "WFF_demo~north");
    const { webhooks } = test_.service.platform;
    const details = (await webhooks.find("WFF_demo", webhookId)) ?? assert.fail();
    const own = (await webhooks.add("WFF_demo~north", details, undefined, 100)) ?? assert.fail();
    await runJob();
    await target.message(2);
    await webhooks.delete("WFF_demo~north", own.webhook.id);
    assert.equal(target.messages.length, 2);
  });

  test("of the last job that was dispatched is that of the dispatching job too, if it was not cancelled", async () => {
    const target = await startTarget();
    await create(target.url);
    const { jobRunner } = test_.service.platform;
    const order = { kind: "given", tenant: "WFF_demo", type: "processing", request: "good" } as const;
    const id = await jobRunner.dispatch("WFF_demo", [order, { ...order, request: "bad" }]);
    await target.message(3);
    const types = target.messages.map(({ body }) => JSON.parse(body)).map(({ type, data }) => [data.jobType, type]);
    assert.deepEqual(types.at(-1), ["Dispatching", "jobResultFailure"]);
    assert.equal(JSON.parse(target.messages[2]?.body ?? "").data.jobId, id);
    assert.deepEqual(types.slice(0, 2).sort(), [
      ["Processing", "jobResultFailure"],
      ["Processing", "jobResultSuccess"],
    ]);

    const waiting = { ...order, notBefore: test_.clock.now() + 86_400_000 };
    const cancelled = await jobRunner.dispatch("WFF_demo", [waiting]);
    await jobRunner.cancel(["WFF_demo"], [cancelled]);
    await runJob();
    await target.message(4);
    assert.equal(target.messages.length, 4);
  });
});

suite("a test event", () => {
  test("is sent once, also to an inactive webhook, and is among its deliveries", async () => {
    await followMachine();
    const target = await startTarget();
    const { webhookId, signingSecret = "" } = await create(target.url, { isActive: false, keyName: "test" });
    const send = async (eventType?: string) => call("POST", `${root}/${webhookId}/testEvent`, { json: { eventType } });
    const { statusCode, message, messageId, eventId } = (await send("jobResultFailure")).json();
    const { id, body, headers } = await target.message(1);
    assert.deepEqual([statusCode, message, messageId], [204, "Delivered", id]);
    assert.equal(typeof eventId, "string");
    const event = new Webhook(signingSecret).verify(body, headers as Record<string, string>) as { type: string };
    assert.equal(event.type, "jobResultFailure");
    target.answer = 500;
    const failed = (await send("jobResultSuccess")).json();
    assert.deepEqual([failed.statusCode, failed.message], [500, "The target answered 500."]);
    await test_.clock.advance(60_000);
    const states = (await get(webhookId)).deliveries.map(({ state, attempts }) => [state, attempts]);
    assert.deepEqual(states, [
      ["givenUp", 1],
      ["delivered", 1],
    ]);
    assert.equal(target.messages.length, 2);
    for (const unknown of ["jobBegins", undefined]) {
      assert.equal((await send(unknown)).json<Refusal>().code, "EVENT_UNKNOWN");
    }
  });
});

suite("a target that does not take a message", () => {
  /** Lets the wait for the next attempt pass. */
  async function untilNextAttempt(webhookId: string, attempts: number): Promise<number> {
    const [due] = await deliveries(webhookId, ([first]) => first?.attempts === attempts && first.state === "due");
    const waitMs = Date.parse(due?.nextAttemptTime ?? "") - test_.clock.now();
    await test_.clock.advance(waitMs);
    // The token may have expired meanwhile.
    cookie = `ServiceASIDToken=${await test_.signIn()}`;
    return waitMs / 1000;
  }

  test("gets it again, the same each time, after 5 s to 6 h, and then no more", async () => {
    const target = await startTarget(503);
    const { webhookId } = await create(target.url);
    await runJob("bad");
    const waits: number[] = [];
    for (let attempts = 1; attempts <= 6; attempts++) {
      waits.push(await untilNextAttempt(webhookId, attempts));
      await target.message(attempts + 1);
    }
    const bounds = [5, 30, 120, 600, 3600, 21_600];
    for (const [index, wait] of waits.entries()) {
      const least = bounds[index] ?? 0;
      assert.ok(wait >= least - 0.001 && wait <= least * 1.2, `wait ${index} was ${wait} s`);
    }
    const [ended] = await deliveries(webhookId, ([first]) => first?.state === "givenUp");
    assert.deepEqual([ended?.attempts, ended?.statusCode, ended?.message], [7, 503, "The target answered 503."]);
    assert.equal(new Set(target.messages.map(({ id }) => id)).size, 1);
    assert.equal(new Set(target.messages.map(({ body }) => body)).size, 1);
  });

  test("that is not there gets it when it is back, once", async () => {
    const target = await startTarget();
    const { port } = target;
    const { webhookId } = await create(target.url);
    await target.close();
    await runJob("bad");
    const [due] = await deliveries(webhookId, ([first]) => first?.attempts === 1);
    assert.match(due?.message ?? "", new RegExp(`^127.0.0.1:${port} refused the connection`));
    const back = await WebhookTarget.start(port);
    targets.push(back);
    await untilNextAttempt(webhookId, 1);
    assert.equal((await back.message(1)).id, due?.messageId);
    await deliveries(webhookId, ([first]) => first?.state === "delivered");
    assert.equal(back.messages.length, 1);
  });

  test("and says 410 makes the webhook inactive, and what waits for it is given up", async () => {
    const target = await startTarget(500);
    const { webhookId } = await create(target.url);
    await runJob();
    await deliveries(webhookId, ([first]) => first?.attempts === 1);
    target.answer = 410;
    await runJob();
    await deliveries(webhookId, (found) => found.length === 2 && found.every(({ state }) => state === "givenUp"));
    assert.equal((await get(webhookId)).details.isActive, false);
    await runJob();
    assert.equal((await get(webhookId)).deliveries.length, 2);
  });

  test("and is set inactive gets nothing that waited, and new events only when it is active again", async () => {
    const target = await startTarget(500);
    const { webhookId } = await create(target.url);
    await runJob();
    await deliveries(webhookId, ([first]) => first?.attempts === 1);
    const details = { targetUrl: target.url, events: both };
    const set = (isActive: boolean) =>
      call("PUT", `${root}/${webhookId}`, { json: { details: { ...details, isActive } } });
    await set(false);
    assert.equal((await get(webhookId)).deliveries[0]?.state, "givenUp");
    target.answer = 204;
    await set(true);
    await runJob();
    await deliveries(webhookId, ([first]) => first?.state === "delivered");
    assert.equal(target.messages.length, 2);
  });

  test("and redirects is not followed", async () => {
    const other = await startTarget();
    const target = await startTarget((response) => response.writeHead(307, { location: other.url }).end());
    const { webhookId } = await create(target.url);
    await runJob();
    const [due] = await deliveries(webhookId, ([first]) => first?.attempts === 1);
    assert.deepEqual(
      [due?.statusCode, due?.message],
      [307, "The target answered 307, a redirect, which is not followed."],
    );
    assert.equal(other.messages.length, 0);
  });

  test("and never answers has failed after ten seconds", async () => {
    const target = await startTarget("never");
    const { webhookId } = await create(target.url);
    await runJob();
    await target.message(1);
    await test_.clock.advance(10_000);
    const [due] = await deliveries(webhookId, ([first]) => first?.attempts === 1);
    assert.deepEqual([due?.statusCode, due?.message], [undefined, "The target did not answer within 10 s."]);
  });

  test("to its end is read to 64 kB: an answer of 10 GB is a delivery", async () => {
    let sent = 0;
    const piece = Buffer.alloc(65_536);
    const target = await startTarget((response) => {
      response.writeHead(200, { "content-length": String(10 * 1024 ** 3) });
      const pieces = function* () {
        for (;;) {
          sent += piece.length;
          yield piece;
        }
      };
      Readable.from(pieces()).pipe(response);
    });
    const { webhookId } = await create(target.url);
    await runJob();
    await deliveries(webhookId, ([first]) => first?.state === "delivered");
    assert.ok(sent < 64 * 1024 ** 2, String(sent));
  });

  test("delays nobody else, however many there are", async () => {
    const dead = await Promise.all(Array.from({ length: 6 }, () => startTarget("never")));
    for (const { url } of dead) {
      await create(url);
    }
    const target = await startTarget();
    await create(target.url);
    await runJob();
    // Four begin at once; those that do not answer within a second leave their place to others.
    await eventually(async () => dead.filter(({ messages }) => messages.length > 0).length >= 4 || undefined);
    await test_.clock.advance(1000);
    await target.message(1);
    await runJob();
    await target.message(2);
    // A target that does not answer gets one message at a time.
    assert.ok(dead.every(({ messages }) => messages.length === 1));
  });

  test("is not one at a metadata address, whose refusal names the setting", async () => {
    const { webhookId } = await create("http://169.254.169.254/latest/meta-data/");
    const answer = await call("POST", `${root}/${webhookId}/testEvent`, {
      json: { eventType: "jobResultFailure" },
    });
    const { message, ...others } = answer.json<{ message: string; statusCode?: number }>();
    assert.equal(others.statusCode, undefined);
    assert.match(message, /link-local address.*workforce\.localService\.allowedHosts/);
    const own = await create(`${test_.service.ready.url}/v1/op/webhooks`);
    await runJob();
    const [due] = await deliveries(own.webhookId, ([first]) => first?.attempts === 1);
    assert.match(due?.message ?? "", /is this service itself/);
  });
});

suite("a service that starts again", () => {
  test("tells webhooks what was still to be told, under the same id", async () => {
    const target = await startTarget(500);
    const { webhookId } = await create(target.url);
    await runJob();
    const [due] = await deliveries(webhookId, ([first]) => first?.attempts === 1);
    await test_.restart();
    // A service that waits for an attempt may end when nobody uses it.
    await eventually(async () => !test_.service.platform.webhookDeliveries.isBusy || undefined);
    target.answer = 204;
    await test_.clock.advance(60_000);
    assert.equal((await target.message(2)).id, due?.messageId);
    await deliveries(webhookId, ([first]) => first?.state === "delivered");
  });
});

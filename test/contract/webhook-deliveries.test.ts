import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { Webhook } from "standardwebhooks";
import { eventually } from "../support/eventually.ts";
import { IntakeCaller } from "../support/intake-caller.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { bothEvents, WebhookCaller } from "../support/webhook-caller.ts";

suite("what webhooks are told", () => {
  let test_: TestService;
  let caller: WebhookCaller;
  suiteSetup(async () => {
    test_ = await startTestService();
    caller = await WebhookCaller.start(test_);
  });
  suiteTeardown(() => test_.dispose());
  teardown(() => caller.clear());

  suite("the end of a job", () => {
    test("reaches a webhook with its signature, its credentials and what became of the job", async () => {
      await caller.followMachine();
      const target = await caller.startTarget();
      const basicAuth = { username: "hook", password: "Zoë: 1" };
      const { signingSecret = "", webhookId } = await caller.create(target.url, { keyName: "jobs" }, { basicAuth });
      const jobId = await caller.runJob();
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
      const [delivery] = await caller.deliveries(webhookId, ([first]) => first?.state === "delivered");
      const { messageId, attempts, statusCode, message, jobId: job } = delivery ?? assert.fail();
      assert.deepEqual(
        [messageId, attempts, statusCode, message, job],
        [headers["webhook-id"], 1, 204, "Delivered", jobId],
      );

      await caller.call("PUT", `/${webhookId}/credentials`, { accessToken: "t-1" });
      await caller.runJob();
      assert.equal((await target.message(2)).headers.authorization, "Bearer t-1");
    });

    test("of a real load that fails reaches those who want failures, with the file and the row", async () => {
      const [all, successes, inactive] = [
        await caller.startTarget(),
        await caller.startTarget(),
        await caller.startTarget(),
      ];
      await caller.create(all.url);
      await caller.create(successes.url, { events: [bothEvents[0]] });
      await caller.create(inactive.url, { isActive: false });
      const intake = new IntakeCaller(test_);
      const { status } = await intake.load({ Employee: "EmployeeID,Effective_Date\nW-1,yesterday\n" });
      assert.equal(status, "FAILED");
      const { body } = await all.message(1);
      const { type, data } = JSON.parse(body);
      assert.deepEqual([type, data.jobType, data.status], ["jobResultFailure", "Receiving", "Failed"]);
      assert.match(data.message, /^employee\.csv line 2, Effective_Date is no date/);
      await caller.runJob();
      await successes.message(1);
      await all.message(2);
      assert.deepEqual([successes.messages.length, inactive.messages.length], [1, 0]);
    });

    test("in an analytic tenant reaches the webhooks of the tenant that manages it, and of no other", async () => {
      const target = await caller.startTarget();
      const { webhookId } = await caller.create(target.url);
      await caller.runJob("good", "WFF_demo~north");
      assert.equal(JSON.parse((await target.message(1)).body).data.tenantCode, "WFF_demo~north");
      const { webhooks } = test_.service.platform;
      const details = (await webhooks.find("WFF_demo", webhookId)) ?? assert.fail();
      const own = (await webhooks.add("WFF_demo~north", details, undefined, 100)) ?? assert.fail();
      await caller.runJob();
      await target.message(2);
      await webhooks.delete("WFF_demo~north", own.webhook.id);
      assert.equal(target.messages.length, 2);
    });

    test("of the last job that was dispatched is that of the dispatching job too, if it was not cancelled", async () => {
      const target = await caller.startTarget();
      await caller.create(target.url);
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
      await caller.runJob();
      await target.message(4);
      assert.equal(target.messages.length, 4);
    });
  });

  suite("a test event", () => {
    test("is sent once, also to an inactive webhook, and is among its deliveries", async () => {
      await caller.followMachine();
      const target = await caller.startTarget();
      const { webhookId, signingSecret = "" } = await caller.create(target.url, { isActive: false, keyName: "test" });
      const send = async (eventType?: string) => caller.call("POST", `/${webhookId}/testEvent`, { eventType });
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
      const states = (await caller.get(webhookId)).deliveries.map(({ state, attempts }) => [state, attempts]);
      assert.deepEqual(states, [
        ["givenUp", 1],
        ["delivered", 1],
      ]);
      assert.equal(target.messages.length, 2);
      for (const unknown of ["jobBegins", undefined]) {
        assert.equal((await send(unknown)).json().code, "EVENT_UNKNOWN");
      }
    });
  });

  suite("a target that does not take a message", () => {
    /** Lets the wait for the next attempt pass. */
    async function untilNextAttempt(webhookId: string, attempts: number): Promise<number> {
      const [due] = await caller.deliveries(
        webhookId,
        ([first]) => first?.attempts === attempts && first.state === "due",
      );
      const waitMs = Date.parse(due?.nextAttemptTime ?? "") - test_.clock.now();
      await test_.clock.advance(waitMs);
      // The token may have expired meanwhile.
      await caller.signIn();
      return waitMs / 1000;
    }

    test("gets it again, the same each time, after 5 s to 6 h, and then no more", async () => {
      const target = await caller.startTarget(503);
      const { webhookId } = await caller.create(target.url);
      await caller.runJob("bad");
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
      const [ended] = await caller.deliveries(webhookId, ([first]) => first?.state === "givenUp");
      assert.deepEqual([ended?.attempts, ended?.statusCode, ended?.message], [7, 503, "The target answered 503."]);
      assert.equal(new Set(target.messages.map(({ id }) => id)).size, 1);
      assert.equal(new Set(target.messages.map(({ body }) => body)).size, 1);
    });

    test("that is not there gets it when it is back, once", async () => {
      const target = await caller.startTarget();
      const { port } = target;
      const { webhookId } = await caller.create(target.url);
      await target.close();
      await caller.runJob("bad");
      const [due] = await caller.deliveries(webhookId, ([first]) => first?.attempts === 1);
      assert.match(due?.message ?? "", new RegExp(`^127.0.0.1:${port} refused the connection`));
      const back = await caller.startTarget(undefined, port);
      await untilNextAttempt(webhookId, 1);
      assert.equal((await back.message(1)).id, due?.messageId);
      await caller.deliveries(webhookId, ([first]) => first?.state === "delivered");
      assert.equal(back.messages.length, 1);
    });

    test("and says 410 makes the webhook inactive, and what waits for it is given up", async () => {
      const target = await caller.startTarget(500);
      const { webhookId } = await caller.create(target.url);
      await caller.runJob();
      await caller.deliveries(webhookId, ([first]) => first?.attempts === 1);
      target.answer = 410;
      await caller.runJob();
      await caller.deliveries(
        webhookId,
        (found) => found.length === 2 && found.every(({ state }) => state === "givenUp"),
      );
      assert.equal((await caller.get(webhookId)).details.isActive, false);
      await caller.runJob();
      assert.equal((await caller.get(webhookId)).deliveries.length, 2);
    });

    test("and says 410 after the webhook has another one does not make it inactive, and the other gets the message", async () => {
      const answers: ServerResponse[] = [];
      const former = await caller.startTarget((response) => answers.push(response));
      const target = await caller.startTarget();
      const { webhookId } = await caller.create(former.url);
      await caller.runJob();
      const { id } = await former.message(1);
      const details = { targetUrl: target.url, events: bothEvents };
      assert.equal((await caller.call("PUT", `/${webhookId}`, { details })).status, 200);
      answers[0]?.writeHead(410).end();
      const [delivery] = await caller.deliveries(webhookId, ([first]) => first?.state !== "due");
      assert.deepEqual([delivery?.state, delivery?.attempts], ["delivered", 2]);
      assert.deepEqual(
        target.messages.map((message) => message.id),
        [id],
      );
      assert.equal((await caller.get(webhookId)).details.isActive, true);
    });

    test("and is set inactive gets nothing that waited, and new events only when it is active again", async () => {
      const target = await caller.startTarget(500);
      const { webhookId } = await caller.create(target.url);
      await caller.runJob();
      await caller.deliveries(webhookId, ([first]) => first?.attempts === 1);
      const details = { targetUrl: target.url, events: bothEvents };
      const set = (isActive: boolean) => caller.call("PUT", `/${webhookId}`, { details: { ...details, isActive } });
      await set(false);
      assert.equal((await caller.get(webhookId)).deliveries[0]?.state, "givenUp");
      target.answer = 204;
      await set(true);
      await caller.runJob();
      await caller.deliveries(webhookId, ([first]) => first?.state === "delivered");
      assert.equal(target.messages.length, 2);
    });

    test("and redirects is not followed", async () => {
      const other = await caller.startTarget();
      const target = await caller.startTarget((response) => response.writeHead(307, { location: other.url }).end());
      const { webhookId } = await caller.create(target.url);
      await caller.runJob();
      const [due] = await caller.deliveries(webhookId, ([first]) => first?.attempts === 1);
      assert.deepEqual(
        [due?.statusCode, due?.message],
        [307, "The target answered 307, a redirect, which is not followed."],
      );
      assert.equal(other.messages.length, 0);
    });

    test("and never answers has failed after ten seconds", async () => {
      const target = await caller.startTarget("never");
      const { webhookId } = await caller.create(target.url);
      await caller.runJob();
      await target.message(1);
      await test_.clock.advance(10_000);
      const [due] = await caller.deliveries(webhookId, ([first]) => first?.attempts === 1);
      assert.deepEqual([due?.statusCode, due?.message], [undefined, "The target did not answer within 10 s."]);
    });

    test("to its end is read to 64 kB: an answer of 10 GB is a delivery", async () => {
      let sent = 0;
      const piece = Buffer.alloc(65_536);
      const target = await caller.startTarget((response) => {
        response.writeHead(200, { "content-length": String(10 * 1024 ** 3) });
        const pieces = function* () {
          for (;;) {
            sent += piece.length;
            yield piece;
          }
        };
        Readable.from(pieces()).pipe(response);
      });
      const { webhookId } = await caller.create(target.url);
      await caller.runJob();
      await caller.deliveries(webhookId, ([first]) => first?.state === "delivered");
      assert.ok(sent < 64 * 1024 ** 2, String(sent));
    });

    test("delays nobody else, however many there are", async () => {
      const dead = await Promise.all(Array.from({ length: 6 }, () => caller.startTarget("never")));
      for (const { url } of dead) {
        await caller.create(url);
      }
      const target = await caller.startTarget();
      await caller.create(target.url);
      await caller.runJob();
      // Four begin at once; those that do not answer within a second leave their place to others.
      await eventually(async () => dead.filter(({ messages }) => messages.length > 0).length >= 4 || undefined);
      await test_.clock.advance(1000);
      await target.message(1);
      await caller.runJob();
      await target.message(2);
      // A target that does not answer gets one message at a time.
      assert.ok(dead.every(({ messages }) => messages.length === 1));
    });

    test("is not one at a metadata address, whose refusal names the setting", async () => {
      const { webhookId } = await caller.create("http://169.254.169.254/latest/meta-data/");
      const answer = await caller.call("POST", `/${webhookId}/testEvent`, { eventType: "jobResultFailure" });
      const { message, ...others } = answer.json<{ message: string; statusCode?: number }>();
      assert.equal(others.statusCode, undefined);
      assert.match(message, /link-local address.*workforce\.localService\.allowedHosts/);
      const own = await caller.create(`${test_.service.ready.url}/v1/op/webhooks`);
      await caller.runJob();
      const [due] = await caller.deliveries(own.webhookId, ([first]) => first?.attempts === 1);
      assert.match(due?.message ?? "", /is this service itself/);
    });
  });

  suite("a service that starts again", () => {
    test("tells webhooks what was still to be told, under the same id", async () => {
      const target = await caller.startTarget(500);
      const { webhookId } = await caller.create(target.url);
      await caller.runJob();
      const [due] = await caller.deliveries(webhookId, ([first]) => first?.attempts === 1);
      await test_.restart();
      // A service that waits for an attempt may end when nobody uses it.
      await eventually(async () => !test_.service.platform.webhookDeliveries.isBusy || undefined);
      target.answer = 204;
      await test_.clock.advance(60_000);
      assert.equal((await target.message(2)).id, due?.messageId);
      await caller.deliveries(webhookId, ([first]) => first?.state === "delivered");
    });
  });
});

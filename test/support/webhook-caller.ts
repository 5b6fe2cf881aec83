import assert from "node:assert/strict";
import { eventually } from "./eventually.ts";
import type { TestAnswer, TestService } from "./running-service.ts";
import { WebhookTarget } from "./webhook-target.ts";

const root = "/v1/op/webhooks";

/** What a webhook that wants to be told of everything names as its events. */
export const bothEvents = [{ eventType: "jobResultSuccess" }, { eventType: "jobResultFailure" }] as const;

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

/** Keeps webhooks at a service over HTTP, with targets on this machine, and runs jobs whose ends they are told of. */
export class WebhookCaller {
  readonly #test: TestService;
  readonly #targets: WebhookTarget[] = [];
  #cookie = "";

  private constructor(test: TestService) {
    this.#test = test;
  }

  static async start(test: TestService): Promise<WebhookCaller> {
    const caller = new WebhookCaller(test);
    await caller.followMachine();
    await caller.signIn();
    test.service.platform.jobRunner.register(
      "given",
      async (request) => {
        assert.equal(request, "good");
        return { message: "It is done." };
      },
      { isHeavy: false },
    );
    return caller;
  }

  /** Sets the clock of the service, which stands still, to that of the machine: receivers go by it, and refuse what is minutes old. */
  followMachine(): Promise<void> {
    return this.#test.clock.advance(Date.now() - this.#test.clock.now());
  }

  /** Signs in anew, for a token may have expired since the clock was moved. */
  async signIn(): Promise<void> {
    this.#cookie = `ServiceASIDToken=${await this.#test.signIn()}`;
  }

  /** Calls an operation on webhooks by what follows their common path. */
  call(method: string, path: string, json?: unknown): Promise<TestAnswer> {
    return this.#test.call(method, root + path, {
      headers: { cookie: this.#cookie },
      ...(json !== undefined && { json }),
    });
  }

  async create(targetUrl: string, details: object = {}, credentials?: object): Promise<WebhookAnswer> {
    const json = { details: { targetUrl, events: bothEvents, ...details }, ...(credentials && { credentials }) };
    const answer = await this.call("POST", "", json);
    assert.equal(answer.status, 200, answer.text);
    return answer.json();
  }

  async get(id: string): Promise<WebhookAnswer> {
    return (await this.call("GET", `/${id}`)).json();
  }

  /** The webhooks that a query chooses, all without one. */
  async list(query = ""): Promise<readonly WebhookAnswer[]> {
    return (await this.call("GET", query)).json<{ webhooks: WebhookAnswer[] }>().webhooks;
  }

  /** Calls an operation that is refused. */
  async refusal(method: string, path: string, json?: object) {
    const answer = await this.call(method, path, json);
    return { status: answer.status, ...answer.json<{ code: string; message: string }>() };
  }

  /** The deliveries of a webhook when they are as a test wants them. */
  deliveries(id: string, isWanted: (found: readonly Delivery[]) => boolean): Promise<readonly Delivery[]> {
    let found: readonly Delivery[] = [];
    return eventually(
      async () => {
        found = (await this.get(id)).deliveries;
        return isWanted(found) ? found : undefined;
      },
      () => JSON.stringify(found),
    );
  }

  /** Starts a target that ends with the test. */
  async startTarget(answer?: WebhookTarget["answer"], port?: number): Promise<WebhookTarget> {
    const target = await WebhookTarget.start(port);
    target.answer = answer ?? target.answer;
    this.#targets.push(target);
    return target;
  }

  /** Runs a job that succeeds or fails to its end, and returns its id. */
  async runJob(request: "good" | "bad" = "good", tenant = "WFF_demo"): Promise<string> {
    const { jobRunner } = this.#test.service.platform;
    const id = await jobRunner.start({ kind: "given", tenant, type: "processing", request });
    await jobRunner.ended(id, AbortSignal.timeout(20_000));
    return id;
  }

  /** Deletes what a test has made. */
  async clear(): Promise<void> {
    for (const { webhookId } of await this.list()) {
      assert.equal((await this.call("DELETE", `/${webhookId}`)).status, 200);
    }
    await Promise.all(this.#targets.splice(0).map((target) => target.close()));
  }
}

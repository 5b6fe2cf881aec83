import { randomUUID } from "node:crypto";
import type { Clock } from "../../base/clock.ts";
import { ConcurrencyLimit } from "../../base/concurrency-limit.ts";
import type { Connection } from "../../duckdb/database.ts";
import type { Egress } from "../egress/egress.ts";
import { retryPauseMs, Scheduler } from "../jobs/scheduler.ts";
import type { JobEndObserver } from "../store/job-store.ts";
import type { StoredJob } from "../store/stored-job.ts";
import type { AttemptRecord, DueDelivery, WebhookEventType, WebhookOutbox } from "../store/webhook-outbox.ts";
import type { WebhookStore, WebhookTarget } from "../store/webhook-store.ts";
import { createJobEvent, createTestEvent } from "./job-event.ts";
import { type SendOutcome, sendMessage } from "./send-message.ts";

const secondMs = 1000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;
/** Waits after the failed attempts; our choice (semantics.md, "Webhooks"). After the last one a delivery is given up. */
const retryDelaysMs = [5 * secondMs, 30 * secondMs, 2 * minuteMs, 10 * minuteMs, hourMs, 6 * hourMs];
/** Part of a wait that is added at random at most, so that what failed together does not come again together. */
const jitter = 0.2;
/** Attempts that begin at the same time. */
const maxAttempts = 4;
/** Time after which an attempt no longer counts among these, so that targets that do not answer delay no others. */
const slowAfterMs = secondMs;
/** Deliveries of a webhook that are read at once. */
const batchSize = 20;

interface DeliveryParts {
  readonly clock: Clock;
  readonly egress: Egress;
  readonly webhooks: WebhookStore;
  readonly outbox: WebhookOutbox;
  /** Returns a number from 0 to 1. */
  readonly random?: () => number;
  readonly onFailure: (error: unknown) => void;
}

/** Outcome of a test event, with the ids of message and event. */
interface TestOutcome extends SendOutcome {
  readonly messageId: string;
}

/**
 * Tells webhooks that jobs have ended. What is to be sent is stored with the end of the job, and stored as sent after the
 * target took it: each event reaches each webhook at least once, also over a kill. A webhook gets one message at a time.
 */
export class WebhookDeliveries implements JobEndObserver {
  readonly #parts: DeliveryParts;
  readonly #random: () => number;
  readonly #alarm: Scheduler;
  readonly #closing = new AbortController();
  readonly #slots = new ConcurrencyLimit(maxAttempts);
  /** Webhooks to which messages are being sent. */
  readonly #sending = new Map<string, Promise<void>>();
  /** Number of changes of webhooks. Messages go only to webhooks that were read after the last one. */
  #changes = 0;
  /** Active webhooks as they were read after the last change. */
  readonly #targets = new Map<string, WebhookTarget>();
  /** Attempts that are not stored yet. */
  #attempts: AttemptRecord[] = [];
  #nextTime: number | undefined;
  #round: Promise<void> | undefined;
  #isStarted = false;
  #hasNews = false;
  /** Time up to which deliveries were looked for. */
  #lookedAt = 0;

  constructor(parts: DeliveryParts) {
    this.#parts = parts;
    this.#random = parts.random ?? Math.random;
    this.#alarm = new Scheduler(
      parts.clock,
      () => this.#nextTime,
      async () => {
        this.#nextTime = undefined;
        this.#look();
      },
    );
  }

  get isInterested(): boolean {
    return this.#parts.webhooks.mayHaveActive;
  }

  async record(connection: Connection, jobs: readonly StoredJob[]): Promise<void> {
    const now = this.#parts.clock.now();
    await this.#parts.outbox.add(
      connection,
      jobs.map((job) => createJobEvent(job, now)),
    );
  }

  recorded(): void {
    if (this.isInterested) {
      this.#look();
    }
  }

  /** Begins to send, also what earlier processes have left. */
  start(): void {
    this.#isStarted = true;
    this.#look();
  }

  /** Whether anything is being sent. What waits for a later attempt does not count. */
  get isBusy(): boolean {
    return this.#round !== undefined || this.#sending.size > 0;
  }

  /** Call it when a webhook was changed or deleted: what is sent from then on goes where it says now. */
  webhookChanged(): void {
    this.#changes++;
    this.#targets.clear();
    this.#look();
  }

  /** Sends a test event once, also to an inactive webhook. Throws the reason of the signal. */
  async sendTest(target: WebhookTarget, type: WebhookEventType, signal: AbortSignal): Promise<TestOutcome> {
    const { clock, outbox } = this.#parts;
    const event = createTestEvent(type, target.tenant, clock.now());
    const messageId = `msg_${randomUUID()}`;
    const ending = AbortSignal.any([signal, this.#closing.signal]);
    const outcome = await sendMessage(target, { id: messageId, body: event.body }, { ...this.#parts, signal: ending });
    const { status, message } = outcome;
    const state = outcome.isDelivered ? "delivered" : "givenUp";
    const at = clock.now();
    await outbox.addTest(event, {
      delivery: messageId,
      webhook: target.id,
      state,
      at,
      nextAt: undefined,
      status,
      message,
      goneUrl: undefined,
    });
    return { ...outcome, messageId };
  }

  /** Stops sending. What was not delivered stays for the next start of the service. */
  async close(): Promise<void> {
    this.#isStarted = false;
    this.#closing.abort(new Error("The service is stopping."));
    await this.#alarm.close();
    await this.#round;
    await Promise.all(this.#sending.values());
    await this.#store().catch(this.#parts.onFailure);
  }

  /** Looks for deliveries whose time has come. A round that is under way is followed by another one. */
  #look(): void {
    if (!this.#isStarted) {
      return;
    }
    this.#hasNews = true;
    this.#round ??= this.#runRounds().finally(() => {
      this.#round = undefined;
      this.#alarm.reset();
      if (this.#hasNews) {
        this.#look();
      }
    });
  }

  /** Stores what was sent and begins to send what is due, until nothing is new. All attempts of a round are stored at once. */
  async #runRounds(): Promise<void> {
    while (this.#hasNews && this.#isStarted) {
      this.#hasNews = false;
      try {
        await this.#store();
        await this.#sendDue();
        if (!this.#hasNews) {
          this.#nextTime = await this.#parts.outbox.nextTime(this.#lookedAt);
        }
      } catch (error) {
        this.#parts.onFailure(error);
        this.#hasNews = false;
        this.#nextTime = this.#parts.clock.now() + retryPauseMs;
      }
    }
  }

  async #store(): Promise<void> {
    const attempts = this.#attempts;
    if (attempts.length === 0) {
      return;
    }
    this.#attempts = [];
    try {
      await this.#parts.outbox.record(attempts);
      for (const { webhook } of attempts.filter(({ goneUrl }) => goneUrl !== undefined)) {
        this.#targets.delete(webhook);
      }
    } catch (error) {
      this.#attempts = [...attempts, ...this.#attempts];
      throw error;
    }
  }

  async #sendDue(): Promise<void> {
    const now = this.#parts.clock.now();
    const changes = this.#changes;
    const unstored = this.#attempts.map(({ webhook }) => webhook);
    const due = await this.#parts.outbox.due(now, [...this.#sending.keys(), ...unstored], batchSize);
    this.#lookedAt = now;
    const ids = new Set(due.map(({ webhook }) => webhook));
    const missing = [...ids].filter((id) => !this.#targets.has(id));
    const read = missing.length > 0 ? await this.#parts.webhooks.activeTargets(missing) : [];
    const isCurrent = () => this.#changes === changes;
    if (!isCurrent()) {
      return;
    }
    for (const target of read) {
      this.#targets.set(target.id, target);
    }
    for (const id of ids) {
      const target = this.#targets.get(id);
      if (target) {
        const batch = due.filter(({ webhook }) => webhook === id);
        const sending = this.#sendBatch(target, batch, isCurrent).finally(() => {
          this.#sending.delete(id);
          this.#look();
        });
        this.#sending.set(id, sending);
      }
    }
  }

  /** Sends messages to a webhook one after the other, until one fails or the webhook is changed. */
  async #sendBatch(target: WebhookTarget, batch: readonly DueDelivery[], isCurrent: () => boolean): Promise<void> {
    for (const delivery of batch) {
      const outcome = isCurrent() ? await this.#attempt(target, delivery) : undefined;
      if (!outcome) {
        return;
      }
      this.#attempts.push(this.#toRecord(target, delivery, outcome));
      this.#look();
      if (!outcome.isDelivered) {
        return;
      }
    }
  }

  /** Returns undefined if the service stops. */
  async #attempt(target: WebhookTarget, { id, body }: DueDelivery): Promise<SendOutcome | undefined> {
    const { signal } = this.#closing;
    const release = await this.#slots.acquire(signal);
    if (!release) {
      return undefined;
    }
    const answered = new AbortController();
    const released = this.#parts.clock.sleep(slowAfterMs, answered.signal).then(release, release);
    try {
      return await sendMessage(target, { id, body }, { ...this.#parts, signal });
    } catch (error) {
      if (signal.aborted) {
        return undefined;
      }
      this.#parts.onFailure(error);
      const message = "The service failed, and its log has the reason.";
      return { isDelivered: false, isGone: false, status: undefined, message };
    } finally {
      answered.abort();
      await released;
    }
  }

  #toRecord(target: WebhookTarget, { id, attempts }: DueDelivery, outcome: SendOutcome): AttemptRecord {
    const { isDelivered, isGone, status, message } = outcome;
    const at = this.#parts.clock.now();
    const delayMs = isDelivered || isGone ? undefined : retryDelaysMs[attempts];
    return {
      delivery: id,
      webhook: target.id,
      state: isDelivered ? "delivered" : delayMs === undefined ? "givenUp" : "due",
      at,
      nextAt: delayMs === undefined ? undefined : Math.round(at + delayMs * (1 + jitter * this.#random())),
      status,
      message,
      goneUrl: isGone ? target.targetUrl : undefined,
    };
  }
}

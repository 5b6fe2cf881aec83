import type { Clock } from "../../base/clock.ts";
import type { Connection, SqlRow } from "../../duckdb/database.ts";
import type { PlatformDatabase } from "./platform-database.ts";
import { numberOf, textOf } from "./row-values.ts";

/** Type of the events that webhooks are told of (service-api, "Events"). */
export const webhookEventTypes = ["jobResultSuccess", "jobResultFailure"] as const;
export type WebhookEventType = (typeof webhookEventTypes)[number];

/** An event that webhooks are told of. */
export interface WebhookEvent {
  readonly type: WebhookEventType;
  /** Tenant that it happened in. */
  readonly tenant: string;
  /** Id of the job that ended. */
  readonly job: string | undefined;
  /** Body that is sent, as JSON. The same for all attempts. */
  readonly body: string;
}

/** A delivery that is to be attempted. */
export interface DueDelivery {
  /** Id of the message, the same in all attempts. */
  readonly id: string;
  readonly webhook: string;
  readonly body: string;
  /** Number of attempts that were made. */
  readonly attempts: number;
}

/** `due`: an attempt will follow. `givenUp`: none of the attempts succeeded, or the webhook was set inactive. */
type DeliveryState = "due" | "delivered" | "givenUp";

/** Outcome of one attempt. Times are in epoch milliseconds. */
export interface AttemptRecord {
  readonly delivery: string;
  readonly webhook: string;
  readonly state: DeliveryState;
  readonly at: number;
  readonly nextAt: number | undefined;
  /** HTTP status of the answer, if there was one. */
  readonly status: number | undefined;
  readonly message: string;
  /** URL that was called, if it answered that it is gone for good. */
  readonly goneUrl: string | undefined;
}

/** A delivery with its last attempt. Times are in epoch milliseconds. */
export interface StoredDelivery {
  readonly id: string;
  readonly webhook: string;
  readonly eventType: string;
  readonly job: string | undefined;
  readonly state: DeliveryState;
  readonly created: number;
  readonly attempts: number;
  readonly lastAt: number | undefined;
  readonly lastStatus: number | undefined;
  readonly lastMessage: string | undefined;
  readonly nextAt: number | undefined;
}

/** Number of ended deliveries that are kept of each webhook. */
const keptDeliveries = 100;
/** Number of attempts after which deliveries beyond that number are removed. */
const pruneInterval = 500;

const attemptColumns = `[{"delivery":"VARCHAR","state":"VARCHAR","at":"BIGINT","nextAt":"BIGINT","status":"INTEGER",
  "message":"VARCHAR"}]`;

/** Stores what webhooks are to be told, from the event on until every one of them was told or given up. */
export class WebhookOutbox {
  readonly #platform: PlatformDatabase;
  readonly #clock: Clock;
  #attemptsUntilPruning = 0;

  constructor(platform: PlatformDatabase, clock: Clock) {
    this.#platform = platform;
    this.#clock = clock;
  }

  /**
   * Adds deliveries in a transaction of the caller: one for each active webhook that the tenant of an event, or the tenant
   * that manages it, has for events of the type.
   */
  async add(connection: Connection, events: readonly WebhookEvent[]): Promise<void> {
    for (const { type, tenant, job, body } of events) {
      const now = BigInt(this.#clock.now());
      await connection.runPrepared(
        `INSERT INTO webhook_deliveries (id, webhook, event_type, job, body, created, state, attempts, next_at)
         SELECT 'msg_' || uuid(), id, ?, ?, ?, ?, 'due', 0, ? FROM webhooks
         WHERE is_active AND list_contains(from_json(event_types, '["VARCHAR"]'), ?)
           AND (tenant = ? OR tenant = (SELECT parent FROM tenants WHERE code = ?)) ORDER BY ordinal`,
        [type, job ?? null, body, now, now, type, tenant, tenant],
      );
    }
  }

  /** Returns the deliveries whose time has come, the first ones of each webhook, without those of some webhooks. */
  async due(now: number, except: readonly string[], perWebhook: number): Promise<readonly DueDelivery[]> {
    const rows = await this.#platform.use((connection) =>
      connection.rows(
        `SELECT id, webhook, body, attempts FROM webhook_deliveries
         WHERE state = 'due' AND next_at <= ? AND webhook NOT IN (SELECT unnest(from_json(?, '["VARCHAR"]')))
         QUALIFY row_number() OVER (PARTITION BY webhook ORDER BY next_at, rowid) <= ?
         ORDER BY next_at, rowid`,
        [BigInt(now), JSON.stringify(except), perWebhook],
      ),
    );
    return rows.map((row) => ({
      id: String(row.id),
      webhook: String(row.webhook),
      body: String(row.body),
      attempts: Number(row.attempts),
    }));
  }

  /** Returns the next time after `now` at which a delivery is due. */
  async nextTime(now: number): Promise<number | undefined> {
    const [row] = await this.#platform.use((connection) =>
      connection.rows("SELECT min(next_at) AS next FROM webhook_deliveries WHERE state = 'due' AND next_at > ?", [
        BigInt(now),
      ]),
    );
    return numberOf(row?.next);
  }

  /** Stores attempts. A webhook whose target is gone becomes inactive, but what has another target by now is due for that. */
  async record(attempts: readonly AttemptRecord[]): Promise<void> {
    await this.#platform.transaction(async (connection) => {
      const inactive = new Set<string>();
      for (const { webhook, goneUrl } of attempts) {
        if (goneUrl !== undefined && (await setInactive(connection, webhook, goneUrl))) {
          inactive.add(webhook);
        }
      }
      const stored = attempts.map((attempt): AttemptRecord => {
        const isMoved = attempt.goneUrl !== undefined && !inactive.has(attempt.webhook);
        return isMoved ? { ...attempt, state: "due", nextAt: attempt.at } : attempt;
      });
      await connection.run(
        `UPDATE webhook_deliveries SET attempts = attempts + 1, state = attempt.state, last_at = attempt.at,
           next_at = attempt.nextAt, last_status = attempt.status, last_message = attempt.message
         FROM (SELECT unnest(from_json(?, '${attemptColumns}')) AS attempt) AS made
         WHERE webhook_deliveries.id = attempt.delivery AND webhook_deliveries.state = 'due'`,
        [JSON.stringify(stored)],
      );
      for (const webhook of inactive) {
        await giveUpDeliveries(
          connection,
          webhook,
          "The target answered 410 to another delivery, so the webhook was set inactive.",
        );
      }
      await this.#prune(connection, attempts.length);
    });
  }

  /** Stores a test event that was sent once, whatever its outcome, unless its webhook was deleted meanwhile. */
  async addTest(event: WebhookEvent, { delivery, webhook, state, at, status, message }: AttemptRecord): Promise<void> {
    await this.#platform.transaction(async (connection) => {
      await connection.run(
        `INSERT INTO webhook_deliveries (id, webhook, event_type, body, created, state, attempts, last_at, last_status,
           last_message) SELECT ?, id, ?, ?, ?, ?, 1, ?, ?, ? FROM webhooks WHERE id = ?`,
        [delivery, event.type, event.body, BigInt(at), state, BigInt(at), status ?? null, message, webhook],
      );
      await this.#prune(connection, 1);
    });
  }

  /** Removes ended deliveries beyond those that are kept, once in a number of attempts. */
  async #prune(connection: Connection, attempts: number): Promise<void> {
    this.#attemptsUntilPruning -= attempts;
    if (this.#attemptsUntilPruning <= 0) {
      this.#attemptsUntilPruning = pruneInterval;
      await connection.run(
        `DELETE FROM webhook_deliveries WHERE id IN (
           SELECT id FROM webhook_deliveries WHERE state <> 'due'
           QUALIFY row_number() OVER (PARTITION BY webhook ORDER BY last_at DESC, rowid DESC) > ?)`,
        [keptDeliveries],
      );
    }
  }

  /** Returns the deliveries of some webhooks, those that are due and the newest others, newest first. */
  async recent(webhooks: readonly string[], perWebhook: number): Promise<readonly StoredDelivery[]> {
    const rows = await this.#platform.use((connection) =>
      connection.rows(
        `SELECT * FROM webhook_deliveries WHERE webhook IN (SELECT unnest(from_json(?, '["VARCHAR"]')))
         QUALIFY row_number() OVER (PARTITION BY webhook ORDER BY created DESC, rowid DESC) <= ?
         ORDER BY created DESC, rowid DESC`,
        [JSON.stringify(webhooks), perWebhook],
      ),
    );
    return rows.map(toDelivery);
  }
}

/** Ends what a webhook is still to be told, in a transaction of the caller. */
export async function giveUpDeliveries(connection: Connection, webhook: string, message: string): Promise<void> {
  await connection.run(
    `UPDATE webhook_deliveries SET state = 'givenUp', next_at = NULL, last_message = ?
     WHERE webhook = ? AND state = 'due'`,
    [message, webhook],
  );
}

/** Sets a webhook inactive if it still has a target. Returns whether it has. */
async function setInactive(connection: Connection, webhook: string, targetUrl: string): Promise<boolean> {
  const found = await connection.rows(
    "UPDATE webhooks SET is_active = false WHERE id = ? AND (details::JSON->>'targetUrl') = ? RETURNING id",
    [webhook, targetUrl],
  );
  return found.length > 0;
}

function toDelivery(row: SqlRow): StoredDelivery {
  return {
    id: String(row.id),
    webhook: String(row.webhook),
    eventType: String(row.event_type),
    job: textOf(row.job),
    state: String(row.state) as DeliveryState,
    created: Number(row.created),
    attempts: Number(row.attempts),
    lastAt: numberOf(row.last_at),
    lastStatus: numberOf(row.last_status),
    lastMessage: textOf(row.last_message),
    nextAt: numberOf(row.next_at),
  };
}

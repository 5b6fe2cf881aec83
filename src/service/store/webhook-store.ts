import { randomBytes, randomUUID } from "node:crypto";
import type { Connection, SqlRow } from "../../duckdb/database.ts";
import type { PlatformDatabase } from "./platform-database.ts";
import { giveUpDeliveries, type WebhookEventType } from "./webhook-outbox.ts";

export interface WebhookDetails {
  readonly targetUrl: string;
  readonly isActive: boolean;
  /** Name of the key that signs deliveries. Without it they are not signed. */
  readonly keyName: string | undefined;
  readonly eventTypes: readonly WebhookEventType[];
  readonly displayName: string | undefined;
}

/** Credentials that a target requires. Must not get into an answer, a log or an export. */
export type WebhookCredentials =
  | { readonly kind: "basic"; readonly username: string; readonly password: string }
  | { readonly kind: "token"; readonly accessToken: string };

export interface StoredWebhook extends WebhookDetails {
  readonly id: string;
  readonly tenant: string;
}

/** A webhook with what is needed to send to it. */
export interface WebhookTarget extends StoredWebhook {
  readonly credentials: WebhookCredentials | undefined;
  /** Signing secret as Standard Webhooks writes it, with `whsec_` before its base64. */
  readonly signingSecret: string | undefined;
}

/** A stored webhook, with the signing secret if this call created it. */
interface SavedWebhook {
  readonly webhook: StoredWebhook;
  readonly newSecret: string | undefined;
}

const targetRows = `SELECT webhooks.*, secret FROM webhooks
  LEFT JOIN webhook_keys ON webhook_keys.tenant = webhooks.tenant AND webhook_keys.name = webhooks.key_name`;

/** Stores the webhooks of tenants, and the keys that sign their deliveries. A key goes with the last webhook that names it. */
export class WebhookStore {
  readonly #platform: PlatformDatabase;
  #mayHaveActive: boolean;

  private constructor(platform: PlatformDatabase, mayHaveActive: boolean) {
    this.#platform = platform;
    this.#mayHaveActive = mayHaveActive;
  }

  static async open(platform: PlatformDatabase): Promise<WebhookStore> {
    const active = await platform.use((connection) =>
      connection.rows("SELECT id FROM webhooks WHERE is_active LIMIT 1"),
    );
    return new WebhookStore(platform, active.length > 0);
  }

  /** False only if no tenant has an active webhook. */
  get mayHaveActive(): boolean {
    return this.#mayHaveActive;
  }

  /** Returns the webhooks of a tenant, oldest first; only the active or inactive ones if `isActive` is given. */
  async list(tenant: string, isActive?: boolean): Promise<readonly StoredWebhook[]> {
    const rows = await this.#platform.use((connection) =>
      connection.rows(
        "SELECT * FROM webhooks WHERE tenant = ? AND is_active = coalesce(?, is_active) ORDER BY ordinal",
        [tenant, isActive ?? null],
      ),
    );
    return rows.map(toWebhook);
  }

  async find(tenant: string, id: string): Promise<WebhookTarget | undefined> {
    const [row] = await this.#platform.use((connection) =>
      connection.rows(`${targetRows} WHERE webhooks.tenant = ? AND webhooks.id = ?`, [tenant, id]),
    );
    return row && toTarget(row);
  }

  /** Returns the active webhooks with these ids, of any tenant. */
  async activeTargets(ids: readonly string[]): Promise<readonly WebhookTarget[]> {
    const rows = await this.#platform.use((connection) =>
      connection.rows(`${targetRows} WHERE is_active AND webhooks.id IN (SELECT unnest(from_json(?, '["VARCHAR"]')))`, [
        JSON.stringify(ids),
      ]),
    );
    return rows.map(toTarget);
  }

  /** Adds a webhook. Returns undefined and changes nothing if the tenant has `maximum` webhooks. */
  add(
    tenant: string,
    details: WebhookDetails,
    credentials: WebhookCredentials | undefined,
    maximum: number,
  ): Promise<SavedWebhook | undefined> {
    this.#mayHaveActive = true;
    return this.#platform.transaction(async (connection) => {
      const [known] = await connection.rows(
        "SELECT count(*) AS webhooks, coalesce(max(ordinal), 0) AS last FROM webhooks WHERE tenant = ?",
        [tenant],
      );
      if (Number(known?.webhooks) >= maximum) {
        return undefined;
      }
      const id = randomUUID();
      await connection.run(
        `INSERT INTO webhooks (id, tenant, ordinal, is_active, key_name, event_types, details, credentials)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        [id, tenant, BigInt(Number(known?.last) + 1), ...columnsOf(details), documentOf(credentials)],
      );
      return { webhook: { id, tenant, ...details }, newSecret: await saveKey(connection, tenant, details.keyName) };
    });
  }

  /** Replaces the details of a webhook. `isActive` undefined keeps it as it is. Returns undefined if there is none. */
  update(
    tenant: string,
    id: string,
    details: Omit<WebhookDetails, "isActive"> & { readonly isActive: boolean | undefined },
  ): Promise<SavedWebhook | undefined> {
    this.#mayHaveActive = true;
    return this.#platform.transaction(async (connection) => {
      const [row] = await connection.rows("SELECT is_active FROM webhooks WHERE tenant = ? AND id = ?", [tenant, id]);
      if (!row) {
        return undefined;
      }
      const isActive = details.isActive ?? row.is_active === true;
      await connection.run(
        "UPDATE webhooks SET is_active = ?, key_name = ?, event_types = ?, details = ? WHERE id = ?",
        [...columnsOf({ ...details, isActive }), id],
      );
      const newSecret = await saveKey(connection, tenant, details.keyName);
      await removeUnusedKeys(connection, tenant);
      if (!isActive) {
        await giveUpDeliveries(connection, id, "The webhook was set inactive before this was delivered.");
      }
      return { webhook: { id, tenant, ...details, isActive }, newSecret };
    });
  }

  /** Returns the webhook, or undefined if there is none. Without credentials it has none afterwards. */
  setCredentials(
    tenant: string,
    id: string,
    credentials: WebhookCredentials | undefined,
  ): Promise<StoredWebhook | undefined> {
    return this.#platform.transaction(async (connection) => {
      const [row] = await connection.rows(
        "UPDATE webhooks SET credentials = ? WHERE tenant = ? AND id = ? RETURNING *",
        [documentOf(credentials), tenant, id],
      );
      return row && toWebhook(row);
    });
  }

  /** Deletes a webhook with its deliveries. Returns it, or undefined if there was none. */
  delete(tenant: string, id: string): Promise<StoredWebhook | undefined> {
    return this.#platform.transaction(async (connection) => {
      const [row] = await connection.rows("DELETE FROM webhooks WHERE tenant = ? AND id = ? RETURNING *", [tenant, id]);
      if (row) {
        await connection.run("DELETE FROM webhook_deliveries WHERE webhook = ?", [id]);
        await removeUnusedKeys(connection, tenant);
      }
      return row && toWebhook(row);
    });
  }
}

function columnsOf({ isActive, keyName, eventTypes, targetUrl, displayName }: WebhookDetails) {
  return [isActive, keyName ?? null, JSON.stringify(eventTypes), JSON.stringify({ targetUrl, displayName })];
}

function documentOf(credentials: WebhookCredentials | undefined): string | null {
  return credentials ? JSON.stringify(credentials) : null;
}

/** Creates the key of a name if the tenant has none, and returns its secret then. */
async function saveKey(connection: Connection, tenant: string, name: string | undefined): Promise<string | undefined> {
  if (name === undefined) {
    return undefined;
  }
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const added = await connection.rows("INSERT OR IGNORE INTO webhook_keys VALUES (?, ?, ?) RETURNING name", [
    tenant,
    name,
    secret,
  ]);
  return added.length > 0 ? secret : undefined;
}

async function removeUnusedKeys(connection: Connection, tenant: string): Promise<void> {
  await connection.run(
    `DELETE FROM webhook_keys WHERE tenant = ? AND name NOT IN (
       SELECT key_name FROM webhooks WHERE tenant = ? AND key_name IS NOT NULL)`,
    [tenant, tenant],
  );
}

function toWebhook(row: SqlRow): StoredWebhook {
  const { targetUrl, displayName } = JSON.parse(String(row.details));
  return {
    id: String(row.id),
    tenant: String(row.tenant),
    targetUrl,
    isActive: row.is_active === true,
    keyName: row.key_name === null ? undefined : String(row.key_name),
    eventTypes: JSON.parse(String(row.event_types)),
    displayName,
  };
}

function toTarget(row: SqlRow): WebhookTarget {
  return {
    ...toWebhook(row),
    credentials: row.credentials === null ? undefined : JSON.parse(String(row.credentials)),
    signingSecret: row.secret === null ? undefined : String(row.secret),
  };
}

import type { Logger } from "../../base/logger.ts";
import type { TenantEntry, TenantListResponse as Tenants } from "../../languages/core/requests/editor-requests.ts";

/** Dependencies of the tenant list. */
export interface TenantServices {
  readonly currentTarget: () => { readonly connectionId: string };
  /** Returns the tenants on which the user of a connection may act. */
  readonly tenants: (connectionId: string) => Promise<readonly TenantEntry[]>;
  readonly log: Logger;
  /** Returns the current time in epoch milliseconds. */
  readonly now?: () => number;
}

/**
 * Lifetimes in milliseconds: how long a list of tenants stays valid, and how long the service is not called after a
 * failure.
 */
const lifetimes = { listMs: 300_000, failureMs: 15_000 };

/** List of the tenants of the active connection. Cached by connection. */
export class TenantList {
  readonly #services: TenantServices;
  readonly #loaded = new Map<string, { readonly untilMs: number; readonly tenants: Promise<Tenants> }>();

  constructor(services: TenantServices) {
    this.#services = services;
  }

  /** Returns the tenants of the active connection. Empty after a failure. Never rejects. */
  async list(): Promise<Tenants> {
    const { currentTarget, now = Date.now } = this.#services;
    const { connectionId } = currentTarget();
    const known = this.#loaded.get(connectionId);
    if (known && now() < known.untilMs) {
      return await known.tenants;
    }
    const tenants = this.#load(connectionId);
    this.#loaded.set(connectionId, { untilMs: now() + lifetimes.listMs, tenants });
    return await tenants;
  }

  async #load(connectionId: string): Promise<Tenants> {
    const { tenants, log, now = Date.now } = this.#services;
    try {
      const entries = await tenants(connectionId);
      return { tenants: entries.map(({ code, displayName }) => ({ code, displayName })) };
    } catch (error) {
      log.warn(`The tenants could not be listed: ${error instanceof Error ? error.message : "unknown"}`);
      const nothing: Tenants = { tenants: [] };
      this.#loaded.set(connectionId, { untilMs: now() + lifetimes.failureMs, tenants: Promise.resolve(nothing) });
      return nothing;
    }
  }
}

import type { Logger } from "../../base/logger.ts";
import type { TenantEntry, TenantList as Tenants } from "../../languages/core/requests/tenant-requests.ts";

/** What the list needs of the rest of the extension. */
export interface TenantServices {
  readonly currentTarget: () => { readonly connectionId: string };
  /** The tenants that the user of a connection can act on. */
  readonly tenants: (connectionId: string) => Promise<readonly TenantEntry[]>;
  readonly log: Logger;
  /** Epoch milliseconds. */
  readonly now?: () => number;
}

/** An answer is taken for the truth so long; after a failure the connection is left alone for less. */
const lives = { listMs: 300_000, failureMs: 15_000 };

/** The tenants of the active connection, asked for once for each connection. */
export class TenantList {
  readonly #services: TenantServices;
  readonly #loaded = new Map<string, { readonly untilMs: number; readonly tenants: Promise<Tenants> }>();

  constructor(services: TenantServices) {
    this.#services = services;
  }

  /** Never rejects; gives none when nothing could be asked. */
  async list(): Promise<Tenants> {
    const { currentTarget, now = Date.now } = this.#services;
    const { connectionId } = currentTarget();
    const known = this.#loaded.get(connectionId);
    if (known && now() < known.untilMs) {
      return await known.tenants;
    }
    const tenants = this.#load(connectionId);
    this.#loaded.set(connectionId, { untilMs: now() + lives.listMs, tenants });
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
      this.#loaded.set(connectionId, { untilMs: now() + lives.failureMs, tenants: Promise.resolve(nothing) });
      return nothing;
    }
  }
}

import * as vscode from "vscode";
import type { Connection as ClientConnection } from "../../client/connection.ts";
import type { Session } from "../../client/session.ts";
import type { Log } from "../../host/log.ts";
import { baseUrlOf, type Connection, localConnection, type Target } from "./connection-model.ts";
import type { ConnectionStore } from "./connection-store.ts";
import type { LocalService } from "./local-service.ts";
import { createRoleGate } from "./role-gate.ts";

export interface TenantEntry {
  readonly code: string;
  readonly displayName: string;
}

/** What the rest of the extension knows of connections: the list, the active target, and sessions to call with. */
export class ConnectionService implements vscode.Disposable {
  readonly #store: ConnectionStore;
  readonly #local: LocalService;
  readonly #log: Log;
  readonly #sessions = new Map<string, Promise<Session>>();
  readonly #subscriptions: vscode.Disposable;

  constructor(store: ConnectionStore, local: LocalService, log: Log) {
    this.#store = store;
    this.#local = local;
    this.#log = log;
    // A changed connection signs in anew; sessions that results hold go on as they were.
    this.#subscriptions = vscode.Disposable.from(
      store.onDidEdit((id) => this.#forget(id)),
      local.onDidEnd(() => this.#forget(localConnection.id)),
    );
  }

  get onDidChange() {
    return this.#store.onDidChange;
  }

  list(): readonly Connection[] {
    return this.#store.list();
  }

  get target(): Target {
    return this.#store.target;
  }

  setTarget(target: Target): Promise<void> {
    return this.#store.setTarget(target);
  }

  /** The session of the active target. */
  current(): Promise<Session> {
    return this.#session(this.target);
  }

  /** A session that acts on a tenant's production version. */
  sessionFor(connectionId: string, tenant?: string): Promise<Session> {
    return this.#session({ connectionId, ...(tenant !== undefined && { tenant }) });
  }

  async tenants(connectionId: string): Promise<readonly TenantEntry[]> {
    const { client } = await this.sessionFor(connectionId);
    const user = await client.getUserMetadata({ query: { includeTenantDetails: true } });
    const details = user["service:tenant_details"]?.details ?? [];
    const login = user["service:tenant_id"];
    const entries = details.map(({ tenantCode = "", displayName = tenantCode }) => ({ code: tenantCode, displayName }));
    return entries.length > 0 || login === undefined ? entries : [{ code: login, displayName: login }];
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  #forget(connectionId: string): void {
    for (const key of [...this.#sessions.keys()]) {
      if (JSON.parse(key)[0] === connectionId) {
        this.#sessions.delete(key);
      }
    }
  }

  #session(target: Target): Promise<Session> {
    const key = JSON.stringify([target.connectionId, target.tenant, target.project?.id]);
    const known = this.#sessions.get(key);
    if (known) {
      return known;
    }
    const session = this.#createSession(target);
    this.#sessions.set(key, session);
    session.catch(() => this.#sessions.delete(key));
    return session;
  }

  async #createSession(target: Target): Promise<Session> {
    const connection = this.#store.find(target.connectionId);
    if (!connection) {
      throw new Error(vscode.l10n.t("This connection was removed. Select another one."));
    }
    const [address, { createServiceClient }] = await Promise.all([
      this.#address(connection),
      import("../../client/service-client.ts"),
    ]);
    return {
      connectionId: connection.id,
      connectionLabel: connection.label,
      role: connection.role,
      tenant: target.tenant,
      project: target.project,
      client: createServiceClient({
        connection: { ...address, tenant: target.tenant, project: target.project?.id },
        gate: createRoleGate(connection, target.tenant),
        logger: this.#log,
      }),
    };
  }

  async #address(connection: Connection): Promise<Pick<ClientConnection, "baseUrl" | "apiKey" | "credentials">> {
    if (connection.id === localConnection.id) {
      const { url, apiKey, username, password } = await this.#local.ready();
      return { baseUrl: url, apiKey, credentials: async () => ({ username, password }) };
    }
    const secretsNow = async () => {
      const secrets = await this.#store.secretsOf(connection.id);
      if (!secrets) {
        throw new Error(
          vscode.l10n.t('The secrets of "{0}" are not on this machine. Edit the connection.', connection.label),
        );
      }
      return secrets;
    };
    const { apiKey } = await secretsNow();
    return {
      baseUrl: baseUrlOf(connection),
      apiKey,
      credentials: async () => ({ username: connection.username, password: (await secretsNow()).password }),
    };
  }
}

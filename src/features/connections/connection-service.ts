import * as vscode from "vscode";
import { EventSource } from "../../base/event.ts";
import type { SmallGroupGuard } from "../../base/small-group.ts";
import type { Session } from "../../client/call/client.ts";
import type { Connection as ClientConnection } from "../../client/interface/connection.ts";
import type { Availability } from "../../host/availability.ts";
import { isCancellation } from "../../host/cancellation.ts";
import { type Log, logFailure } from "../../host/log.ts";
import { hasPassword } from "../../protocol/connection-form.ts";
import type { BrowserSignIn } from "./browser-sign-in.ts";
import { clientConnectionOf, profileOf } from "./client-connection.ts";
import { askPassword, secretsOf } from "./connection-credentials.ts";
import { type Connection, localConnection, type Target } from "./connection-model.ts";
import type { ConnectionStore } from "./connection-store.ts";
import type { LocalService } from "./local-service.ts";
import { createRoleGate } from "./role-gate.ts";
import { SecretTokenStore } from "./secret-token-store.ts";
import { signInSettingsOf } from "./sign-in-settings-model.ts";
import { readTenants, type TenantEntry } from "./tenant-claims-model.ts";
import { UnavailableOperations } from "./unavailable-operations-model.ts";

interface ConnectionParts {
  readonly store: ConnectionStore;
  readonly local: LocalService;
  readonly log: Log;
  readonly browser: BrowserSignIn;
  readonly secrets: vscode.SecretStorage;
  /** Local folder for lock files, shared by all windows of this machine. */
  readonly lockFolder: string;
}

/** Target of one run; stays the same when the user selects another target. */
interface BoundTarget {
  readonly connectionId: string;
  readonly connection: string;
  readonly tenant: string | undefined;
  readonly project: string | undefined;
  session(): Promise<Session>;
  loginTenant(): Promise<string | undefined>;
  /** Small-group guard of the connection at the time of the call, and the deployment's name of the time column. */
  smallGroups(): Promise<{ readonly guard: SmallGroupGuard; readonly timeColumn: string | undefined } | undefined>;
  readonly availability: Availability;
}

/** The connections, the active target, and sessions to call services with. */
export class ConnectionService implements vscode.Disposable {
  readonly #parts: ConnectionParts;
  readonly #store: ConnectionStore;
  readonly #local: LocalService;
  readonly #log: Log;
  readonly #tokenStores = new Map<string, SecretTokenStore>();
  /** Ids of the connections that the user is signing in to. */
  readonly #signingIn = new Set<string>();
  readonly #sessions = new Map<string, Promise<Session>>();
  /** Tenant that calls act on when they name none, by connection id. */
  readonly #loginTenants = new Map<string, string>();
  readonly #unavailable = new UnavailableOperations();
  readonly #changed = new EventSource<void>();
  readonly #subscriptions: vscode.Disposable;

  constructor(parts: ConnectionParts) {
    const { store, local, log } = parts;
    this.#parts = parts;
    this.#store = store;
    this.#local = local;
    this.#log = log;
    // A changed connection signs in again; sessions that results hold keep working unchanged.
    this.#subscriptions = vscode.Disposable.from(
      store.onDidEdit((id) => {
        this.#loginTenants.delete(id);
        this.#unavailable.forget(id);
        this.#forget(id);
      }),
      this.#unavailable.onDidChange(() => this.#changed.fire()),
      store.onDidSignOut((id) => this.#endSessions(id)),
      store.onDidChange(() => this.#changed.fire()),
      local.onDidEnd(() => this.#forgetLocal()),
    );
  }

  /** Fires when the list, the target or their details change. */
  get onDidChange() {
    return this.#changed.event;
  }

  /** Whether the user has to sign in before calls on a connection can work. */
  isSignedOut(connectionId: string): boolean {
    return this.#store.isKnownSignedOut(connectionId);
  }

  /** Fires when a connection was saved or removed, with its id. */
  get onDidEdit() {
    return this.#store.onDidEdit;
  }

  list(): readonly Connection[] {
    return this.#store.list();
  }

  get target(): Target {
    return this.#store.target;
  }

  /** Target to display, with the login tenant where the target names none and it is known. */
  get displayedTarget(): Target {
    const { target } = this.#store;
    const tenant = target.tenant ?? this.#loginTenants.get(target.connectionId);
    return { ...target, ...(tenant !== undefined && { tenant }) };
  }

  /** Name of the time column in the deployment of the active connection; undefined for the usual name. */
  async timeColumn(): Promise<string | undefined> {
    return await this.timeColumnOf(this.target.connectionId);
  }

  /** Operations that the service of a connection is known to lack. */
  missingOperations(connectionId: string): ReadonlySet<string> {
    return this.#unavailable.of(connectionId);
  }

  /** Name of the time column in the deployment of a connection; undefined for the usual name. */
  async timeColumnOf(connectionId: string): Promise<string | undefined> {
    const connection = this.#store.find(connectionId);
    return connection && (await profileOf(connection))?.timeColumn;
  }

  /** Small-group guard of a connection, or undefined if it has none. */
  guardOf(connectionId: string): SmallGroupGuard | undefined {
    return this.#store.find(connectionId)?.smallGroups;
  }

  setTarget(target: Target): Promise<void> {
    return this.#store.setTarget(target);
  }

  /** Returns the session of the active target. */
  current(): Promise<Session> {
    return this.#session(this.target);
  }

  /** Returns the current target for a run; it stays the same when the user selects another one. */
  currentTarget(): BoundTarget {
    const { target, displayedTarget } = this;
    return this.#bind(target, displayedTarget.tenant);
  }

  /** Returns the target for a run on the production version or a project of a tenant, whatever is active. */
  targetFor(target: Target & { readonly tenant: string }): BoundTarget {
    return this.#bind(target, target.tenant);
  }

  #bind(target: Target, tenant: string | undefined): BoundTarget {
    const label = this.#store.find(target.connectionId)?.label ?? target.connectionId;
    return {
      connectionId: target.connectionId,
      connection: label,
      tenant,
      project: target.project?.name,
      session: () => this.#session(target),
      loginTenant: () => this.#loginTenant(target.connectionId),
      smallGroups: () => this.#smallGroups(target.connectionId),
      availability: this.#availability(target.connectionId),
    };
  }

  /**
   * Starts the local service and signs in to it, so that the next call on it does not wait. Does nothing if the user
   * has disabled or stopped it.
   */
  async prepareLocal(): Promise<void> {
    if (this.#local.isStopped || !this.#store.find(localConnection.id)) {
      return;
    }
    await this.#local.ready();
    if (!this.#loginTenants.has(localConnection.id)) {
      await this.tenants(localConnection.id);
    }
  }

  /** Returns a session that acts on a tenant's production version. */
  sessionFor(connectionId: string, tenant?: string): Promise<Session> {
    return this.#session({ connectionId, ...(tenant !== undefined && { tenant }) });
  }

  /** Returns the tenant that calls act on when they name none. Undefined if the service has not told it yet. */
  knownLoginTenant(connectionId: string): string | undefined {
    return this.#loginTenants.get(connectionId);
  }

  async tenants(connectionId: string, signal?: AbortSignal): Promise<readonly TenantEntry[]> {
    const { client } = await this.sessionFor(connectionId);
    const user = await client.getUserMetadata({ query: { includeTenantDetails: true } }, signal && { signal });
    const connection = this.#store.find(connectionId);
    const profile = connection && (await profileOf(connection));
    const { login, tenants } = readTenants(user, profile?.claimPrefix);
    this.setLoginTenant(connectionId, login);
    return tenants;
  }

  /**
   * Signs in at the user's request: prompts for a password that is not stored, and opens the browser without a
   * confirmation. Returns the tenants. Throws the error of the first call, or CancelledError.
   */
  async signIn(connectionId: string, signal?: AbortSignal): Promise<readonly TenantEntry[]> {
    const connection = this.#store.find(connectionId);
    if (!connection || connection.kind === "local" || connection.temporary) {
      return await this.tenants(connectionId, signal);
    }
    const stored = await secretsOf(connection, this.#store);
    const { isSignedOut = false, ...secrets } = stored;
    const isPasswordNeeded = hasPassword(signInSettingsOf(connection).kind) && secrets.password === "";
    if (isSignedOut || isPasswordNeeded) {
      const password = isPasswordNeeded ? await askPassword(connection) : secrets.password;
      await this.#store.saveSecrets(connectionId, { ...secrets, password });
    }
    this.#forget(connectionId);
    this.#signingIn.add(connectionId);
    try {
      return await this.tenants(connectionId, signal);
    } catch (error) {
      if (isSignedOut) {
        await this.#store.saveSecrets(connectionId, stored);
      }
      throw error instanceof Error && isCancellation(error.cause) ? error.cause : error;
    } finally {
      this.#signingIn.delete(connectionId);
    }
  }

  dispose(): void {
    this.#subscriptions.dispose();
    this.#unavailable.dispose();
    this.#changed.dispose();
  }

  #availability(connectionId: string): Availability {
    return {
      known: () => this.#unavailable.of(connectionId),
      connectionsSupporting: (operations) =>
        this.#store
          .list()
          .filter(({ id }) => id !== connectionId)
          .filter(({ id }) => !operations.some((operation) => this.#unavailable.of(id).has(operation)))
          .map(({ label }) => label),
    };
  }

  async #smallGroups(connectionId: string): ReturnType<BoundTarget["smallGroups"]> {
    const connection = this.#store.find(connectionId);
    const guard = connection?.smallGroups;
    return guard && { guard, timeColumn: (await profileOf(connection))?.timeColumn };
  }

  async #loginTenant(connectionId: string): Promise<string | undefined> {
    if (!this.#loginTenants.has(connectionId)) {
      try {
        await this.tenants(connectionId);
      } catch (error) {
        // The name is only displayed; the call that needs the connection reports what is wrong with it.
        logFailure(this.#log, "The tenant of the connection could not be determined", error);
      }
    }
    return this.#loginTenants.get(connectionId);
  }

  /** Stores the tenant that calls act on when they name none, as far as the service told it. */
  setLoginTenant(connectionId: string, tenant: string | undefined): void {
    if (tenant !== undefined && this.#loginTenants.get(connectionId) !== tenant) {
      this.#loginTenants.set(connectionId, tenant);
      this.#changed.fire();
    }
  }

  /** Disposes the clients of a connection. Results with such a session keep their rows but make no more calls. */
  #endSessions(connectionId: string): void {
    for (const [key, session] of this.#sessions) {
      if (JSON.parse(key)[0] === connectionId) {
        session.then(
          ({ client }) => client.dispose(),
          () => undefined,
        );
      }
    }
    this.#forget(connectionId);
  }

  /** Drops the sessions of the local service, also those that act as other users. */
  #forgetLocal(): void {
    for (const { id } of this.#store.list().filter(({ kind }) => kind === "local")) {
      this.#forget(id);
    }
  }

  #forget(connectionId: string): void {
    for (const key of [...this.#sessions.keys()]) {
      if (JSON.parse(key)[0] === connectionId) {
        this.#sessions.delete(key);
      }
    }
  }

  async #session(target: Target): Promise<Session> {
    if (this.#store.find(target.connectionId)?.kind === "local") {
      // Also drops the sessions of a service that has ended since.
      await this.#local.ready();
    }
    const key = JSON.stringify([target.connectionId, target.tenant, target.project?.id]);
    const known = this.#sessions.get(key);
    if (known) {
      return await known;
    }
    const session = this.#createSession(target);
    this.#sessions.set(key, session);
    session.catch(() => this.#sessions.delete(key));
    return await session;
  }

  async #createSession(target: Target): Promise<Session> {
    const connection = this.#store.get(target.connectionId);
    const [address, { createServiceClient }] = await Promise.all([
      this.#connectionOf(connection),
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
        onUnavailable: (operation) => this.#unavailable.add(connection.id, operation),
      }),
    };
  }

  async #connectionOf(connection: Connection): Promise<ClientConnection> {
    const { id, impersonation, temporary } = connection;
    // Another user's calls are signed in to as the connection's own user.
    const own = temporary ? (this.#store.find(temporary.basedOn) ?? connection) : connection;
    const address = await clientConnectionOf(own, {
      local: this.#local,
      store: this.#store,
      browser: this.#parts.browser,
      tokens: this.tokenStoreOf(own.id),
      isUserRequested: () => this.#signingIn.has(id),
    });
    return temporary ? { ...address, impersonation } : address;
  }

  /** Returns the one token store of a connection, so that its sessions renew tokens one after another. */
  tokenStoreOf(connectionId: string): SecretTokenStore {
    const { secrets, lockFolder } = this.#parts;
    const tokenStoreOf = this.#tokenStores.get(connectionId) ?? new SecretTokenStore(secrets, connectionId, lockFolder);
    this.#tokenStores.set(connectionId, tokenStoreOf);
    return tokenStoreOf;
  }
}

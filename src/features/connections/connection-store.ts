import * as vscode from "vscode";
import { EventSource } from "../../base/event.ts";
import type { JwtTokens } from "../../client/interface/connection.ts";
import { markConnectionGone } from "../../host/connection-gone.ts";
import { hasPassword } from "../../protocol/connection-form.ts";
import {
  type Connection,
  type ConnectionSecrets,
  hasDifferentSignIn,
  localConnection,
  readConnections,
  type Target,
} from "./connection-model.ts";
import { parseTokens, tokensKey } from "./secret-token-store.ts";
import { signInSettingsOf } from "./sign-in-settings-model.ts";

const connectionsKey = "workforce.connections";
const targetKey = "workforce.target";

/** Stores connections in the extension's global state and their secrets in SecretStorage only. */
export class ConnectionStore implements vscode.Disposable {
  readonly #state: vscode.Memento;
  readonly #workspaceState: vscode.Memento;
  readonly #secrets: vscode.SecretStorage;
  readonly #isLocalOffered: () => boolean;
  readonly #changed = new EventSource<void>();
  /** Fires when the list or the target changed. */
  readonly onDidChange = this.#changed.event;
  readonly #edited = new EventSource<string>();
  /** Fires when a connection was saved or removed, with its id. */
  readonly onDidEdit = this.#edited.event;

  readonly #signedOut = new EventSource<string>();
  /** Fires when the user signed out of a connection in any window, with its id. */
  readonly onDidSignOut = this.#signedOut.event;
  readonly #subscription: vscode.Disposable;
  /** Ids of the connections that cannot sign in without the user, as last read from the secret storage. */
  #signedOutIds: ReadonlySet<string> = new Set();
  #pendingRead: Promise<void> = Promise.resolve();
  /** Connections of *Sign In as* in this window, in memory only. */
  #temporary: readonly Connection[] = [];
  /** Target on a connection of *Sign In as*. When that ends, the stored target applies again. */
  #temporaryTarget: Target | undefined;

  constructor(
    context: Pick<vscode.ExtensionContext, "globalState" | "workspaceState" | "secrets">,
    isLocalOffered: () => boolean = () => true,
  ) {
    this.#isLocalOffered = isLocalOffered;
    this.#state = context.globalState;
    this.#workspaceState = context.workspaceState;
    this.#secrets = context.secrets;
    this.#subscription = context.secrets.onDidChange(({ key }) => {
      void this.#notifySignOut(key);
      this.#readSignedOut();
    });
    this.#readSignedOut();
  }

  /** Returns all connections, each with those that act as other users by its sign-in. */
  list(): readonly Connection[] {
    return this.stored().flatMap((connection) => [
      connection,
      ...this.#temporary.filter(({ temporary }) => temporary?.basedOn === connection.id),
    ]);
  }

  /** Returns the user's own connections: first the local one, which needs no set-up, unless a setting disables it. */
  stored(): readonly Connection[] {
    const remote = readConnections(this.#state.get(connectionsKey));
    return this.#isLocalOffered() ? [localConnection, ...remote] : remote;
  }

  /** Fires a change event after a setting may have changed the list. */
  refresh(): void {
    this.#changed.fire();
  }

  find(id: string): Connection | undefined {
    return this.list().find((connection) => connection.id === id);
  }

  /** Returns a connection. Throws an error marked by `markConnectionGone` if it was removed, by another window for example. */
  get(id: string): Connection {
    const found = this.find(id);
    if (!found) {
      throw markConnectionGone(
        new Error(vscode.l10n.t("This connection no longer exists. Add one, or select another one in the status bar.")),
      );
    }
    return found;
  }

  /** Target of calls in this window; defaults to the first connection. */
  get target(): Target {
    const target = this.#temporaryTarget ?? this.#workspaceState.get<Target>(targetKey);
    return target && this.find(target.connectionId)
      ? target
      : { connectionId: this.list()[0]?.id ?? localConnection.id };
  }

  async setTarget(target: Target): Promise<void> {
    this.#temporaryTarget = this.find(target.connectionId)?.temporary ? target : undefined;
    if (!this.#temporaryTarget) {
      await this.#workspaceState.update(targetKey, target);
    }
    this.#changed.fire();
  }

  /** Adds a connection of *Sign In as*. */
  addTemporary(connection: Connection): void {
    this.#temporary = [...this.#temporary, connection];
    this.#changed.fire();
  }

  /** Removes a connection of *Sign In as*, or all that use the sign-in of a connection, by its id. */
  removeTemporary(id: string): void {
    const ended = this.#temporary.filter((one) => one.id === id || one.temporary?.basedOn === id);
    if (ended.length === 0) {
      return;
    }
    this.#temporary = this.#temporary.filter((one) => !ended.includes(one));
    if (ended.some((one) => one.id === this.#temporaryTarget?.connectionId)) {
      this.#temporaryTarget = undefined;
    }
    for (const one of ended) {
      this.#signedOut.fire(one.id);
      this.#edited.fire(one.id);
    }
    this.#changed.fire();
  }

  /** Stores a connection, with the tokens of a sign-in to it if there was one. */
  async save(connection: Connection, secrets: ConnectionSecrets, tokens?: JwtTokens): Promise<void> {
    const known = this.find(connection.id);
    if (tokens) {
      await this.#secrets.store(tokensKey(connection.id), JSON.stringify(tokens));
    } else if (known && hasDifferentSignIn(known, connection)) {
      await this.#secrets.delete(tokensKey(connection.id));
    }
    await this.saveSecrets(connection.id, secrets);
    const others = readConnections(this.#state.get(connectionsKey)).filter(({ id }) => id !== connection.id);
    await this.#state.update(connectionsKey, [...others, connection]);
    this.removeTemporary(connection.id);
    this.#edited.fire(connection.id);
    this.#changed.fire();
    this.#readSignedOut();
  }

  async remove(id: string): Promise<void> {
    const others = readConnections(this.#state.get(connectionsKey)).filter((connection) => connection.id !== id);
    await this.#state.update(connectionsKey, others);
    await this.#secrets.delete(secretKey(id));
    await this.#secrets.delete(tokensKey(id));
    this.removeTemporary(id);
    this.#edited.fire(id);
    this.#changed.fire();
  }

  async secretsOf(id: string): Promise<ConnectionSecrets | undefined> {
    const stored = await this.#secrets.get(secretKey(id));
    return stored === undefined ? undefined : (JSON.parse(stored) as ConnectionSecrets);
  }

  async saveSecrets(id: string, secrets: ConnectionSecrets): Promise<void> {
    await this.#secrets.store(secretKey(id), JSON.stringify(secrets));
  }

  /** Whether the connection can sign in without the user. */
  async isSignedIn(connection: Connection): Promise<boolean> {
    const secrets = await this.secretsOf(connection.id);
    if (!secrets || secrets.isSignedOut) {
      return false;
    }
    return hasPassword(signInSettingsOf(connection).kind)
      ? secrets.password !== ""
      : (await this.#secrets.get(tokensKey(connection.id))) !== undefined;
  }

  /** Whether a connection cannot sign in without the user, as far as the secret storage has been read. */
  isKnownSignedOut(id: string): boolean {
    return this.#signedOutIds.has(this.find(id)?.temporary?.basedOn ?? id);
  }

  /** Access token (JWT, secret) of a connection that signs in by OAuth 2.0; empty for other kinds. */
  async accessTokenOf(id: string): Promise<string> {
    return parseTokens(await this.#secrets.get(tokensKey(id)))?.accessToken ?? "";
  }

  /** Deletes the tokens, the password and the assertion. API key, client and user name stay for the next sign-in. */
  async signOut(id: string): Promise<void> {
    const secrets = await this.secretsOf(id);
    if (secrets) {
      const { assertion: _, ...kept } = secrets;
      await this.saveSecrets(id, { ...kept, password: "", isSignedOut: true });
    }
    await this.#secrets.delete(tokensKey(id));
    this.#changed.fire();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#signedOut.dispose();
    this.#changed.dispose();
    this.#edited.dispose();
  }

  /** Reads which connections are signed out, one reading after another, and fires a change event if that changed. */
  #readSignedOut(): void {
    this.#pendingRead = this.#pendingRead.then(async () => {
      const remote = this.stored().filter(({ kind }) => kind === "remote");
      const states = await Promise.all(remote.map((connection) => this.isSignedIn(connection)));
      const ids = new Set(remote.filter((_, index) => states[index] === false).map(({ id }) => id));
      if ([...ids].join() !== [...this.#signedOutIds].join()) {
        this.#signedOutIds = ids;
        this.#changed.fire();
      }
    });
  }

  async #notifySignOut(key: string): Promise<void> {
    const id = key.startsWith(secretPrefix) ? key.slice(secretPrefix.length) : undefined;
    if (id !== undefined && (await this.secretsOf(id))?.isSignedOut) {
      this.removeTemporary(id);
      this.#signedOut.fire(id);
    }
  }
}

const secretPrefix = "workforce.connection.";

function secretKey(id: string): string {
  return `${secretPrefix}${id}`;
}

import * as vscode from "vscode";
import { type Log, logFailure } from "../../host/log.ts";
import { disableErrorLinks } from "../../host/untrusted-text.ts";
import { accountChanges } from "./account-changes-model.ts";
import { accountLabel, type Connection } from "./connection-model.ts";
import type { ConnectionService } from "./connection-service.ts";
import type { ConnectionStore } from "./connection-store.ts";

/** Id of the extension's authentication provider in VS Code. */
export const accountsId = "workforce-analytics";

interface AccountParts {
  readonly log: Log;
  readonly store: ConnectionStore;
  readonly connections: Pick<ConnectionService, "signIn">;
  readonly secrets: Pick<vscode.SecretStorage, "onDidChange">;
  /** Asks the user for the connection to sign in to. Throws CancelledError. */
  choose(): Promise<Connection>;
}

/**
 * Authentication provider that presents the signed-in connections as VS Code accounts. The scope of a session is the
 * connection's id. Its access token is the JWT for OAuth 2.0 and empty for basic authentication.
 */
export class Accounts implements vscode.AuthenticationProvider, vscode.Disposable {
  readonly #parts: AccountParts;
  readonly #changed = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  readonly onDidChangeSessions = this.#changed.event;
  readonly #subscriptions: vscode.Disposable;
  #lastSessions: readonly vscode.AuthenticationSession[] = [];
  #pendingRefresh: Promise<void> = Promise.resolve();

  constructor(parts: AccountParts) {
    this.#parts = parts;
    this.#subscriptions = vscode.Disposable.from(
      this.#changed,
      // Also fires when another window signs in or out.
      parts.secrets.onDidChange(() => this.#refresh()),
      parts.store.onDidChange(() => this.#refresh()),
    );
    this.#refresh();
  }

  async getSessions(scopes: readonly string[] | undefined): Promise<vscode.AuthenticationSession[]> {
    const { store } = this.#parts;
    const sessions: vscode.AuthenticationSession[] = [];
    for (const connection of store.stored().filter(({ kind }) => kind === "remote")) {
      if ((scopes ?? []).every((scope) => scope === connection.id) && (await store.isSignedIn(connection))) {
        sessions.push(await this.#sessionOf(connection));
      }
    }
    return sessions;
  }

  async createSession(scopes: readonly string[]): Promise<vscode.AuthenticationSession> {
    const { connections, store, choose } = this.#parts;
    try {
      const connection = store.find(scopes[0] ?? "") ?? (await choose());
      await connections.signIn(connection.id);
      return await this.#sessionOf(connection);
    } catch (error) {
      // VS Code shows the message, which may contain text from the service.
      throw disableErrorLinks(error);
    }
  }

  async removeSession(id: string): Promise<void> {
    await this.#parts.store.signOut(id);
  }

  dispose(): void {
    this.#subscriptions.dispose();
  }

  async #sessionOf(connection: Connection): Promise<vscode.AuthenticationSession> {
    return {
      id: connection.id,
      account: { id: connection.id, label: accountLabel(connection) },
      scopes: [connection.id],
      accessToken: await this.#parts.store.accessTokenOf(connection.id),
    };
  }

  #refresh(): void {
    this.#pendingRefresh = this.#pendingRefresh
      .then(async () => {
        const now = await this.getSessions(undefined);
        const changes = accountChanges(this.#lastSessions, now);
        this.#lastSessions = now;
        if (changes) {
          this.#changed.fire(changes);
        }
      })
      .catch((error: unknown) => logFailure(this.#parts.log, "The accounts could not be listed", error));
  }
}

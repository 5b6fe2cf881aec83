import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { foldUserName } from "../../base/user-rules.ts";
import { activeTenant } from "../../host/call-tenant.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { showInformation } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import { askChoice, askText, backStep } from "../../host/step-input.ts";
import { parseUsersTable, readUserColumns, usersLanguageId } from "../../languages/core/users/parse-users.ts";
import { readInvitations } from "../../service/store/invitations-file.ts";
import { type Connection, connectionIdOf, localConnection } from "./connection-model.ts";
import type { ConnectionService } from "./connection-service.ts";
import type { ConnectionStore } from "./connection-store.ts";
import type { LocalService } from "./local-service.ts";

/** Time in milliseconds after which acting as another user ends by itself: the life of one impersonation token. */
const durationMs = 60 * 60_000;

/**
 * Commands of administrators that act as another user, or give a new user the link of the first sign-in. Loaded on first
 * use, to keep activation fast.
 */
export class SignInAs implements vscode.Disposable {
  readonly #store: ConnectionStore;
  readonly #connections: Pick<ConnectionService, "tenants" | "target" | "displayedTarget">;
  readonly #local: Pick<LocalService, "ready" | "dataFolder">;
  /** Timers that end what the user began, by id of the temporary connection. */
  readonly #timers = new Map<string, ReturnType<typeof setTimeout>>();
  readonly #subscription: vscode.Disposable;

  constructor(
    store: ConnectionStore,
    connections: Pick<ConnectionService, "tenants" | "target" | "displayedTarget">,
    local: Pick<LocalService, "ready" | "dataFolder">,
  ) {
    this.#store = store;
    this.#connections = connections;
    this.#local = local;
    this.#subscription = store.onDidChange(() => this.#showState());
  }

  /** Asks for a user and acts as that user from then on. */
  async start(item: unknown): Promise<void> {
    const own = await this.#connectionFor(item);
    const { username, write } = await askUser(own);
    const title = vscode.l10n.t("Signing in to {0} as {1}", own.label, username);
    const until = new Date(Date.now() + durationMs).toLocaleTimeString([], { timeStyle: "short" });
    const access = write ? vscode.l10n.t("read and write") : vscode.l10n.t("read only");
    const id = `as-${randomUUID()}`;
    this.#store.addTemporary({
      ...own,
      id,
      label: vscode.l10n.t("{0} as {1}", own.label, username),
      impersonation: { username, write },
      temporary: {
        basedOn: own.id,
        description: vscode.l10n.t("{0}, {1}, until {2}", username, access, until),
      },
    });
    try {
      await withProgress("notification", title, (signal) => this.#connections.tenants(id, signal));
    } catch (error) {
      this.#store.removeTemporary(id);
      throw error;
    }
    await this.#store.setTarget({ connectionId: id });
    this.#timers.set(
      id,
      setTimeout(() => this.#expire(id, own, username), durationMs),
    );
    const stop = vscode.l10n.t("Stop Impersonating");
    const text = vscode.l10n.t("Queries and views now show what {0} sees, until {1}.", username, until);
    if ((await showInformation(text, stop)) === stop) {
      this.#end(id);
    }
  }

  /** Ends acting as another user: on the given connection, or on the active or only one. */
  async stop(item: unknown): Promise<void> {
    const temporary = this.#store.list().filter((connection) => connection.temporary);
    const id = connectionIdOf(item) ?? this.#connections.target.connectionId;
    const found = temporary.find((connection) => connection.id === id) ?? temporary[0];
    if (found) {
      this.#end(found.id);
    }
  }

  /** Returns the users of a tenant who have yet to choose a password, and the address at which each of them does. */
  async #invitationsOf(tenant: string): Promise<readonly { readonly username: string; readonly link: string }[]> {
    const { url } = await this.#local.ready();
    return (await readInvitations(this.#local.dataFolder.fsPath))
      .filter(({ tenantCode, validUntil }) => tenantCode === tenant && Date.parse(validUntil) > Date.now())
      .map(({ username, page }) => ({ username, link: `${url}${page}` }));
  }

  /** Asks for a user of the local service who has no password yet, and copies the link at which the user chooses one. */
  async copyLink(): Promise<void> {
    if (this.#connections.target.connectionId !== localConnection.id) {
      throw new Error(
        vscode.l10n.t(
          "Only the local service keeps the links of new users on this machine. Select the connection Local in the status bar first.",
        ),
      );
    }
    const { tenant } = await activeTenant(this.#connections);
    const invitations = await this.#invitationsOf(tenant);
    if (invitations.length === 0) {
      throw new Error(
        vscode.l10n.t(
          "No user of {0} waits for a sign-in link: each new user gets one, which works once and for seven days.",
          tenant,
        ),
      );
    }
    const atCursor = foldUserName(userAtCursor());
    const own = invitations.find(({ username }) => foldUserName(username) === atCursor);
    const chosen =
      own ??
      (await vscode.window.showQuickPick(
        invitations.map(({ username, link }) => ({ label: username, username, link })),
        { title: vscode.l10n.t("Copy Sign-In Link"), placeHolder: vscode.l10n.t("User who chooses a password") },
      ));
    if (!chosen) {
      throw new CancelledError();
    }
    await vscode.env.clipboard.writeText(chosen.link);
    const text = vscode.l10n.t(
      "The link at which {0} chooses a password is in the clipboard. It works once, while the local service runs.",
      chosen.username,
    );
    const open = vscode.l10n.t("Open in Browser");
    if ((await showInformation(text, open)) === open) {
      await vscode.env.openExternal(vscode.Uri.parse(chosen.link));
    }
  }

  dispose(): void {
    this.#subscription.dispose();
    for (const timer of this.#timers.values()) {
      clearTimeout(timer);
    }
  }

  #end(id: string): void {
    clearTimeout(this.#timers.get(id));
    this.#timers.delete(id);
    this.#store.removeTemporary(id);
  }

  #expire(id: string, own: Connection, username: string): void {
    if (!this.#store.find(id)) {
      return;
    }
    this.#end(id);
    void showInformation(vscode.l10n.t("Acting as {0} on {1} has ended after an hour.", username, own.label));
  }

  #showState(): void {
    const isImpersonating = this.#store.list().some(({ temporary }) => temporary);
    void vscode.commands.executeCommand("setContext", "workforce.connections.isImpersonating", isImpersonating);
  }

  /** Returns the connection of a tree item, or the active one; its own one where that acts as another user. */
  async #connectionFor(item: unknown): Promise<Connection> {
    const found = this.#store.find(connectionIdOf(item) ?? this.#connections.target.connectionId);
    const own = found?.temporary ? this.#store.find(found.temporary.basedOn) : found;
    if (!own) {
      throw new Error(vscode.l10n.t("Select a connection in the status bar first."));
    }
    return own;
  }
}

/** Asks as whom to act, and whether to change things, too. Throws CancelledError on Escape. */
async function askUser({ label }: Connection): Promise<{ readonly username: string; readonly write: boolean }> {
  const title = vscode.l10n.t("Sign In to {0} as", label);
  let username = userAtCursor();
  for (;;) {
    const name = await askText(
      { title, step: 1, totalSteps: 2 },
      {
        prompt: vscode.l10n.t("Name of the user, whose profile must allow it; you need the profile Impersonator"),
        value: username,
        placeHolder: "ada@example.com",
        problemOf: (text) => (text.trim() === "" ? vscode.l10n.t("A value is required.") : undefined),
      },
    );
    if (name === backStep) {
      throw new CancelledError();
    }
    username = name.trim();
    const access = await askChoice(
      { title, step: 2, totalSteps: 2 },
      {
        prompt: vscode.l10n.t("What you will do as {0}", username),
        choices: [
          {
            value: "read",
            label: vscode.l10n.t("Read Only"),
            detail: vscode.l10n.t("The user's profile must allow to be read as"),
          },
          {
            value: "write",
            label: vscode.l10n.t("Read and Write"),
            detail: vscode.l10n.t(
              "The user's profile must allow to be written as; what you change counts as the user's",
            ),
          },
        ],
      },
    );
    if (access !== backStep) {
      return { username, write: access === "write" };
    }
  }
}

/** Returns the name of the user in the line of the cursor, if a users file is active. */
function userAtCursor(): string {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== usersLanguageId) {
    return "";
  }
  const { header, rows } = parseUsersTable(editor.document.getText());
  const offset = editor.document.offsetAt(editor.selection.active);
  const row = rows.find(({ start, end }) => start <= offset && offset <= end);
  return row?.cells[readUserColumns(header).get("username") ?? -1]?.text ?? "";
}

import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { DisposableStack } from "../../base/disposable.ts";
import { isCancellation } from "../../host/cancellation.ts";
import * as commandIds from "../../host/command-ids.ts";
import { type Log, logFailure } from "../../host/log.ts";
import { showInformation } from "../../host/notifications.ts";
import { openPageChannel, showPanelPage } from "../../host/webview-page.ts";
import type { Channel, HandlersOf } from "../../protocol/channel.ts";
import { type ConnectionDraft, type FormField, secretFields, withoutSecrets } from "../../protocol/connection-form.ts";
import { englishConnectionStrings } from "../../protocol/connection-strings.ts";
import {
  type ConnectionOutcome,
  type ConnectionPageContent,
  type ConnectionViewRequests,
  connectionGuards,
  type EventsFromConnectionView,
  type EventsToConnectionView,
  isConnectionViewState,
  isEditedEvent,
} from "../../protocol/connection-view.ts";
import { connectionHtml } from "../../protocol/page-html.ts";
import type { BrowserSignIn } from "./browser-sign-in.ts";
import { describeFields, draftProblems, testSuccessText } from "./connection-fields.ts";
import { connectionOf, draftOf, hasStoredSecret, likelyWrongField } from "./connection-form-model.ts";
import { type Connection, type ConnectionSecrets, hasDifferentSignIn } from "./connection-model.ts";
import type { ConnectionService } from "./connection-service.ts";
import type { ConnectionStore } from "./connection-store.ts";
import { type ConnectionCandidate, TrialTokens, tryConnection } from "./connection-trial.ts";
import type { LocalService } from "./local-service.ts";

interface PagesParts {
  readonly log: Log;
  readonly extensionUri: vscode.Uri;
  /** View type of the panels. */
  readonly viewType: string;
  readonly store: ConnectionStore;
  readonly connections: ConnectionService;
  readonly local: LocalService;
  readonly browser: BrowserSignIn;
}

/** Form of a page that was closed before it was saved. */
interface UnsavedDraft {
  readonly draft: ConnectionDraft;
  readonly isChanged: boolean;
}

/** The pages that add and edit connections, at most one for each. Loaded on first use, to keep activation fast. */
export class ConnectionPages implements vscode.Disposable {
  readonly #parts: PagesParts;
  /** Open pages by the id of their connection; that of a new one is empty. */
  readonly #pages = new Map<string, ConnectionPage>();
  #isDisposed = false;

  constructor(parts: PagesParts) {
    this.#parts = parts;
  }

  /** Opens the page of a connection, or of a new one, and moves the focus to a field. */
  open(known: Connection | undefined, field?: FormField, unsaved?: UnsavedDraft): void {
    const page = this.#pages.get(known?.id ?? "");
    if (page) {
      page.reveal(field);
      return;
    }
    const panel = vscode.window.createWebviewPanel(this.#parts.viewType, titleOf(known), vscode.ViewColumn.Active, {
      enableScripts: true,
      retainContextWhenHidden: true,
    });
    this.#connect(panel, known, field, unsaved);
  }

  /** Restores a page after a reload of the window, without the secrets that were typed into it. */
  restore(panel: vscode.WebviewPanel, state: unknown): void {
    const known = isConnectionViewState(state) ? this.#parts.store.find(state.connectionId ?? "") : undefined;
    if (!isConnectionViewState(state) || (state.connectionId !== undefined && !known)) {
      panel.dispose();
      return;
    }
    this.#connect(panel, known, undefined, state);
  }

  dispose(): void {
    this.#isDisposed = true;
    for (const page of [...this.#pages.values()]) {
      page.dispose();
    }
  }

  #connect(
    panel: vscode.WebviewPanel,
    known: Connection | undefined,
    field: FormField | undefined,
    unsaved: UnsavedDraft | undefined,
  ): void {
    const key = known?.id ?? "";
    const page = new ConnectionPage(panel, {
      ...this.#parts,
      known,
      focus: field ?? "host",
      unsaved,
      onClose: (left) => {
        this.#pages.delete(key);
        if (left?.isChanged && !this.#isDisposed) {
          void this.#offerToContinue(known, left);
        }
      },
    });
    this.#pages.set(key, page);
  }

  /** VS Code closes a page without asking, so its form can be opened again afterwards. */
  async #offerToContinue(known: Connection | undefined, left: UnsavedDraft): Promise<void> {
    const again = vscode.l10n.t("Continue Editing");
    const what = known
      ? vscode.l10n.t("The changes to {0} were not saved.", known.label)
      : vscode.l10n.t("The new connection was not saved.");
    if ((await showInformation(what, again)) === again) {
      this.open(known, undefined, left);
    }
  }
}

interface PageParts extends PagesParts {
  /** The connection that is edited; undefined for a new one. */
  readonly known: Connection | undefined;
  readonly focus: FormField;
  readonly unsaved: UnsavedDraft | undefined;
  /** Called once the page is closed, with its form unless that was saved. */
  onClose(left: UnsavedDraft | undefined): void;
}

type Nothing = Record<never, never>;

/** Page of one connection: tests and saves what its form has. */
class ConnectionPage implements vscode.Disposable {
  readonly #panel: vscode.WebviewPanel;
  readonly #parts: PageParts;
  readonly #id: string;
  readonly #channel: Channel<Nothing, ConnectionViewRequests, EventsToConnectionView, EventsFromConnectionView>;
  readonly #owned = new DisposableStack();
  readonly #trialTokens = new TrialTokens();
  #left: UnsavedDraft | undefined;
  #isDisposed = false;

  constructor(panel: vscode.WebviewPanel, parts: PageParts) {
    this.#panel = panel;
    this.#parts = parts;
    this.#id = parts.known?.id ?? randomUUID();
    this.#left = parts.unsaved;
    this.#channel = openPageChannel(panel.webview, this.#owned, {
      handlers: this.#handlers(),
      guards: connectionGuards,
      listeners: {
        edited: (value) => {
          if (isEditedEvent(value)) {
            this.#left = { draft: withoutSecrets(value.draft), isChanged: value.isChanged };
          }
        },
      },
    });
    panel.title = titleOf(parts.known);
    this.#owned.add(panel.onDidDispose(() => this.dispose()));
    showPanelPage(panel, parts.extensionUri, {
      name: "connection",
      english: englishConnectionStrings,
      html: connectionHtml,
    });
  }

  reveal(field: FormField | undefined): void {
    this.#panel.reveal();
    if (field) {
      this.#channel.notify("focus", { field });
    }
  }

  dispose(): void {
    if (!this.#isDisposed) {
      this.#isDisposed = true;
      this.#owned.dispose();
      this.#parts.onClose(this.#left);
      this.#panel.dispose();
    }
  }

  #handlers(): HandlersOf<ConnectionViewRequests> {
    return {
      ready: () => this.#content(),
      test: ({ draft }, signal) => this.#test(draft, signal),
      save: ({ draft }, signal) => this.#save(draft, signal),
      saveUntested: ({ draft }) => this.#saveUntested(draft),
      chooseFile: ({ field }) => this.#chooseFile(field),
      close: async () => {
        this.dispose();
        return undefined;
      },
    };
  }

  #stored(): Promise<ConnectionSecrets | undefined> {
    return this.#parts.store.secretsOf(this.#id);
  }

  async #content(): Promise<ConnectionPageContent> {
    const { known, focus } = this.#parts;
    const stored = await this.#stored();
    return {
      title: titleOf(known),
      ...(known && { connectionId: known.id }),
      draft: this.#left?.draft ?? draftOf(known),
      isChanged: this.#left?.isChanged ?? false,
      fields: describeFields(),
      stored: secretFields.filter((field) => hasStoredSecret(field, stored)),
      focus,
    };
  }

  async #test(draft: ConnectionDraft, signal: AbortSignal): Promise<ConnectionOutcome> {
    return await this.#checked(draft, async (candidate, stored) => {
      const { tenants } = await this.#try(candidate, stored, signal);
      return { kind: "works", message: testSuccessText(candidate.connection.label, tenants.length) };
    });
  }

  async #save(draft: ConnectionDraft, signal: AbortSignal): Promise<ConnectionOutcome> {
    const { known, store, connections } = this.#parts;
    return await this.#checked(draft, async (candidate, stored) => {
      const { tenants, login } = await this.#try(candidate, stored, signal);
      signal.throwIfAborted();
      const { connection, secrets } = candidate;
      await store.save(connection, secrets, await this.#trialTokens.of(candidate).read());
      connections.setLoginTenant(connection.id, login);
      if (!known) {
        await connections.setTarget({ connectionId: connection.id });
      }
      const message = testSuccessText(connection.label, tenants.length);
      this.#close();
      void this.#offerUse(connection, message);
      return { kind: "works", message };
    });
  }

  async #saveUntested(draft: ConnectionDraft): Promise<ConnectionOutcome> {
    const { store } = this.#parts;
    return await this.#checked(draft, async ({ connection, secrets }, stored) => {
      // Only a sign-in that works ends a sign-out.
      await store.save(connection, { ...secrets, ...(stored?.isSignedOut && { isSignedOut: true }) });
      const message = vscode.l10n.t("{0} was saved without a test that worked.", connection.label);
      this.#close();
      void this.#offerUse(connection, message);
      return { kind: "works", message };
    });
  }

  /** Tells the outcome, and offers to make the connection active if another one is. */
  async #offerUse({ id }: Connection, message: string): Promise<void> {
    const use = vscode.l10n.t("Use Connection");
    const buttons = this.#parts.connections.target.connectionId === id ? [] : [use];
    if ((await showInformation(message, ...buttons)) === use) {
      await vscode.commands.executeCommand(commandIds.useConnection, { id });
    }
  }

  /** Runs `work` unless the form has problems; its failure becomes an outcome with the field that is likely wrong. */
  async #checked(
    draft: ConnectionDraft,
    work: (candidate: ConnectionCandidate, stored: ConnectionSecrets | undefined) => Promise<ConnectionOutcome>,
  ): Promise<ConnectionOutcome> {
    const stored = await this.#stored();
    const problems = draftProblems(draft, stored);
    if (problems.length > 0) {
      return { kind: "invalid", problems };
    }
    try {
      return await work(connectionOf(draft, this.#id, stored), stored);
    } catch (error) {
      if (isCancellation(error) || (error instanceof Error && isCancellation(error.cause))) {
        return { kind: "cancelled" };
      }
      logFailure(this.#parts.log, "The connection does not work", error);
      const field = likelyWrongField(error, draft);
      const message = error instanceof Error ? error.message : vscode.l10n.t("An unexpected error occurred.");
      return { kind: "failed", message, ...(field && { field }) };
    }
  }

  #try(candidate: ConnectionCandidate, stored: ConnectionSecrets | undefined, signal: AbortSignal) {
    const { known, connections } = this.#parts;
    // The same sign-in goes on with its own tokens, because renewing them here makes those of other calls useless.
    const tokens =
      known && stored && isSameSignIn(known, stored, candidate)
        ? connections.tokenStoreOf(known.id)
        : this.#trialTokens.of(candidate);
    return tryConnection(candidate, tokens, this.#parts, signal);
  }

  async #chooseFile(field: FormField): Promise<{ readonly path: string }> {
    const label = describeFields().find((described) => described.field === field)?.label ?? "";
    const [file] = (await vscode.window.showOpenDialog({ title: label, openLabel: vscode.l10n.t("Choose") })) ?? [];
    return { path: file?.fsPath ?? "" };
  }

  /** Closes the page, whose form is saved. */
  #close(): void {
    this.#left = undefined;
    // After the answer to the request, so that the page does not report it as lost.
    setTimeout(() => this.dispose());
  }
}

function titleOf(known: Connection | undefined): string {
  return known ? vscode.l10n.t("Edit {0}", known.label) : vscode.l10n.t("Add Connection");
}

/**
 * Whether a candidate signs in exactly as the stored connection that the user is signed in to; its API key may differ.
 */
function isSameSignIn(known: Connection, stored: ConnectionSecrets, { connection, secrets }: ConnectionCandidate) {
  return (
    stored.isSignedOut !== true &&
    !hasDifferentSignIn(known, connection) &&
    (["password", "clientSecret", "assertion"] as const).every((name) => stored[name] === secrets[name])
  );
}

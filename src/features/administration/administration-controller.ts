import * as vscode from "vscode";
import type { ConnectionRole } from "../../base/connection-role.ts";
import { foldUserName } from "../../base/user-rules.ts";
import type { Client, Session } from "../../client/call/client.ts";
import { formatCount, formatPlural } from "../../host/amounts.ts";
import { type Availability, requireOperations } from "../../host/availability.ts";
import { activeTenant, callTenant, connectionOf } from "../../host/call-tenant.ts";
import { CancelledError, isCancellation } from "../../host/cancellation.ts";
import { showInformation, showWarning } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import { ReviewPages } from "../../host/review-page.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";
import { checkUsersFile, type UserInFile } from "../../languages/core/users/check-users.ts";
import { userColumns, usersLanguageId } from "../../languages/core/users/parse-users.ts";
import { AppliedUsers } from "./applied-users.ts";
import { type SentUsers, sendUsers, type UsersToSend } from "./send-users.ts";
import { UserFailures } from "./user-failures.ts";
import { type AppliedUser, planUsers, type UsersPlan } from "./users-plan-model.ts";
import { resendChoice, reviewUsers } from "./users-review.ts";

/** Subset of the connection service that administration needs. */
interface AdministrationConnections {
  list(): readonly { readonly id: string; readonly label: string; readonly role: ConnectionRole }[];
  readonly displayedTarget: { readonly connectionId: string; readonly tenant?: string };
  tenants(connectionId: string): Promise<readonly { readonly code: string }[]>;
  sessionFor(connectionId: string, tenant?: string): Promise<Session>;
  currentTarget(): { readonly connection: string; readonly availability: Availability };
}

/** Dependencies of the feature on other features. */
export interface AdministrationServices {
  readonly context: Pick<vscode.ExtensionContext, "extensionUri" | "globalStorageUri">;
  readonly connections: AdministrationConnections;
}

/** Commands on users files. Loaded on first use, to keep activation fast. */
export class AdministrationController implements vscode.Disposable {
  readonly #connections: AdministrationConnections;
  readonly #reviews: ReviewPages;
  readonly #applied: AppliedUsers;
  readonly #failures = new UserFailures();

  constructor({ context, connections }: AdministrationServices) {
    this.#connections = connections;
    this.#reviews = new ReviewPages(context.extensionUri);
    this.#applied = new AppliedUsers(vscode.Uri.joinPath(context.globalStorageUri, "applied-users").fsPath);
  }

  dispose(): void {
    this.#reviews.dispose();
    this.#failures.dispose();
  }

  /** Opens a new users file with all columns and a first row to fill in. */
  async create(): Promise<void> {
    const content = `${userColumns.join(",")}\n`;
    const document = await vscode.workspace.openTextDocument({ language: usersLanguageId, content });
    const editor = await vscode.window.showTextDocument(document);
    const row = new vscode.SnippetString(
      ",${1:ada@example.com},${2:Ada Lovelace},${3:ada@example.com},${4},${5|true,false|},${6:Analyst},${7:EMEA},${8}\n",
    );
    await editor.insertSnippet(row, document.positionAt(content.length));
  }

  /** Applies a users file, the given one or that of the active editor, after a review of what that does. */
  async apply(file: unknown): Promise<void> {
    const document = await openDocument(file);
    const { users, problems } = checkUsersFile(document.getText());
    const errors = problems.filter(({ severity }) => severity === "error");
    if (errors.length > 0) {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand("workbench.actions.view.problems");
      throw new Error(
        formatPlural(errors.length, [
          vscode.l10n.t("The file has an error, so nothing was sent. Correct it first."),
          vscode.l10n.t("The file has {0} errors, so nothing was sent. Correct them first."),
        ]),
      );
    }
    requireOperations(this.#connections.currentTarget(), vscode.l10n.t("Applying Users"), [
      "addUsers",
      "updateUsers",
      "deleteUsers",
    ]);
    const target = await activeTenant(this.#connections);
    const chosen = await this.#review(document, target, users);
    await this.#send(document, target, chosen);
  }

  /** Shows what applying a file would do. Returns what is to be sent. Throws CancelledError if the user declines. */
  async #review(
    document: vscode.TextDocument,
    target: TenantTarget,
    users: readonly UserInFile[],
  ): Promise<UsersToSend> {
    const file = document.uri.toString();
    const fileName = fileNameOf(document);
    const applied = await this.#applied.read(file, target);
    const plan = planUsers(users, applied?.users);
    const [last] = await this.#applied.targetsOf(file);
    const isElsewhere = last && (last.connectionId !== target.connectionId || last.tenant !== target.tenant);
    const { review, markdown, linesOf } = reviewUsers({
      fileName,
      target,
      connection: connectionOf(target.connectionId, this.#connections),
      plan,
      applied,
      elsewhere: isElsewhere
        ? `${connectionOf(last.connectionId, this.#connections).label} · ${last.tenant}`
        : undefined,
      isOwn: await this.#ownAccount(target),
    });
    let choices: readonly string[] = [];
    const isConfirmed = await this.#reviews.show(file, vscode.l10n.t("Apply {0}", fileName), {
      review,
      markdown,
      document: document.uri,
      showTable: async () => undefined,
      onChosen: (chosen) => {
        choices = chosen;
      },
      openLink: async ({ list, fact }) => {
        const line = linesOf(list, fact);
        await vscode.window.showTextDocument(document, { selection: new vscode.Range(line, 0, line, 0) });
      },
    });
    if (!isConfirmed) {
      throw new CancelledError();
    }
    return usersToSend(plan, choices);
  }

  /** Returns a function that recognizes the user who is signed in. */
  async #ownAccount(target: TenantTarget): Promise<(user: AppliedUser) => boolean> {
    const title = vscode.l10n.t("Reading your account");
    const own = await callTenant(target, title, this.#connections, (client: Client, signal) =>
      client.getUserMetadata({}, { signal }),
    );
    const ownId = own["service:user_id"];
    return ({ user, userId = user.userId }) =>
      (userId !== undefined && userId === ownId) || foldUserName(user.username) === foldUserName(own.email ?? "");
  }

  async #send(document: vscode.TextDocument, target: TenantTarget, users: UsersToSend): Promise<void> {
    const file = document.uri.toString();
    const text = document.getText();
    const total = users.add.length + users.update.length + users.remove.length;
    const sent: SentUsers = { added: 0, changed: 0, removed: 0, refused: [] };
    const title = vscode.l10n.t("Applying {0}", fileNameOf(document));
    try {
      await withProgress("notification", title, async (signal, report) => {
        const { client } = await this.#connections.sessionFor(target.connectionId, target.tenant);
        const remember = async (put: readonly AppliedUser[], removed: readonly AppliedUser[]) => {
          await this.#remember(file, target, put, removed);
          report(vscode.l10n.t("{0} of {1} users", formatCount(countOf(sent)), formatCount(total)));
        };
        await sendUsers(users, client, remember, signal, sent);
      });
    } catch (error) {
      const state = vscode.l10n.t(
        "Stopped after {0} of {1} users, which are remembered. Apply the file again to go on.",
        formatCount(countOf(sent)),
        formatCount(total),
      );
      this.#showRefused(document, text, sent);
      this.#reviews.tell(file, state);
      if (isCancellation(error)) {
        void showWarning(state);
      }
      throw error;
    }
    this.#showRefused(document, text, sent);
    const outcome = outcomeText(sent);
    this.#reviews.tell(file, outcome);
    if (sent.refused.length === 0) {
      void showInformation(outcome);
      return;
    }
    const show = vscode.l10n.t("Show Problems");
    if ((await showWarning(outcome, show)) === show) {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand("workbench.actions.view.problems");
    }
  }

  /** Stores what a call of the service has done, so that nothing is lost if the next one fails. */
  async #remember(
    file: string,
    target: TenantTarget,
    put: readonly AppliedUser[],
    removed: readonly AppliedUser[],
  ): Promise<void> {
    const known = await this.#applied.read(file, target);
    const done = [...put, ...removed];
    const ids = new Set(done.flatMap(({ userId }) => userId ?? []));
    const names = new Set(done.map(({ user }) => foldUserName(user.username)));
    const others = (known?.users ?? []).filter(
      ({ user, userId }) => !names.has(foldUserName(user.username)) && !(userId !== undefined && ids.has(userId)),
    );
    await this.#applied.write(file, { ...target, appliedAt: new Date().toISOString(), users: [...others, ...put] });
  }

  #showRefused(document: vscode.TextDocument, sentText: string, { refused }: SentUsers): void {
    this.#failures.set(
      document,
      refused.map(({ entry, username, message }) => ({
        row: entry && sentText.slice(entry.row.start, entry.row.end),
        message: entry ? message : vscode.l10n.t("{0} was not removed: {1}", username, message),
      })),
    );
  }
}

/** Returns what the user chose of a plan: all that is new or different, and of the rest what was ticked. */
function usersToSend(plan: UsersPlan, choices: readonly string[]): UsersToSend {
  return {
    add: plan.added,
    update: [
      ...plan.changed,
      ...plan.unknown.map((entry) => ({ entry })),
      ...(choices.includes(resendChoice) ? plan.unchanged : []),
    ],
    remove: plan.removed.filter(({ user }) => choices.includes(user.username)),
  };
}

function countOf({ added, changed, removed }: SentUsers): number {
  return added + changed + removed;
}

function outcomeText({ added, changed, removed, refused }: SentUsers): string {
  const done = vscode.l10n.t(
    "{0} added, {1} changed, {2} removed.",
    formatCount(added),
    formatCount(changed),
    formatCount(removed),
  );
  return refused.length === 0
    ? done
    : `${done} ${vscode.l10n.t("{0} refused: the reason stands on the line.", formatCount(refused.length))}`;
}

function fileNameOf(document: vscode.TextDocument): string {
  return document.uri.path.split("/").at(-1) ?? "";
}

/** Opens the given users file, or takes that of the active editor, and saves it. Throws CancelledError if it is not saved. */
async function openDocument(file: unknown): Promise<vscode.TextDocument> {
  const active = vscode.window.activeTextEditor?.document;
  const document = file instanceof vscode.Uri ? await vscode.workspace.openTextDocument(file) : active;
  if (document?.languageId !== usersLanguageId) {
    throw new Error(vscode.l10n.t("Open a users file first, whose name ends in {0}.", ".workforce-users.csv"));
  }
  if (document.isUntitled) {
    throw new Error(
      vscode.l10n.t(
        "Save the file first, with a name that ends in {0}: what is applied is remembered by it.",
        ".workforce-users.csv",
      ),
    );
  }
  if (document.isDirty && !(await document.save())) {
    throw new CancelledError();
  }
  return document;
}

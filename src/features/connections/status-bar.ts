import * as vscode from "vscode";
import type { Event } from "../../base/event.ts";
import * as commandIds from "../../host/command-ids.ts";
import { disableIcons } from "../../host/untrusted-text.ts";
import { escapeMarkdownLine } from "../../languages/core/text/markdown.ts";
import { type Connection, describeTarget, type Target } from "./connection-model.ts";
import type { ConnectionStore } from "./connection-store.ts";

/** Connection, tenant and project that the status bar shows. */
interface DisplayedTarget {
  readonly displayedTarget: Target;
  readonly onDidChange: Event<void>;
}

/**
 * Creates the status bar item that shows connection, tenant and project. A click lets the user change them. A
 * production connection has an error background, and one that acts as another user by *Sign In as* a warning one.
 */
export function createStatusBar(
  store: Pick<ConnectionStore, "find" | "isKnownSignedOut">,
  connections: DisplayedTarget,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem("workforce.target", vscode.StatusBarAlignment.Left, 50);
  item.name = vscode.l10n.t("Workforce connection");
  item.command = commandIds.selectTarget;
  const show = () => {
    const target = connections.displayedTarget;
    const connection = store.find(target.connectionId);
    if (!connection) {
      item.hide();
      return;
    }
    const isSignedOut = store.isKnownSignedOut(connection.id);
    const described = describeTarget(connection, target);
    const text = isSignedOut ? vscode.l10n.t("{0} · signed out", described) : described;
    const icon = isSignedOut ? "sign-out" : connection.temporary ? "eye" : "organization";
    item.text = `$(${icon}) ${disableIcons(text)}`;
    item.tooltip = tooltipOf(connection, target, isSignedOut);
    item.accessibilityInformation = {
      label: vscode.l10n.t("Workforce connection {0}, {1}", text, connection.role),
      role: "button",
    };
    item.backgroundColor = backgroundOf(connection);
    item.show();
  };
  show();
  return vscode.Disposable.from(item, connections.onDidChange(show));
}

function backgroundOf({ role, temporary }: Connection): vscode.ThemeColor | undefined {
  if (role === "production") {
    return new vscode.ThemeColor("statusBarItem.errorBackground");
  }
  return temporary ? new vscode.ThemeColor("statusBarItem.warningBackground") : undefined;
}

function describeSmallGroups(guard: Connection["smallGroups"]): string {
  switch (guard?.mode) {
    case "hide":
      return vscode.l10n.t("hidden, fewer than {0} people", guard.threshold);
    case "mark":
      return vscode.l10n.t("marked, fewer than {0} people", guard.threshold);
    default:
      return vscode.l10n.t("shown");
  }
}

function tooltipOf(connection: Connection, target: Target, isSignedOut: boolean) {
  const details: readonly (readonly [string, string])[] = [
    [vscode.l10n.t("Connection"), connection.label],
    [vscode.l10n.t("Role"), connection.role],
    ...(connection.temporary ? [[vscode.l10n.t("Signed in as"), connection.temporary.description] as const] : []),
    ...(connection.kind === "remote"
      ? [
          [
            vscode.l10n.t("Sign-in"),
            isSignedOut
              ? vscode.l10n.t('signed out; sign in with the command "{0}"', "Workforce: Sign In...")
              : vscode.l10n.t("signed in"),
          ] as const,
        ]
      : []),
    [vscode.l10n.t("Small groups"), describeSmallGroups(connection.smallGroups)],
    [vscode.l10n.t("Tenant"), target.tenant ?? vscode.l10n.t("the one you sign in to")],
    [vscode.l10n.t("Project"), target.project?.name ?? vscode.l10n.t("none: the production version")],
  ];
  const text = new vscode.MarkdownString();
  for (const [name, value] of details) {
    text.appendMarkdown(`**${escapeMarkdownLine(name)}**: ${escapeMarkdownLine(value)}  \n`);
  }
  return text.appendMarkdown(`\n${vscode.l10n.t("Queries run here. Select to change.")}`);
}

import * as vscode from "vscode";
import { foldUserName } from "../../base/user-rules.ts";
import { callTenant } from "../../host/call-tenant.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { showInformation } from "../../host/notifications.ts";
import { askLine } from "../../host/step-input.ts";
import { disableIcons } from "../../host/untrusted-text.ts";
import type { ProjectsParts, ProjectTarget } from "./projects-services.ts";

type Access = "view" | "change" | "share";

/** User that a project is shared with; all users of the tenant if there is no name. */
interface Share {
  readonly username: string | undefined;
  readonly access: Access;
}

/** Capabilities of each access, by their names in the service. */
const capabilities: Readonly<Record<Access, readonly string[]>> = {
  view: ["canRead"],
  change: ["canRead", "canWrite"],
  share: ["canRead", "canWrite", "canShare"],
};

type EditItem = { readonly action: "add" } | { readonly action: "edit"; readonly username: string | undefined };
type ShareItem = vscode.QuickPickItem & ({ readonly action: "apply" } | EditItem);

/**
 * Edits whom a project is shared with, and shares it. As no operation lists that, the list begins with what was shared
 * last from here; the service takes the list in place of the one that it has.
 */
export async function shareProject({ target, project, name }: ProjectTarget, parts: ProjectsParts): Promise<void> {
  const title = vscode.l10n.t("Share {0}", name);
  const key = `workforce.projects.shares.${target.connectionId}.${project.id}`;
  const { globalState } = parts.context;
  let shares = readShares(globalState.get(key));
  for (;;) {
    const picked = await vscode.window.showQuickPick(itemsOf(shares, target.tenant), {
      title,
      placeHolder: vscode.l10n.t(
        "Takes the place of whom the project is shared with now, which the service does not list",
      ),
      ignoreFocusOut: true,
    });
    if (!picked) {
      throw new CancelledError();
    }
    if (picked.action === "apply") {
      break;
    }
    const edited = await askShare(picked, title, target.tenant);
    if (edited) {
      const { username, access } = edited;
      const others = shares.filter((one) => !isSameUser(one.username, username));
      shares = access === "none" ? others : [...others, { username, access }];
    }
  }
  const body = {
    operation: "unknown",
    sharedWith: shares.map(({ username, access }) => ({
      ...(username !== undefined && { username }),
      capabilities: capabilities[access],
    })),
  } as const;
  await callTenant(target, vscode.l10n.t("Sharing {0}", name), parts.connections, (client, signal) =>
    client.runProjectOperation({ path: { projectId: project.id }, body }, { signal }),
  );
  await globalState.update(key, shares);
  parts.refreshTree(target, "projects");
  void showInformation(
    shares.length === 0
      ? vscode.l10n.t("{0} is not shared any more.", name)
      : vscode.l10n.t("{0} is shared with {1}.", name, namesOf(shares, target.tenant).join(", ")),
  );
}

function readShares(stored: unknown): readonly Share[] {
  return Array.isArray(stored) ? (stored as readonly Share[]) : [];
}

/** Whether two names are those of one user, or both are everybody. */
function isSameUser(one: string | undefined, other: string | undefined): boolean {
  return one === undefined || other === undefined ? one === other : foldUserName(one) === foldUserName(other);
}

function itemsOf(shares: readonly Share[], tenant: string): readonly ShareItem[] {
  const everybody = shares.find(({ username }) => username === undefined);
  const apply =
    shares.length === 0
      ? vscode.l10n.t("Share with Nobody")
      : vscode.l10n.t("Share with {0}", namesOf(shares, tenant).join(", "));
  return [
    { label: `$(check) ${disableIcons(apply)}`, action: "apply" },
    { label: `$(add) ${vscode.l10n.t("Add a User...")}`, action: "add" },
    {
      label: `$(organization) ${disableIcons(everybodyText(tenant))}`,
      description: everybody ? accessText(everybody.access) : vscode.l10n.t("no access"),
      action: "edit",
      username: undefined,
    },
    ...shares.flatMap(({ username, access }): ShareItem[] =>
      username === undefined
        ? []
        : [{ label: `$(person) ${disableIcons(username)}`, description: accessText(access), action: "edit", username }],
    ),
  ];
}

function namesOf(shares: readonly Share[], tenant: string): readonly string[] {
  return shares.map(({ username }) => username ?? everybodyText(tenant));
}

function everybodyText(tenant: string): string {
  return vscode.l10n.t("Everybody of {0}", tenant);
}

function accessText(access: Access): string {
  switch (access) {
    case "view":
      return vscode.l10n.t("may view");
    case "change":
      return vscode.l10n.t("may view and change");
    case "share":
      return vscode.l10n.t("may view, change and share");
  }
}

/** Asks for a user, unless the item names one, and for the access. Returns undefined on Escape. */
async function askShare(item: EditItem, title: string, tenant: string) {
  const username = item.action === "edit" ? item.username : await askName(title);
  if (item.action === "add" && username === undefined) {
    return undefined;
  }
  const access = await askAccess(title, username, tenant);
  return access && { username, access };
}

async function askName(title: string): Promise<string | undefined> {
  const name = await askLine(
    title,
    {
      prompt: vscode.l10n.t("User name, which is an e-mail address"),
      problemOf: (text) => (text.trim() === "" ? vscode.l10n.t("A value is required.") : undefined),
    },
    { ignoreFocusOut: true },
  );
  return name?.trim();
}

async function askAccess(title: string, username: string | undefined, tenant: string) {
  const choices = (["view", "change", "share"] as const).map((access) => ({ label: accessText(access), access }));
  const picked = await vscode.window.showQuickPick(
    [...choices, { label: vscode.l10n.t("no access"), access: "none" as const }],
    { title, placeHolder: vscode.l10n.t("What {0} may do", username ?? everybodyText(tenant)), ignoreFocusOut: true },
  );
  return picked?.access;
}

import * as vscode from "vscode";
import { formatCount } from "../../host/amounts.ts";
import { CancelledError } from "../../host/cancellation.ts";
import * as commandIds from "../../host/command-ids.ts";
import { showInformation } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";
import { disableIcons } from "../../host/untrusted-text.ts";
import { escapeMarkdownLine } from "../../languages/core/text/markdown.ts";
import type { DataBranchModel } from "./data-branch-model.ts";
import type { DataVersion, ObjectSize } from "./data-entry.ts";
import type { DataServices, NamedProject } from "./data-services.ts";
import { callService } from "./data-target.ts";

/**
 * Shows the sizes of the objects of production and of a draft version, if the service tells them. Then runs queries of
 * the open folder on both, so that their results stand beside each other. A draft is read by queries in a project.
 */
export async function compareWithProduction(
  target: TenantTarget,
  version: DataVersion,
  model: DataBranchModel,
  services: DataServices,
): Promise<void> {
  const { number, category } = version;
  const title = vscode.l10n.t("Compare {0} with Production", number);
  const listing = vscode.l10n.t("Reading the versions of {0}", category.name ?? category.id ?? "");
  const versions = await withProgress("notification", listing, (signal) => model.versions(category, target, signal));
  // The newest published one is listed first.
  const production = versions.find(({ isDraft }) => isDraft === false);
  const draft = versions.find((listed) => listed.number === number) ?? version;
  if (production?.objects && draft.objects) {
    await services.reports.show(`${title}.md`, sizesReport(title, production, draft), {
      query: `${target.connectionId}/${target.tenant}`,
      preserveFocus: true,
    });
  }
  const project = await chooseProject(target, title, services);
  const files = await chooseQueries(title);
  await withProgress("notification", title, async (signal, report) => {
    for (const file of files) {
      signal.throwIfAborted();
      report(vscode.workspace.asRelativePath(file));
      const document = await vscode.workspace.openTextDocument(file);
      await services.runQueries(document, target, undefined, signal);
      await services.runQueries(document, target, project, signal);
    }
  });
  const compare = vscode.l10n.t("Compare Results...");
  const text = vscode.l10n.t(
    "The results of production and of {0}, which name the project {1}, are open.",
    number,
    project.name,
  );
  if ((await showInformation(text, compare)) === compare) {
    await vscode.commands.executeCommand(commandIds.compareResults);
  }
}

/** Returns the only open project of a tenant, or asks for one. */
async function chooseProject(target: TenantTarget, title: string, services: DataServices): Promise<NamedProject> {
  const reading = vscode.l10n.t("Reading the projects of {0}", target.tenant);
  const { openProjects = [] } = await callService(target, reading, services, (client, signal) =>
    client.listProjects({ query: { with: ["Open"] } }, { signal }),
  );
  const projects = openProjects.map(({ id = "", name = "" }) => ({ id, name }));
  const [only] = projects;
  if (!only) {
    throw new Error(vscode.l10n.t("A draft is read in a project, and {0} has none. Create one first.", target.tenant));
  }
  if (projects.length === 1) {
    return only;
  }
  const picked = await vscode.window.showQuickPick(
    projects.map((project) => ({ label: disableIcons(project.name), project })),
    {
      title,
      placeHolder: vscode.l10n.t("Project in which the draft is read; its changes to the model count, too"),
      // The report of sizes takes the focus when it appears.
      ignoreFocusOut: true,
    },
  );
  if (!picked) {
    throw new CancelledError();
  }
  return picked.project;
}

/** Asks for query files of the workspace; those that are open are picked at first. */
async function chooseQueries(title: string): Promise<readonly vscode.Uri[]> {
  const found = await vscode.workspace.findFiles("**/*.sqllike", "**/node_modules/**", 200);
  const open = new Set(vscode.workspace.textDocuments.map(({ uri }) => uri.toString()));
  if (found.length === 0) {
    throw new Error(vscode.l10n.t("The open folder has no .sqllike file. Save a query there first."));
  }
  const items = found
    .map((uri) => ({
      label: disableIcons(vscode.workspace.asRelativePath(uri)),
      picked: open.has(uri.toString()),
      uri,
    }))
    .sort((one, other) => Number(other.picked) - Number(one.picked) || one.label.localeCompare(other.label));
  const picked = await vscode.window.showQuickPick(items, {
    title,
    placeHolder: vscode.l10n.t("Queries to run on both"),
    canPickMany: true,
    ignoreFocusOut: true,
  });
  if (!picked || picked.length === 0) {
    throw new CancelledError();
  }
  return picked.map(({ uri }) => uri);
}

/** Renders the sizes of objects in both versions as a Markdown table. */
function sizesReport(title: string, production: DataVersion, draft: DataVersion): string {
  const names = [...(production.objects ?? []), ...(draft.objects ?? [])].map(({ objectName }) => objectName);
  const rowOf = (objectName: string) => {
    const sizeIn = ({ objects = [] }: DataVersion) => objects.find((size) => size.objectName === objectName);
    const [before, after] = [sizeIn(production), sizeIn(draft)];
    const cells = (["members", "records"] as const).flatMap((count) => [
      ...[before, after].map((size) => countText(size, count)),
      differenceText((after?.[count] ?? 0) - (before?.[count] ?? 0)),
    ]);
    return [escapeMarkdownLine(objectName), ...cells];
  };
  const header = [
    vscode.l10n.t("Object"),
    vscode.l10n.t("Members in {0}", production.number),
    vscode.l10n.t("in {0}", draft.number),
    vscode.l10n.t("Difference"),
    vscode.l10n.t("Records in {0}", production.number),
    vscode.l10n.t("in {0}", draft.number),
    vscode.l10n.t("Difference"),
  ];
  const rows = [header, header.map((_, index) => (index === 0 ? "---" : "---:")), ...[...new Set(names)].map(rowOf)];
  return [
    `# ${escapeMarkdownLine(title)}`,
    "",
    vscode.l10n.t("Production answers with {0}.", production.number),
    "",
    ...rows.map((cells) => `| ${cells.join(" | ")} |`),
    "",
    vscode.l10n.t("A member, such as a person, has a record for each state. Members that changed have more records."),
    "",
  ].join("\n");
}

function countText(size: ObjectSize | undefined, count: "members" | "records"): string {
  return size === undefined ? "" : formatCount(size[count]);
}

function differenceText(difference: number): string {
  return difference === 0 ? "" : `${difference > 0 ? "+" : "−"}${formatCount(Math.abs(difference))}`;
}

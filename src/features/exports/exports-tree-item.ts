import * as vscode from "vscode";
import { assertNever } from "../../base/assert-never.ts";
import { exportDestinations } from "../../contract/export-destinations.ts";
import { formatBytes, formatCount, formatRows } from "../../host/amounts.ts";
import * as commandIds from "../../host/command-ids.ts";
import type { CommandId } from "../../host/contributions.ts";
import {
  emptyTreeItem,
  entryTreeItem,
  icon,
  type ShownEntry as ShownBranchEntry,
  timeText,
} from "../../host/entry-tree-item.ts";
import type { BranchItem } from "../../host/tenant-branch.ts";
import {
  type Connector,
  type Credential,
  type ExportFile,
  type ExportGroup,
  type ExportsEntry,
  type ExportsItem,
  nameOfConnector,
  nameOfCredential,
  type SentTable,
  type VersionExport,
} from "./exports-entry.ts";
import { type ExportsAction as Action, isOffered } from "./exports-operations-model.ts";

type ShownEntry = ShownBranchEntry<Action>;

/** Returns the tree item of an entry of *Exports*. `missing` holds the operations that the service does not support. */
export function exportsTreeItem(item: BranchItem, missing: ReadonlySet<string>): vscode.TreeItem {
  const { entry } = item as ExportsItem;
  if (entry.kind === "empty") {
    const [label, command] = emptyGroups[entry.group]();
    return emptyTreeItem(item, "exportsEmpty", label, command);
  }
  return entryTreeItem(item, describe(entry, missing), (action) => isOffered(action, missing));
}

const emptyGroups: Readonly<Record<ExportGroup, () => readonly [label: string, command: CommandId]>> = {
  versionExports: () => [vscode.l10n.t("No exports. Export a data version..."), commandIds.exportDataVersion],
  exportConnectors: () => [vscode.l10n.t("The tenant has no export connectors"), commandIds.refreshExplorer],
  exportCredentials: () => [vscode.l10n.t("No credentials. Create one..."), commandIds.newExportCredential],
};

const groups: Readonly<Record<ExportGroup, () => ShownEntry>> = {
  versionExports: () => ({
    label: vscode.l10n.t("Version Exports"),
    icon: icon("package"),
    isExpandable: true,
    context: "versionExports",
    actions: ["export"],
  }),
  exportConnectors: () => ({
    label: vscode.l10n.t("Export Connectors"),
    icon: icon("plug"),
    isExpandable: true,
    context: "exportConnectors",
  }),
  exportCredentials: () => ({
    label: vscode.l10n.t("Credentials"),
    icon: icon("key"),
    isExpandable: true,
    context: "exportCredentials",
    actions: ["create"],
  }),
};

function describe(entry: Exclude<ExportsEntry, { kind: "empty" }>, missing: ReadonlySet<string>): ShownEntry {
  switch (entry.kind) {
    case "exports":
      return { label: vscode.l10n.t("Exports"), icon: icon("export"), isExpandable: true, context: "exports" };
    case "group":
      return groups[entry.group]();
    case "versionExport":
      return describeExport(entry.found);
    case "exportConnector":
      return describeConnector(entry.connector);
    case "sentTable":
      return describeSentTable(entry.sent);
    case "exportCredential":
      return describeCredential(entry.credential, entry.users);
    case "file":
      return describeFile(entry.file, missing);
    case "noFiles":
      return { label: vscode.l10n.t("Nothing has changed"), icon: icon("info"), context: "exportNoFiles" };
    default:
      return assertNever(entry);
  }
}

/** Returns the name of an export for users, such as `5000132 since 5000131`. */
export function nameOfExport({ version, base }: Pick<VersionExport, "version" | "base">): string {
  return base === undefined ? version : vscode.l10n.t("{0} since {1}", version, base);
}

/** Describes the number of files of an export in the language of the editor. */
export function filesText({ files }: Pick<VersionExport, "files">): string {
  return files.length === 1 ? vscode.l10n.t("1 file") : vscode.l10n.t("{0} files", formatCount(files.length));
}

function describeExport(found: VersionExport): ShownEntry {
  const { files, timestamp, newTables, deletedTables } = found;
  return {
    label: nameOfExport(found),
    icon: icon(found.base === undefined ? "archive" : "diff"),
    description: [filesText(found), timeText(timestamp)].filter(Boolean).join(" · "),
    isExpandable: true,
    context: "versionExport",
    actions: files.length > 0 ? ["downloadAll"] : [],
    facts: [
      [vscode.l10n.t("Exported"), timeText(timestamp)],
      [vscode.l10n.t("Data version"), found.version],
      [vscode.l10n.t("Changes since"), found.base],
      [vscode.l10n.t("Rows"), sumText(files, ({ rows }) => rows, formatCount)],
      [vscode.l10n.t("Size"), sumText(files, ({ sizeBytes }) => sizeBytes, formatBytes)],
      [vscode.l10n.t("New tables"), newTables.join(", ")],
      [vscode.l10n.t("Deleted tables"), deletedTables.join(", ")],
      [vscode.l10n.t("Id"), found.uuid],
    ],
    note: vscode.l10n.t("The service keeps an export for 14 days."),
  };
}

function describeFile({ filename, table, rows, sizeBytes }: ExportFile, missing: ReadonlySet<string>): ShownEntry {
  const size = sizeBytes === undefined ? undefined : formatBytes(sizeBytes);
  return {
    label: filename,
    icon: icon("table"),
    description: [rows === undefined ? undefined : formatRows(rows), size].filter(Boolean).join(" · "),
    context: "exportFile",
    actions: ["open"],
    facts: [
      [vscode.l10n.t("Table"), table],
      [vscode.l10n.t("Rows"), rows === undefined ? undefined : formatCount(rows)],
      [vscode.l10n.t("Size"), size],
    ],
    ...(isOffered("open", missing) && {
      command: { id: commandIds.openExportFile, title: vscode.l10n.t("Open in the Results") },
    }),
  };
}

function describeConnector(connector: Connector): ShownEntry {
  const { objectName, description, links, credentialIds } = connector;
  const tables = links.map(({ tableName }) => tableName).join(", ");
  return {
    label: nameOfConnector(connector),
    icon: icon("plug"),
    description:
      credentialIds.length === 0 ? [tables, vscode.l10n.t("no credential")].filter(Boolean).join(" · ") : tables,
    isExpandable: true,
    context: "exportConnector",
    actions: credentialIds.length > 0 ? ["run"] : [],
    facts: [
      [vscode.l10n.t("Name"), objectName],
      [vscode.l10n.t("Description"), description],
      [vscode.l10n.t("Tables"), tables],
      [vscode.l10n.t("Credentials"), String(credentialIds.length)],
    ],
    note: vscode.l10n.t("A run sends what is in production. A table is replaced once all of its rows are there."),
  };
}

function describeSentTable({ tableName, status, errorMessage }: SentTable): ShownEntry {
  const word = status?.toLowerCase();
  return {
    label: tableName,
    icon: icon(word === "failed" ? "error" : word === "succeeded" ? "pass" : "table"),
    description: [word ?? vscode.l10n.t("not sent yet"), errorMessage].filter(Boolean).join(" · "),
    context: "sentTable",
    facts: [
      [vscode.l10n.t("Last run"), word],
      [vscode.l10n.t("Message"), errorMessage],
    ],
  };
}

function describeCredential(credential: Credential, users: readonly string[]): ShownEntry {
  const { destination, shown, information, id } = credential;
  const title = exportDestinations.find((one) => one.id === destination)?.title ?? destination;
  const facts = Object.entries(shown).map(([name, value]) => [name, String(value)] as const);
  return {
    label: nameOfCredential(credential),
    icon: icon("key"),
    description: [title, users.length === 0 ? vscode.l10n.t("unused") : users.join(", ")].join(" · "),
    context: "exportCredential",
    actions: ["validate", "replace", "delete"],
    facts: [
      [vscode.l10n.t("Destination"), title],
      [vscode.l10n.t("Description"), typeof information["description"] === "string" ? information["description"] : ""],
      [vscode.l10n.t("Used by"), users.join(", ")],
      ...facts,
      [vscode.l10n.t("Id"), id],
    ],
  };
}

/** Sums up a number of all files. Undefined if one of them does not have it. */
function sumText(
  files: readonly ExportFile[],
  of: (file: ExportFile) => number | undefined,
  format: (sum: number) => string,
): string | undefined {
  const values = files.map(of);
  return values.includes(undefined) ? undefined : format(values.reduce<number>((sum, value) => sum + (value ?? 0), 0));
}

import * as vscode from "vscode";
import { assertNever } from "../../base/assert-never.ts";
import { formatBytes, formatCount } from "../../host/amounts.ts";
import { type CommandId, commandIds } from "../../host/command-ids.ts";
import {
  emptyTreeItem,
  entryTreeItem,
  icon,
  rowsText,
  type ShownEntry as ShownBranchEntry,
  timeText,
} from "../../host/entry-tree-item.ts";
import type { BranchItem } from "../../host/tenant-branch.ts";
import type { ExportFile, ExportGroup, ExportsEntry, ExportsItem, VersionExport } from "./exports-entry.ts";
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
};

const groups: Readonly<Record<ExportGroup, () => ShownEntry>> = {
  versionExports: () => ({
    label: vscode.l10n.t("Version Exports"),
    icon: icon("package"),
    isExpandable: true,
    context: "versionExports",
    actions: ["export"],
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

function describeExport(found: VersionExport): ShownEntry {
  const { files, timestamp, newTables, deletedTables } = found;
  const count = files.length === 1 ? vscode.l10n.t("1 file") : vscode.l10n.t("{0} files", formatCount(files.length));
  return {
    label: nameOfExport(found),
    icon: icon(found.base === undefined ? "archive" : "diff"),
    description: [count, timeText(timestamp)].filter(Boolean).join(" · "),
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
    description: [rows === undefined ? undefined : rowsText(rows), size].filter(Boolean).join(" · "),
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

/** Sums up a number of all files. Undefined if one of them does not have it. */
function sumText(
  files: readonly ExportFile[],
  of: (file: ExportFile) => number | undefined,
  format: (sum: number) => string,
): string | undefined {
  const values = files.map(of);
  return values.includes(undefined) ? undefined : format(values.reduce<number>((sum, value) => sum + (value ?? 0), 0));
}

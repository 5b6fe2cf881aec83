import * as vscode from "vscode";
import { assertNever } from "../../base/assert-never.ts";
import { formatBytes, formatCount, formatPlural, formatRows } from "../../host/amounts.ts";
import * as commandIds from "../../host/command-ids.ts";
import type { CommandId } from "../../host/contributions.ts";
import {
  dateText,
  emptyTreeItem,
  entryTreeItem,
  icon,
  type ShownEntry as ShownBranchEntry,
  timeText,
} from "../../host/entry-tree-item.ts";
import type { BranchItem } from "../../host/tenant-branch.ts";
import { type DataEntry, type DataGroup, type DataItem, type DataVersion, isRefused } from "./data-entry.ts";
import { type DataAction as Action, actionOperations } from "./data-operations-model.ts";
import { daysUntilExpiry, keyStateOf } from "./pgp-key-model.ts";

type ShownEntry = ShownBranchEntry<Action>;

/** Returns the tree item of an entry of *Data*. `missing` holds the operations that the service does not support. */
export function dataTreeItem(item: BranchItem, missing: ReadonlySet<string>, nowMs: number): vscode.TreeItem {
  const { entry } = item as DataItem;
  if (entry.kind === "empty") {
    return emptyItem(item, entry.group);
  }
  return entryTreeItem(item, describe(entry, nowMs), (action) =>
    actionOperations[action].every((operation) => !missing.has(operation)),
  );
}

const groupLabels: Readonly<Record<DataGroup, () => string>> = {
  sources: () => vscode.l10n.t("Sources"),
  transactions: () => vscode.l10n.t("Open Intake Transactions"),
  uploads: () => vscode.l10n.t("Uploads"),
  versions: () => vscode.l10n.t("Data Versions"),
  connectors: () => vscode.l10n.t("Connectors"),
  keys: () => vscode.l10n.t("PGP Keys"),
};

const groupIcons: Readonly<Record<DataGroup, string>> = {
  sources: "inbox",
  transactions: "git-pull-request",
  uploads: "cloud-upload",
  versions: "versions",
  connectors: "plug",
  keys: "key",
};

const groupContexts: Readonly<Record<DataGroup, readonly [context: string, ...actions: Action[]]>> = {
  sources: ["dataSources", "send"],
  transactions: ["dataTransactions", "send"],
  uploads: ["dataUploads", "send", "process"],
  versions: ["dataVersions", "process"],
  connectors: ["dataConnectors", "credential", "assign", "settings", "extract"],
  keys: ["dataKeys", "generate"],
};

function describe(entry: Exclude<DataEntry, { kind: "empty" }>, nowMs: number): ShownEntry {
  switch (entry.kind) {
    case "data":
      return { label: vscode.l10n.t("Data"), icon: icon("layers"), isExpandable: true, context: "data" };
    case "group": {
      const [context, ...actions] = groupContexts[entry.group];
      return {
        label: groupLabels[entry.group](),
        icon: icon(groupIcons[entry.group]),
        isExpandable: true,
        context,
        actions,
      };
    }
    case "source":
      return describeSource(entry);
    case "sourceColumn": {
      const { columnName = "", dataType = "", dataFormats = [], isMandatory, defaultValue } = entry.column;
      return {
        label: columnName,
        icon: icon(isMandatory ? "symbol-key" : "symbol-field"),
        description: isMandatory ? vscode.l10n.t("{0} · mandatory", dataType) : dataType,
        context: "dataColumn",
        facts: [
          [vscode.l10n.t("Type"), dataType],
          [vscode.l10n.t("Formats"), dataFormats.join(", ")],
          [vscode.l10n.t("Default"), defaultValue],
        ],
      };
    }
    case "transaction": {
      const { transactionId = "", created, updated, status } = entry.transaction;
      return {
        label: transactionId,
        icon: icon("git-pull-request"),
        description: vscode.l10n.t("open since {0}", timeText(created) ?? ""),
        context: "dataTransaction",
        actions: ["commit", "rollBack"],
        facts: [
          [vscode.l10n.t("Opened"), timeText(created)],
          [vscode.l10n.t("Last file"), timeText(updated)],
          [vscode.l10n.t("Status"), status],
        ],
        note: vscode.l10n.t("Its files are stored and not processed. A commit makes a data version of them."),
      };
    }
    case "upload":
      return describeUpload(entry);
    case "file":
      return describeFile(entry);
    case "category": {
      const { name, id = "", objectName } = entry.category;
      return {
        label: name ?? id,
        icon: icon("folder-library"),
        description: name === undefined ? "" : id,
        isExpandable: true,
        context: "dataCategory",
        actions: ["process"],
        facts: [
          [vscode.l10n.t("Category"), id],
          [vscode.l10n.t("Object"), objectName],
        ],
      };
    }
    case "version":
      return describeVersion(entry.version);
    case "connector":
      return describeConnector(entry);
    case "credentials":
      return {
        label: vscode.l10n.t("Credentials"),
        icon: icon("lock"),
        description: String(entry.credentials.length),
        isExpandable: entry.credentials.length > 0,
        context: "dataCredentials",
        actions: ["credential"],
      };
    case "credential": {
      const { credentialId = "", displayName = credentialId, dataProvider, isInherited } = entry.credential;
      return {
        label: displayName,
        icon: icon(isInherited ? "references" : "lock"),
        description: [dataProvider, isInherited ? vscode.l10n.t("inherited") : undefined].filter(Boolean).join(" · "),
        context: "dataCredential",
        actions: isInherited ? ["assign"] : ["assign", "forget"],
        facts: [
          [vscode.l10n.t("Id"), credentialId],
          [vscode.l10n.t("Source system"), dataProvider],
        ],
        note: vscode.l10n.t("The service does not show what it signs in with."),
      };
    }
    case "key":
      return describeKey(entry, nowMs);
    default:
      return assertNever(entry);
  }
}

function describeSource({ source }: Extract<DataEntry, { kind: "source" }>): ShownEntry {
  const { sourceId = "", name, objectName, columns = [], fileNameRegex, isInherited } = source;
  return {
    label: name || sourceId,
    icon: icon(isInherited ? "references" : "file-symlink-directory"),
    description: objectName,
    isExpandable: columns.length > 0,
    context: "dataSource",
    actions: objectName ? ["send", "csv"] : ["send"],
    facts: [
      [vscode.l10n.t("Id"), sourceId],
      [vscode.l10n.t("Object"), objectName],
      [vscode.l10n.t("Columns"), String(columns.length)],
      [vscode.l10n.t("File names"), fileNameRegex],
      [vscode.l10n.t("Inherited"), isInherited ? vscode.l10n.t("yes") : undefined],
    ],
  };
}

function describeUpload({ upload, files }: Extract<DataEntry, { kind: "upload" }>): ShownEntry {
  const { uploadTime, included = true } = upload;
  const time = timeText(uploadTime) ?? "";
  const shown = {
    isExpandable: files !== undefined && files.length > 0,
    context: "dataUpload",
  };
  if (isRefused(files)) {
    return {
      ...shown,
      label: vscode.l10n.t("Refused load"),
      icon: icon("error", "list.errorForeground"),
      description: time,
      facts: [[vscode.l10n.t("Uploaded"), uploadTime]],
      note: vscode.l10n.t("Nothing of the load was stored. The file below lists its problems."),
    };
  }
  const [first, ...others] = (files ?? []).filter(({ kind = "data" }) => kind === "data");
  const rows = first && [first, ...others].reduce((sum, file) => sum + (file.rows ?? 0), 0);
  const what = first && (others.length === 0 ? first.fileName : vscode.l10n.t("{0} files", others.length + 1));
  return {
    ...shown,
    // The view is narrow: what tells uploads apart is first.
    label: what ?? time,
    icon: included ? icon("pass") : icon("circle-slash"),
    description: [
      included ? vscode.l10n.t("included") : vscode.l10n.t("excluded"),
      rows === undefined ? undefined : formatRows(rows),
      what === undefined ? undefined : time,
    ]
      .filter(Boolean)
      .join(" · "),
    actions: included ? ["exclude", "process"] : ["include", "process"],
    facts: [
      [vscode.l10n.t("Uploaded"), uploadTime],
      [vscode.l10n.t("Included"), included ? vscode.l10n.t("yes") : vscode.l10n.t("no")],
      [vscode.l10n.t("Rows"), rows === undefined ? undefined : formatCount(rows)],
    ],
    note: included
      ? vscode.l10n.t("The next processing takes its rows into the data version.")
      : vscode.l10n.t("The next processing leaves its rows out."),
  };
}

function describeFile({ file }: Extract<DataEntry, { kind: "file" }>): ShownEntry {
  const { fileName = "", objectName, rows, sizeBytes, included, kind = "data" } = file;
  const isProblems = kind === "problems";
  return {
    label: fileName,
    icon: isProblems ? icon("warning", "list.warningForeground") : icon(kind === "data" ? "file" : "debug"),
    description: isProblems
      ? formatPlural(rows ?? 0, [vscode.l10n.t("1 problem"), vscode.l10n.t("{0} problems")])
      : [
          objectName,
          rows === undefined ? undefined : formatRows(rows),
          included === false ? vscode.l10n.t("excluded") : undefined,
        ]
          .filter(Boolean)
          .join(" · "),
    context: "dataFile",
    actions: isProblems ? ["problems", "download"] : ["download"],
    facts: [
      [vscode.l10n.t("Object"), objectName],
      [vscode.l10n.t("Source"), file.sourceId],
      [vscode.l10n.t("Size"), sizeBytes === undefined ? undefined : formatBytes(sizeBytes)],
      ["SHA-256", file.sha256],
      [vscode.l10n.t("Job"), file.uploadJobId],
    ],
  };
}

function describeVersion({ number, date, category, isDraft, former, objects = [] }: DataVersion): ShownEntry {
  const state = isDraft === undefined ? undefined : isDraft ? vscode.l10n.t("draft") : vscode.l10n.t("published");
  return {
    label: number,
    icon: icon(isDraft ? "circle-large-outline" : "circle-large-filled"),
    description: [state, timeText(date)].filter(Boolean).join(" · "),
    context: "dataVersion",
    actions: isDraft === false ? ["disable"] : ["publish", "disable", "compare"],
    facts: [
      [vscode.l10n.t("Made"), timeText(date)],
      [vscode.l10n.t("Category"), category.name ?? category.id],
      [vscode.l10n.t("State"), state],
      [vscode.l10n.t("Before it"), former],
      ...objects.map(
        ({ objectName, members, records }) =>
          [
            objectName,
            members === records
              ? formatRows(records)
              : vscode.l10n.t("{0} in {1}", formatCount(members), formatRows(records)),
          ] as const,
      ),
    ],
    ...(isDraft && { note: vscode.l10n.t("Only queries in a project see it until it is published.") }),
  };
}

function describeConnector({ connector, credential }: Extract<DataEntry, { kind: "connector" }>): ShownEntry {
  const { connectorId = "", displayName = connectorId, credentialId, dataProvider } = connector;
  const isReady = credentialId !== undefined;
  return {
    label: displayName,
    icon: icon(isReady ? "plug" : "debug-disconnect"),
    description: isReady ? (credential?.displayName ?? credentialId) : vscode.l10n.t("no credential"),
    context: "dataConnector",
    actions: isReady ? ["extract", "assign", "settings"] : ["assign", "settings"],
    facts: [
      [vscode.l10n.t("Id"), connectorId],
      [vscode.l10n.t("Source system"), dataProvider],
      [vscode.l10n.t("Credential"), credential?.displayName ?? credentialId],
    ],
  };
}

function describeKey({ key }: Extract<DataEntry, { kind: "key" }>, nowMs: number): ShownEntry {
  const { keyID = "", recipient, dateGenerated, expiryDate } = key;
  const state = keyStateOf(key, nowMs);
  const expiry = dateText(expiryDate);
  const description =
    state === "expired"
      ? vscode.l10n.t("expired on {0}", expiry ?? "")
      : state === "expiring"
        ? formatPlural(
            daysUntilExpiry(key, nowMs),
            [vscode.l10n.t("expires in 1 day, on {1}"), vscode.l10n.t("expires in {0} days, on {1}")],
            expiry ?? "",
          )
        : expiry && vscode.l10n.t("until {0}", expiry);
  const isUsable = state !== "expired";
  return {
    label: keyID,
    icon: isUsable
      ? icon(state === "expiring" ? "warning" : "key", state === "expiring" ? "list.warningForeground" : undefined)
      : icon("error", "list.errorForeground"),
    description,
    context: "dataKey",
    actions: isUsable ? ["save", "encrypt", "delete"] : ["save", "delete"],
    facts: [
      [vscode.l10n.t("Recipient"), recipient],
      [vscode.l10n.t("Generated"), dateText(dateGenerated)],
      [vscode.l10n.t("Expires"), expiry],
    ],
    ...(state !== "valid" &&
      state !== "unknown" && {
        note: vscode.l10n.t(
          "Generate another key and hand it out. Files for this one are refused once it has expired.",
        ),
      }),
  };
}

/** Returns the item of a group without entries, whose click begins what would give it one. */
function emptyItem(item: BranchItem, group: DataGroup): vscode.TreeItem {
  const texts: Readonly<Record<DataGroup, readonly [label: string, command: CommandId]>> = {
    sources: [vscode.l10n.t("No sources. Look again"), commandIds.refreshExplorer],
    transactions: [vscode.l10n.t("No open transactions. Send a data file..."), commandIds.sendDataFile],
    uploads: [vscode.l10n.t("No uploads. Send a data file..."), commandIds.sendDataFile],
    versions: [vscode.l10n.t("No data versions. Process now..."), commandIds.processNow],
    connectors: [vscode.l10n.t("No connectors. Look again"), commandIds.refreshExplorer],
    keys: [vscode.l10n.t("No keys. Generate one..."), commandIds.generatePgpKey],
  };
  const [label, command] = texts[group];
  return emptyTreeItem(item, "dataEmpty", label, command);
}

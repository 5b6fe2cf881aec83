import * as vscode from "vscode";
import type { TableMetadata } from "../../contract/table-source-schemas.ts";
import { bytesText } from "../../host/amounts.ts";
import { countText, instantText } from "./amounts-text.ts";
import { type PlacedTable, placeText } from "./table-place.ts";
import type { TableState } from "./table-states-model.ts";

/** A table's metadata and the states that it was seen in, as Markdown. */
export function metadataText(placed: PlacedTable, metadata: TableMetadata, states: readonly TableState[]): string {
  const { objectName, basicInformation, uuid } = placed.table;
  const pairs = Object.entries(metadata.metadata ?? {});
  const size = metadata.dataFilesSizeBytes;
  return [
    `# ${objectName}`,
    "",
    ...(basicInformation?.description ? [basicInformation.description, ""] : []),
    vscode.l10n.t("- Place: {0}", placeText(placed)),
    vscode.l10n.t("- Table id: {0}", uuid),
    vscode.l10n.t("- Rows: {0}", countText(metadata.recordCount)),
    ...(metadata.recordsUpdatedAt
      ? [vscode.l10n.t("- Rows updated: {0}", instantText(metadata.recordsUpdatedAt))]
      : []),
    ...(metadata.transactionId ? [vscode.l10n.t("- Last transaction: {0}", metadata.transactionId)] : []),
    ...(size === undefined ? [] : [vscode.l10n.t("- Size of the data files: {0}", bytesText(Number(size)))]),
    "",
    vscode.l10n.t("## Metadata"),
    "",
    ...(pairs.length === 0 ? [vscode.l10n.t("None; the action setMetadata of a SQL job sets it.")] : []),
    ...pairs.map(([key, value]) => `- ${key}: ${value}`),
    "",
    vscode.l10n.t("## States seen from here"),
    "",
    vscode.l10n.t(
      "The service does not list its snapshots. A state is noted whenever this metadata is read; newest first.",
    ),
    "",
    ...states.map((state) => `- ${stateText(state)}`),
    "",
  ].join("\n");
}

/** One state on one line. */
function stateText({ recordsUpdatedAt, recordCount, transactionId }: TableState): string {
  const rows = vscode.l10n.t("{0} rows", countText(recordCount));
  return [instantText(recordsUpdatedAt), rows, ...(transactionId ? [transactionId] : [])].join(" · ");
}

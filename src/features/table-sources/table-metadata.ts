import * as vscode from "vscode";
import type { TableMetadata } from "../../contract/table-sources.ts";
import { formatBytes } from "../../host/amounts.ts";
import type { ReviewPages } from "../../host/review-page.ts";
import { joinReportLines } from "../../host/untrusted-text.ts";
import { countText, rowsText, timestampText } from "./amounts-text.ts";
import { showRowsOf, tableReviewKey } from "./table-review.ts";
import type { TableState } from "./table-states-model.ts";
import { type ListedTable, targetText } from "./table-target.ts";

interface MetadataActions {
  readonly reviews: ReviewPages;
  /** Opens the definition of the table. */
  edit(): Promise<void>;
  /** Shows the rows as of a time, ISO 8601. */
  showAsOf(instant: string): Promise<void>;
}

/** Shows a table's metadata and observed states on a page, with links to its definition and to its rows then and now. */
export async function showTableMetadata(
  listedTable: ListedTable,
  metadata: TableMetadata,
  states: readonly TableState[],
  { reviews, edit, showAsOf }: MetadataActions,
): Promise<void> {
  const { objectName, basicInformation } = listedTable.table;
  const showRows = vscode.l10n.t("Show Rows");
  const pairs = metadataPairs(metadata);
  const about = [
    {
      text: vscode.l10n.t("Rows: {0}", countText(metadata.recordCount)),
      link: showRows,
      open: showRowsOf(listedTable),
    },
    ...factsOf(listedTable, metadata).map((text) => ({ text, link: undefined, open: undefined })),
    { text: vscode.l10n.t("Definition"), link: vscode.l10n.t("Edit"), open: edit },
  ];
  const key = tableReviewKey(listedTable, listedTable.table);
  await reviews.show(`metadata\n${key}`, objectName, {
    review: {
      title: objectName,
      place: targetText(listedTable),
      role: listedTable.session.role,
      verdict: basicInformation?.description || vscode.l10n.t("Table source with {0}", rowsText(metadata.recordCount)),
      isGood: true,
      warnings: [],
      notes: [knownStatesNote()],
      totals: [],
      sections: [],
      lists: [
        {
          title: vscode.l10n.t("Table"),
          facts: about.map(({ text, link }) => ({ text, links: link === undefined ? [] : [link] })),
        },
        { title: vscode.l10n.t("Metadata"), facts: pairs.map((text) => ({ text, links: [] })) },
        {
          title: vscode.l10n.t("Known States"),
          facts: states.map((state) => ({ text: stateText(state), links: [showRows] })),
        },
      ],
    },
    markdown: metadataText(listedTable, metadata, states),
    showTable: async () => undefined,
    openLink: async ({ list, fact }) => {
      const instant = list === 2 ? states[fact]?.recordsUpdatedAt : undefined;
      await (instant === undefined ? about[list === 0 ? fact : -1]?.open?.() : showAsOf(instant));
    },
  });
}

function factsOf({ table }: ListedTable, metadata: TableMetadata): readonly string[] {
  const size = metadata.dataFilesSizeBytes;
  return [
    ...(metadata.recordsUpdatedAt
      ? [vscode.l10n.t("Rows updated: {0}", timestampText(metadata.recordsUpdatedAt))]
      : []),
    ...(metadata.transactionId ? [vscode.l10n.t("Last transaction: {0}", metadata.transactionId)] : []),
    ...(size === undefined ? [] : [vscode.l10n.t("Size of the data files: {0}", formatBytes(Number(size)))]),
    vscode.l10n.t("Table id: {0}", table.uuid),
  ];
}

function metadataPairs({ metadata = {} }: TableMetadata): readonly string[] {
  const pairs = Object.entries(metadata).map(([key, value]) => `${key}: ${value}`);
  return pairs.length > 0 ? pairs : [vscode.l10n.t("None; the action setMetadata of a SQL job sets it.")];
}

function knownStatesNote(): string {
  return vscode.l10n.t(
    "The service does not list its snapshots. Known here are the states in which this metadata was read and those that were committed from here; newest first.",
  );
}

/** Renders a table's metadata and observed states as Markdown. */
export function metadataText(listedTable: ListedTable, metadata: TableMetadata, states: readonly TableState[]): string {
  const { objectName, basicInformation } = listedTable.table;
  const facts = [
    vscode.l10n.t("Location: {0}", targetText(listedTable)),
    vscode.l10n.t("Rows: {0}", countText(metadata.recordCount)),
    ...factsOf(listedTable, metadata),
  ];
  return joinReportLines([
    `# ${objectName}`,
    "",
    ...(basicInformation?.description ? [basicInformation.description, ""] : []),
    ...facts.map((fact) => `- ${fact}`),
    "",
    `## ${vscode.l10n.t("Metadata")}`,
    "",
    ...metadataPairs(metadata).map((pair) => `- ${pair}`),
    "",
    `## ${vscode.l10n.t("Known States")}`,
    "",
    knownStatesNote(),
    "",
    ...states.map((state) => `- ${stateText(state)}`),
    "",
  ]);
}

/** Describes one state in one line. */
function stateText({ recordsUpdatedAt, recordCount, title, transactionId }: TableState): string {
  const rows = recordCount === undefined ? undefined : rowsText(recordCount);
  return [timestampText(recordsUpdatedAt), rows, title, transactionId].filter(Boolean).join(" · ");
}

import * as vscode from "vscode";
import { formatCount, formatPlural } from "../../host/amounts.ts";
import { escapeMarkdownLine, escapeTableCell } from "../../languages/core/text/markdown.ts";
import type { ChangedCell, PreviewedQuery } from "./preview-model.ts";

/** Changed cells of one query that the page shows. */
const shownCells = 20;

interface PreviewFacts {
  readonly project: string;
  readonly tenant: string;
  /** Whether values of few people are hidden on the connection, so that the page shows no values. */
  readonly hidesValues: boolean;
}

/** Renders what publishing a project would change, as Markdown. */
export function renderPreview(previewed: readonly PreviewedQuery[], facts: PreviewFacts): string {
  const of = (kind: PreviewedQuery["outcome"]["kind"]) => previewed.filter(({ outcome }) => outcome.kind === kind);
  const [changed, broken, untouched] = [of("changed"), of("broken"), of("untouched")];
  const others = [...of("mended"), ...of("failing")];
  return [
    `# ${escapeMarkdownLine(vscode.l10n.t("What publishing {0} changes", facts.project))}`,
    formatPlural(
      previewed.length,
      [
        vscode.l10n.t("1 query ran in production and in the project, in {1}: {2} changed, {3} broken, {4} untouched."),
        vscode.l10n.t(
          "{0} queries ran in production and in the project, in {1}: {2} changed, {3} broken, {4} untouched.",
        ),
      ],
      escapeMarkdownLine(facts.tenant),
      formatCount(changed.length),
      formatCount(broken.length),
      formatCount(untouched.length),
    ),
    ...section(vscode.l10n.t("Broken"), broken, ({ outcome }) => messageOf(outcome)),
    ...section(vscode.l10n.t("Changed"), changed, (one) => renderCells(one, facts)),
    ...section(vscode.l10n.t("Not run in production"), others, ({ outcome }) =>
      [
        outcome.kind === "mended"
          ? vscode.l10n.t("Works in the project.")
          : vscode.l10n.t("Fails in the project, too."),
        messageOf(outcome),
      ].join(" "),
    ),
    ...(untouched.length > 0
      ? [
          `## ${vscode.l10n.t("Untouched")}`,
          untouched.map((one) => `- ${[escapeMarkdownLine(one.query.name), ...notesOf(one)].join(". ")}`).join("\n"),
        ]
      : []),
    "",
  ].join("\n\n");
}

function section(
  title: string,
  previewed: readonly PreviewedQuery[],
  render: (one: PreviewedQuery) => string,
): readonly string[] {
  return previewed.length === 0
    ? []
    : [
        `## ${title}`,
        ...previewed.flatMap((one) => [`### ${escapeMarkdownLine(one.query.name)}`, render(one), ...notesOf(one)]),
      ];
}

function messageOf(outcome: PreviewedQuery["outcome"]): string {
  return "message" in outcome ? escapeMarkdownLine(outcome.message) : "";
}

function notesOf({ isCut, dataVersions }: PreviewedQuery): readonly string[] {
  return [
    ...(isCut ? [vscode.l10n.t("Only the first rows were compared.")] : []),
    ...(dataVersions
      ? [
          vscode.l10n.t(
            "Production answered from the data version {0}, the project from {1}: differences may be those of the data.",
            dataVersions.production,
            dataVersions.project,
          ),
        ]
      : []),
  ];
}

function renderCells({ outcome }: PreviewedQuery, { hidesValues }: PreviewFacts): string {
  const cells = outcome.kind === "changed" ? outcome.cells : [];
  const count = formatPlural(cells.length, [vscode.l10n.t("1 cell differs."), vscode.l10n.t("{0} cells differ.")]);
  if (hidesValues) {
    return `${count} ${vscode.l10n.t("The connection hides small groups, so that values are not shown here.")}`;
  }
  const cell = (text: string | null | undefined) =>
    text === undefined ? "" : escapeTableCell(escapeMarkdownLine(text ?? "—"));
  const rowText = ({ row }: ChangedCell) => row.map((value) => value ?? "—").join(" · ");
  const lines = cells
    .slice(0, shownCells)
    .map((one) => `| ${cell(rowText(one))} | ${cell(one.column)} | ${cell(one.before)} | ${cell(one.after)} |`);
  const header = [vscode.l10n.t("Row"), vscode.l10n.t("Column"), vscode.l10n.t("Production"), vscode.l10n.t("Project")];
  return [
    count,
    [`| ${header.join(" | ")} |`, "| --- | --- | ---: | ---: |", ...lines].join("\n"),
    ...(cells.length > shownCells ? [vscode.l10n.t("And {0} more.", formatCount(cells.length - shownCells))] : []),
  ].join("\n\n");
}

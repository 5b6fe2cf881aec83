import path from "node:path";
import * as vscode from "vscode";
import { assertNever } from "../../base/assert-never.ts";
import { formatPlural } from "../../host/amounts.ts";
import { describeColumnMismatch } from "../../host/column-mismatch-text.ts";
import type { ReviewPages } from "../../host/review-page.ts";
import { joinReportLines } from "../../host/untrusted-text.ts";
import type { AffectedLines, FileFinding } from "./file-check-model.ts";
import { type TableTarget, targetText } from "./table-target.ts";

/** Renders why a file was not sent, as Markdown with columns and lines, never with values. */
export function findingsText(name: string, table: string, findings: readonly FileFinding[]): string {
  return joinReportLines([
    vscode.l10n.t("# {0} does not fit into {1}", name, table),
    "",
    vscode.l10n.t("Nothing was sent. Correct the file, or the columns of the table, and upload it again."),
    "",
    ...findings.map((finding) => `- ${findingText(finding)}`),
    "",
  ]);
}

/** Shows on a page why a file was not sent, with links to its lines. */
export async function showFindings(
  reviews: ReviewPages,
  { target, table, file }: { readonly target: TableTarget; readonly table: string; readonly file: string },
  findings: readonly FileFinding[],
): Promise<void> {
  const name = path.basename(file);
  const lines = findings.map((finding) => ("lines" in finding ? finding.lines.first : []));
  const title = vscode.l10n.t("{0} into {1}", name, table);
  await reviews.show(["findings", file, table].join("\n"), title, {
    review: {
      title: vscode.l10n.t("{0} does not fit into {1}", name, table),
      place: targetText(target),
      role: target.session.role,
      verdict: vscode.l10n.t("Nothing was sent. Correct the file, or the columns of the table, and upload it again."),
      isGood: false,
      warnings: [],
      notes: [],
      totals: [],
      sections: [],
      lists: [
        {
          title: vscode.l10n.t("Problems"),
          facts: findings.map((finding, index) => ({
            text: findingText(finding),
            links: (lines[index] ?? []).map((line) => vscode.l10n.t("Line {0}", line)),
          })),
        },
      ],
    },
    markdown: findingsText(name, table, findings),
    showTable: async () => undefined,
    openLink: async ({ fact, link }) => {
      const line = (lines[fact]?.[link] ?? 1) - 1;
      const selection = new vscode.Range(line, 0, line, 0);
      await vscode.window.showTextDocument(vscode.Uri.file(file), { selection });
    },
  });
}

function findingText(finding: FileFinding): string {
  switch (finding.kind) {
    case "unknownColumn":
    case "missingColumn":
    case "duplicateColumn":
      return describeColumnMismatch(finding);
    case "wrongType":
      return vscode.l10n.t(
        "{0}: type {1} of the file does not fit into {2}.",
        finding.column,
        finding.from,
        finding.to,
      );
    case "wrongCount":
      return formatPlural(
        finding.lines.count,
        [vscode.l10n.t("1 row does not have {1} values: {2}."), vscode.l10n.t("{0} rows do not have {1} values: {2}.")],
        String(finding.expected),
        linesText(finding.lines),
      );
    case "misfit":
      return formatPlural(
        finding.lines.count,
        [
          vscode.l10n.t("{1}: 1 value is not of type {2} and would be lost: {3}."),
          vscode.l10n.t("{1}: {0} values are not of type {2} and would be lost: {3}."),
        ],
        finding.column,
        finding.dataType,
        linesText(finding.lines),
      );
    case "nullKey":
      return formatPlural(
        finding.lines.count,
        [
          vscode.l10n.t("{1}: 1 row has no value in this key column and would match nothing: {2}."),
          vscode.l10n.t("{1}: {0} rows have no value in this key column and would match nothing: {2}."),
        ],
        finding.column,
        linesText(finding.lines),
      );
    default:
      return assertNever(finding);
  }
}

function linesText({ first, count }: AffectedLines): string {
  if (first.length === 0) {
    return vscode.l10n.t("the file does not contain the line numbers");
  }
  const lines = first.join(", ");
  return count > first.length ? vscode.l10n.t("lines {0} and more", lines) : vscode.l10n.t("lines {0}", lines);
}

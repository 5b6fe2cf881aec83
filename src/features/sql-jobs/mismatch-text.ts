import * as vscode from "vscode";
import type { ColumnFinding } from "../../base/match-columns.ts";
import type { DryRunReport, DryRunTenant } from "../../client/sql/dry-run-report.ts";
import { columnFindingText } from "../../host/column-finding-text.ts";
import { nearestNames } from "../../languages/core/text/find-name.ts";

/**
 * Describes the column mismatches between inputs and tables, one line for each action, without duplicates across
 * tenants. Such as `news into site_badge: location: the table has no such column. Did you mean site? site: the file
 * lacks this column, ...`.
 */
export function mismatchLines({ tenants }: Pick<DryRunReport, "tenants">): readonly string[] {
  return [...new Set(tenants.flatMap(linesOfTenant))];
}

function linesOfTenant({ steps }: DryRunTenant): readonly string[] {
  return steps.flatMap((step) => {
    if (step.kind !== "write" || !step.mismatch) {
      return [];
    }
    const { input, findings } = step.mismatch;
    const missing = findings.flatMap((finding) => (finding.kind === "missingColumn" ? [finding.column] : []));
    const texts = findings.map((finding) => findingText(finding, missing));
    return [vscode.l10n.t("{0} into {1}: {2}", input, step.table, texts.join(" "))];
  });
}

function findingText(finding: ColumnFinding, missing: readonly string[]): string {
  const text = columnFindingText(finding);
  const [near] = finding.kind === "unknownColumn" ? nearestNames(missing, finding.column) : [];
  return near === undefined ? text : `${text} ${vscode.l10n.t("Did you mean {0}?", near)}`;
}

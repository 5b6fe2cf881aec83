import * as vscode from "vscode";
import type { ColumnDifference } from "../../base/match-columns.ts";
import type {
  DryRunPrecondition,
  DryRunReport,
  DryRunStep,
  DryRunTenant,
  DryRunWrite,
} from "../../client/sql/dry-run-report.ts";
import { formatCount, formatRows } from "../../host/amounts.ts";
import { describeColumnMismatch, describeEmptyColumns } from "../../host/column-mismatch-text.ts";
import { joinReportLines } from "../../host/untrusted-text.ts";
import { findNearestNames } from "../../languages/core/text/find-name.ts";
import { changesText, sizesText, totalsText } from "./count-text.ts";
import { countProblems, totalsByTable } from "./write-totals-model.ts";

/** Job file, connection and tenant of a dry run. */
export interface DryRunTarget {
  readonly file: string;
  readonly connection: string;
  readonly tenant: string | undefined;
  /** Whether it is a rehearsal on a cluster, where branches are dropped in place of a rollback. */
  readonly isOnSpark?: boolean;
}

/** Renders the report of a dry run as a Markdown document. */
export function dryRunText(report: DryRunReport, target: DryRunTarget): string {
  const { tenants } = report;
  const lines = [
    `# ${titleText(target)}`,
    "",
    `${placeText(target)}. ${unchangedText(target)} **${verdictText(report)}**`,
    "",
    ...totalsByTable(tenants).map((totals) => `- ${totalsText(totals)}`),
    ...mismatchLines(report).map((line) => `- **${vscode.l10n.t("Columns differ")}** ${line}`),
    ...noteLines(report).map((line) => `- ${line}`),
  ];
  for (const { tenant: code, steps, failure, failedStep } of tenants) {
    const lineOf = (step: DryRunStep) => stepLine(step, step.index === failedStep);
    lines.push("", `## ${code ?? vscode.l10n.t("Actions")}`, "", ...steps.map(lineOf));
    if (failure !== undefined) {
      lines.push("", `**${vscode.l10n.t("Failed: {0}", failure)}**`);
    }
  }
  return joinReportLines([...lines, ""]);
}

/** Heading of the report. */
export function titleText({ file, isOnSpark = false }: DryRunTarget): string {
  return isOnSpark ? vscode.l10n.t("Rehearsal of {0} on Spark", file) : vscode.l10n.t("Dry run of {0}", file);
}

/** Connection and tenant, or cluster and namespace. */
export function placeText({ connection, tenant }: DryRunTarget): string {
  return tenant === undefined ? connection : `${connection} · ${tenant}`;
}

/** Returns the reason why nothing has changed. */
export function unchangedText({ isOnSpark = false }: DryRunTarget): string {
  return isOnSpark
    ? vscode.l10n.t("Nothing was changed: the branches are dropped.")
    : vscode.l10n.t("Nothing was changed: the transaction is rolled back.");
}

/** Returns a sentence about whether the job would run to its end. */
export function verdictText(report: DryRunReport): string {
  const problems = countProblems(report);
  return report.isGood
    ? vscode.l10n.t("The job would run to its end.")
    : problems === 1
      ? vscode.l10n.t("The job would not run to its end: one problem.")
      : vscode.l10n.t("The job would not run to its end: {0} problems.", formatCount(problems));
}

/** Names the tables that the job reads and writes, and its preconditions, one line each. */
export function noteLines({ read, written, preconditions }: DryRunReport): readonly string[] {
  return [
    vscode.l10n.t("Reads: {0}", listText(read)),
    vscode.l10n.t("Writes: {0}", listText(written)),
    ...preconditions.map((precondition) => vscode.l10n.t("Precondition: {0}", preconditionText(precondition))),
  ];
}

/**
 * Renders a step so that it reads well as plain text, such as `2. upsert: site_badge: 10 rows added, 0 changed, 0
 * removed (0 rows before, 10 after)`.
 */
function stepLine(step: DryRunStep, hasFailed: boolean): string {
  const { action, effect, check } = describeStep(step, hasFailed);
  const changes = step.kind === "write" ? writeText(step) : undefined;
  return `${step.index + 1}. ${[action, changes ?? effect, check, durationText(step)].filter(Boolean).join(": ")}`;
}

/** Describes a step; the effect of a write is empty if it was counted. */
export function describeStep(
  step: DryRunStep,
  hasFailed: boolean,
): { readonly action: string; readonly effect: string; readonly check: string } {
  const uncounted = hasFailed ? vscode.l10n.t("FAILED") : vscode.l10n.t("not reached");
  switch (step.kind) {
    case "left":
      return { action: step.action, effect: vscode.l10n.t("left out"), check: "" };
    case "noted":
      return { action: step.action, effect: vscode.l10n.t("takes effect at the commit"), check: "" };
    case "rows": {
      const rows = step.rows === undefined ? uncounted : formatRows(step.rows);
      const isCounted = step.rows !== undefined && step.output !== undefined;
      const effect = isCounted ? vscode.l10n.t("{0} in {1}", rows, step.output) : rows;
      return { action: "query", effect, check: assertionText(step.assertion) };
    }
    case "write":
      return { action: step.action, effect: sizesText(step) === undefined ? uncounted : "", check: "" };
  }
}

/** Returns the duration of a step, such as `took 1.2 s`. Empty if it was not measured. */
export function durationText(step: DryRunStep): string {
  return "durationMs" in step && step.durationMs !== undefined
    ? vscode.l10n.t("took {0} s", (step.durationMs / 1000).toFixed(1))
    : "";
}

/** Describes the changes of a step to its table. Undefined if they were not counted. */
function writeText(step: DryRunWrite): string | undefined {
  const [sizes, changes] = [sizesText(step), changesText(step)];
  return sizes === undefined ? undefined : `${step.table}: ${changes === undefined ? sizes : `${changes} (${sizes})`}`;
}

function assertionText(assertion: "passed" | "failed" | undefined): string {
  switch (assertion) {
    case "passed":
      return vscode.l10n.t("passed: there are rows");
    case "failed":
      return vscode.l10n.t("FAILED: no rows, so rollbackOnEmpty rolls back");
    default:
      return "";
  }
}

function preconditionText({ table, name, unmet }: DryRunPrecondition): string {
  const label = name ?? table;
  return unmet.length === 0
    ? vscode.l10n.t("{0}: passed", label)
    : vscode.l10n.t("{0}: FAILED, its metadata has another value of {1}", label, unmet.join(", "));
}

function listText(names: readonly string[]): string {
  return names.length === 0 ? vscode.l10n.t("nothing") : names.join(", ");
}

/**
 * Describes the column mismatches between inputs and tables, one line for each action, without duplicates across
 * tenants. Such as `news into site_badge: location: the table has no such column. Did you mean site? site, closed: the
 * file lacks these 2 columns, ...`.
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
    const missing = columnsOf(findings.filter(({ kind }) => kind === "missingColumn"));
    const texts = findings.filter((finding) => !isEmptyColumn(finding)).map((finding) => findingText(finding, missing));
    const empty = columnsOf(findings.filter(isEmptyColumn));
    if (empty.length > 0) {
      texts.push(describeEmptyColumns(empty));
    }
    return [vscode.l10n.t("{0} into {1}: {2}", input, step.table, texts.join(" "))];
  });
}

function columnsOf(findings: readonly ColumnDifference[]): readonly string[] {
  return findings.map(({ column }) => column);
}

function isEmptyColumn(finding: ColumnDifference): boolean {
  return finding.kind === "missingColumn" && !finding.isKey;
}

function findingText(finding: ColumnDifference, missing: readonly string[]): string {
  const text = describeColumnMismatch(finding);
  const [near] = finding.kind === "unknownColumn" ? findNearestNames(missing, finding.column) : [];
  return near === undefined ? text : `${text} ${vscode.l10n.t("Did you mean {0}?", near)}`;
}

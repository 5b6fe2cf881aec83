import * as vscode from "vscode";
import type { ConnectionRole } from "../../base/connection-role.ts";
import type { DryRunReport, DryRunStep } from "../../client/sql/dry-run-report.ts";
import type { Review, ReviewQuestion, ReviewRow, ReviewSection } from "../../protocol/review-view.ts";
import {
  type DryRunTarget,
  describeStep,
  durationText,
  mismatchLines,
  noteLines,
  placeText,
  titleText,
  unchangedText,
  verdictText,
} from "./dry-run-text.ts";
import { totalsByTable } from "./write-totals-model.ts";

/** Renders the report of a dry run as the content of its page. */
export function renderDryRunReview(
  report: DryRunReport,
  { role, ...target }: DryRunTarget & { readonly role: ConnectionRole },
  question: ReviewQuestion | undefined,
): Review {
  const { tenants } = report;
  const sections = tenants.map(({ tenant: code, steps, failure, failedStep }): ReviewSection => {
    const title = code ?? vscode.l10n.t("Actions");
    return { title, failure, rows: steps.map((step) => rowOf(step, step.index === failedStep)) };
  });
  return {
    title: titleText(target),
    place: placeText(target),
    role,
    verdict: `${verdictText(report)} ${unchangedText(target)}`,
    isGood: report.isGood,
    warnings: mismatchLines(report).map((line) => vscode.l10n.t("Columns differ: {0}", line)),
    notes: noteLines(report),
    totals: totalsByTable(tenants).map((totals) => ({
      action: "",
      table: totals.table,
      ...countsOf(totals),
      text: vscode.l10n.t("not counted, because the job fails before"),
      isFailed: false,
    })),
    sections,
    question,
  };
}

/** Whether rows would lose values, because an input lacks columns of its table. */
export function losesColumns({ tenants }: Pick<DryRunReport, "tenants">): boolean {
  return tenants.some(({ steps }) =>
    steps.some(
      (step) => step.kind === "write" && step.mismatch?.findings.some(({ kind }) => kind === "missingColumn") === true,
    ),
  );
}

function rowOf(step: DryRunStep, hasFailed: boolean): ReviewRow {
  const { action, effect, check } = describeStep(step, hasFailed);
  const duration = durationText(step);
  // The columns of a counted write leave no other place for its time.
  const isWrite = step.kind === "write" && duration !== "";
  return {
    action: `${step.index + 1}. ${action}${isWrite ? ` (${duration})` : ""}`,
    ...(step.kind === "write" && { table: step.table, ...countsOf(step) }),
    text: [effect, check, isWrite ? "" : duration].filter(Boolean).join(", "),
    isFailed: hasFailed || (step.kind === "rows" && step.assertion === "failed"),
  };
}

/** Returns no counts if the table was not counted. */
function countsOf(counted: NonNullable<ReviewRow["counts"]>): Pick<ReviewRow, "counts"> {
  const { added, changed, removed, before, after, isUpperBound } = counted;
  return before === undefined || after === undefined
    ? {}
    : { counts: { added, changed, removed, before, after, isUpperBound } };
}

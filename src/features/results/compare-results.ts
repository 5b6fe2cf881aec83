import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import { formatPlural, formatRows } from "../../host/amounts.ts";
import { chooseSaveUri } from "../../host/file-dialogs.ts";
import { showInformation } from "../../host/notifications.ts";
import { askText, backStep } from "../../host/step-input.ts";
import { distinctTitles } from "../../protocol/result-titles.ts";
import type { ShownResult } from "../../protocol/results-view.ts";
import type { CompareCounts, ComparedColumn } from "../../protocol/stored-results.ts";
import { requireActiveResult } from "./active-result.ts";
import {
  type ComparedRun,
  comparableResults,
  isEarlierRun,
  isInvalidTolerance,
  originOfComparison,
} from "./compare-model.ts";
import type { DataWorkerProcess } from "./data-worker-process.ts";
import { deriveResult } from "./derive-result.ts";
import type { ResultListModel } from "./result-list-model.ts";

interface CompareServices {
  readonly results: ResultListModel;
  readonly worker: DataWorkerProcess;
  /** Shows the results view with the new result. */
  readonly reveal: () => Promise<void>;
  /** Returns the previous run of the statement that produced a result. The result of that run may be closed. */
  readonly previousRun: (result: ShownResult) => Promise<ComparedRun | undefined>;
}

/**
 * Compares a result with the previous run of its statement, by the suggested key columns and without tolerance. Asks
 * the user for the key columns if no columns identify the rows.
 */
export async function compareWithPrevious(resultId: string | undefined, services: CompareServices): Promise<void> {
  const { results, worker, previousRun } = services;
  const right = (resultId === undefined ? undefined : results.find(resultId)) ?? requireActiveResult(results);
  const left = await previousRun(right);
  if (!left) {
    throw new Error(vscode.l10n.t("There are no rows of an earlier run of this statement. Run it again first."));
  }
  const { columns } = await worker.request("compareColumns", {
    leftId: left.summary.resultId,
    rightId: right.summary.resultId,
  });
  const proposed = columns.filter(({ isKey }) => isKey).map(({ name }) => name);
  const keys = proposed.length > 0 ? proposed : await chooseKeys(columns);
  if (keys) {
    await compare(left, right, keys, "0", services);
  }
}

/**
 * Compares the active result with another one. Asks the user for the other result, the key columns and the tolerance,
 * then shows the differences.
 */
export async function compareWithActive(services: CompareServices): Promise<void> {
  const { results, worker, previousRun } = services;
  const right = requireActiveResult(results);
  const left = await chooseOther(results, right, await previousRun(right));
  if (!left) {
    return;
  }
  const { columns } = await worker.request("compareColumns", {
    leftId: left.summary.resultId,
    rightId: right.summary.resultId,
  });
  const keys = await chooseKeys(columns);
  if (!keys) {
    return;
  }
  const tolerance = await askText(
    { title: vscode.l10n.t("Compare Results"), step: 3, totalSteps: 3 },
    {
      prompt: vscode.l10n.t("Numbers that differ by no more than this count as equal"),
      value: "0",
      problemOf: (text) => (isInvalidTolerance(text) ? vscode.l10n.t("Write a number such as 0 or 0.01.") : undefined),
    },
  );
  if (tolerance !== backStep) {
    await compare(left, right, keys, tolerance.trim(), services);
  }
}

async function compare(
  left: ComparedRun,
  right: ShownResult,
  keys: readonly string[],
  tolerance: string,
  services: CompareServices,
): Promise<void> {
  const { worker } = services;
  const [leftTitle = "", rightTitle = ""] = distinctTitles([left, right], vscode.env.language);
  const reference = ({ summary: { resultId } }: ComparedRun, title: string) => ({ resultId, title });
  const resultId = randomUUID();
  let counts: CompareCounts | undefined;
  await deriveResult(
    resultId,
    originOfComparison(left.origin, right.origin, [leftTitle, rightTitle], keys, tolerance),
    services,
    async (label, signal) => {
      const params = {
        resultId,
        left: reference(left, leftTitle),
        right: reference(right, rightTitle),
        keys,
        tolerance,
        label,
      };
      const compared = await worker.request("compare", params, signal);
      counts = compared.counts;
      return compared.summary;
    },
    () => compare(left, right, keys, tolerance, services),
  );
  if (counts) {
    await offerReport(resultId, counts, worker);
  }
}

async function offerReport(resultId: string, counts: CompareCounts, worker: DataWorkerProcess): Promise<void> {
  const copy = vscode.l10n.t("Copy Report");
  const save = vscode.l10n.t("Save Report...");
  const { added, gone, changed, same } = counts;
  const text =
    added + gone + changed === 0
      ? formatPlural(same, [
          vscode.l10n.t("No differences: 1 row is the same."),
          vscode.l10n.t("No differences: {0} rows are the same."),
        ])
      : vscode.l10n.t("{0} added, {1} gone, {2} changed, {3} the same.", added, gone, changed, same);
  const picked = await showInformation(text, copy, save);
  if (picked === copy) {
    await copyReport(resultId, worker);
  } else if (picked === save) {
    await saveReport(resultId, worker);
  }
}

export async function copyReport(resultId: string, worker: DataWorkerProcess): Promise<void> {
  const { markdown } = await worker.request("compareReport", { resultId });
  await vscode.env.clipboard.writeText(markdown);
}

export async function saveReport(resultId: string, worker: DataWorkerProcess): Promise<void> {
  const { markdown } = await worker.request("compareReport", { resultId });
  const options = { title: vscode.l10n.t("Save Report"), name: "comparison.md", filters: { Markdown: ["md"] } };
  await vscode.workspace.fs.writeFile(await chooseSaveUri(options), new TextEncoder().encode(markdown));
}

async function chooseOther(
  results: ResultListModel,
  right: ShownResult,
  previous: ComparedRun | undefined,
): Promise<ComparedRun | undefined> {
  const open = comparableResults(results.list(), right);
  const isOpen = open.some(({ summary }) => summary.resultId === previous?.summary.resultId);
  const others: readonly ComparedRun[] = previous && !isOpen ? [previous, ...open] : open;
  if (others.length === 0) {
    throw new Error(
      vscode.l10n.t(
        "There is nothing to compare with. Run the query again; pin a result, or open one from the history.",
      ),
    );
  }
  const items = others.map((result, index) => ({
    label: result.origin.title,
    description: [
      formatRows(result.summary.rowCount),
      ...(index === 0 && isEarlierRun(result, right) ? [vscode.l10n.t("previous run of the same statement")] : []),
    ].join(" · "),
    detail: `${new Date(result.startedAtMs).toLocaleString(vscode.env.language)} · ${[result.origin.connection, result.origin.tenant, result.origin.project].filter(Boolean).join(" / ")}`,
    result,
  }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t("Compare Results (1/3)"),
    placeHolder: vscode.l10n.t("Compare {0} with which earlier result?", right.origin.title),
    matchOnDetail: true,
  });
  return picked?.result;
}

async function chooseKeys(columns: readonly ComparedColumn[]): Promise<string[] | undefined> {
  if (columns.length === 0) {
    throw new Error(
      vscode.l10n.t("The two results have no column name in common. Give columns the same names with AS."),
    );
  }
  const items = columns.map(({ name, kind, isKey }) => ({ label: name, description: kind, picked: isKey }));
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t("Compare Results (2/3)"),
    placeHolder: vscode.l10n.t("Which columns identify a row?"),
    canPickMany: true,
  });
  if (picked?.length === 0) {
    throw new Error(vscode.l10n.t("Choose at least one column that identifies a row."));
  }
  return picked?.map(({ label }) => label);
}

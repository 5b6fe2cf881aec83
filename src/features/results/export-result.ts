import * as vscode from "vscode";
import { splitFailureText } from "../../base/failure.ts";
import { formatColumns, formatCount, formatPlural, formatRows } from "../../host/amounts.ts";
import { askSavePath } from "../../host/file-dialogs.ts";
import { showWarning } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import { readSettings } from "../../host/settings.ts";
import type { ShownResult } from "../../protocol/results-view.ts";
import { type ExportFormat, exportFormats, type StoredResultViewRequests } from "../../protocol/stored-results.ts";
import type { DataWorkerProcess } from "./data-worker-process.ts";
import { type ExportScope, formatExtensions, listExportScopes, safeFileName } from "./export-choice-model.ts";

type Request = StoredResultViewRequests["export"]["params"];
type Outcome = StoredResultViewRequests["export"]["result"];

const notWritten: Outcome = { isWritten: false, rowCount: 0 };

/** Exports a result to a file, with cancellable progress. Asks the user for rows, format and location. */
export async function exportResult(
  worker: DataWorkerProcess,
  { origin, summary }: ShownResult,
  request: Request,
  signal: AbortSignal,
): Promise<Outcome> {
  const scope = await chooseScope(listExportScopes({ ...request, allRows: summary.rowCount }));
  const format = scope && (request.format ?? (await chooseFormat(scope.rowCount)));
  const path = scope && format && (await chooseFile(origin.title, scope.rowCount, format));
  if (!scope || !format || path === undefined) {
    return notWritten;
  }
  const title = vscode.l10n.t("Exporting {0}", formatRows(scope.rowCount));
  const { kind: _, rowCount: __, ...rows } = scope;
  const outcome = await withProgress("notification", title, async (stopped, report) => {
    const progress = worker.onDidExportProgress(({ resultId, rowCount }) => {
      if (resultId === request.resultId) {
        report(vscode.l10n.t("{0} of {1}", formatCount(rowCount), formatCount(scope.rowCount)));
      }
    });
    try {
      return await worker.request(
        "export",
        {
          resultId: request.resultId,
          format,
          path,
          ...rows,
          hasHeaders: true,
          neutralisesFormulas: readSettings().neutralisesFormulas,
          about: exportProperties({ origin, summary }, scope),
        },
        AbortSignal.any([signal, stopped]),
      );
    } finally {
      progress.dispose();
    }
  });
  if (outcome.cutCells > 0) {
    void showWarning(
      formatPlural(outcome.cutCells, [
        vscode.l10n.t(
          "1 text is longer than an Excel cell allows and is cut off in the file. Export as CSV or Parquet to keep it complete.",
        ),
        vscode.l10n.t(
          "{0} texts are longer than an Excel cell allows and are cut off in the file. Export as CSV or Parquet to keep them complete.",
        ),
      ]),
    );
  }
  return { isWritten: true, rowCount: outcome.rowCount };
}

async function chooseScope(scopes: readonly ExportScope[]): Promise<ExportScope | undefined> {
  if (scopes.length === 1) {
    return scopes[0];
  }
  const items = scopes.map((scope) => ({ label: scopeLabel(scope), description: scopeCount(scope), scope }));
  const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t("Export: Which Rows?") });
  return picked?.scope;
}

function scopeLabel({ kind }: ExportScope): string {
  switch (kind) {
    case "all":
      return vscode.l10n.t("All Rows");
    case "filtered":
      return vscode.l10n.t("Filtered Rows");
    case "selection":
      return vscode.l10n.t("Selection");
  }
}

function scopeCount({ rowCount, columns }: ExportScope): string {
  return `${formatRows(rowCount)}, ${formatColumns(columns.length)}`;
}

async function chooseFormat(rowCount: number): Promise<ExportFormat | undefined> {
  const items = exportFormats.map((format) => ({ label: formatLabel(format), detail: formatDetail(format), format }));
  const title = vscode.l10n.t("Export {0} Rows As", formatCount(rowCount));
  return (await vscode.window.showQuickPick(items, { title, matchOnDetail: true }))?.format;
}

function formatLabel(format: ExportFormat): string {
  return { csv: "CSV", jsonLines: "JSON Lines", json: "JSON", parquet: "Parquet", xlsx: "Excel" }[format];
}

function formatDetail(format: ExportFormat): string {
  switch (format) {
    case "csv":
      return vscode.l10n.t("Comma-separated text with a header row; formulas are neutralised");
    case "jsonLines":
      return vscode.l10n.t("One JSON object per line for each row");
    case "json":
      return vscode.l10n.t("One JSON array of objects");
    case "parquet":
      return vscode.l10n.t("Typed columns, compressed; for other programs");
    case "xlsx":
      return vscode.l10n.t("A workbook with the query on its last sheet; long results are split over several sheets");
  }
}

async function chooseFile(title: string, rowCount: number, format: ExportFormat): Promise<string | undefined> {
  const extension = formatExtensions[format];
  return askSavePath({
    title: vscode.l10n.t("Export {0} as {1}", formatRows(rowCount), formatLabel(format)),
    name: safeFileName(title, extension),
    filters: { [formatLabel(format)]: [extension] },
  });
}

function exportProperties(
  { origin, summary }: Pick<ShownResult, "origin" | "summary">,
  { rowCount }: ExportScope,
): [string, string][] {
  const properties: [string, string | undefined][] = [
    [vscode.l10n.t("Title"), origin.title],
    [vscode.l10n.t("Connection"), origin.connection],
    [vscode.l10n.t("Tenant"), origin.tenant],
    [vscode.l10n.t("Project"), origin.project],
    [vscode.l10n.t("Data version"), origin.dataVersion],
    [vscode.l10n.t("Rows"), vscode.l10n.t("{0} of {1}", String(rowCount), String(summary.rowCount))],
    [
      vscode.l10n.t("State"),
      summary.state === "done" ? undefined : splitFailureText(summary.message ?? summary.state).message,
    ],
    [vscode.l10n.t("Query"), origin.query],
  ];
  return properties.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as [string, string]]));
}

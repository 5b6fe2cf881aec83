import path from "node:path";
import * as vscode from "vscode";
import { dataFileKind } from "../../base/data-file-kind.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { chooseDataFile } from "../../host/file-dialogs.ts";
import { withProgress } from "../../host/progress.ts";
import { askChoice, askText, backStep } from "../../host/step-input.ts";
import { tableDefinitionScheme } from "../../languages/core/model/table-document.ts";
import { readCsvColumns } from "./csv-columns.ts";
import { readParquetFileMetadata } from "./data-file.ts";
import { definitionPath, definitionText, isSqlName, newDefinition, sqlNameFrom } from "./definition-document-model.ts";
import { columnsForTable, type DefinedColumn } from "./file-columns-model.ts";
import type { TableConnections } from "./table-source-services.ts";
import { resolveTarget, targetText } from "./table-target.ts";

/** Opens a new definition as a document. Saving it creates the table source. */
export async function newTableSource(connections: TableConnections, item: unknown): Promise<void> {
  const target = await resolveTarget(connections, item);
  const title = vscode.l10n.t("New Table Source in {0}", targetText(target));
  const { name, columns } = await askNewTable(title);
  const { connectionId, tenant } = target;
  const uri = vscode.Uri.from({
    scheme: tableDefinitionScheme,
    path: definitionPath({ connectionId, tenant, tableId: undefined, objectName: name }),
  });
  const document = await vscode.workspace.openTextDocument(uri);
  const edit = new vscode.WorkspaceEdit();
  const fullRange = new vscode.Range(0, 0, document.lineCount, 0);
  edit.replace(uri, fullRange, definitionText(newDefinition(name, columns)));
  await vscode.workspace.applyEdit(edit);
  await vscode.window.showTextDocument(document, { preview: false });
  const hint = vscode.l10n.t("Save the definition to create {0} in {1}.", name, targetText(target));
  showUntilSaved(hint, uri);
}

/** Shows a hint in the status bar until the document is saved or closed. */
function showUntilSaved(hint: string, uri: vscode.Uri): void {
  const hideFor = (document: vscode.TextDocument) => {
    if (document.uri.toString() === uri.toString()) {
      shown.dispose();
    }
  };
  const shown = vscode.Disposable.from(
    vscode.window.setStatusBarMessage(hint),
    vscode.workspace.onDidSaveTextDocument(hideFor),
    vscode.workspace.onDidCloseTextDocument(hideFor),
  );
}

interface NewTable {
  readonly name: string;
  readonly columns: DefinedColumn[];
}

async function askNewTable(title: string): Promise<NewTable> {
  for (;;) {
    const kind = await askChoice(
      { title, step: 1, totalSteps: 2 },
      {
        prompt: vscode.l10n.t("What are its columns?"),
        choices: [
          {
            value: "file",
            label: vscode.l10n.t("Columns of a File"),
            detail: vscode.l10n.t(
              "From the header and the first rows of a CSV file, or from a Parquet file; types are guessed",
            ),
          },
          {
            value: "empty",
            label: vscode.l10n.t("Empty"),
            detail: vscode.l10n.t("A definition with one column to start from"),
          },
        ],
      },
    );
    if (kind === backStep) {
      throw new CancelledError();
    }
    const file = kind === "file" ? await chooseDataFile(undefined, title, vscode.l10n.t("Read Columns")) : undefined;
    const columns = file === undefined ? [{ name: "key", dataType: "STRING" }] : await columnsOfFile(file);
    const name = await askText(
      { title, step: 2, totalSteps: 2 },
      {
        prompt: columnsPrompt(columns),
        value: file === undefined ? "" : sqlNameFrom(path.basename(file, path.extname(file))).toLowerCase(),
        placeHolder: vscode.l10n.t("Name in SQL, such as site_badge"),
        problemOf: (text) =>
          isSqlName(text)
            ? undefined
            : vscode.l10n.t(
                "A name in SQL consists of letters, digits and underscores, and does not start with a digit.",
              ),
      },
    );
    if (name !== backStep) {
      return { name, columns };
    }
  }
}

/** Shows the guessed types before anything is created. */
function columnsPrompt(columns: readonly DefinedColumn[]): string {
  const shown = columns.slice(0, 12).map(({ name, dataType }) => `${name} ${dataType}`);
  const more = columns.length > shown.length ? vscode.l10n.t("and {0} more", columns.length - shown.length) : "";
  return vscode.l10n.t("Name of the table. Columns: {0}", [...shown, ...(more ? [more] : [])].join(", "));
}

async function columnsOfFile(file: string): Promise<DefinedColumn[]> {
  const title = vscode.l10n.t("Reading the columns of {0}", path.basename(file));
  return await withProgress("notification", title, async (signal) => {
    const isParquet = dataFileKind(file) === "parquet";
    return columnsForTable(
      isParquet ? (await readParquetFileMetadata(file)).columns : await readCsvColumns(file, signal),
    );
  });
}

import * as vscode from "vscode";
import { formatCsvField } from "../../base/csv-rows.ts";
import type { LoadFileSchema } from "../../contract/direct-intake.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { chooseSaveUri } from "../../host/file-dialogs.ts";
import { askLine } from "../../host/step-input.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";
import { disableIcons } from "../../host/untrusted-text.ts";
import type { DataServices } from "./data-services.ts";
import { callService } from "./data-target.ts";

/** Writes a CSV file with the header row of an analytic object's load schema and opens it. */
export async function newLoadCsv(
  target: TenantTarget,
  objectName: string | undefined,
  services: DataServices,
): Promise<void> {
  const name = objectName ?? (await chooseObject(target, services));
  const title = vscode.l10n.t("Reading the load schema of {0}", name);
  const schema = await callService(target, title, services, (client, signal) =>
    client.getLoadSchema({ path: { draftId: "prod", objectName: name } }, { signal }),
  );
  const header = `${(await chooseColumns(name, schema)).map(formatCsvField).join(",")}\n`;
  const uri = await chooseSaveUri({
    title: vscode.l10n.t("New CSV for {0}", name),
    name: `${name.toLowerCase()}.csv`,
    filters: { CSV: ["csv"] },
  });
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(header));
  const editor = await vscode.window.showTextDocument(uri, { preview: false });
  const end = editor.document.lineAt(editor.document.lineCount - 1).range.end;
  editor.selection = new vscode.Selection(end, end);
}

async function chooseObject(target: TenantTarget, services: DataServices): Promise<string> {
  const title = vscode.l10n.t("New CSV from Load Schema");
  const missing = services.connections.missingOperations(target.connectionId);
  const names = missing.has("listSources")
    ? []
    : await callService(target, vscode.l10n.t("Reading the sources"), services, async (client, signal) => {
        const { sources = [] } = await client.listSources({}, { signal });
        return [...new Set(sources.flatMap(({ objectName }) => objectName || []))].sort();
      });
  const typed = { label: vscode.l10n.t("Another Object..."), objectName: undefined };
  const items = [...names.map((objectName) => ({ label: disableIcons(objectName), objectName })), typed];
  const picked =
    names.length === 0
      ? typed
      : await vscode.window.showQuickPick(items, { title, placeHolder: vscode.l10n.t("Object that the file loads") });
  if (!picked) {
    throw new CancelledError();
  }
  const name =
    picked.objectName ??
    (await askLine(title, {
      prompt: vscode.l10n.t("Analytic object, or object--property for a property of many values"),
      placeHolder: "Employee",
      problemOf: (text) => (text.trim() === "" ? vscode.l10n.t("This is required.") : undefined),
    }));
  if (name === undefined) {
    throw new CancelledError();
  }
  return name.trim();
}

/** Asks which columns the file has. Mandatory columns are always among them. */
async function chooseColumns(name: string, { schema = [] }: LoadFileSchema): Promise<readonly string[]> {
  if (schema.length === 0) {
    throw new Error(vscode.l10n.t("The load schema of {0} has no columns.", name));
  }
  const picked = await vscode.window.showQuickPick(
    schema.map((column) => ({
      label: disableIcons(column.name ?? ""),
      description: [column.dataType, column.isMandatory ? vscode.l10n.t("mandatory") : ""].filter(Boolean).join(" · "),
      detail: (column.formats ?? []).join(", "),
      picked: true,
      column,
    })),
    {
      title: vscode.l10n.t("New CSV for {0}", name),
      placeHolder: vscode.l10n.t("Columns of the file; one that is left out keeps its former values"),
      canPickMany: true,
    },
  );
  if (!picked) {
    throw new CancelledError();
  }
  const chosen = new Set(picked.map(({ column }) => column));
  return schema
    .filter((column) => chosen.has(column) || column.isMandatory === true)
    .map(({ name: columnName = "" }) => columnName);
}

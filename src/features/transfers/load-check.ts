import path from "node:path";
import * as vscode from "vscode";
import type { Client } from "../../client/call/client.ts";
import { formatPlural, formatRows } from "../../host/amounts.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { showInformation, showWarning } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import type { TextDocuments } from "../../host/text-documents.ts";
import type { LoadCheck, LoadCheckColumn } from "../../protocol/load-check.ts";
import { openDataRows } from "./data-rows.ts";
import { problemsReport } from "./inspect-tenant-zip.ts";
import type { IntakeDraft } from "./intake-kind-model.ts";
import type { LoadMarks } from "./load-marks.ts";
import { columnsOfSchema, columnsOfSource } from "./load-problems-model.ts";
import { headerProblems } from "./load-schema-model.ts";

interface CheckServices {
  readonly marks: LoadMarks;
  readonly reports: TextDocuments;
  /** Checks all rows of a CSV file in the data worker. */
  readonly checkLoadFile: (
    file: string,
    columns: readonly LoadCheckColumn[],
    signal: AbortSignal,
  ) => Promise<LoadCheck>;
}

type SchemaClient = Pick<Client, "getLoadSchema" | "listSources">;

/** Checks a CSV file against the load schema of an analytic object and shows what it found. Returns whether it fits. */
export async function checkAgainstObject(
  file: string,
  objectName: string,
  client: SchemaClient,
  services: CheckServices,
): Promise<boolean> {
  const draft = { kind: "object", objectName, source: "" } as const;
  const check = await checkRows(file, draft, client, services);
  if (check && check.total === 0) {
    void showInformation(
      formatPlural(
        check.rows,
        [vscode.l10n.t("{1}: 1 row fits {2}."), vscode.l10n.t("{1}: {0} rows fit {2}.")],
        path.basename(file),
        objectName,
      ),
    );
  } else if (check) {
    await services.marks.reveal(file, check.listed);
  }
  return check?.total === 0;
}

/**
 * Checks header and rows of a CSV file before it is sent. Shows the problems. Returns whether the file is to be sent:
 * it fits, or the user sends it in spite of problems in rows.
 */
export async function checkCsvBeforeSending(
  file: string,
  draft: IntakeDraft,
  client: SchemaClient,
  services: CheckServices,
): Promise<boolean> {
  const check = await checkRows(file, draft, client, services);
  if (!check || check.total === 0) {
    return check !== undefined;
  }
  const show = vscode.l10n.t("Show Problems");
  const send = vscode.l10n.t("Send Anyway");
  const text = formatPlural(
    check.total,
    [
      vscode.l10n.t("{1} has 1 problem in {2}. A service refuses a load with a problem as a whole."),
      vscode.l10n.t("{1} has {0} problems in {2}. A service refuses a load with a problem as a whole."),
    ],
    path.basename(file),
    formatRows(check.rows),
  );
  const picked = await showWarning(text, show, send);
  if (picked === show) {
    await services.marks.reveal(file, check.listed);
  }
  return picked === send;
}

/**
 * Checks a CSV file by the columns that its draft names: those of the object or of the source. Returns undefined if the
 * header does not fit, which is shown as a document, and no problems if no columns are known.
 */
async function checkRows(
  file: string,
  draft: Pick<IntakeDraft, "kind" | "objectName" | "source">,
  client: SchemaClient,
  { marks, reports, checkLoadFile }: CheckServices,
): Promise<LoadCheck | undefined> {
  const name = path.basename(file);
  const found = await withProgress("notification", vscode.l10n.t("Checking {0}", name), async (signal) => {
    if (draft.kind === "object") {
      const objectName = draft.objectName.trim();
      const data = await openDataRows(file);
      await data.close();
      const schema = await client.getLoadSchema({ path: { draftId: "prod", objectName } }, { signal });
      return { columns: columnsOfSchema(schema), problems: headerProblems(data.header, schema) };
    }
    const { sources = [] } = draft.source === "" ? {} : await client.listSources({}, { signal });
    const source = sources.find(({ sourceId }) => sourceId === draft.source);
    return { columns: source ? columnsOfSource(source) : [], problems: [] };
  });
  if (found.problems.length > 0) {
    const title = vscode.l10n.t("{0} was not sent: its columns do not match {1}.", name, draft.objectName);
    await reports.show(vscode.l10n.t("{0} Columns", name), problemsReport(title, found.problems));
    return undefined;
  }
  if (found.columns.length === 0) {
    return { rows: 0, total: 0, listed: [] };
  }
  const check = await withProgress("notification", vscode.l10n.t("Checking the rows of {0}", name), (signal) =>
    checkLoadFile(file, found.columns, signal),
  );
  await marks.show(file, check.listed);
  return check;
}

/** Asks for the object that a file loads, those first whose file name pattern matches the file. */
export async function chooseCheckedObject(objects: readonly string[], name: string): Promise<string> {
  const picked = await vscode.window.showQuickPick(objects, {
    title: vscode.l10n.t("Check {0}", name),
    placeHolder: vscode.l10n.t("Analytic object whose load schema the rows are to follow"),
  });
  if (picked === undefined) {
    throw new CancelledError();
  }
  return picked;
}

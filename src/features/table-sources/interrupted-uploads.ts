import path from "node:path";
import * as vscode from "vscode";
import { SqlTransaction } from "../../client/sql/sql-transaction.ts";
import type { TransactionStanding } from "../../client/sql/transaction-error.ts";
import { showInformation, showWarning } from "../../host/notifications.ts";
import { forgetUpload, listUploads, type NotedUpload, type UploadState } from "./noted-uploads-model.ts";
import type { TableConnections } from "./table-source-services.ts";

interface InterruptedParts {
  readonly connections: TableConnections;
  readonly state: UploadState;
  /** Takes the file into the table from the beginning. */
  readonly uploadAgain: (upload: NotedUpload) => Promise<void>;
}

/** Says of each upload that was cut off with its window how it stands, and what can be done about it. */
export async function notifyInterruptedUploads(parts: InterruptedParts): Promise<void> {
  await Promise.all(listUploads(parts.state).map((upload) => notifyInterrupted(upload, parts)));
}

async function notifyInterrupted(
  upload: NotedUpload,
  { connections, state, uploadAgain }: InterruptedParts,
): Promise<void> {
  const { connectionId, tenant, transactionId, objectName } = upload;
  const name = path.basename(upload.file);
  const { client } = await connections.sessionFor(connectionId, tenant);
  const transaction = SqlTransaction.resume(client, transactionId, { title: name, extendsWhileRunning: false });
  const standing = await transaction.standing();
  await forgetUpload(state, transactionId);
  if (standing === "committed") {
    const message = vscode.l10n.t("{0} is in {1}: it was committed before the window was closed.", name, objectName);
    await showInformation(message);
    return;
  }
  const again = vscode.l10n.t("Upload Again");
  const rollBack = vscode.l10n.t("Roll Back");
  const isOpen = standing === "open";
  const buttons = isOpen ? [again, rollBack] : [again];
  const picked = await showWarning(interruptedText(name, upload, standing), ...buttons);
  // The table stays locked, and what was sent with it, until somebody has said what to do.
  if (isOpen && picked !== undefined) {
    await transaction.abandon();
  }
  if (picked === again) {
    await uploadAgain(upload);
  }
}

function interruptedText(
  name: string,
  { objectName, transactionId }: NotedUpload,
  standing: TransactionStanding,
): string {
  const what = vscode.l10n.t("{0} was interrupted on its way into {1}; nothing is committed.", name, objectName);
  const state =
    standing === "open"
      ? vscode.l10n.t("Its transaction {0} is open until it expires.", transactionId)
      : standing === "unknown"
        ? vscode.l10n.t("How its transaction {0} stands could not be asked; look at it before.", transactionId)
        : "";
  return [what, state].filter(Boolean).join(" ");
}

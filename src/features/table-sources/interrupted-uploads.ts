import path from "node:path";
import * as vscode from "vscode";
import { SqlTransaction } from "../../client/sql/sql-transaction.ts";
import type { TransactionState } from "../../client/sql/transaction-error.ts";
import { TransactionOwner } from "../../client/sql/transaction-owner.ts";
import { isCancellation } from "../../host/cancellation.ts";
import { showFailure } from "../../host/commands.ts";
import { isConnectionGone } from "../../host/connection-gone.ts";
import type { Log } from "../../host/log.ts";
import { showInformation, showWarning } from "../../host/notifications.ts";
import { forgetUpload, listUploads, type StoredUpload, type UploadStorage } from "./stored-uploads-model.ts";
import type { TableConnections } from "./table-source-services.ts";

interface InterruptedParts {
  readonly log: Log;
  readonly connections: TableConnections;
  readonly state: UploadStorage;
  /** Local folder that all windows share. */
  readonly storageFolder: string;
  /** Uploads the file again from the beginning. */
  readonly uploadAgain: (upload: StoredUpload) => Promise<void>;
}

/** Reports the state of each upload that was interrupted when its window closed, and offers what to do about it. */
export async function notifyInterruptedUploads(parts: InterruptedParts): Promise<void> {
  const notify = async (upload: StoredUpload) => {
    try {
      await notifyInterrupted(upload, parts);
    } catch (error) {
      if (!isCancellation(error)) {
        await showFailure(parts.log, error);
      }
    }
  };
  await Promise.all(listUploads(parts.state).map(notify));
}

async function notifyInterrupted(upload: StoredUpload, parts: InterruptedParts): Promise<void> {
  const { objectName } = upload;
  const name = path.basename(upload.file);
  const transaction = await takeOver(upload, name, parts);
  const transactionState = await transaction.transactionState();
  await forgetUpload(parts.state, transaction.id);
  if (transactionState === "committed") {
    const message = vscode.l10n.t("{0} is in {1}: it was committed before the window was closed.", name, objectName);
    await showInformation(message);
    return;
  }
  const again = vscode.l10n.t("Upload Again");
  const rollBack = vscode.l10n.t("Roll Back");
  const isOpen = transactionState === "open";
  const buttons = isOpen ? [again, rollBack] : [again];
  const picked = await showWarning(interruptedText(name, upload, transactionState), ...buttons);
  // The transaction keeps its lock and the uploaded rows until the user decides.
  if (isOpen && picked !== undefined) {
    await transaction.abandon();
  }
  if (picked === again) {
    await parts.uploadAgain(upload);
  }
}

/**
 * Takes over the transaction of an upload. If its connection no longer exists, forgets the upload and throws an Error
 * that names both.
 */
async function takeOver(
  { connectionId, tenant, transactionId, objectName }: StoredUpload,
  name: string,
  { connections, state, storageFolder }: InterruptedParts,
): Promise<SqlTransaction> {
  try {
    const owner = new TransactionOwner(storageFolder, connectionId);
    await owner.takeOver(transactionId);
    const { client } = await connections.sessionFor(connectionId, tenant);
    return SqlTransaction.resume(client, transactionId, { title: name, extendsWhileRunning: false, owner });
  } catch (error) {
    if (!isConnectionGone(error)) {
      throw error;
    }
    await forgetUpload(state, transactionId);
    throw new Error(
      vscode.l10n.t(
        "{0} was interrupted on its way into {1} in transaction {2}, and its connection no longer exists.",
        name,
        objectName,
        transactionId,
      ),
      { cause: error },
    );
  }
}

function interruptedText(
  name: string,
  { objectName, transactionId }: StoredUpload,
  transactionState: TransactionState,
): string {
  const what = vscode.l10n.t("{0} was interrupted on its way into {1}; nothing is committed.", name, objectName);
  const state =
    transactionState === "open"
      ? vscode.l10n.t("Its transaction {0} is open until it expires.", transactionId)
      : transactionState === "unknown"
        ? vscode.l10n.t("The state of its transaction {0} could not be read; check it first.", transactionId)
        : "";
  return [what, state].filter(Boolean).join(" ");
}

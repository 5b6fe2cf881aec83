import * as vscode from "vscode";
import { timeText } from "../../host/entry-tree-item.ts";
import { showInformation } from "../../host/notifications.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";
import type { IntakeTransaction } from "./data-entry.ts";
import type { DataServices } from "./data-services.ts";
import { callService, confirmOn, refreshGroup } from "./data-target.ts";

const draftId = "prod";

/** Commits an open intake transaction, whose files are then processed and published, and follows its job. */
export async function commitIntake(
  target: TenantTarget,
  transaction: IntakeTransaction,
  services: DataServices,
): Promise<void> {
  const { transactionId = "" } = transaction;
  await confirmOn(
    target,
    vscode.l10n.t("Commit the intake transaction {0}?", transactionId),
    vscode.l10n.t("Commit"),
    [openedText(transaction), vscode.l10n.t("Its files are processed, and a data version with them is published.")],
    services,
  );
  const label = vscode.l10n.t("Commit of {0}", transactionId);
  const path = { draftId, transactionId } as const;
  const jobId = await callService(target, label, services, async (client, signal) => {
    await client.commitIntakeTransaction({ path }, { signal });
    return (await client.getIntakeTransactionStatus({ path }, { signal })).jobId;
  });
  refreshGroup(target, "transactions", services);
  if (jobId) {
    await services.watchJob(target.connectionId, { kind: "job", jobId, tenant: target.tenant }, label);
  }
}

/** Rolls back an open intake transaction, whose files are deleted. */
export async function rollBackIntake(
  target: TenantTarget,
  transaction: IntakeTransaction,
  services: DataServices,
): Promise<void> {
  const { transactionId = "" } = transaction;
  await confirmOn(
    target,
    vscode.l10n.t("Roll back the intake transaction {0}?", transactionId),
    vscode.l10n.t("Roll Back"),
    [openedText(transaction), vscode.l10n.t("The files that were sent into it are deleted. This cannot be undone.")],
    services,
  );
  await callService(target, vscode.l10n.t("Rolling back {0}", transactionId), services, (client, signal) =>
    client.rollBackIntakeTransaction({ path: { draftId, transactionId } }, { signal }),
  );
  refreshGroup(target, "transactions", services);
  void showInformation(vscode.l10n.t("The intake transaction {0} was rolled back.", transactionId));
}

function openedText({ created }: IntakeTransaction): string {
  return vscode.l10n.t("Opened: {0}", timeText(created) ?? "");
}

import * as vscode from "vscode";
import { formatCount, formatPlural } from "../../host/amounts.ts";
import * as commandIds from "../../host/command-ids.ts";
import { showInformation } from "../../host/notifications.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";
import { groupItem, type Upload } from "./data-entry.ts";
import type { DataServices } from "./data-services.ts";
import { callService, refreshGroup } from "./data-target.ts";

/** Includes uploads of one tenant in the next processing, or excludes them from it. */
export async function changeUploads(
  target: TenantTarget,
  uploads: readonly Upload[],
  isIncluded: boolean,
  services: DataServices,
): Promise<void> {
  const uploadTimes = uploads.flatMap(({ uploadTime }) => uploadTime ?? []);
  const body = { uploads: [{ tenantCode: target.tenant, uploadTimes }] };
  const title = isIncluded ? vscode.l10n.t("Including uploads") : vscode.l10n.t("Excluding uploads");
  const { totalFailures = 0, uploads: results = [] } = await callService(target, title, services, (client, signal) =>
    isIncluded ? client.includeDataUploads({ body }, { signal }) : client.excludeDataUploads({ body }, { signal }),
  );
  refreshGroup(target, "uploads", services);
  if (totalFailures > 0) {
    const reasons = results.flatMap(({ message = "" }) => message).filter((message) => message !== "");
    throw new Error(
      formatPlural(
        uploadTimes.length,
        [vscode.l10n.t("The upload was not changed. {2}"), vscode.l10n.t("{1} of {0} uploads were not changed. {2}")],
        formatCount(totalFailures),
        reasons[0] ?? "",
      ),
    );
  }
  const count = formatCount(uploadTimes.length);
  const process = vscode.l10n.t("Process Now...");
  const text = isIncluded
    ? vscode.l10n.t("{0} included. This takes effect at the next processing.", count)
    : vscode.l10n.t("{0} excluded. This takes effect at the next processing.", count);
  const canProcess = !services.connections.missingOperations(target.connectionId).has("runProcessingJob");
  if ((await showInformation(text, ...(canProcess ? [process] : []))) === process) {
    await vscode.commands.executeCommand(commandIds.processNow, groupItem(target, "uploads"));
  }
}

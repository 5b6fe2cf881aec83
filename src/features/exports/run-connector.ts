import * as vscode from "vscode";
import { startedJobOf } from "../../contract/started-job.ts";
import { callTenant } from "../../host/call-tenant.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";
import { type Connector, exportsBranchId, nameOfConnector } from "./exports-entry.ts";
import type { ExportsServices } from "./exports-services.ts";

/** Runs an export connector, which sends what is in production, and follows its job with the sync jobs. */
export async function runConnector(
  target: TenantTarget,
  connector: Connector,
  services: ExportsServices,
): Promise<void> {
  const path = { connectorId: connector.id };
  const label = vscode.l10n.t("Export of {0}", nameOfConnector(connector));
  const answer = await callTenant(target, label, services.connections, (client, signal) =>
    client.runExportConnectorJob({ path }, { signal }),
  );
  services.refreshTree(target, exportsBranchId);
  const job = startedJobOf("runExportConnectorJob", { path }, answer, target.tenant);
  if (job) {
    await services.watchJob(target.connectionId, job, label);
  }
}

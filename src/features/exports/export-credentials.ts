import * as vscode from "vscode";
import type { Client } from "../../client/call/client.ts";
import { type ExportDestination, exportDestinations } from "../../contract/export-destinations.ts";
import { startedJobOf } from "../../contract/started-job.ts";
import { askParameters } from "../../host/ask-parameters.ts";
import { callTenant, connectionOf } from "../../host/call-tenant.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { askToConfirm } from "../../host/confirmation.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";
import { disableIcons } from "../../host/untrusted-text.ts";
import { parametersOf, shownValuesOf } from "./destination-model.ts";
import { type Credential, exportsBranchId, nameOfConnector, nameOfCredential, toConnector } from "./exports-entry.ts";
import type { ExportsServices } from "./exports-services.ts";

/**
 * Asks for a destination and its parameters, and for the connectors that are to send there; creates a credential of them
 * and validates it. What is typed goes to the service only.
 */
export async function newCredential(target: TenantTarget, services: ExportsServices): Promise<void> {
  const destination = await chooseDestination(target);
  const title = vscode.l10n.t("{0} Credential for {1}", destination.title, target.tenant);
  const { displayName, values } = await askParameters(title, destination.title, destination.parameters);
  const parameters = { [destination.id]: parametersOf(destination, values) };
  const connectorIds = await chooseConnectors(target, [], services);
  const body = { basicInformation: { displayName }, parameters, connectorIds };
  const { id = "" } = await call(
    target,
    vscode.l10n.t("Creating the credential {0}", displayName),
    services,
    (client, signal) => client.createExportCredential({ body }, { signal }),
  );
  services.refreshTree(target, exportsBranchId);
  await validate(target, { id, displayName }, services);
}

/**
 * Asks for all parameters of a credential again, because an update replaces it as a whole and no secret comes back; then
 * validates it.
 */
export async function replaceCredential(
  target: TenantTarget,
  credential: Credential,
  services: ExportsServices,
): Promise<void> {
  const { id, destination: current, shown, connectorIds: used, information } = credential;
  const destination = exportDestinations.find((one) => one.id === current) ?? (await chooseDestination(target));
  const known = shownValuesOf(destination, shown);
  const { displayName, values } = await askParameters(
    vscode.l10n.t("{0} Credential for {1}", destination.title, target.tenant),
    nameOfCredential(credential),
    destination.parameters.map((parameter) => {
      const value = known[parameter.name];
      return value === undefined ? parameter : { ...parameter, value };
    }),
  );
  const parameters = { [destination.id]: parametersOf(destination, values) };
  const connectorIds = await chooseConnectors(target, used, services);
  const body = { id, basicInformation: { ...information, displayName }, parameters, connectorIds };
  await call(target, vscode.l10n.t("Replacing the credential {0}", displayName), services, (client, signal) =>
    client.updateExportCredential({ path: { id }, body }, { signal }),
  );
  services.refreshTree(target, exportsBranchId);
  await validate(target, { id, displayName }, services);
}

/** Has the service try a credential, and follows that. */
export async function validateCredential(
  target: TenantTarget,
  credential: Credential,
  services: ExportsServices,
): Promise<void> {
  await validate(target, { id: credential.id, displayName: nameOfCredential(credential) }, services);
}

/** Deletes a credential that no connector uses. */
export async function deleteCredential(
  target: TenantTarget,
  credential: Credential,
  services: ExportsServices,
): Promise<void> {
  const displayName = nameOfCredential(credential);
  const isConfirmed = await askToConfirm({
    question: vscode.l10n.t("Delete the export credential {0} of {1}?", displayName, target.tenant),
    detail: vscode.l10n.t(
      "The service forgets what it signs in with. A connector that uses it keeps it from being deleted.",
    ),
    confirm: vscode.l10n.t("Delete"),
    role: connectionOf(target.connectionId, services.connections).role,
  });
  if (!isConfirmed) {
    throw new CancelledError();
  }
  await call(target, vscode.l10n.t("Deleting {0}", displayName), services, (client, signal) =>
    client.deleteExportCredential({ path: { id: credential.id } }, { signal }),
  );
  services.refreshTree(target, exportsBranchId);
}

async function validate(
  target: TenantTarget,
  { id, displayName }: { readonly id: string; readonly displayName: string },
  services: ExportsServices,
): Promise<void> {
  const body = { id };
  const label = vscode.l10n.t("Validation of {0}", displayName);
  const answer = await call(target, label, services, (client, signal) =>
    client.validateExportCredential({ body }, { signal }),
  );
  const job = startedJobOf("validateExportCredential", { body }, answer, target.tenant);
  if (job) {
    await services.watchJob(target.connectionId, job, label);
  }
}

async function chooseDestination(target: TenantTarget): Promise<ExportDestination> {
  const picked = await vscode.window.showQuickPick(
    exportDestinations.map((destination) => ({
      label: destination.title,
      detail: destination.description,
      destination,
    })),
    {
      title: vscode.l10n.t("New Export Credential for {0}", target.tenant),
      placeHolder: vscode.l10n.t("Destination to send to"),
      matchOnDetail: true,
      ignoreFocusOut: true,
    },
  );
  if (!picked) {
    throw new CancelledError();
  }
  return picked.destination;
}

/** Asks which connectors are to use a credential. `used` are the ids of those that do. */
async function chooseConnectors(
  target: TenantTarget,
  used: readonly string[],
  services: ExportsServices,
): Promise<readonly string[]> {
  const { connectors = [] } = await call(
    target,
    vscode.l10n.t("Reading the export connectors of {0}", target.tenant),
    services,
    (client, signal) => client.listExportConnectors({}, { signal }),
  );
  if (connectors.length === 0) {
    return used;
  }
  const picked = await vscode.window.showQuickPick(
    connectors.map(toConnector).map((connector) => ({
      label: disableIcons(nameOfConnector(connector)),
      description: disableIcons(connector.links.map(({ tableName }) => tableName).join(", ")),
      picked: used.includes(connector.id),
      id: connector.id,
    })),
    {
      title: vscode.l10n.t("Connectors That Use the Credential"),
      placeHolder: vscode.l10n.t("Each sends its tables with every credential that it has"),
      canPickMany: true,
      ignoreFocusOut: true,
    },
  );
  if (!picked) {
    throw new CancelledError();
  }
  return picked.map(({ id }) => id);
}

function call<Value>(
  target: TenantTarget,
  title: string,
  { connections }: ExportsServices,
  work: (client: Client, signal: AbortSignal) => Promise<Value>,
): Promise<Value> {
  return callTenant(target, title, connections, work);
}

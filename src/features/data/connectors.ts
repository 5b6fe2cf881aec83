import * as vscode from "vscode";
import { authParamsNameOf, type DataProvider, dataProviders } from "../../contract/data-providers.ts";
import { formatPlural } from "../../host/amounts.ts";
import { askParameters } from "../../host/ask-parameters.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { showInformation, showWarning } from "../../host/notifications.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";
import { disableIcons, disableLinks } from "../../host/untrusted-text.ts";
import type { Connector, ConnectorCredential } from "./data-entry.ts";
import type { DataServices } from "./data-services.ts";
import { callService, confirmOn, refreshGroup } from "./data-target.ts";

/**
 * Asks for the parameters of a source system, one after the other, and creates a credential of them. What is typed goes
 * to the service only. Offers to assign the credential.
 */
export async function newCredential(
  target: TenantTarget,
  services: DataServices,
  assign: (credentialId: string) => Promise<void>,
): Promise<void> {
  const provider = await chooseProvider(target);
  const { displayName, values: parameters } = await askParameters(
    vscode.l10n.t("{0} Credential for {1}", provider.title, target.tenant),
    provider.title,
    provider.parameters,
  );
  const body = {
    dataProviderAuthParams: { provider: provider.id, [authParamsNameOf(provider)]: parameters },
    dataProviderBasicInformation: { displayName },
  };
  const title = vscode.l10n.t("Creating the credential {0}, and trying it", displayName);
  const { uuid = "", missingConnectionProperties: missing = [] } = await callService(
    target,
    title,
    services,
    (client, signal) => client.createConnectorCredential({ query: { tenantCode: target.tenant }, body }, { signal }),
  );
  refreshGroup(target, "connectors", services);
  const assignLabel = vscode.l10n.t("Assign...");
  const problems = missing.map(({ errorMessage = "", subject = "" }) => errorMessage || subject);
  const answer =
    problems.length === 0
      ? await showInformation(vscode.l10n.t("{0} reaches its source system.", displayName), assignLabel)
      : await showWarning(
          vscode.l10n.t("{0} was created, but: {1}", displayName, disableLinks(problems.slice(0, 3).join(" "))),
          {},
          assignLabel,
        );
  if (answer === assignLabel) {
    await assign(uuid);
  }
}

/** Deletes a credential that no connector uses. */
export async function deleteCredential(
  target: TenantTarget,
  { credentialId = "", displayName = credentialId }: ConnectorCredential,
  services: DataServices,
): Promise<void> {
  await confirmOn(
    target,
    vscode.l10n.t("Delete the connector credential {0}?", displayName),
    vscode.l10n.t("Delete"),
    [vscode.l10n.t("The service forgets what it signs in with. A connector that uses it keeps it from being deleted.")],
    services,
  );
  await callService(target, vscode.l10n.t("Deleting {0}", displayName), services, (client, signal) =>
    client.deleteConnectorCredential({ path: { id: credentialId }, query: { tenantCode: target.tenant } }, { signal }),
  );
  refreshGroup(target, "connectors", services);
}

async function chooseProvider(target: TenantTarget): Promise<DataProvider> {
  const picked = await vscode.window.showQuickPick(
    dataProviders.map((provider) => ({ label: provider.title, detail: provider.description, provider })),
    {
      title: vscode.l10n.t("New Connector Credential for {0}", target.tenant),
      placeHolder: vscode.l10n.t("Source system to sign in to"),
      matchOnDetail: true,
      ignoreFocusOut: true,
    },
  );
  if (!picked) {
    throw new CancelledError();
  }
  return picked.provider;
}

/** A cell of the matrix of tenants and connectors. */
interface Cell {
  readonly tenant: string;
  readonly connector: Connector;
}

/**
 * Assigns a credential to connectors in tenants. The matrix of tenants and connectors is a list with a section for each
 * tenant, of which several cells may be chosen; each has its present credential beside it.
 */
export async function assignCredentials(
  target: TenantTarget,
  credentialId: string | undefined,
  services: DataServices,
): Promise<void> {
  const { connectionId, tenant } = target;
  const title = vscode.l10n.t("Reading the connectors");
  const matrix = await callService(target, title, services, async (client, signal) => {
    const query = { tenantCode: tenant };
    const { connectorCredentials = [] } = await client.listConnectorCredentials({ query }, { signal });
    const tenants = await services.connections.tenants(connectionId, signal);
    const codes = [tenant, ...tenants.map(({ code }) => code).filter((code) => isBelow(code, tenant))];
    const rows: { readonly code: string; readonly connectors: readonly Connector[] }[] = [];
    for (const code of codes) {
      const { dataConnectors = [] } = await client.listDataConnectors({ query: { tenantCode: code } }, { signal });
      rows.push({ code, connectors: dataConnectors });
    }
    return { credentials: connectorCredentials, rows };
  });
  const { credentials } = matrix;
  const fixed = credentials.find((credential) => credential.credentialId === credentialId);
  const cells = await chooseCells(matrix, fixed);
  const credential = fixed ?? (await chooseCredential(credentials, cells));
  await assignTo(target, cells, credential, services);
}

/** Whether a tenant is one that another one manages, by its code. */
function isBelow(code: string, tenant: string): boolean {
  return code.startsWith(`${tenant}~`);
}

async function chooseCells(
  {
    credentials,
    rows,
  }: {
    readonly credentials: readonly ConnectorCredential[];
    readonly rows: readonly { readonly code: string; readonly connectors: readonly Connector[] }[];
  },
  fixed: ConnectorCredential | undefined,
): Promise<readonly Cell[]> {
  const nameOf = (id: string) => credentials.find((one) => one.credentialId === id)?.displayName ?? id;
  const items = rows.flatMap(({ code, connectors }) => [
    { label: code, kind: vscode.QuickPickItemKind.Separator, cell: undefined },
    ...connectors
      .filter((connector) => !fixed || takes(connector, fixed))
      .map((connector) => ({
        label: disableIcons(connector.displayName ?? connector.connectorId ?? ""),
        description: [
          code,
          connector.credentialId === undefined
            ? vscode.l10n.t("no credential")
            : disableIcons(nameOf(connector.credentialId)),
        ].join(" · "),
        kind: vscode.QuickPickItemKind.Default,
        cell: { tenant: code, connector },
      })),
  ]);
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t("Assign Connector Credentials"),
    placeHolder: vscode.l10n.t("Connectors, by tenant, that sign in with the same credential"),
    canPickMany: true,
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  const cells = (picked ?? []).flatMap(({ cell }) => cell ?? []);
  if (cells.length === 0) {
    throw new CancelledError();
  }
  return cells;
}

/** Whether a connector takes a credential, as far as the service says what it takes. */
function takes({ dataProvider }: Connector, credential: ConnectorCredential): boolean {
  return dataProvider === undefined || dataProvider.toLowerCase() === credential.dataProvider?.toLowerCase();
}

async function chooseCredential(
  credentials: readonly ConnectorCredential[],
  cells: readonly Cell[],
): Promise<ConnectorCredential> {
  const fitting = credentials.filter((credential) => cells.every(({ connector }) => takes(connector, credential)));
  const none = { label: `$(circle-slash) ${vscode.l10n.t("No credential")}`, description: "", credential: {} };
  const picked = await vscode.window.showQuickPick(
    [
      ...fitting.map((credential) => ({
        label: disableIcons(credential.displayName ?? credential.credentialId ?? ""),
        description: disableIcons(credential.dataProvider ?? ""),
        credential,
      })),
      none,
    ],
    {
      title: vscode.l10n.t("Assign Connector Credentials"),
      placeHolder:
        fitting.length === 0
          ? vscode.l10n.t("No credential fits all of these connectors; create one first")
          : vscode.l10n.t("Credential of the chosen connectors"),
      ignoreFocusOut: true,
    },
  );
  if (!picked) {
    throw new CancelledError();
  }
  return picked.credential;
}

async function assignTo(
  target: TenantTarget,
  cells: readonly Cell[],
  { credentialId = "", displayName = credentialId }: ConnectorCredential,
  services: DataServices,
): Promise<void> {
  const ids = [...new Set(cells.map(({ connector }) => connector.connectorId ?? ""))];
  const connectors = ids.map((connectorId) => ({
    connectorId,
    tenants: cells
      .filter(({ connector }) => connector.connectorId === connectorId)
      .map(({ tenant }) => ({ tenantCode: tenant, credentialId })),
  }));
  const title = vscode.l10n.t("Assigning credentials");
  const { tenants = [] } = await callService(target, title, services, (client, signal) =>
    client.assignConnectorCredentials({ body: { connectors } }, { signal }),
  );
  refreshGroup(target, "connectors", services);
  // An answer without a problem has no message for the tenant.
  const failures = tenants.flatMap(({ tenantCode, message }) => (message ? [`${tenantCode}: ${message}`] : []));
  if (failures.length > 0) {
    throw new Error(vscode.l10n.t("Not everything was assigned. {0}", failures.join(" ")));
  }
  void showInformation(
    credentialId === ""
      ? formatPlural(cells.length, [
          vscode.l10n.t("1 connector has no credential any more."),
          vscode.l10n.t("{0} connectors have no credential any more."),
        ])
      : cells.length === 1
        ? vscode.l10n.t("{0} is assigned. The next extraction uses it.", displayName)
        : vscode.l10n.t("{0} is assigned to {1} connectors. The next extraction uses it.", displayName, cells.length),
  );
}

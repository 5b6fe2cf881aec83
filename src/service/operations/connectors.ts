import type { connectorCredentialOperations } from "../../contract/connector-credentials.ts";
import type { dataConnectorOperations } from "../../contract/data-connectors.ts";
import { authParamsNameOf, findDataProvider } from "../../contract/data-providers.ts";
import { type CallTenant, createJsonResponse, HttpError, type OperationCall } from "../call/call.ts";
import { findSettingProblem } from "../connectors/connector-settings.ts";
import { type DataConnector, dataConnectors, findDataConnector } from "../connectors/data-connectors.ts";
import type { OperationHandlers, ServiceDependencies } from "../parts/service-dependencies.ts";
import type { AuthParameters, ConnectorCredential } from "../store/connector-store.ts";
import { targetTenantOf, visibleTenantCodesOf } from "./jobs.ts";

export const connectorCredentialHandlers: OperationHandlers<typeof connectorCredentialOperations> = {
  async listConnectorCredentials({ query, tenant }, parts) {
    const { limit = 100, start = 0 } = query;
    const code = targetTenantOf(query.tenantCode, tenant, parts);
    const found = await usableCredentials(code, parts);
    return createJsonResponse({
      connectorCredentials: found.slice(start, start + limit).map((credential) => ({
        credentialId: credential.id,
        displayName: credential.displayName,
        dataProvider: credential.provider,
        isInherited: credential.tenant !== code,
        ...(credential.authContext !== undefined && { authContext: credential.authContext }),
      })),
      limit,
      start,
    });
  },

  async createConnectorCredential({ query, body, tenant, signal }, parts) {
    const code = targetTenantOf(query.tenantCode, tenant, parts);
    const { provider, parameters, authContext } = readAuthParams(body.dataProviderAuthParams ?? {});
    const { displayName, description = "" } = body.dataProviderBasicInformation ?? {};
    const { credential, missing } = await parts.connectors.addCredential(
      {
        tenant: code,
        displayName: displayName?.trim() || provider,
        description,
        provider,
        authContext,
        canChildrenInherit: body.dataProviderMetadata?.canChildrenInherit ?? false,
      },
      parameters,
      signal,
    );
    return createJsonResponse({
      uuid: credential.id,
      symbolName: credential.symbolName,
      objectName: credential.symbolName,
      missingConnectionProperties: missing,
    });
  },

  async deleteConnectorCredential({ path, query, tenant }, parts) {
    const code = targetTenantOf(query.tenantCode, tenant, parts);
    const uses = await parts.connectors.store.deleteCredential(code, path.id);
    if (!uses) {
      throw unknownCredential(code, path.id);
    }
    if (uses.length > 0) {
      const names = uses.map(
        (use) => `${findDataConnector(use.connector)?.displayName ?? use.connector} in ${use.tenant}`,
      );
      throw new HttpError(
        409,
        "CREDENTIAL_IN_USE",
        `The credential is assigned to ${names.join(", ")}; assign another one there first.`,
      );
    }
    return createJsonResponse(`The credential ${path.id} was deleted.`);
  },
};

export const dataConnectorHandlers: OperationHandlers<typeof dataConnectorOperations> = {
  async listDataConnectors({ query, tenant }, parts) {
    const { limit = 100, start = 0 } = query;
    const code = targetTenantOf(query.tenantCode, tenant, parts);
    const assigned = await parts.connectors.store.assignments(code);
    return createJsonResponse({
      dataConnectors: connectorsOf(code, parts)
        .slice(start, start + limit)
        .map(({ id, displayName, provider }) => ({
          connectorId: id,
          displayName,
          // In addition to the fields of the specification.
          dataProvider: provider,
          ...(assigned.has(id) && { credentialId: assigned.get(id) }),
        })),
      limit,
      start,
    });
  },

  async assignConnectorCredentials({ body, tenant }, parts) {
    const results: TenantResults<AssignedConnector> = new Map();
    for (const { connectorId = "", tenants = [] } of body.connectors ?? []) {
      const connector = readConnector(connectorId, tenant);
      for (const { tenantCode = tenant.code, credentialId = "" } of tenants) {
        const result = resultOf(results, tenantCode);
        const problem = await assign(connector, tenantCode, credentialId, tenant, parts);
        if ("problem" in problem) {
          result.problems.push(problem.problem);
        } else {
          result.connectors.push({
            connector: toConnectorAnswer(connector),
            credential: { credentialId, displayName: problem.displayName, message: problem.message },
          });
        }
      }
    }
    return createJsonResponse({ tenants: [...results].map(toTenantAnswer) });
  },

  async getConnectorSettings({ tenant }, parts) {
    const settings = await parts.connectors.store.settings(tenant.code);
    return createJsonResponse({
      connectors: connectorsOf(tenant.code, parts).map(({ id, displayName }) => ({
        connectorId: id,
        displayName,
        connectorSettings: [...(settings.get(id) ?? [])].map(([settingKey, value]) => ({ settingKey, value })),
      })),
    });
  },

  async updateConnectorSettings({ body, tenant }, parts) {
    const results: TenantResults<ChangedConnector> = new Map();
    for (const { connectorId = "", tenants = [] } of body.connectors ?? []) {
      const connector = readConnector(connectorId, tenant);
      for (const { tenantCode = tenant.code, connectorSettings = [] } of tenants) {
        const result = resultOf(results, tenantCode);
        if (!visibleTenantCodesOf(tenant, parts).includes(tenantCode)) {
          result.problems.push(`${tenant.code} manages no tenant "${tenantCode}".`);
          continue;
        }
        const checked = connectorSettings.map(({ settingKey: key = "", value = "" }) => ({
          key,
          value,
          problem: findSettingProblem(key, value),
        }));
        const accepted = checked.filter(({ problem }) => problem === undefined);
        await parts.connectors.store.changeSettings(
          tenantCode,
          connector.id,
          new Map(accepted.map(({ key, value }) => [key, value])),
        );
        result.problems.push(
          ...checked.flatMap(({ key, problem }) => (problem === undefined ? [] : [`${key}: ${problem}`])),
        );
        result.connectors.push({
          connector: toConnectorAnswer(connector),
          settings: checked.map(({ key, value, problem }) => ({
            key,
            value,
            message: problem ?? (value.trim() === "" ? "Removed." : "Updated."),
          })),
        });
      }
    }
    return createJsonResponse({ tenants: [...results].map(toTenantAnswer) });
  },
};

interface AssignedConnector {
  readonly connector: ReturnType<typeof toConnectorAnswer>;
  readonly credential: { readonly credentialId: string; readonly displayName: string; readonly message: string };
}

interface ChangedConnector {
  readonly connector: ReturnType<typeof toConnectorAnswer>;
  readonly settings: readonly { readonly key: string; readonly value: string; readonly message: string }[];
}

/** Results and failures by tenant; a failure in one tenant does not affect the others. */
type TenantResults<Connector> = Map<string, { readonly connectors: Connector[]; readonly problems: string[] }>;

function resultOf<Connector>(results: TenantResults<Connector>, tenant: string) {
  const result = results.get(tenant) ?? { connectors: [], problems: [] };
  results.set(tenant, result);
  return result;
}

function toTenantAnswer<Connector>([tenantCode, { connectors, problems }]: [
  string,
  { readonly connectors: Connector[]; readonly problems: string[] },
]) {
  const status = problems.length === 0 ? ("Succeeded" as const) : ("Failed" as const);
  return { tenantCode, connectors, status, message: problems.join(" ") };
}

function toConnectorAnswer({ id, displayName, description }: DataConnector) {
  return { connectorId: id, displayName, description };
}

/** Assigns a credential to a connector in a tenant, or takes it back where the id is empty. */
async function assign(
  connector: DataConnector,
  code: string,
  credentialId: string,
  tenant: CallTenant,
  parts: ServiceDependencies,
): Promise<{ readonly problem: string } | { readonly displayName: string; readonly message: string }> {
  if (!visibleTenantCodesOf(tenant, parts).includes(code)) {
    return { problem: `${tenant.code} manages no tenant "${code}".` };
  }
  if (connectorsOf(code, parts).length === 0) {
    return { problem: `${code} consolidates other tenants and has no data connectors.` };
  }
  const { store } = parts.connectors;
  if (credentialId === "") {
    await store.unassign(code, connector.id);
    return { displayName: "", message: "The connector has no credential any more." };
  }
  const credential = (await usableCredentials(code, parts)).find(({ id }) => id === credentialId);
  if (!credential) {
    return { problem: `${code} has no connector credential "${credentialId}".` };
  }
  if (credential.provider.toLowerCase() !== connector.provider) {
    return {
      problem: `${connector.displayName} takes credentials of ${connector.provider}; ${credential.displayName} is one of ${credential.provider}.`,
    };
  }
  return (await store.assign(code, connector.id, credentialId))
    ? { displayName: credential.displayName, message: "Assigned; the next extraction uses it." }
    : { problem: `${code} has no connector credential "${credentialId}".` };
}

/** The data connectors of a tenant. A consolidated tenant receives nothing and has none. */
function connectorsOf(code: string, { tenants }: ServiceDependencies): readonly DataConnector[] {
  return tenants.record(code)?.consolidates ? [] : dataConnectors;
}

function usableCredentials(code: string, { connectors, tenants }: ServiceDependencies) {
  return connectors.store.credentials(code, tenants.record(code)?.parent);
}

/** Throws a 404. */
function readConnector(id: string, { code }: CallTenant): DataConnector {
  const connector = findDataConnector(id);
  if (!connector) {
    throw new HttpError(
      404,
      "CONNECTOR_UNKNOWN",
      `The tenant ${code} has no data connector "${id}"; it has ${dataConnectors.map((one) => one.id).join(", ")}.`,
    );
  }
  return connector;
}

function unknownCredential(code: string, id: string): HttpError {
  return new HttpError(
    404,
    "CREDENTIAL_UNKNOWN",
    `The tenant ${code} has no connector credential "${id}" of its own; the list of credentials has their ids.`,
  );
}

type AuthParams = NonNullable<
  OperationCall<(typeof connectorCredentialOperations)["createConnectorCredential"]>["body"]["dataProviderAuthParams"]
>;

/** Reads the provider and its only provider-specific object. Throws a 400. */
function readAuthParams(given: AuthParams): {
  readonly provider: string;
  readonly parameters: AuthParameters;
  readonly authContext: ConnectorCredential["authContext"];
} {
  const objects = Object.entries(given).filter(
    ([name, value]) => /^[A-Za-z0-9]+AuthParams$/.test(name) && value != null,
  );
  const [only] = objects;
  if (!only || objects.length > 1) {
    throw invalid(
      objects.length === 0
        ? "body dataProviderAuthParams has no object with the parameters of a provider, such as folderAuthParams"
        : `body dataProviderAuthParams has ${objects.map(([name]) => name).join(" and ")}; give exactly one of them`,
    );
  }
  const [objectName, value] = only;
  const named = objectName.replace(/AuthParams$/, "");
  const provider = given.provider?.trim() || named;
  const known = findDataProvider(provider);
  if (known && authParamsNameOf(known).toLowerCase() !== objectName.toLowerCase()) {
    throw invalid(
      `body dataProviderAuthParams has ${objectName}, but the provider ${provider} takes ${authParamsNameOf(known)}`,
    );
  }
  const parameters = Object.fromEntries(
    Object.entries(value as Readonly<Record<string, unknown>>)
      .filter(([, parameter]) => parameter != null)
      .map(([name, parameter]) => [
        name,
        typeof parameter === "object" ? JSON.stringify(parameter) : String(parameter),
      ]),
  );
  const masked = Object.entries(parameters).find(([, text]) => /^\*+$/.test(text));
  if (masked) {
    throw invalid(`body dataProviderAuthParams.${objectName}.${masked[0]} is masked; send the value itself`);
  }
  return { provider, parameters, authContext: given.authContext };
}

function invalid(problem: string): HttpError {
  return new HttpError(400, "REQUEST_INVALID", `The request is invalid: ${problem}.`);
}

import { randomUUID } from "node:crypto";
import type { exportCredentialOperations } from "../../contract/export-credentials.ts";
import { createJsonResponse, createTextResponse, HttpError } from "../call/call.ts";
import { ParameterProblem } from "../drivers/providers.ts";
import { type Destination, maskDestination, readDestination } from "../export-connectors/destinations.ts";
import type { OperationHandlers, ServiceDependencies } from "../parts/service-dependencies.ts";
import type { ExportCredential } from "../store/export-credential-store.ts";
import { readConnectorIds } from "./export-connectors.ts";

export const exportCredentialHandlers: OperationHandlers<typeof exportCredentialOperations> = {
  async listExportCredentials({ tenant }, { exportConnectors: { credentials } }) {
    const uses = await credentials.uses(tenant.code);
    const found = await credentials.list(tenant.code);
    return createJsonResponse({
      credentials: found.map((credential) =>
        toAnswer(
          credential,
          uses.flatMap((use) => (use.credential === credential.id ? [use.connector] : [])),
        ),
      ),
    });
  },

  async createExportCredential({ body, tenant }, parts) {
    if (body.id !== undefined) {
      throw new HttpError(400, "ID_GIVEN", "The service assigns the id of a new credential; leave it out.");
    }
    const { name: destination, parameters } = readParameters(body.parameters);
    const connectors = await checkConnectors(tenant.code, readConnectorIds(body), parts);
    const credential = { id: randomUUID(), basicInformation: body.basicInformation, destination, parameters };
    const { credentials } = parts.exportConnectors;
    await credentials.add(tenant.code, credential, { created: parts.clock.now(), connectors });
    return createJsonResponse(await answerOf(tenant.code, credential, parts), 201);
  },

  async validateExportCredential({ body, tenant }, { exportConnectors }) {
    const { credentials } = exportConnectors;
    if (body.id === undefined || body.id === null) {
      // Problems with the form of parameters are problems that the validation reports.
      return createJsonResponse({ id: await exportConnectors.validate(tenant.code, body.parameters ?? {}) }, 201);
    }
    const found = (await credentials.find(tenant.code, body.id)) ?? unknownCredential();
    const parameters = { [found.destination]: found.parameters };
    return createJsonResponse({ id: await exportConnectors.validate(tenant.code, parameters) }, 201);
  },

  async getExportCredentialValidation({ path, tenant }, { exportConnectors: { credentials } }) {
    const validation = await credentials.findValidation(tenant.code, path.id);
    if (!validation) {
      throw new HttpError(404, "VALIDATION_UNKNOWN", `The tenant ${tenant.code} has no validation "${path.id}".`);
    }
    const { errors } = validation;
    return createJsonResponse(errors ? { success: errors.length === 0, ...(errors.length > 0 && { errors }) } : null);
  },

  async getExportCredential({ path, tenant }, parts) {
    const found = (await parts.exportConnectors.credentials.find(tenant.code, path.id)) ?? unknownCredential();
    return createJsonResponse(await answerOf(tenant.code, found, parts));
  },

  async updateExportCredential({ path, body, tenant }, parts) {
    // A row's rule compares the two ids.
    if (body.id === undefined) {
      throw new HttpError(400, "ID_MISSING", "The body of an update needs the id of the credential, as in the path.");
    }
    const { credentials } = parts.exportConnectors;
    if (!(await credentials.find(tenant.code, path.id))) {
      unknownCredential();
    }
    const { name: destination, parameters } = readParameters(body.parameters);
    const connectors = await checkConnectors(tenant.code, readConnectorIds(body), parts);
    const credential = { id: path.id, basicInformation: body.basicInformation, destination, parameters };
    if (!(await credentials.replace(tenant.code, credential, connectors))) {
      unknownCredential();
    }
    return createJsonResponse(await answerOf(tenant.code, credential, parts));
  },

  async deleteExportCredential({ path, tenant }, { exportConnectors: { store, credentials } }) {
    switch (await credentials.delete(tenant.code, path.id)) {
      case "unknown":
        return unknownCredential();
      case "used": {
        const uses = await credentials.uses(tenant.code);
        const users = (await store.list(tenant.code)).filter(({ id }) =>
          uses.some(({ connector, credential }) => connector === id && credential === path.id),
        );
        const names = users.map(({ objectName }) => objectName).join(", ");
        throw new HttpError(
          409,
          "CREDENTIAL_IN_USE",
          `A connector uses the credential (${names}). Update the credential with an empty list connectorIds first.`,
        );
      }
      case "deleted":
        return createTextResponse("");
    }
  },
};

async function answerOf(tenant: string, credential: ExportCredential, { exportConnectors }: ServiceDependencies) {
  const uses = await exportConnectors.credentials.uses(tenant);
  const connectors = uses.flatMap((use) => (use.credential === credential.id ? [use.connector] : []));
  return toAnswer(credential, connectors);
}

/** A credential with masked secrets, and the connectors that use it in addition to the fields of the specification. */
function toAnswer(
  { id, basicInformation, destination, parameters }: ExportCredential,
  connectorIds: readonly string[],
) {
  return {
    id,
    ...(basicInformation && { basicInformation }),
    parameters: maskDestination(destination, parameters),
    connectorIds,
  };
}

/** Throws a 400 for parameters that do not have the form that they must have. */
function readParameters(parameters: Readonly<Record<string, unknown>> | null | undefined): Destination {
  try {
    return readDestination(parameters);
  } catch (error) {
    throw error instanceof ParameterProblem ? toHttpError(error) : error;
  }
}

function toHttpError(problem: ParameterProblem): HttpError {
  const code = problem.isIncomplete ? "CREDENTIAL_INCOMPLETE" : "CREDENTIAL_INVALID";
  return new HttpError(400, code, problem.message, { cause: problem });
}

/** Throws a 400 for an id that no connector of the tenant has. */
async function checkConnectors(
  tenant: string,
  ids: readonly string[] | undefined,
  { exportConnectors }: ServiceDependencies,
): Promise<readonly string[] | undefined> {
  const known = ids === undefined || ids.length === 0 ? [] : await exportConnectors.store.list(tenant);
  const unknown = ids?.find((id) => !known.some((connector) => connector.id === id));
  if (unknown !== undefined) {
    throw new HttpError(400, "CONNECTOR_UNKNOWN", `There is no connector ${unknown} (connectorIds).`);
  }
  return ids;
}

function unknownCredential(): never {
  throw new HttpError(404, "CREDENTIAL_UNKNOWN", "There is no such credential.");
}

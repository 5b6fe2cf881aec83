import { randomUUID } from "node:crypto";
import { authParamsNameOf, type DataProvider, findDataProvider } from "../../contract/data-providers.ts";
import { isDriverFailure } from "../drivers/driver-error.ts";
import type { JobRunner } from "../jobs/job-runner.ts";
import type { AuthParameters, ConnectorCredential, ConnectorStore } from "../store/connector-store.ts";
import { type ExtractionParts, type ExtractionRequest, extractionKind, runExtraction } from "./extraction-job.ts";
import { findMissingParameters, openSourceSystem } from "./source-system.ts";

/** Property that a new credential cannot access (service-api, "Connectors and their credentials"). */
interface MissingProperty {
  /** Title of the provider, or the name of a table that may not be read. */
  readonly subject: string;
  /** Parameters of the credential that are missing or wrong. */
  readonly attributes: readonly string[];
  readonly errorMessage: string;
}

/** Maximum time for trying a new credential. */
const trialMs = 10_000;

/** Credentials of source systems, and the jobs that read these (service-api, "Data and jobs"). */
export class Connectors {
  readonly store: ConnectorStore;
  readonly #parts: ExtractionParts;

  constructor(parts: ExtractionParts, jobRunner: JobRunner) {
    this.store = parts.store;
    this.#parts = parts;
    jobRunner.register(extractionKind, (request, context) =>
      runExtraction(request as ExtractionRequest, context, parts),
    );
  }

  /** Adds a credential, whatever it reaches, and tries it. */
  async addCredential(
    credential: Omit<ConnectorCredential, "id" | "symbolName">,
    parameters: AuthParameters,
    signal: AbortSignal,
  ): Promise<{ readonly credential: ConnectorCredential; readonly missing: readonly MissingProperty[] }> {
    const missing = await this.#tryCredential(credential, parameters, signal);
    const id = randomUUID();
    const symbol = symbolNameOf(credential.displayName);
    return { credential: await this.store.addCredential({ ...credential, id }, parameters, symbol), missing };
  }

  async #tryCredential(
    { provider: name, tenant }: Pick<ConnectorCredential, "provider" | "tenant">,
    parameters: AuthParameters,
    signal: AbortSignal,
  ): Promise<readonly MissingProperty[]> {
    const provider = findDataProvider(name);
    if (!provider) {
      const errorMessage = `There is no driver here for ${name}: the credential is kept, and extractions with it fail.`;
      return [{ subject: name, attributes: [], errorMessage }];
    }
    const attributes = findMissingParameters(provider, parameters);
    if (attributes.length > 0) {
      const errorMessage = `The credential lacks ${attributes.join(", ")}, which ${authParamsNameOf(provider)} needs.`;
      return [{ subject: provider.title, attributes, errorMessage }];
    }
    const timeout = AbortSignal.timeout(trialMs);
    const trial = AbortSignal.any([signal, timeout]);
    try {
      const system = await openSourceSystem(
        name,
        parameters,
        { schema: undefined, path: "" },
        await this.#parts.loadDrivers(),
        this.#parts.driverContext(tenant, trial),
      );
      try {
        if (system.kind === "tables") {
          return await findUnreadable(system.session);
        }
        await system.check();
        return [];
      } finally {
        await system.close();
      }
    } catch (error) {
      signal.throwIfAborted();
      if (timeout.aborted) {
        const errorMessage = `${provider.title} did not answer within ${trialMs / 1000} s.`;
        return [{ subject: provider.title, attributes: placeOf(provider), errorMessage }];
      }
      if (!isDriverFailure(error)) {
        throw error;
      }
      const wrong = /authentication|refuse|password/i.test(error.message) ? proofOf(provider) : placeOf(provider);
      return [{ subject: provider.title, attributes: wrong, errorMessage: error.message }];
    }
  }
}

async function findUnreadable(session: {
  unreadableTables(): Promise<readonly { readonly table: string; readonly columns: readonly string[] }[]>;
}): Promise<readonly MissingProperty[]> {
  return (await session.unreadableTables()).map(({ table, columns }) => ({
    subject: table,
    attributes: columns,
    errorMessage: `The user may not read ${columns.length > 0 ? "these columns" : "the table"}.`,
  }));
}

const proofNames = [
  "username",
  "password",
  "apiToken",
  "apiKey",
  "privateKey",
  "accessKey",
  "secretKey",
  "clientId",
  "clientSecret",
];
const placeNames = ["host", "port", "endpoint", "workspaceUrl", "path"];

/** Parameters that say who signs in. */
function proofOf({ parameters }: DataProvider): readonly string[] {
  return parameters.map(({ name }) => name).filter((name) => proofNames.includes(name));
}

/** Parameters that say where the source system is. */
function placeOf({ parameters }: DataProvider): readonly string[] {
  return parameters.map(({ name }) => name).filter((name) => placeNames.includes(name));
}

/** Name of an object of the model that stands for a credential, made of what it is called. */
function symbolNameOf(displayName: string): string {
  const name = displayName
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/\W+/g, "_")
    .replace(/^_+|_+$/g, "");
  return /^[A-Za-z]/.test(name) ? name : `Credential${name === "" ? "" : `_${name}`}`;
}

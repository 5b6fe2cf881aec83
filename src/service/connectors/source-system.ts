import { authParamsNameOf, type DataProvider, findDataProvider } from "../../contract/data-providers.ts";
import { DriverError } from "../drivers/driver-error.ts";
import type { DriverContext, FileStore } from "../drivers/file-store.ts";
import type { HttpSource } from "../drivers/http-source.ts";
import type { PostgresqlSession } from "../drivers/postgresql.ts";
import { type FileConnection, ParameterProblem, type Provider, readConnection } from "../drivers/providers.ts";
import type { AuthParameters } from "../store/connector-store.ts";

/** The drivers, which are loaded when a source system is opened first. */
export interface SourceDrivers {
  openFileStore(connection: FileConnection, context: DriverContext): Promise<FileStore>;
  readonly PostgresqlSession: typeof PostgresqlSession;
  readonly HttpSource: typeof HttpSource;
}

/** An open source system whose data lies in files or behind addresses. */
interface FileSystemSource {
  readonly kind: "files";
  /** Finds out whether the source system can be reached and read. */
  check(): Promise<void>;
  /** Returns the paths of the files in order; undefined for addresses, which cannot be listed. */
  list(): Promise<readonly string[] | undefined>;
  /** Copies a file, or the pages of an address, to new files of this machine and yields the path of each. */
  download(path: string, newPath: () => Promise<string>): AsyncIterable<string>;
  close(): Promise<void>;
}

/** An open source system whose data lies in tables. */
interface DatabaseSource {
  readonly kind: "tables";
  readonly session: PostgresqlSession;
  close(): Promise<void>;
}

export type SourceSystem = FileSystemSource | DatabaseSource;

/** Place within a source system, from the settings of a connector. */
interface SourcePlace {
  readonly schema: string | undefined;
  readonly path: string;
}

/** Parameters of credentials under the names of the drivers. */
const driverNames: Readonly<Record<string, string>> = {
  username: "user",
  accessKey: "accessKeyId",
  secretKey: "secretAccessKey",
};

/**
 * Opens a source system with the parameters of a credential. Throws errors whose messages are for users, or the signal's
 * reason.
 */
export async function openSourceSystem(
  providerName: string,
  parameters: AuthParameters,
  place: SourcePlace,
  drivers: SourceDrivers,
  context: DriverContext,
): Promise<SourceSystem> {
  const provider = findDataProvider(providerName);
  if (!provider) {
    throw new DriverError(`This service has no driver for ${providerName}.`);
  }
  const missing = findMissingParameters(provider, parameters);
  if (missing.length > 0) {
    throw new DriverError(`The credential lacks ${missing.join(", ")}, which ${authParamsNameOf(provider)} needs.`);
  }
  const known = Object.fromEntries(
    Object.entries(parameters).filter(
      ([name, value]) => value !== "" && provider.parameters.some((parameter) => parameter.name === name),
    ),
  );
  try {
    return await open(provider, known, place, drivers, context);
  } catch (error) {
    throw error instanceof ParameterProblem ? new DriverError(error.message, { cause: error }) : error;
  }
}

/** Names of the parameters that a provider needs and a credential does not have. */
export function findMissingParameters(provider: DataProvider, parameters: AuthParameters): readonly string[] {
  const missing = provider.parameters
    .filter(({ name, isRequired }) => isRequired && !parameters[name])
    .map(({ name }) => name);
  if (provider.id === "sftp" && !parameters.password && !parameters.privateKey) {
    return [...missing, "password"];
  }
  return provider.id === "lakehouse" && !parameters.workspaceUrl && !parameters.path ? ["workspaceUrl"] : missing;
}

async function open(
  { id }: DataProvider,
  parameters: AuthParameters,
  { schema, path }: SourcePlace,
  drivers: SourceDrivers,
  context: DriverContext,
): Promise<SourceSystem> {
  const { path: root, ...others } = parameters;
  const connect = async (
    provider: Provider,
    given: Readonly<Record<string, string | undefined>>,
  ): Promise<SourceSystem> => {
    const connection = readConnection(provider, toDriverParameters(given));
    if (connection.provider !== "postgresql") {
      return new StoredFiles(await drivers.openFileStore(connection, context), path);
    }
    const session = await drivers.PostgresqlSession.open(connection.parameters, context, { isReadOnly: true });
    return { kind: "tables", session, close: () => session.close() };
  };
  switch (id) {
    case "postgresql":
      return connect("postgresql", { ...parameters, schema });
    case "http": {
      const { endpoint = "" } = parameters;
      const base = path === "" ? endpoint : `${endpoint.replace(/\/+$/, "")}/${path.replace(/^\/+/, "")}`;
      const source = await drivers.HttpSource.open({ ...parameters, endpoint: base }, context);
      return {
        kind: "files",
        check: () => source.probe(),
        list: async () => undefined,
        download: (address, newPath) => source.download(address, newPath),
        close: async () => undefined,
      };
    }
    case "folder":
      return connect("folder", parameters);
    case "lakehouse":
      return parameters.workspaceUrl === undefined ? connect("folder", { path: root }) : connect("lakehouse", others);
    case "s3":
      return connect("s3", { ...others, prefix: root });
    default:
      return connect("sftp", { ...others, folder: root });
  }
}

/** Ports and flags of credentials are texts. */
function toDriverParameters(
  parameters: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(parameters).map(([name, value]) => [
      driverNames[name] ?? name,
      value !== undefined && name === "port" ? Number(value) : name === "tls" && value ? value === "true" : value,
    ]),
  );
}

/** The files of a store below a folder. */
class StoredFiles implements FileSystemSource {
  readonly kind = "files";
  readonly #store: FileStore;
  readonly #folder: string;

  constructor(store: FileStore, path: string) {
    this.#store = store;
    const steps = path.split("/").filter((step) => step !== "" && step !== ".");
    this.#folder = steps.map((step) => `${step}/`).join("");
  }

  async check(): Promise<void> {
    for await (const file of this.#store.list()) {
      // Servers that answer request by request refuse the first one.
      return void file;
    }
  }

  async list(): Promise<readonly string[]> {
    const paths: string[] = [];
    for await (const file of this.#store.list()) {
      if (file.path.startsWith(this.#folder)) {
        paths.push(file.path.slice(this.#folder.length));
      }
    }
    return paths.sort();
  }

  async *download(path: string, newPath: () => Promise<string>): AsyncGenerator<string> {
    const target = await newPath();
    await this.#store.download(this.#folder + path, target);
    yield target;
  }

  close(): Promise<void> {
    return this.#store.close();
  }
}

import {
  isProvider,
  maskSecrets,
  type ParameterField,
  ParameterProblem,
  type Provider,
  type ProviderConnection,
  providerFields,
  readConnection,
  readParameters,
} from "../drivers/providers.ts";

/** Format of the files that are written to a destination. */
export type FileFormat = "parquet" | "csv";

/** A destination whose parameters have the form that they must have. */
export interface Destination {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** How to connect to it. Undefined for a destination for which this service has no driver. */
  readonly target: { readonly connection: ProviderConnection; readonly format: FileFormat } | undefined;
}

type Fields = Readonly<Record<string, ParameterField>>;

const text: ParameterField = { kind: "text" };
const required: ParameterField = { kind: "text", isRequired: true };
const privateKey: ParameterField = { kind: "privateKey", isRequired: true, isSecret: true };

/** Fields of destinations for which this service has no driver: what it keeps for others (semantics.md, "Data export connectors"). */
const withoutDriver: Readonly<Record<string, Fields>> = {
  warehouse: {
    accountUrl: { kind: "url", isRequired: true },
    database: required,
    schema: required,
    user: required,
    warehouse: text,
    privateKey,
    privateKeyPassphrase: { kind: "text", isSecret: true },
    role: text,
  },
  cloudAnalyticsServiceAccount: {
    datasetId: required,
    projectId: required,
    privateKeyId: text,
    privateKey,
    clientEmail: required,
    clientId: text,
  },
};

/** Destinations that hold files of either format, for which `format` says which. */
const withFormat: readonly Provider[] = ["sftp", "s3", "folder"];

/** Names of all destinations that a credential can be for. */
const destinationNames = [...Object.keys(providerFields), ...Object.keys(withoutDriver)];

/** Reads the parameters of a credential, which hold one destination. Throws `ParameterProblem`. */
export function readDestination(parameters: Readonly<Record<string, unknown>> | null | undefined): Destination {
  const given = Object.entries(parameters ?? {}).filter(([, value]) => value !== null && value !== undefined);
  const [[name, fields] = [undefined, undefined], ...others] = given;
  if (name === undefined || others.length > 0 || !destinationNames.includes(name)) {
    throw new ParameterProblem(
      `The parameters must hold one destination, which is one of ${destinationNames.join(", ")} (parameters).`,
      name === undefined,
    );
  }
  const all = readParameters(name, fieldsOf(name), fields);
  if (!isProvider(name)) {
    return { name, parameters: all, target: undefined };
  }
  const { format, ...connecting } = all;
  return {
    name,
    parameters: all,
    target: { connection: readConnection(name, connecting), format: readFormat(name, format) },
  };
}

/** Copies the parameters of a destination with a mask in place of each secret. */
export function maskDestination(name: string, parameters: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return { [name]: maskSecrets(fieldsOf(name), parameters) };
}

function fieldsOf(name: string): Fields {
  const fields: Fields = isProvider(name) ? providerFields[name] : (withoutDriver[name] ?? {});
  return withFormat.some((one) => one === name) ? { ...fields, format: text } : fields;
}

function readFormat(name: string, format: unknown): FileFormat {
  if (format === undefined || format === "parquet" || format === "csv") {
    return format ?? "parquet";
  }
  throw new ParameterProblem(`${name}.format must be parquet or csv.`);
}

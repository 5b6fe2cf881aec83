import { exportDestinations } from "../../contract/export-destinations.ts";
import {
  isProvider,
  maskSecrets,
  ParameterProblem,
  type ProviderConnection,
  readConnection,
  readParameters,
} from "../drivers/providers.ts";

/** Format of the files that are written to a destination. */
export type FileFormat = "parquet" | "csv";

/** A destination whose parameters have the form that they must have. */
export interface Destination {
  readonly name: string;
  readonly parameters: Readonly<Record<string, unknown>>;
  /** Connection to the destination. Undefined if this service has no driver for it. */
  readonly target: { readonly connection: ProviderConnection; readonly format: FileFormat } | undefined;
}

/** Names of all destinations that a credential can be for. */
const destinationNames = exportDestinations.map(({ id }) => id);

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
  const all = readParameters(name, fields);
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
  return { [name]: maskSecrets(name, parameters) };
}

function readFormat(name: string, format: unknown): FileFormat {
  if (format === undefined || format === "parquet" || format === "csv") {
    return format ?? "parquet";
  }
  throw new ParameterProblem(`${name}.format must be parquet or csv.`);
}

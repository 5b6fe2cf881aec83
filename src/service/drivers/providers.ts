import { createPrivateKey } from "node:crypto";
import { isObject } from "../../base/guards.ts";
import type { CredentialParameter } from "../../contract/credential-parameters.ts";
import { exportDestinations } from "../../contract/export-destinations.ts";

/** Connection to a PostgreSQL database. */
export interface PostgresqlParameters {
  readonly host: string;
  /** 5432 by default. */
  readonly port?: number;
  readonly database: string;
  readonly user: string;
  readonly password: string;
  /** `public` by default. */
  readonly schema?: string;
  /** Whether the connection is encrypted. Without it, it is unless the server is on this machine. */
  readonly tls?: boolean;
  /** Certificates of authorities to trust, as PEM, in place of the system's. */
  readonly certificateAuthority?: string;
}

/** Connection to a folder of an SSH server. */
export interface SftpParameters {
  readonly host: string;
  /** 22 by default. */
  readonly port?: number;
  readonly user: string;
  readonly password?: string;
  /** Private key in the format of OpenSSH or PEM, used instead of the password. */
  readonly privateKey?: string;
  readonly passphrase?: string;
  /** Path on the server; the user's home by default. */
  readonly folder?: string;
  /** Fingerprint of the server's host key, `SHA256:` and base64. By default the one of the first use is kept. */
  readonly hostKey?: string;
}

/** Connection to a bucket of an S3-compatible store. */
export interface S3Parameters {
  /** URL of the store, without the bucket. */
  readonly endpoint: string;
  /** `us-east-1` by default. */
  readonly region?: string;
  readonly bucket: string;
  /** Beginning of all keys, such as `hr/nightly`. */
  readonly prefix?: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

/** Connection to a volume of a lakehouse. */
export interface LakehouseParameters {
  readonly workspaceUrl: string;
  readonly catalog: string;
  readonly schema: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Volume of the schema that holds the files; `workforce` by default. */
  readonly volume?: string;
}

/** A folder of this machine. */
export interface FolderParameters {
  readonly path: string;
}

/** Parameters by provider. */
interface ProviderParameters {
  readonly postgresql: PostgresqlParameters;
  readonly sftp: SftpParameters;
  readonly s3: S3Parameters;
  readonly lakehouse: LakehouseParameters;
  readonly folder: FolderParameters;
}

/** Source system or destination for which this service has a driver. */
export type Provider = keyof ProviderParameters;

/** A provider with the parameters to connect with. */
export type ProviderConnection = {
  readonly [Name in Provider]: { readonly provider: Name; readonly parameters: ProviderParameters[Name] };
}[Provider];

/** Connection to a provider whose data are files. */
export type FileConnection = Exclude<ProviderConnection, { readonly provider: "postgresql" }>;

const providers = ["postgresql", "sftp", "s3", "lakehouse", "folder"] as const satisfies readonly Provider[];

/** Text that is shown instead of a secret. */
const secretMask = "********";

/** Error for parameters that do not have the form that they must have. The message names the field. */
export class ParameterProblem extends Error {
  override readonly name = "ParameterProblem";
  /** Whether a field is missing, not wrong. */
  readonly isIncomplete: boolean;

  constructor(message: string, isIncomplete = false) {
    super(message);
    this.isIncomplete = isIncomplete;
  }
}

export function isProvider(name: string): name is Provider {
  return providers.some((provider) => provider === name);
}

/** Reads the parameters of a provider, which is a destination too, from a request. Throws `ParameterProblem`. */
export function readConnection(provider: Provider, value: unknown): ProviderConnection {
  const parameters = readParameters(provider, value);
  if (provider === "sftp" && !("password" in parameters) && !("privateKey" in parameters)) {
    throw new ParameterProblem("The password is missing (sftp.password), or a privateKey in its place.", true);
  }
  return { provider, parameters } as unknown as ProviderConnection;
}

/**
 * Checks the form of the parameters of a destination and returns those that have a value. Throws `ParameterProblem`, whose
 * message names the field in the object `name`.
 */
export function readParameters(name: string, value: unknown): Readonly<Record<string, string | number | boolean>> {
  const parameters = parametersOf(name);
  if (!isObject(value)) {
    throw new ParameterProblem(`The parameters ${name} must be an object.`);
  }
  const names = parameters.map((parameter) => parameter.name);
  const unknown = Object.keys(value).find((field) => !names.includes(field));
  if (unknown !== undefined) {
    throw new ParameterProblem(`${name} has no field "${unknown}"; its fields are ${names.join(", ")}.`);
  }
  return Object.fromEntries(
    parameters.flatMap((rule) => {
      const { name: field } = rule;
      const given = value[field];
      if (given === undefined || given === null || given === "") {
        if (rule.isRequired) {
          throw new ParameterProblem(`The ${wordsOf(field)} is missing (${name}.${field}).`, true);
        }
        return [];
      }
      if (rule.isSecret && given === secretMask) {
        throw new ParameterProblem(
          `${name}.${field} is masked; send the ${wordsOf(field)} itself, for a credential is replaced as a whole.`,
        );
      }
      return [[field, readField(`${name}.${field}`, rule, given, value.passphrase)] as const];
    }),
  );
}

/** Copies the parameters of a destination with a mask in place of each secret, for answers. */
export function maskSecrets(name: string, values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const parameters = parametersOf(name);
  return Object.fromEntries(
    Object.entries(values).map(([field, value]) => {
      const known = parameters.find((parameter) => parameter.name === field);
      // A field that is not known could be a secret.
      return [field, known === undefined || known.isSecret ? secretMask : value];
    }),
  );
}

function parametersOf(name: string): readonly CredentialParameter[] {
  return exportDestinations.find(({ id }) => id === name)?.parameters ?? [];
}

function readField(
  path: string,
  { kind }: CredentialParameter,
  value: unknown,
  passphrase: unknown,
): string | number | boolean {
  switch (kind) {
    case "boolean":
      if (typeof value !== "boolean") {
        throw new ParameterProblem(`${path} must be true or false.`);
      }
      return value;
    case "port":
      if (typeof value !== "number" || !Number.isInteger(value) || value < 1 || value > 65_535) {
        throw new ParameterProblem(`${path} must be a port, a whole number from 1 to 65535.`);
      }
      return value;
    case "url":
      if (typeof value !== "string" || !isPlainUrl(value)) {
        throw new ParameterProblem(`${path} must be an http:// or https:// URL without user name and query.`);
      }
      return value;
    case "privateKey":
      if (typeof value !== "string" || !isPrivateKey(value, typeof passphrase === "string" ? passphrase : undefined)) {
        throw new ParameterProblem(
          `${path} is no private key that can be read; paste the whole file with its first and last line, and give the passphrase of an encrypted one.`,
        );
      }
      return value;
    default:
      if (typeof value !== "string") {
        throw new ParameterProblem(`${path} must be a text.`);
      }
      return value;
  }
}

function isPlainUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isHttp = url?.protocol === "http:" || url?.protocol === "https:";
  return isHttp && url.username === "" && url.password === "" && url.search === "" && url.hash === "";
}

function isPrivateKey(text: string, passphrase: string | undefined): boolean {
  if (/^-----BEGIN OPENSSH PRIVATE KEY-----\s[A-Za-z0-9+/=\s]+-----END OPENSSH PRIVATE KEY-----\s*$/.test(text)) {
    // Node does not read this format; the driver does when it connects.
    return true;
  }
  try {
    createPrivateKey({ key: text, ...(passphrase !== undefined && { passphrase }) });
    return true;
  } catch {
    return false;
  }
}

/** `clientSecret` as `client secret`. */
function wordsOf(field: string): string {
  return field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

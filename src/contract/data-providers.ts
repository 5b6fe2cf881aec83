import { type CredentialParameter, common } from "./credential-parameters.ts";

/** Kind of source system that the embedded service reads; ours, because the specification names none. */
export interface DataProvider {
  /** Value of `provider`. The provider-specific object of a credential is named `<id>AuthParams`. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly parameters: readonly CredentialParameter[];
}

const username: CredentialParameter = { name: "username", title: "User name", description: "User who signs in." };

/** The source systems that have a driver in the embedded service. */
export const dataProviders: readonly DataProvider[] = [
  {
    id: "folder",
    title: "Folder",
    description: "CSV, JSON Lines and Parquet files in a folder that the service may read.",
    parameters: [
      {
        name: "path",
        title: "Folder",
        description: "Path of the folder. The service reads only its own inbox and folders that are allowed to it.",
        isRequired: true,
      },
    ],
  },
  {
    id: "http",
    title: "HTTP",
    description: "CSV, JSON Lines and Parquet from a web server, page by page. Another service of this kind is one.",
    parameters: [
      {
        name: "endpoint",
        title: "Address",
        description: "Address that the paths of tables are added to, such as https://hr.example.com/export.",
        isRequired: true,
      },
      {
        name: "apiToken",
        title: "Token",
        description: "Token that is sent as a bearer token.",
        isSecret: true,
      },
      { ...username, description: "User name of basic authentication, or of the sign-in to another service." },
      common.password,
      {
        name: "apiKey",
        title: "API key",
        description: "API key of another service. With a user name and a password the sign-in is the service's own.",
        isSecret: true,
      },
    ],
  },
  {
    id: "postgresql",
    title: "PostgreSQL",
    description: "Tables and views of a PostgreSQL database.",
    parameters: [
      common.host,
      common.postgresqlPort,
      common.database,
      { ...username, isRequired: true },
      { ...common.password, isRequired: true },
      common.tls,
    ],
  },
  {
    id: "sftp",
    title: "SFTP",
    description: "CSV, JSON Lines and Parquet files on an SFTP server.",
    parameters: [
      common.host,
      common.sshPort,
      { ...username, isRequired: true },
      { ...common.password, description: "Password of the user, unless a private key is given." },
      common.privateKey,
      common.passphrase,
      common.hostKey,
      { name: "path", title: "Folder", description: "Folder on the server.", defaultValue: "." },
    ],
  },
  {
    id: "s3",
    title: "S3-compatible object store",
    description: "CSV, JSON Lines and Parquet files in a bucket.",
    parameters: [
      common.s3Endpoint,
      common.region,
      common.bucket,
      { name: "accessKey", title: "Access key", description: "Id of the access key.", isRequired: true },
      {
        name: "secretKey",
        title: "Secret key",
        description: "Secret of the access key.",
        isRequired: true,
        isSecret: true,
      },
      { name: "path", title: "Prefix", description: "Beginning of the keys of the files." },
    ],
  },
  {
    id: "lakehouse",
    title: "Lakehouse",
    description:
      "Parquet, CSV and JSON Lines files in a volume of a lakehouse, or in a folder that the service may read.",
    parameters: [
      { name: "workspaceUrl", title: "Workspace", description: "Address of the workspace." },
      { name: "catalog", title: "Catalog", description: "Catalog of the volume." },
      { name: "schema", title: "Schema", description: "Schema of the volume." },
      { name: "volume", title: "Volume", description: "Volume with the files.", defaultValue: "workforce" },
      { name: "clientId", title: "Client", description: "Id of the client that signs in." },
      { name: "clientSecret", title: "Client secret", description: "Secret of the client.", isSecret: true },
      { name: "path", title: "Folder", description: "Path of the folder, in place of a workspace." },
    ],
  },
];

/** Finds a provider by the text of `provider` in any letter case. */
export function findDataProvider(name: string): DataProvider | undefined {
  return dataProviders.find(({ id }) => id === name.toLowerCase());
}

/** Name of the provider-specific object in the parameters of a credential. */
export function authParamsNameOf({ id }: DataProvider): `${string}AuthParams` {
  return `${id}AuthParams`;
}

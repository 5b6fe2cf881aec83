/** Parameter with which a credential reaches a source system or a destination. */
export interface CredentialParameter {
  /** Name of the field in the object of the credential that holds the parameters. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly isRequired?: true;
  readonly isSecret?: true;
  /** Whether the value is the text of a file, with line breaks. */
  readonly isFile?: true;
  /** Value of a parameter that is left out. */
  readonly defaultValue?: string;
}

/** Kind of source system that the embedded service reads; ours, because the specification names none. */
export interface DataProvider {
  /** Value of `provider`. The provider-specific object of a credential is named `<id>AuthParams`. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly parameters: readonly CredentialParameter[];
}

const username: CredentialParameter = { name: "username", title: "User name", description: "User who signs in." };
const password: CredentialParameter = {
  name: "password",
  title: "Password",
  description: "Password of the user.",
  isSecret: true,
};

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
      password,
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
      { name: "host", title: "Host", description: "Name or address of the server.", isRequired: true },
      { name: "port", title: "Port", description: "Port of the server.", defaultValue: "5432" },
      { name: "database", title: "Database", description: "Name of the database.", isRequired: true },
      { ...username, isRequired: true },
      { ...password, isRequired: true },
      {
        name: "tls",
        title: "TLS",
        description: "true or false. Without TLS only servers on this machine are reached.",
      },
    ],
  },
  {
    id: "sftp",
    title: "SFTP",
    description: "CSV, JSON Lines and Parquet files on an SFTP server.",
    parameters: [
      { name: "host", title: "Host", description: "Name or address of the server.", isRequired: true },
      { name: "port", title: "Port", description: "Port of the server.", defaultValue: "22" },
      { ...username, isRequired: true },
      { ...password, description: "Password of the user, unless a private key is given." },
      {
        name: "privateKey",
        title: "Private key",
        description: "Private key in PEM or OpenSSH format.",
        isSecret: true,
        isFile: true,
      },
      { name: "passphrase", title: "Passphrase", description: "Passphrase of the private key.", isSecret: true },
      {
        name: "hostKey",
        title: "Host key",
        description:
          "Fingerprint of the server's key as ssh-keygen -lf shows it, SHA256:...; without it that of the first use is kept.",
      },
      { name: "path", title: "Folder", description: "Folder on the server.", defaultValue: "." },
    ],
  },
  {
    id: "s3",
    title: "S3-compatible object store",
    description: "CSV, JSON Lines and Parquet files in a bucket.",
    parameters: [
      {
        name: "endpoint",
        title: "Endpoint",
        description: "Address of the object store, such as https://s3.eu-central-1.amazonaws.com.",
        isRequired: true,
      },
      {
        name: "region",
        title: "Region",
        description: "Region that requests are signed for.",
        defaultValue: "us-east-1",
      },
      { name: "bucket", title: "Bucket", description: "Name of the bucket.", isRequired: true },
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

import { type CredentialParameter, common } from "./credential-parameters.ts";

/**
 * Destination of exports. `lakehouse` and, without their names, two others are those of the specification (service-api,
 * "Data export connectors"); the rest are ours.
 */
export interface ExportDestination {
  /** Name of the object in the parameters of a credential. */
  readonly id: string;
  readonly title: string;
  readonly description: string;
  readonly parameters: readonly CredentialParameter[];
}

const user = { name: "user", title: "User", description: "User who signs in.", isRequired: true } as const;
const format = {
  name: "format",
  title: "Format",
  description: "parquet or csv.",
  defaultValue: "parquet",
} as const;

/** The destinations that the embedded service knows. */
export const exportDestinations: readonly ExportDestination[] = [
  {
    id: "postgresql",
    title: "PostgreSQL",
    description: "Tables of a PostgreSQL database.",
    parameters: [
      common.host,
      common.postgresqlPort,
      common.database,
      user,
      { ...common.password, isRequired: true },
      { name: "schema", title: "Schema", description: "Schema of the tables.", defaultValue: "public" },
      common.tls,
      {
        name: "certificateAuthority",
        title: "Certificate authority",
        description: "Certificates to trust, as PEM, in place of the system's.",
        isFile: true,
      },
    ],
  },
  {
    id: "sftp",
    title: "SFTP",
    description: "A Parquet or CSV file for each table on an SFTP server.",
    parameters: [
      common.host,
      common.sshPort,
      user,
      { ...common.password, description: "Password of the user, unless a private key is given." },
      common.privateKey,
      common.passphrase,
      { name: "folder", title: "Folder", description: "Folder on the server.", defaultValue: "." },
      common.hostKey,
      format,
    ],
  },
  {
    id: "s3",
    title: "S3-compatible object store",
    description: "A Parquet or CSV object for each table in a bucket.",
    parameters: [
      common.s3Endpoint,
      common.region,
      common.bucket,
      { name: "prefix", title: "Prefix", description: "Beginning of the keys, such as hr/nightly." },
      { name: "accessKeyId", title: "Access key", description: "Id of the access key.", isRequired: true },
      {
        name: "secretAccessKey",
        title: "Secret key",
        description: "Secret of the access key.",
        isRequired: true,
        isSecret: true,
      },
      { name: "sessionToken", title: "Session token", description: "Token of a temporary access key.", isSecret: true },
      format,
    ],
  },
  {
    id: "folder",
    title: "Folder",
    description: "A Parquet or CSV file for each table in a folder that the service may write.",
    parameters: [
      {
        name: "path",
        title: "Folder",
        description: "Path of the folder. The service writes to its own outbox and to folders that are allowed to it.",
        isRequired: true,
      },
      format,
    ],
  },
  {
    id: "lakehouse",
    title: "Lakehouse",
    description: "A Parquet file for each table in a volume of a lakehouse.",
    parameters: [
      {
        name: "workspaceUrl",
        title: "Workspace",
        description: "Address of the workspace.",
        kind: "url",
        isRequired: true,
      },
      { name: "catalog", title: "Catalog", description: "Catalog of the volume.", isRequired: true },
      { name: "schema", title: "Schema", description: "Schema of the volume.", isRequired: true },
      { name: "clientId", title: "Client", description: "Id of the client that signs in.", isRequired: true },
      {
        name: "clientSecret",
        title: "Client secret",
        description: "Secret of the client.",
        isRequired: true,
        isSecret: true,
      },
      { name: "volume", title: "Volume", description: "Volume of the files.", defaultValue: "workforce" },
    ],
  },
  {
    id: "warehouse",
    title: "Warehouse",
    description: "Kept for a hosted service; the embedded service has no driver for it.",
    parameters: [
      { name: "accountUrl", title: "Account", description: "Address of the account.", kind: "url", isRequired: true },
      common.database,
      { name: "schema", title: "Schema", description: "Schema of the tables.", isRequired: true },
      user,
      { name: "warehouse", title: "Warehouse", description: "Warehouse that does the work." },
      { ...common.privateKey, isRequired: true },
      { ...common.passphrase, name: "privateKeyPassphrase" },
      { name: "role", title: "Role", description: "Role of the user." },
    ],
  },
  {
    id: "cloudAnalyticsServiceAccount",
    title: "Cloud analytics service account",
    description: "Kept for a hosted service; the embedded service has no driver for it.",
    parameters: [
      { name: "projectId", title: "Project", description: "Id of the project.", isRequired: true },
      { name: "datasetId", title: "Data set", description: "Id of the data set.", isRequired: true },
      { name: "clientEmail", title: "E-mail", description: "Address of the service account.", isRequired: true },
      { name: "clientId", title: "Client", description: "Id of the client." },
      { name: "privateKeyId", title: "Key id", description: "Id of the private key." },
      { ...common.privateKey, isRequired: true },
    ],
  },
];

/** Parameter with which a credential reaches a source system or a destination. */
export interface CredentialParameter {
  /** Name of the field in the object of the credential that holds the parameters. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Form of the value; a text by default. */
  readonly kind?: "port" | "boolean" | "url" | "privateKey";
  readonly isRequired?: true;
  readonly isSecret?: true;
  /** Whether the value is the text of a file, with line breaks. */
  readonly isFile?: true;
  /** Value of a parameter that is left out. */
  readonly defaultValue?: string;
}

/** Parameters that source systems and destinations have alike. */
export const common = {
  host: { name: "host", title: "Host", description: "Name or address of the server.", isRequired: true },
  postgresqlPort: {
    name: "port",
    title: "Port",
    description: "Port of the server.",
    kind: "port",
    defaultValue: "5432",
  },
  sshPort: { name: "port", title: "Port", description: "Port of the server.", kind: "port", defaultValue: "22" },
  database: { name: "database", title: "Database", description: "Name of the database.", isRequired: true },
  password: { name: "password", title: "Password", description: "Password of the user.", isSecret: true },
  tls: {
    name: "tls",
    title: "TLS",
    description: "true or false. Without TLS only servers on this machine are reached.",
    kind: "boolean",
  },
  privateKey: {
    name: "privateKey",
    title: "Private key",
    description: "Private key in PEM or OpenSSH format.",
    kind: "privateKey",
    isSecret: true,
    isFile: true,
  },
  passphrase: {
    name: "passphrase",
    title: "Passphrase",
    description: "Passphrase of the private key.",
    isSecret: true,
  },
  hostKey: {
    name: "hostKey",
    title: "Host key",
    description:
      "Fingerprint of the server's key as ssh-keygen -lf shows it, SHA256:...; without it that of the first use is kept.",
  },
  s3Endpoint: {
    name: "endpoint",
    title: "Endpoint",
    description: "Address of the object store, such as https://s3.eu-central-1.amazonaws.com.",
    kind: "url",
    isRequired: true,
  },
  region: {
    name: "region",
    title: "Region",
    description: "Region that requests are signed for.",
    defaultValue: "us-east-1",
  },
  bucket: { name: "bucket", title: "Bucket", description: "Name of the bucket.", isRequired: true },
} as const satisfies Readonly<Record<string, CredentialParameter>>;

/** A data connector. Every tenant has all of them, because no operation creates one; our choice. */
export interface DataConnector {
  readonly id: string;
  readonly displayName: string;
  readonly description: string;
  /** Id of the provider whose credentials the connector takes. */
  readonly provider: string;
}

export const dataConnectors: readonly DataConnector[] = [
  {
    id: "hris-files",
    displayName: "HRIS files",
    description: "Files that the HR system leaves in a folder.",
    provider: "folder",
  },
  {
    id: "payroll-database",
    displayName: "Payroll database",
    description: "Tables of the payroll database.",
    provider: "postgresql",
  },
  {
    id: "lakehouse",
    displayName: "Lakehouse",
    description: "Parquet files of the lakehouse.",
    provider: "lakehouse",
  },
  { id: "http-feed", displayName: "HTTP feed", description: "Data of a web server.", provider: "http" },
  { id: "sftp-server", displayName: "SFTP server", description: "Files of an SFTP server.", provider: "sftp" },
  { id: "object-store", displayName: "Object store", description: "Files of an object store.", provider: "s3" },
];

export function findDataConnector(id: string): DataConnector | undefined {
  return dataConnectors.find((connector) => connector.id === id);
}

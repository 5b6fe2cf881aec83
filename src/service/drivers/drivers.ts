import { assertNever } from "../../base/assert-never.ts";
import type { DriverContext, FileStore } from "./file-store.ts";
import { FolderStore } from "./folder-store.ts";
import { HttpSource } from "./http-source.ts";
import { LakehouseStore } from "./lakehouse-store.ts";
import { PostgresqlSession } from "./postgresql.ts";
import type { FileConnection } from "./providers.ts";
import { S3Store } from "./s3-store.ts";
import { SftpStore } from "./sftp-store.ts";

/** Opens the files of a provider. Throws `DriverError`, errors of the egress, or the signal's reason. */
export async function openFileStore(connection: FileConnection, context: DriverContext): Promise<FileStore> {
  switch (connection.provider) {
    case "sftp":
      return SftpStore.open(connection.parameters, context);
    case "s3":
      return new S3Store(connection.parameters, context);
    case "lakehouse":
      return LakehouseStore.open(connection.parameters, context);
    case "folder":
      return FolderStore.open(connection.parameters, context);
    default:
      return assertNever(connection);
  }
}

export { HttpSource, PostgresqlSession };

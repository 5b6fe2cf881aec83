import { declareExtractedValuesTests, s3Place, sftpPlace } from "../support/servers/extracted-values-tests.ts";
import { declareExtractionTests } from "../support/servers/extraction-tests.ts";
import { declareFileStoreTests } from "../support/servers/file-store-tests.ts";
import { hasMoto, startMoto } from "../support/servers/moto-server.ts";
import { hasPostgresql } from "../support/servers/postgresql-server.ts";
import { declarePostgresqlTests } from "../support/servers/postgresql-tests.ts";
import { hasOpenSsh, startOpenSsh } from "../support/servers/ssh-server.ts";

if (hasOpenSsh()) {
  declareFileStoreTests("OpenSSH's server", async () => {
    const { parameters, stop } = await startOpenSsh();
    return { connection: { provider: "sftp", parameters }, stop };
  });
  declareExtractedValuesTests("OpenSSH's server", async (test) => sftpPlace(await startOpenSsh(), test));
}
if (hasMoto()) {
  declareFileStoreTests("moto's S3", async () => {
    const { parameters, stop } = await startMoto();
    return { connection: { provider: "s3", parameters }, stop };
  });
  declareExtractedValuesTests("moto's S3", async (test) => s3Place(await startMoto(), test));
}
if (hasPostgresql()) {
  declarePostgresqlTests();
  declareExtractionTests();
}

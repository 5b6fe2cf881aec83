import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { ConnectorCaller } from "../support/connector-caller.ts";
import { declareExtractedValuesTests, putBy, s3Place, sftpPlace } from "../support/servers/extracted-values-tests.ts";
import { startLakehouseDouble } from "../support/servers/lakehouse-double.ts";
import { startS3Double } from "../support/servers/s3-double.ts";
import { startSftpDouble } from "../support/servers/sftp-double.ts";

declareExtractedValuesTests("a folder", async (test) => {
  const caller = new ConnectorCaller(test);
  return {
    connector: "hris-files",
    provider: "folder",
    parameters: { path: await caller.writeFiles("values", {}) },
    put: async (file, bytes) => {
      await caller.writeFiles("values", { [file]: bytes });
    },
    stop: async () => undefined,
  };
});

declareExtractedValuesTests("an SFTP server", async (test) => sftpPlace(await startSftpDouble(), test));

declareExtractedValuesTests("an S3-compatible store", async (test) => s3Place(await startS3Double(), test));

declareExtractedValuesTests("a lakehouse", async (test) => {
  const { parameters, stop } = await startLakehouseDouble();
  const put = putBy({ provider: "lakehouse", parameters }, test);
  return { connector: "lakehouse", provider: "lakehouse", parameters: { ...parameters }, put, stop };
});

declareExtractedValuesTests("a web server", async () => {
  const files = new Map<string, Uint8Array>();
  const server = createServer((request, response) => response.end(files.get(request.url ?? "")));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    connector: "http-feed",
    provider: "http",
    parameters: { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` },
    put: async (file, bytes) => {
      files.set(`/${file}`, bytes);
    },
    stop: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
});

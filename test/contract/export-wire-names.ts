import { randomUUID } from "node:crypto";
import type { RunningService } from "../../src/service/process/service.ts";
import { storedJob } from "../support/stored-job.ts";
import type { WireExchange } from "./wire-fixtures.ts";

const tenant = "WFF_demo";
const written = "0d9d7b1e-53a0-4a0e-8f6c-0f5c5b8f3a11";

/** Names of the fixtures of export connectors and credentials, with those of what an exchange presumes in their place. */
export async function exportWireNames(
  operation: string,
  { name }: WireExchange,
  { platform }: RunningService,
): Promise<Record<string, string>> {
  const { store, credentials } = platform.exportConnectors;
  switch (operation) {
    case "runExportConnectorJob":
      return { "c-1": (await store.list(tenant))[0]?.id ?? "" };
    case "getExportConnectorJob": {
      const id = randomUUID();
      const state = name === "a job that failed" ? "failed" : "running";
      const link = { tableName: "people", dataExportId: "e-1", credentialId: written };
      await platform.jobs.addAll([storedJob({ id, tenant, type: "export", state })]);
      await platform.database.transaction((connection) => store.addSyncJobs(connection, id, [link, link]));
      for (const syncJob of await store.syncJobs(id)) {
        await store.setSyncState(syncJob.id, state, state === "failed" ? "The schema does not exist." : undefined);
      }
      return { "j-77": id };
    }
    case "getExportCredential":
    case "updateExportCredential":
    case "deleteExportCredential":
    case "validateExportCredential": {
      const id = randomUUID();
      const parameters = {
        workspaceUrl: "http://127.0.0.1:9",
        catalog: "c",
        schema: "s",
        clientId: "i",
        clientSecret: "s",
      };
      const connectors = name === "a credential that is in use" ? [(await store.list(tenant))[0]?.id ?? ""] : [];
      const credential = {
        id,
        basicInformation: { displayName: "Finance lakehouse" },
        destination: "lakehouse",
        parameters,
      };
      await credentials.add(tenant, credential, { created: platform.clock.now(), connectors });
      return { [written]: id };
    }
    case "getExportCredentialValidation": {
      const id = randomUUID();
      await credentials.addValidation(tenant, id, platform.clock.now());
      if (name !== "null while it runs") {
        const errors = name === "success" ? [] : [{ rci: id, message: "The client secret is wrong." }];
        await credentials.endValidation(id, errors);
      }
      return { "v-3": id };
    }
    default:
      return {};
  }
}

import type { Contract } from "../../contract/contract.ts";
import type { OperationHandlers } from "../parts/service-dependencies.ts";
import { assistantHandlers } from "./assistant.ts";
import { authenticationHandlers } from "./authentication.ts";
import { connectorCredentialHandlers, dataConnectorHandlers } from "./connectors.ts";
import { dataUploadHandlers } from "./data-uploads.ts";
import { dataVersionExportHandlers } from "./data-version-exports.ts";
import { dataVersionHandlers } from "./data-versions.ts";
import { directIntakeHandlers } from "./direct-intake.ts";
import { dispatchingJobHandlers } from "./dispatching-jobs.ts";
import { exportConnectorHandlers } from "./export-connectors.ts";
import { exportCredentialHandlers } from "./export-credentials.ts";
import { extractionJobHandlers } from "./extraction-jobs.ts";
import { jobHandlers } from "./jobs.ts";
import { pgpKeyHandlers } from "./pgp-keys.ts";
import { processingJobHandlers } from "./processing-jobs.ts";
import { productionVersionHandlers } from "./production-versions.ts";
import { projectHandlers } from "./projects.ts";
import { queryHandlers } from "./queries.ts";
import { reportHandlers } from "./reports.ts";
import { searchHandlers } from "./search.ts";
import { sourceFileHandlers } from "./source-files.ts";
import { sourceIntakeHandlers } from "./source-intake.ts";
import { sqlTransactionHandlers } from "./sql-transactions.ts";
import { tableSourceHandlers } from "./table-sources.ts";
import { userHandlers } from "./users.ts";
import { webhookHandlers } from "./webhooks.ts";

/** Handlers of all operations of the contract. */
export const allHandlers: OperationHandlers<Contract> = {
  ...authenticationHandlers,
  ...directIntakeHandlers,
  ...sourceIntakeHandlers,
  ...connectorCredentialHandlers,
  ...dataConnectorHandlers,
  ...dataVersionHandlers,
  ...extractionJobHandlers,
  ...processingJobHandlers,
  ...dataUploadHandlers,
  ...jobHandlers,
  ...dispatchingJobHandlers,
  ...pgpKeyHandlers,
  ...tableSourceHandlers,
  ...sqlTransactionHandlers,
  ...queryHandlers,
  ...dataVersionExportHandlers,
  ...assistantHandlers,
  ...searchHandlers,
  ...sourceFileHandlers,
  ...reportHandlers,
  ...exportConnectorHandlers,
  ...exportCredentialHandlers,
  ...projectHandlers,
  ...productionVersionHandlers,
  ...userHandlers,
  ...webhookHandlers,
};

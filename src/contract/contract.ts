import { assistantOperations } from "./assistant.ts";
import { authenticationOperations } from "./authentication.ts";
import { connectorCredentialOperations } from "./connector-credentials.ts";
import { dataConnectorOperations } from "./data-connectors.ts";
import { dataUploadOperations } from "./data-uploads.ts";
import { dataVersionExportOperations } from "./data-version-exports.ts";
import { dataVersionOperations } from "./data-versions.ts";
import { directIntakeOperations } from "./direct-intake.ts";
import { dispatchingJobOperations } from "./dispatching-jobs.ts";
import { exportConnectorOperations } from "./export-connectors.ts";
import { exportCredentialOperations } from "./export-credentials.ts";
import { extractionJobOperations } from "./extraction-jobs.ts";
import { jobOperations } from "./jobs.ts";
import { pgpKeyOperations } from "./pgp-keys.ts";
import { processingJobOperations } from "./processing-jobs.ts";
import { productionVersionOperations } from "./production-versions.ts";
import { projectOperations } from "./projects.ts";
import { queryOperations } from "./queries.ts";
import { reportOperations } from "./reports.ts";
import { searchOperations } from "./search.ts";
import { sourceFileOperations } from "./source-files.ts";
import { sourceIntakeOperations } from "./source-intake.ts";
import { sqlTransactionOperations } from "./sql-transactions.ts";
import { tableSourceOperations } from "./table-sources.ts";
import { userOperations } from "./users.ts";
import { webhookOperations } from "./webhooks.ts";

/** All operations of the service, by name. */
export const contract = {
  ...authenticationOperations,
  ...directIntakeOperations,
  ...sourceIntakeOperations,
  ...connectorCredentialOperations,
  ...dataConnectorOperations,
  ...dataVersionOperations,
  ...extractionJobOperations,
  ...processingJobOperations,
  ...dataUploadOperations,
  ...jobOperations,
  ...dispatchingJobOperations,
  ...pgpKeyOperations,
  ...tableSourceOperations,
  ...sqlTransactionOperations,
  ...queryOperations,
  ...dataVersionExportOperations,
  ...assistantOperations,
  ...searchOperations,
  ...sourceFileOperations,
  ...reportOperations,
  ...exportConnectorOperations,
  ...exportCredentialOperations,
  ...projectOperations,
  ...productionVersionOperations,
  ...userOperations,
  ...webhookOperations,
};

export type Contract = typeof contract;
export type OperationName = keyof Contract;

import { assistant } from "./assistant.ts";
import { authentication } from "./authentication.ts";
import { connectorCredentials } from "./connector-credentials.ts";
import { dataConnectors } from "./data-connectors.ts";
import { dataUploads } from "./data-uploads.ts";
import { dataVersionExports } from "./data-version-exports.ts";
import { dataVersions } from "./data-versions.ts";
import { directIntake } from "./direct-intake.ts";
import { dispatchingJobs } from "./dispatching-jobs.ts";
import { exportConnectors } from "./export-connectors.ts";
import { exportCredentials } from "./export-credentials.ts";
import { extractionJobs } from "./extraction-jobs.ts";
import { jobs } from "./jobs.ts";
import { pgpKeys } from "./pgp-keys.ts";
import { processingJobs } from "./processing-jobs.ts";
import { productionVersions } from "./production-versions.ts";
import { projects } from "./projects.ts";
import { queries } from "./queries.ts";
import { reports } from "./reports.ts";
import { search } from "./search.ts";
import { sourceFiles } from "./source-files.ts";
import { sourceIntake } from "./source-intake.ts";
import { sqlTransactions } from "./sql-transactions.ts";
import { tableSources } from "./table-sources.ts";
import { users } from "./users.ts";
import { webhooks } from "./webhooks.ts";

/** All operations of the service, by name. */
export const contract = {
  ...authentication,
  ...directIntake,
  ...sourceIntake,
  ...connectorCredentials,
  ...dataConnectors,
  ...dataVersions,
  ...extractionJobs,
  ...processingJobs,
  ...dataUploads,
  ...jobs,
  ...dispatchingJobs,
  ...pgpKeys,
  ...tableSources,
  ...sqlTransactions,
  ...queries,
  ...dataVersionExports,
  ...assistant,
  ...search,
  ...sourceFiles,
  ...reports,
  ...exportConnectors,
  ...exportCredentials,
  ...projects,
  ...productionVersions,
  ...users,
  ...webhooks,
};

export type Contract = typeof contract;
export type OperationName = keyof Contract;

/** The areas of the service in the order of service-api, each with its operations. */
const groups: readonly { readonly title: string; readonly operations: readonly string[] }[] = [
  {
    title: "Authentication",
    operations: [
      "requestSecureToken",
      "requestImpersonationToken",
      "getUserMetadata",
      "requestAuthorizationCode",
      "requestJwt",
      "getDataOutConnectorVersion",
    ],
  },
  {
    title: "Direct data intake",
    operations: [
      "getDirectIntakeConfig",
      "updateDirectIntakeConfig",
      "getLoadSchema",
      "listOpenTransactions",
      "startIntakeTransaction",
      "getIntakeTransactionStatus",
      "commitIntakeTransaction",
      "rollBackIntakeTransaction",
      "loadIntakeSampleData",
      "uploadIntakeFile",
    ],
  },
  {
    title: "Data intake into sources",
    operations: [
      "listSources",
      "startTransferSession",
      "transferJsonBatch",
      "transferFileBatch",
      "cancelTransferSession",
      "completeTransferSession",
    ],
  },
  {
    title: "Data and jobs",
    operations: [
      "listConnectorCredentials",
      "createConnectorCredential",
      "deleteConnectorCredential",
      "listDataConnectors",
      "assignConnectorCredentials",
      "getConnectorSettings",
      "updateConnectorSettings",
      "listLatestDataVersions",
      "disableDataVersions",
      "listDataCategories",
      "triggerExtractionJobs",
      "runExtractionJob",
      "runProcessingJob",
      "runConsolidatedJob",
      "startDataLoad",
      "listDataUploads",
      "excludeDataUploads",
      "includeDataUploads",
      "listJobStatuses",
      "cancelJobs",
      "getJobStatus",
      "getDispatchingJobStatus",
      "listDispatchedExtractionJobs",
      "listDispatchedReceivingJobs",
      "listDispatchedProcessingJobs",
    ],
  },
  {
    title: "PGP keys and upload",
    operations: ["listPgpKeys", "generatePgpKey", "getPgpKey", "deletePgpKey", "uploadDataFile"],
  },
  {
    title: "Table sources",
    operations: [
      "listTableSources",
      "createTableSource",
      "getTableSource",
      "updateTableSource",
      "deleteTableSource",
      "getTableSourceMetadata",
      "regenerateMaterializedView",
      "startSqlTransaction",
      "getSqlTransaction",
      "extendSqlTransaction",
      "uploadSqlInputFile",
      "runSqlJob",
      "getSqlJobStatus",
      "downloadSqlOutputFile",
      "listSqlOutputParts",
      "downloadSqlOutputPart",
    ],
  },
  {
    title: "Data query",
    operations: ["queryAggregate", "queryList", "querySnapshot", "querySqlLike"],
  },
  {
    title: "Data version export",
    operations: [
      "listExportableDataVersions",
      "listDataVersionExports",
      "getDataVersionExport",
      "scheduleDataVersionExport",
      "getDataVersionExportJob",
      "downloadDataVersionExportFile",
    ],
  },
  {
    title: "Assistant",
    operations: [
      "askQuestion",
      "submitFeedback",
      "listQuestionCategories",
      "getQuestionCategory",
      "listSampleQuestions",
      "listSampleQuestionsV2",
      "getAssistantStatus",
    ],
  },
  {
    title: "Search, source files and reports",
    operations: [
      "searchDocumentHeaders",
      "searchObjects",
      "downloadSourceFiles",
      "downloadSourceFile",
      "listReports",
      "createReport",
      "getReport",
      "duplicateReport",
      "deleteReport",
      "downloadReport",
    ],
  },
  {
    title: "Data export connectors",
    operations: [
      "listExportConnectors",
      "runExportConnectorJob",
      "getExportConnectorJob",
      "listExportCredentials",
      "createExportCredential",
      "validateExportCredential",
      "getExportCredentialValidation",
      "getExportCredential",
      "updateExportCredential",
      "deleteExportCredential",
    ],
  },
  {
    title: "Projects and production versions",
    operations: [
      "listProjects",
      "createProject",
      "getProject",
      "deleteProject",
      "runProjectOperation",
      "listProjectCommits",
      "importProjectCommits",
      "listProductionVersions",
      "exportProductionVersions",
      "runProductionVersionOperation",
    ],
  },
  {
    title: "Users",
    operations: ["upsertUser", "updateUsers", "addUsers", "deleteUsers"],
  },
  {
    title: "Webhooks",
    operations: [
      "listWebhooks",
      "getWebhook",
      "createWebhook",
      "updateWebhook",
      "updateWebhookCredentials",
      "deleteWebhook",
      "deleteWebhookCredentials",
      "sendWebhookTestEvent",
    ],
  },
];

/** For an operation that no area names. */
const otherGroup = "Other operations";

/** Titles of the areas, in the order of service-api. */
export const groupTitles: readonly string[] = [...groups.map(({ title }) => title), otherGroup];

/** The title of an operation's area. */
export function groupOf(operation: string): string {
  return groups.find(({ operations }) => operations.includes(operation))?.title ?? otherGroup;
}

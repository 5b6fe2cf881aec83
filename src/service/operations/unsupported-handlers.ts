import type { assistant } from "../../contract/assistant.ts";
import type { connectorCredentials } from "../../contract/connector-credentials.ts";
import type { dataConnectors } from "../../contract/data-connectors.ts";
import type { dataUploads } from "../../contract/data-uploads.ts";
import type { dataVersionExports } from "../../contract/data-version-exports.ts";
import type { dataVersions } from "../../contract/data-versions.ts";
import type { directIntake } from "../../contract/direct-intake.ts";
import type { exportConnectors } from "../../contract/export-connectors.ts";
import type { exportCredentials } from "../../contract/export-credentials.ts";
import type { extractionJobs } from "../../contract/extraction-jobs.ts";
import type { pgpKeys } from "../../contract/pgp-keys.ts";
import type { processingJobs } from "../../contract/processing-jobs.ts";
import type { sourceFiles } from "../../contract/source-files.ts";
import type { sourceIntake } from "../../contract/source-intake.ts";
import type { users } from "../../contract/users.ts";
import type { webhooks } from "../../contract/webhooks.ts";
import { type OperationHandlers, respondNotImplemented } from "../parts/service-dependencies.ts";

export const connectorCredentialHandlers: OperationHandlers<typeof connectorCredentials> = {
  listConnectorCredentials: respondNotImplemented,
  createConnectorCredential: respondNotImplemented,
  deleteConnectorCredential: respondNotImplemented,
};

export const dataConnectorHandlers: OperationHandlers<typeof dataConnectors> = {
  listDataConnectors: respondNotImplemented,
  assignConnectorCredentials: respondNotImplemented,
  getConnectorSettings: respondNotImplemented,
  updateConnectorSettings: respondNotImplemented,
};

export const dataUploadHandlers: OperationHandlers<typeof dataUploads> = {
  startDataLoad: respondNotImplemented,
  listDataUploads: respondNotImplemented,
  excludeDataUploads: respondNotImplemented,
  includeDataUploads: respondNotImplemented,
};

export const dataVersionExportHandlers: OperationHandlers<typeof dataVersionExports> = {
  listExportableDataVersions: respondNotImplemented,
  listDataVersionExports: respondNotImplemented,
  getDataVersionExport: respondNotImplemented,
  scheduleDataVersionExport: respondNotImplemented,
  getDataVersionExportJob: respondNotImplemented,
  downloadDataVersionExportFile: respondNotImplemented,
};

export const dataVersionHandlers: OperationHandlers<typeof dataVersions> = {
  listLatestDataVersions: respondNotImplemented,
  disableDataVersions: respondNotImplemented,
  listDataCategories: respondNotImplemented,
};

export const directIntakeHandlers: OperationHandlers<typeof directIntake> = {
  getDirectIntakeConfig: respondNotImplemented,
  updateDirectIntakeConfig: respondNotImplemented,
  getLoadSchema: respondNotImplemented,
  listOpenTransactions: respondNotImplemented,
  startIntakeTransaction: respondNotImplemented,
  getIntakeTransactionStatus: respondNotImplemented,
  commitIntakeTransaction: respondNotImplemented,
  rollBackIntakeTransaction: respondNotImplemented,
  loadIntakeSampleData: respondNotImplemented,
  uploadIntakeFile: respondNotImplemented,
};

export const exportConnectorHandlers: OperationHandlers<typeof exportConnectors> = {
  listExportConnectors: respondNotImplemented,
  runExportConnectorJob: respondNotImplemented,
  getExportConnectorJob: respondNotImplemented,
};

export const exportCredentialHandlers: OperationHandlers<typeof exportCredentials> = {
  listExportCredentials: respondNotImplemented,
  createExportCredential: respondNotImplemented,
  validateExportCredential: respondNotImplemented,
  getExportCredentialValidation: respondNotImplemented,
  getExportCredential: respondNotImplemented,
  updateExportCredential: respondNotImplemented,
  deleteExportCredential: respondNotImplemented,
};

export const extractionJobHandlers: OperationHandlers<typeof extractionJobs> = {
  triggerExtractionJobs: respondNotImplemented,
  runExtractionJob: respondNotImplemented,
};

export const pgpKeyHandlers: OperationHandlers<typeof pgpKeys> = {
  listPgpKeys: respondNotImplemented,
  generatePgpKey: respondNotImplemented,
  getPgpKey: respondNotImplemented,
  deletePgpKey: respondNotImplemented,
  uploadDataFile: respondNotImplemented,
};

export const processingJobHandlers: OperationHandlers<typeof processingJobs> = {
  runProcessingJob: respondNotImplemented,
  runConsolidatedJob: respondNotImplemented,
};

export const sourceFileHandlers: OperationHandlers<typeof sourceFiles> = {
  downloadSourceFiles: respondNotImplemented,
  downloadSourceFile: respondNotImplemented,
};

export const sourceIntakeHandlers: OperationHandlers<typeof sourceIntake> = {
  listSources: respondNotImplemented,
  startTransferSession: respondNotImplemented,
  transferJsonBatch: respondNotImplemented,
  transferFileBatch: respondNotImplemented,
  cancelTransferSession: respondNotImplemented,
  completeTransferSession: respondNotImplemented,
};

export const userHandlers: OperationHandlers<typeof users> = {
  upsertUser: respondNotImplemented,
  updateUsers: respondNotImplemented,
  addUsers: respondNotImplemented,
  deleteUsers: respondNotImplemented,
};

export const webhookHandlers: OperationHandlers<typeof webhooks> = {
  listWebhooks: respondNotImplemented,
  getWebhook: respondNotImplemented,
  createWebhook: respondNotImplemented,
  updateWebhook: respondNotImplemented,
  updateWebhookCredentials: respondNotImplemented,
  deleteWebhook: respondNotImplemented,
  deleteWebhookCredentials: respondNotImplemented,
  sendWebhookTestEvent: respondNotImplemented,
};

export const assistantHandlers: OperationHandlers<typeof assistant> = {
  askQuestion: respondNotImplemented,
  submitFeedback: respondNotImplemented,
  listQuestionCategories: respondNotImplemented,
  getQuestionCategory: respondNotImplemented,
  listSampleQuestions: respondNotImplemented,
  listSampleQuestionsV2: respondNotImplemented,
  getAssistantStatus: respondNotImplemented,
};

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
import { type Handlers, notYet } from "../parts/handlers.ts";

export const connectorCredentialHandlers: Handlers<typeof connectorCredentials> = {
  listConnectorCredentials: notYet,
  createConnectorCredential: notYet,
  deleteConnectorCredential: notYet,
};

export const dataConnectorHandlers: Handlers<typeof dataConnectors> = {
  listDataConnectors: notYet,
  assignConnectorCredentials: notYet,
  getConnectorSettings: notYet,
  updateConnectorSettings: notYet,
};

export const dataUploadHandlers: Handlers<typeof dataUploads> = {
  startDataLoad: notYet,
  listDataUploads: notYet,
  excludeDataUploads: notYet,
  includeDataUploads: notYet,
};

export const dataVersionExportHandlers: Handlers<typeof dataVersionExports> = {
  listExportableDataVersions: notYet,
  listDataVersionExports: notYet,
  getDataVersionExport: notYet,
  scheduleDataVersionExport: notYet,
  getDataVersionExportJob: notYet,
  downloadDataVersionExportFile: notYet,
};

export const dataVersionHandlers: Handlers<typeof dataVersions> = {
  listLatestDataVersions: notYet,
  disableDataVersions: notYet,
  listDataCategories: notYet,
};

export const directIntakeHandlers: Handlers<typeof directIntake> = {
  getDirectIntakeConfig: notYet,
  updateDirectIntakeConfig: notYet,
  getLoadSchema: notYet,
  listOpenTransactions: notYet,
  startIntakeTransaction: notYet,
  getIntakeTransactionStatus: notYet,
  commitIntakeTransaction: notYet,
  rollBackIntakeTransaction: notYet,
  loadIntakeSampleData: notYet,
  uploadIntakeFile: notYet,
};

export const exportConnectorHandlers: Handlers<typeof exportConnectors> = {
  listExportConnectors: notYet,
  runExportConnectorJob: notYet,
  getExportConnectorJob: notYet,
};

export const exportCredentialHandlers: Handlers<typeof exportCredentials> = {
  listExportCredentials: notYet,
  createExportCredential: notYet,
  validateExportCredential: notYet,
  getExportCredentialValidation: notYet,
  getExportCredential: notYet,
  updateExportCredential: notYet,
  deleteExportCredential: notYet,
};

export const extractionJobHandlers: Handlers<typeof extractionJobs> = {
  triggerExtractionJobs: notYet,
  runExtractionJob: notYet,
};

export const pgpKeyHandlers: Handlers<typeof pgpKeys> = {
  listPgpKeys: notYet,
  generatePgpKey: notYet,
  getPgpKey: notYet,
  deletePgpKey: notYet,
  uploadDataFile: notYet,
};

export const processingJobHandlers: Handlers<typeof processingJobs> = {
  runProcessingJob: notYet,
  runConsolidatedJob: notYet,
};

export const sourceFileHandlers: Handlers<typeof sourceFiles> = {
  downloadSourceFiles: notYet,
  downloadSourceFile: notYet,
};

export const sourceIntakeHandlers: Handlers<typeof sourceIntake> = {
  listSources: notYet,
  startTransferSession: notYet,
  transferJsonBatch: notYet,
  transferFileBatch: notYet,
  cancelTransferSession: notYet,
  completeTransferSession: notYet,
};

export const userHandlers: Handlers<typeof users> = {
  upsertUser: notYet,
  updateUsers: notYet,
  addUsers: notYet,
  deleteUsers: notYet,
};

export const webhookHandlers: Handlers<typeof webhooks> = {
  listWebhooks: notYet,
  getWebhook: notYet,
  createWebhook: notYet,
  updateWebhook: notYet,
  updateWebhookCredentials: notYet,
  deleteWebhook: notYet,
  deleteWebhookCredentials: notYet,
  sendWebhookTestEvent: notYet,
};

export const assistantHandlers: Handlers<typeof assistant> = {
  askQuestion: notYet,
  submitFeedback: notYet,
  listQuestionCategories: notYet,
  getQuestionCategory: notYet,
  listSampleQuestions: notYet,
  listSampleQuestionsV2: notYet,
  getAssistantStatus: notYet,
};

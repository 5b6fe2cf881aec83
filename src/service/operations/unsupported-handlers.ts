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
import { answerUnsupported, type Handlers } from "../parts/service-parts.ts";

export const connectorCredentialHandlers: Handlers<typeof connectorCredentials> = {
  listConnectorCredentials: answerUnsupported,
  createConnectorCredential: answerUnsupported,
  deleteConnectorCredential: answerUnsupported,
};

export const dataConnectorHandlers: Handlers<typeof dataConnectors> = {
  listDataConnectors: answerUnsupported,
  assignConnectorCredentials: answerUnsupported,
  getConnectorSettings: answerUnsupported,
  updateConnectorSettings: answerUnsupported,
};

export const dataUploadHandlers: Handlers<typeof dataUploads> = {
  startDataLoad: answerUnsupported,
  listDataUploads: answerUnsupported,
  excludeDataUploads: answerUnsupported,
  includeDataUploads: answerUnsupported,
};

export const dataVersionExportHandlers: Handlers<typeof dataVersionExports> = {
  listExportableDataVersions: answerUnsupported,
  listDataVersionExports: answerUnsupported,
  getDataVersionExport: answerUnsupported,
  scheduleDataVersionExport: answerUnsupported,
  getDataVersionExportJob: answerUnsupported,
  downloadDataVersionExportFile: answerUnsupported,
};

export const dataVersionHandlers: Handlers<typeof dataVersions> = {
  listLatestDataVersions: answerUnsupported,
  disableDataVersions: answerUnsupported,
  listDataCategories: answerUnsupported,
};

export const directIntakeHandlers: Handlers<typeof directIntake> = {
  getDirectIntakeConfig: answerUnsupported,
  updateDirectIntakeConfig: answerUnsupported,
  getLoadSchema: answerUnsupported,
  listOpenTransactions: answerUnsupported,
  startIntakeTransaction: answerUnsupported,
  getIntakeTransactionStatus: answerUnsupported,
  commitIntakeTransaction: answerUnsupported,
  rollBackIntakeTransaction: answerUnsupported,
  loadIntakeSampleData: answerUnsupported,
  uploadIntakeFile: answerUnsupported,
};

export const exportConnectorHandlers: Handlers<typeof exportConnectors> = {
  listExportConnectors: answerUnsupported,
  runExportConnectorJob: answerUnsupported,
  getExportConnectorJob: answerUnsupported,
};

export const exportCredentialHandlers: Handlers<typeof exportCredentials> = {
  listExportCredentials: answerUnsupported,
  createExportCredential: answerUnsupported,
  validateExportCredential: answerUnsupported,
  getExportCredentialValidation: answerUnsupported,
  getExportCredential: answerUnsupported,
  updateExportCredential: answerUnsupported,
  deleteExportCredential: answerUnsupported,
};

export const extractionJobHandlers: Handlers<typeof extractionJobs> = {
  triggerExtractionJobs: answerUnsupported,
  runExtractionJob: answerUnsupported,
};

export const pgpKeyHandlers: Handlers<typeof pgpKeys> = {
  listPgpKeys: answerUnsupported,
  generatePgpKey: answerUnsupported,
  getPgpKey: answerUnsupported,
  deletePgpKey: answerUnsupported,
  uploadDataFile: answerUnsupported,
};

export const processingJobHandlers: Handlers<typeof processingJobs> = {
  runProcessingJob: answerUnsupported,
  runConsolidatedJob: answerUnsupported,
};

export const sourceFileHandlers: Handlers<typeof sourceFiles> = {
  downloadSourceFiles: answerUnsupported,
  downloadSourceFile: answerUnsupported,
};

export const sourceIntakeHandlers: Handlers<typeof sourceIntake> = {
  listSources: answerUnsupported,
  startTransferSession: answerUnsupported,
  transferJsonBatch: answerUnsupported,
  transferFileBatch: answerUnsupported,
  cancelTransferSession: answerUnsupported,
  completeTransferSession: answerUnsupported,
};

export const userHandlers: Handlers<typeof users> = {
  upsertUser: answerUnsupported,
  updateUsers: answerUnsupported,
  addUsers: answerUnsupported,
  deleteUsers: answerUnsupported,
};

export const webhookHandlers: Handlers<typeof webhooks> = {
  listWebhooks: answerUnsupported,
  getWebhook: answerUnsupported,
  createWebhook: answerUnsupported,
  updateWebhook: answerUnsupported,
  updateWebhookCredentials: answerUnsupported,
  deleteWebhook: answerUnsupported,
  deleteWebhookCredentials: answerUnsupported,
  sendWebhookTestEvent: answerUnsupported,
};

export const assistantHandlers: Handlers<typeof assistant> = {
  askQuestion: answerUnsupported,
  submitFeedback: answerUnsupported,
  listQuestionCategories: answerUnsupported,
  getQuestionCategory: answerUnsupported,
  listSampleQuestions: answerUnsupported,
  listSampleQuestionsV2: answerUnsupported,
  getAssistantStatus: answerUnsupported,
};

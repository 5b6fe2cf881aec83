import type { assistantOperations } from "../../contract/assistant.ts";
import type { dataVersionExportOperations } from "../../contract/data-version-exports.ts";
import type { exportConnectorOperations } from "../../contract/export-connectors.ts";
import type { exportCredentialOperations } from "../../contract/export-credentials.ts";
import type { userOperations } from "../../contract/users.ts";
import type { webhookOperations } from "../../contract/webhooks.ts";
import { type OperationHandlers, respondNotImplemented } from "../parts/service-dependencies.ts";

export const dataVersionExportHandlers: OperationHandlers<typeof dataVersionExportOperations> = {
  listExportableDataVersions: respondNotImplemented,
  listDataVersionExports: respondNotImplemented,
  getDataVersionExport: respondNotImplemented,
  scheduleDataVersionExport: respondNotImplemented,
  getDataVersionExportJob: respondNotImplemented,
  downloadDataVersionExportFile: respondNotImplemented,
};

export const exportConnectorHandlers: OperationHandlers<typeof exportConnectorOperations> = {
  listExportConnectors: respondNotImplemented,
  runExportConnectorJob: respondNotImplemented,
  getExportConnectorJob: respondNotImplemented,
};

export const exportCredentialHandlers: OperationHandlers<typeof exportCredentialOperations> = {
  listExportCredentials: respondNotImplemented,
  createExportCredential: respondNotImplemented,
  validateExportCredential: respondNotImplemented,
  getExportCredentialValidation: respondNotImplemented,
  getExportCredential: respondNotImplemented,
  updateExportCredential: respondNotImplemented,
  deleteExportCredential: respondNotImplemented,
};

export const userHandlers: OperationHandlers<typeof userOperations> = {
  upsertUser: respondNotImplemented,
  updateUsers: respondNotImplemented,
  addUsers: respondNotImplemented,
  deleteUsers: respondNotImplemented,
};

export const webhookHandlers: OperationHandlers<typeof webhookOperations> = {
  listWebhooks: respondNotImplemented,
  getWebhook: respondNotImplemented,
  createWebhook: respondNotImplemented,
  updateWebhook: respondNotImplemented,
  updateWebhookCredentials: respondNotImplemented,
  deleteWebhook: respondNotImplemented,
  deleteWebhookCredentials: respondNotImplemented,
  sendWebhookTestEvent: respondNotImplemented,
};

export const assistantHandlers: OperationHandlers<typeof assistantOperations> = {
  askQuestion: respondNotImplemented,
  submitFeedback: respondNotImplemented,
  listQuestionCategories: respondNotImplemented,
  getQuestionCategory: respondNotImplemented,
  listSampleQuestions: respondNotImplemented,
  listSampleQuestionsV2: respondNotImplemented,
  getAssistantStatus: respondNotImplemented,
};

import type { assistantOperations } from "../../contract/assistant.ts";
import type { connectorCredentialOperations } from "../../contract/connector-credentials.ts";
import type { dataConnectorOperations } from "../../contract/data-connectors.ts";
import type { extractionJobOperations } from "../../contract/extraction-jobs.ts";
import type { userOperations } from "../../contract/users.ts";
import { type OperationHandlers, respondNotImplemented } from "../parts/service-dependencies.ts";

export const connectorCredentialHandlers: OperationHandlers<typeof connectorCredentialOperations> = {
  listConnectorCredentials: respondNotImplemented,
  createConnectorCredential: respondNotImplemented,
  deleteConnectorCredential: respondNotImplemented,
};

export const dataConnectorHandlers: OperationHandlers<typeof dataConnectorOperations> = {
  listDataConnectors: respondNotImplemented,
  assignConnectorCredentials: respondNotImplemented,
  getConnectorSettings: respondNotImplemented,
  updateConnectorSettings: respondNotImplemented,
};

export const extractionJobHandlers: OperationHandlers<typeof extractionJobOperations> = {
  triggerExtractionJobs: respondNotImplemented,
  runExtractionJob: respondNotImplemented,
};

export const userHandlers: OperationHandlers<typeof userOperations> = {
  upsertUser: respondNotImplemented,
  updateUsers: respondNotImplemented,
  addUsers: respondNotImplemented,
  deleteUsers: respondNotImplemented,
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

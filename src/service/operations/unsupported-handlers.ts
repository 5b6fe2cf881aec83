import type { assistantOperations } from "../../contract/assistant.ts";
import type { userOperations } from "../../contract/users.ts";
import { type OperationHandlers, respondNotImplemented } from "../parts/service-dependencies.ts";

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

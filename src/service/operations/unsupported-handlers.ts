import type { assistantOperations } from "../../contract/assistant.ts";
import { type OperationHandlers, respondNotImplemented } from "../parts/service-dependencies.ts";

export const assistantHandlers: OperationHandlers<typeof assistantOperations> = {
  askQuestion: respondNotImplemented,
  submitFeedback: respondNotImplemented,
  listQuestionCategories: respondNotImplemented,
  getQuestionCategory: respondNotImplemented,
  listSampleQuestions: respondNotImplemented,
  listSampleQuestionsV2: respondNotImplemented,
  getAssistantStatus: respondNotImplemented,
};

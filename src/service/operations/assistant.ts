import type { assistant } from "../../contract/assistant.ts";
import { type Handlers, notYet } from "../parts/handlers.ts";

export const assistantHandlers: Handlers<typeof assistant> = {
  askQuestion: notYet,
  submitFeedback: notYet,
  listQuestionCategories: notYet,
  getQuestionCategory: notYet,
  listSampleQuestions: notYet,
  listSampleQuestionsV2: notYet,
  getAssistantStatus: notYet,
};

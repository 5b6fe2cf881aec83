import * as Type from "typebox";
import {
  AssistantStatus,
  QuestionCategories,
  QuestionCategory,
  SampleQuestions,
  SampleQuestionsV2,
} from "./assistant-catalogue-schemas.ts";
import { FeedbackRequest, FeedbackResponse, QuestionRequest, QuestionResponse } from "./assistant-schemas.ts";
import { operation } from "./operation.ts";

/** Questions in natural language (service-api, "Assistant"). */
export const assistant = {
  askQuestion: operation({
    route: "POST /v1/assistant/question",
    title: "Ask a question",
    kind: "read",
    idempotent: false,
    answersAggregates: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    body: { type: "application/json", schema: QuestionRequest },
    answers: { "application/json": QuestionResponse },
  }),
  submitFeedback: operation({
    route: "POST /v1/assistant/feedback",
    title: "Submit feedback on an answer",
    kind: "read",
    idempotent: false,
    answersAggregates: false,
    assumed: ["method", "route"],
    targets: ["tenant"],
    body: { type: "application/json", schema: FeedbackRequest },
    answers: { "application/json": FeedbackResponse },
  }),
  listQuestionCategories: operation({
    route: "GET /v1/assistant/sample-question-categories",
    title: "List question categories",
    kind: "read",
    idempotent: true,
    targets: ["tenant"],
    answers: { "application/json": QuestionCategories },
  }),
  getQuestionCategory: operation({
    route: "GET /v1/assistant/sample-question-categories/{questionCategoryId}",
    title: "Retrieve a question category",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { questionCategoryId: Type.String() },
    answers: { "application/json": QuestionCategory },
  }),
  listSampleQuestions: operation({
    route: "GET /v1/assistant/sample-questions",
    title: "List sample questions, first version",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    answers: { "application/json": SampleQuestions },
  }),
  listSampleQuestionsV2: operation({
    route: "GET /v2/assistant/sample-questions",
    title: "List sample questions, second version",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    answers: { "application/json": SampleQuestionsV2 },
  }),
  getAssistantStatus: operation({
    route: "GET /v1/assistant/status",
    title: "Retrieve the status of the assistant",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    answers: { "application/json": AssistantStatus },
  }),
};

import * as Type from "typebox";
import { FeedbackRequest, FeedbackResponse, QuestionRequest, QuestionResponse } from "./assistant-schemas.ts";
import { operation } from "./operation.ts";

/** A category of sample questions with its icon: a base64 image and a background colour (service-api, "Assistant"). */
const QuestionCategory = Type.Object({
  categoryId: Type.Optional(Type.String()),
  basicInformation: Type.Optional(
    Type.Object({ displayName: Type.Optional(Type.String()), description: Type.Optional(Type.String()) }),
  ),
  categoryIcon: Type.Optional(
    Type.Object({ base64Image: Type.Optional(Type.String()), backgroundColor: Type.Optional(Type.String()) }),
  ),
});

/** All question categories. */
const QuestionCategories = Type.Object({ categories: Type.Optional(Type.Array(QuestionCategory)) });

const sampleQuestion = {
  question: Type.Optional(Type.String()),
  questionId: Type.Optional(Type.String()),
  categoryId: Type.Optional(Type.String()),
};

/** Sample questions, first version. */
const SampleQuestions = Type.Object({
  questions: Type.Optional(
    Type.Array(Type.Object({ ...sampleQuestion, isAssignedToUser: Type.Optional(Type.Boolean()) })),
  ),
});

/**
 * Sample questions, second version: `isSpotlightedForUser` instead of `isAssignedToUser` (service-api, "Versioning").
 */
const SampleQuestionsV2 = Type.Object({
  questions: Type.Optional(
    Type.Array(Type.Object({ ...sampleQuestion, isSpotlightedForUser: Type.Optional(Type.Boolean()) })),
  ),
});

/** Health of the assistant. */
const AssistantStatus = Type.Object({
  overall: Type.Optional(Type.Union([Type.Literal("UP"), Type.Literal("DOWN")])),
});

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

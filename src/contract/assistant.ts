import * as Type from "typebox";
import { defineOperation } from "./operation.ts";
import { createValueSetSchema } from "./response-values.ts";

const texts = Type.Array(Type.String());
const questionState = { questionState: Type.Optional(texts) };

/** Request schema of a question to the assistant (service-api, "Assistant"). */
const QuestionRequest = Type.Object({
  question: Type.Optional(Type.String()),
  conversationState: Type.Optional(
    Type.Object(questionState, { description: "Leave out to start; send the last answer's value to continue." }),
  ),
  options: Type.Optional(
    Type.Object({
      includeVisual: Type.Optional(Type.Boolean()),
      visualOptions: Type.Optional(
        Type.Object({
          width: Type.Optional(Type.Integer({ minimum: 0 })),
          height: Type.Optional(Type.Integer({ minimum: 0 })),
        }),
      ),
      includeData: Type.Optional(Type.Boolean()),
      dataFormat: Type.Optional(Type.String({ examples: ["json"] })),
      includeRewordedQuestion: Type.Optional(Type.Boolean()),
      includeDetailData: Type.Optional(Type.Boolean()),
      includeRelatedAnalyses: Type.Optional(Type.Boolean()),
      includeRelatedReports: Type.Optional(Type.Boolean()),
      includeSuggestions: Type.Optional(Type.Boolean()),
    }),
  ),
  maxViewDetailsMembers: Type.Optional(Type.Integer({ minimum: 0, description: "16 members fit the largest chart." })),
});

const namedPaths = Type.Array(Type.Object({ name: Type.Optional(Type.String()), paths: Type.Optional(texts) }));

const relatedDocuments = Type.Array(
  Type.Object({
    id: Type.Optional(Type.String()),
    title: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    url: Type.Optional(Type.String()),
  }),
);

/** Response schema of the assistant's answer. Contains only the fields that `options` of the request asked for. */
const QuestionResponse = Type.Object({
  conversationState: Type.Optional(Type.Object(questionState)),
  statusCode: Type.Optional(
    Type.Object({
      statusCode: Type.Optional(createValueSetSchema("assistantStatus", { examples: ["UNDEFINED"] })),
      statusMsg: Type.Optional(Type.String()),
    }),
  ),
  narrative: Type.Optional(Type.String()),
  chartUrl: Type.Optional(Type.String()),
  schema: Type.Optional(
    Type.Object({
      metrics: Type.Optional(texts),
      dimensions: Type.Optional(namedPaths),
      concepts: Type.Optional(namedPaths),
    }),
  ),
  corrections: Type.Optional(
    Type.Array(
      Type.Object({
        warning: Type.Optional(
          Type.Array(createValueSetSchema("assistantWarning", { examples: ["ASSISTANT_NO_WARNING"] })),
        ),
        clarifications: Type.Optional(
          Type.Array(
            Type.Object({
              message: Type.Optional(Type.String()),
              questions: Type.Optional(texts),
              metrics: Type.Optional(texts),
              dimensions: Type.Optional(texts),
              filters: Type.Optional(texts),
              attributes: Type.Optional(texts),
            }),
          ),
        ),
      }),
    ),
  ),
  data: Type.Optional(Type.Object({ dataJson: Type.Optional(Type.String()), context: Type.Optional(Type.String()) })),
  visual: Type.Optional(
    Type.Object({
      image: Type.Optional(Type.String()),
      title: Type.Optional(Type.String()),
      context: Type.Optional(Type.String()),
    }),
  ),
  rewordedQuestion: Type.Optional(Type.String()),
  relatedDocuments: Type.Optional(
    Type.Object({ analyses: Type.Optional(relatedDocuments), reports: Type.Optional(relatedDocuments) }),
  ),
  suggestions: Type.Optional(Type.Array(Type.Object({ suggestion: Type.Optional(Type.String()) }))),
});

/** Request schema of feedback on the last answer in a conversation with the assistant. */
const FeedbackRequest = Type.Object({
  conversation: Type.Optional(Type.Object({ conversationState: Type.Optional(Type.Object(questionState)) })),
  isApproved: Type.Optional(Type.Boolean({ description: "True when the answer was right." })),
  description: Type.Optional(Type.String({ description: "What should improve." })),
});

/** Response schema for assistant feedback. `statusCode` is text here, but an object in `QuestionResponse`. */
const FeedbackResponse = Type.Object({
  statusCode: Type.Optional(createValueSetSchema("assistantStatus")),
  statusMsg: Type.Optional(Type.String()),
});

/**
 * Schema of a category of sample questions, with an icon as base64 image and background colour (service-api,
 * "Assistant").
 */
const QuestionCategory = Type.Object({
  categoryId: Type.Optional(Type.String()),
  basicInformation: Type.Optional(
    Type.Object({ displayName: Type.Optional(Type.String()), description: Type.Optional(Type.String()) }),
  ),
  categoryIcon: Type.Optional(
    Type.Object({ base64Image: Type.Optional(Type.String()), backgroundColor: Type.Optional(Type.String()) }),
  ),
});

/** Response schema with all categories of sample questions. */
const QuestionCategories = Type.Object({ categories: Type.Optional(Type.Array(QuestionCategory)) });

const sampleQuestion = {
  question: Type.Optional(Type.String()),
  questionId: Type.Optional(Type.String()),
  categoryId: Type.Optional(Type.String()),
};

/** Response schema with sample questions, version 1 of the operation. */
const SampleQuestions = Type.Object({
  questions: Type.Optional(
    Type.Array(Type.Object({ ...sampleQuestion, isAssignedToUser: Type.Optional(Type.Boolean()) })),
  ),
});

/**
 * Response schema with sample questions, version 2 of the operation. It has `isSpotlightedForUser` instead of
 * `isAssignedToUser` (service-api, "Versioning").
 */
const SampleQuestionsV2 = Type.Object({
  questions: Type.Optional(
    Type.Array(Type.Object({ ...sampleQuestion, isSpotlightedForUser: Type.Optional(Type.Boolean()) })),
  ),
});

/** Response schema with the health status of the assistant. */
const AssistantStatus = Type.Object({
  overall: Type.Optional(Type.Union([Type.Literal("UP"), Type.Literal("DOWN")])),
});

/** Operations of the assistant, which answers questions in natural language (service-api, "Assistant"). */
export const assistantOperations = {
  askQuestion: defineOperation({
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
  submitFeedback: defineOperation({
    route: "POST /v1/assistant/feedback",
    title: "Submit feedback on an answer",
    kind: "read",
    idempotent: false,
    answersAggregates: false,
    storesInput: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    body: { type: "application/json", schema: FeedbackRequest },
    answers: { "application/json": FeedbackResponse },
  }),
  listQuestionCategories: defineOperation({
    route: "GET /v1/assistant/sample-question-categories",
    title: "List question categories",
    kind: "read",
    idempotent: true,
    targets: ["tenant"],
    answers: { "application/json": QuestionCategories },
  }),
  getQuestionCategory: defineOperation({
    route: "GET /v1/assistant/sample-question-categories/{questionCategoryId}",
    title: "Retrieve a question category",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    path: { questionCategoryId: Type.String() },
    answers: { "application/json": QuestionCategory },
  }),
  listSampleQuestions: defineOperation({
    route: "GET /v1/assistant/sample-questions",
    title: "List sample questions, first version",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    answers: { "application/json": SampleQuestions },
  }),
  listSampleQuestionsV2: defineOperation({
    route: "GET /v2/assistant/sample-questions",
    title: "List sample questions, second version",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    answers: { "application/json": SampleQuestionsV2 },
  }),
  getAssistantStatus: defineOperation({
    route: "GET /v1/assistant/status",
    title: "Retrieve the status of the assistant",
    kind: "read",
    idempotent: true,
    assumed: ["method", "route"],
    targets: ["tenant"],
    answers: { "application/json": AssistantStatus },
  }),
};

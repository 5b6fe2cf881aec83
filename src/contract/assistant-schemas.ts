import type { Static } from "typebox";
import * as Type from "typebox";
import { word } from "./answer-values.ts";

const texts = Type.Array(Type.String());
const questionState = { questionState: Type.Optional(texts) };

/** A question to the assistant (service-api, "Assistant"). */
export const QuestionRequest = Type.Object({
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
export type QuestionRequest = Static<typeof QuestionRequest>;

const namedPaths = Type.Array(Type.Object({ name: Type.Optional(Type.String()), paths: Type.Optional(texts) }));

const relatedDocuments = Type.Array(
  Type.Object({
    id: Type.Optional(Type.String()),
    title: Type.Optional(Type.String()),
    description: Type.Optional(Type.String()),
    url: Type.Optional(Type.String()),
  }),
);

/** The assistant's answer, with only the parts that `options` requested. */
export const QuestionResponse = Type.Object({
  conversationState: Type.Optional(Type.Object(questionState)),
  statusCode: Type.Optional(
    Type.Object({
      statusCode: Type.Optional(word("assistantStatus", { examples: ["UNDEFINED"] })),
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
        warning: Type.Optional(Type.Array(word("assistantWarning", { examples: ["ASSISTANT_NO_WARNING"] }))),
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
export type QuestionResponse = Static<typeof QuestionResponse>;

/** Feedback on the last answer of a conversation. */
export const FeedbackRequest = Type.Object({
  conversation: Type.Optional(Type.Object({ conversationState: Type.Optional(Type.Object(questionState)) })),
  isApproved: Type.Optional(Type.Boolean({ description: "True when the answer was right." })),
  description: Type.Optional(Type.String({ description: "What should improve." })),
});
export type FeedbackRequest = Static<typeof FeedbackRequest>;

/** Outcome of feedback. `statusCode` is text here, but an object in `QuestionResponse`. */
export const FeedbackResponse = Type.Object({
  statusCode: Type.Optional(word("assistantStatus")),
  statusMsg: Type.Optional(Type.String()),
});
export type FeedbackResponse = Static<typeof FeedbackResponse>;

import type { Static } from "typebox";
import * as Type from "typebox";

/** A category of sample questions with its icon: a base64 image and a background colour (service-api, "Assistant"). */
export const QuestionCategory = Type.Object({
  categoryId: Type.Optional(Type.String()),
  basicInformation: Type.Optional(
    Type.Object({ displayName: Type.Optional(Type.String()), description: Type.Optional(Type.String()) }),
  ),
  categoryIcon: Type.Optional(
    Type.Object({ base64Image: Type.Optional(Type.String()), backgroundColor: Type.Optional(Type.String()) }),
  ),
});
export type QuestionCategory = Static<typeof QuestionCategory>;

/** All question categories. */
export const QuestionCategories = Type.Object({ categories: Type.Optional(Type.Array(QuestionCategory)) });
export type QuestionCategories = Static<typeof QuestionCategories>;

const sampleQuestion = {
  question: Type.Optional(Type.String()),
  questionId: Type.Optional(Type.String()),
  categoryId: Type.Optional(Type.String()),
};

/** Sample questions, first version. */
export const SampleQuestions = Type.Object({
  questions: Type.Optional(
    Type.Array(Type.Object({ ...sampleQuestion, isAssignedToUser: Type.Optional(Type.Boolean()) })),
  ),
});
export type SampleQuestions = Static<typeof SampleQuestions>;

/**
 * Sample questions, second version: `isSpotlightedForUser` instead of `isAssignedToUser` (service-api, "Versioning").
 */
export const SampleQuestionsV2 = Type.Object({
  questions: Type.Optional(
    Type.Array(Type.Object({ ...sampleQuestion, isSpotlightedForUser: Type.Optional(Type.Boolean()) })),
  ),
});
export type SampleQuestionsV2 = Static<typeof SampleQuestionsV2>;

/** Health of the assistant. */
export const AssistantStatus = Type.Object({
  overall: Type.Optional(Type.Union([Type.Literal("UP"), Type.Literal("DOWN")])),
});
export type AssistantStatus = Static<typeof AssistantStatus>;

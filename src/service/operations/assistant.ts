import type { assistantOperations } from "../../contract/assistant.ts";
import { reportOperations } from "../../contract/reports.ts";
import { answerQuestion, type QuestionAnswer } from "../assistant/answer-question.ts";
import { chooseOffered, offersOf } from "../assistant/offered-questions.ts";
import { categoryOf } from "../assistant/question-categories.ts";
import { type RelatedReport, respondToQuestion } from "../assistant/respond.ts";
import { hasAnswers, listSampleQuestions } from "../assistant/sample-questions.ts";
import { phraseOf } from "../assistant/words.ts";
import { type Caller, type CallTenant, createJsonResponse, HttpError } from "../call/call.ts";
import type { OperationHandlers, ServiceDependencies } from "../parts/service-dependencies.ts";
import { QuestionQueries } from "./assistant-queries.ts";
import { buildOperationPath } from "./links.ts";
import { listVisibleReports } from "./visible-reports.ts";

/** Longest question in characters; our choice, more than anybody types. */
const maxQuestionLength = 2_000;
/** Most rows of an answer, and of one with details; our choice: the query in it gives all. */
const maxRows = 1_000;
const maxDetailRows = 10_000;

export const assistantHandlers: OperationHandlers<typeof assistantOperations> = {
  async askQuestion({ body, tenant, caller, signal }, parts) {
    const asked = body.question?.trim() ?? "";
    if (asked === "") {
      throw new HttpError(400, "QUESTION_EMPTY", "The request has no question; send its words in `question`.");
    }
    if (asked.length > maxQuestionLength) {
      throw new HttpError(
        400,
        "QUESTION_TOO_LONG",
        `The question has ${asked.length} characters, but at most ${maxQuestionLength} are read; ask for less at once.`,
      );
    }
    const { dataFormat } = body.options ?? {};
    if (dataFormat !== undefined && dataFormat !== "" && dataFormat.toLowerCase() !== "json") {
      throw new HttpError(400, "DATA_FORMAT_UNKNOWN", `The data format "${dataFormat}" is not available; use json.`);
    }
    const owner = { tenant: tenant.code, userId: caller.userId };
    const before = parts.conversations.read(body.conversationState?.questionState, owner);
    const offered = before && chooseOffered(asked, before.question, before.offers ?? []);
    const text = offered ?? asked;
    const previous = offered === undefined ? before?.reading : before?.earlier;
    const words = phraseOf(text);
    const verdicts = await parts.assistantFeedback.verdicts(tenant.code, caller.userId, words);
    const { timeColumn } = parts.profile;
    const runner = new QuestionQueries({
      tenant,
      timeColumn,
      maxRows: body.options?.includeDetailData ? maxDetailRows : maxRows,
      signal,
    });
    const answered = await answerQuestion({
      text,
      tenant,
      previous,
      isUnreadBetween: offered === undefined && before?.isUnread === true,
      verdicts,
      timeColumn,
      runner,
      signal,
    });
    const answer = verdicts.isRefused ? refuseAgain(answered) : answered;
    const related = body.options?.includeRelatedReports ? await findRelatedReports(answer, tenant, caller, parts) : [];
    const isAnswered = answer.kind === "answer";
    const conversation = {
      question: words,
      reading: isAnswered ? answer.reading : previous,
      choices: isAnswered ? answer.choices : [],
      offers: offersOf(answer.notes),
      earlier: previous,
      isUnread: !isAnswered,
    };
    return createJsonResponse({
      conversationState: { questionState: parts.conversations.write(conversation, owner) },
      ...respondToQuestion(answer, body, tenant.model, related),
    });
  },

  async submitFeedback({ body, tenant, caller }, parts) {
    const owner = { tenant: tenant.code, userId: caller.userId };
    const conversation = parts.conversations.read(body.conversation?.conversationState?.questionState, owner);
    if (!conversation) {
      throw new HttpError(
        400,
        "CONVERSATION_STATE_MISSING",
        "Feedback is about an answer; send the conversation state that came with it.",
      );
    }
    if (body.isApproved === undefined) {
      throw new HttpError(400, "VERDICT_MISSING", "Feedback says whether the answer was right; send `isApproved`.");
    }
    const { description = "" } = body;
    if (description.length > maxQuestionLength) {
      throw new HttpError(
        400,
        "DESCRIPTION_TOO_LONG",
        `The description has ${description.length} characters, but at most ${maxQuestionLength} are kept.`,
      );
    }
    const { question: words, choices } = conversation;
    await parts.assistantFeedback.add({ ...owner, words, choices, isApproved: body.isApproved, description });
    return createJsonResponse({
      statusCode: "OK",
      statusMsg: "Your feedback is kept; it counts for your own questions.",
    });
  },

  async listQuestionCategories({ tenant }) {
    const used = new Set(listSampleQuestions(tenant.model).map(({ categoryId }) => categoryId));
    return createJsonResponse({
      categories: tenant.model.objects.filter(({ id }) => used.has(id)).map((object) => categoryOf(object)),
    });
  },

  async getQuestionCategory({ path, tenant }) {
    const object = tenant.model.objects.find(({ id }) => id === path.questionCategoryId);
    const hasQuestions = listSampleQuestions(tenant.model).some(({ categoryId }) => categoryId === object?.id);
    if (!object || !hasQuestions) {
      throw new HttpError(
        404,
        "QUESTION_CATEGORY_UNKNOWN",
        `The tenant ${tenant.code} has no question category "${path.questionCategoryId}".`,
      );
    }
    return createJsonResponse(categoryOf(object));
  },

  async listSampleQuestions({ tenant }) {
    const questions = listSampleQuestions(tenant.model).map(({ isFirst: _, ...question }) => ({
      ...question,
      isAssignedToUser: true,
    }));
    return createJsonResponse({ questions });
  },

  async listSampleQuestionsV2({ tenant }) {
    const questions = listSampleQuestions(tenant.model).map(({ isFirst, ...question }) => ({
      ...question,
      isSpotlightedForUser: isFirst,
    }));
    return createJsonResponse({ questions });
  },

  async getAssistantStatus({ tenant }) {
    return createJsonResponse({ overall: hasAnswers(tenant.model) ? "UP" : "DOWN" });
  },
};

/** The asker refused the only reading of these words. It is not given again. */
function refuseAgain(answer: QuestionAnswer): QuestionAnswer {
  const message =
    "You said that the answer to these words was wrong, and there is no other reading of them. Ask in other words.";
  return answer.kind === "answer" && answer.choices.length === 0
    ? { kind: "unread", notes: [...answer.notes, { warning: "ASSISTANT_NOT_UNDERSTOOD", message, questions: [] }] }
    : answer;
}

const maxRelated = 5;

/** Finds the reports that the caller may run and that show a metric of the answer. */
async function findRelatedReports(
  answer: QuestionAnswer,
  tenant: CallTenant,
  caller: Caller,
  parts: ServiceDependencies,
): Promise<readonly RelatedReport[]> {
  const metrics = answer.kind === "answer" ? answer.reading.metrics.map(({ id }) => id) : [];
  const found = (await listVisibleReports(tenant, caller, parts)).filter(({ query }) =>
    metrics.some((id) => query?.includes(`${id}(`)),
  );
  return found.slice(0, maxRelated).map(({ id, title, description }) => ({
    id,
    title,
    description,
    url: buildOperationPath(parts.profile, "getReport", reportOperations.getReport, { reportId: id }),
  }));
}

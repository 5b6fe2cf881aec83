import type { Static } from "typebox";
import type { assistantOperations } from "../../contract/assistant.ts";

/** Answer of the assistant. */
export type AssistantAnswer = Static<(typeof assistantOperations.askQuestion.answers)["application/json"]>;

/** Action that an answer allows: run its query, choose among questions, or read why there is none. */
type AnswerStep =
  | { readonly kind: "run"; readonly query: string; readonly notes: string }
  | { readonly kind: "choose"; readonly message: string; readonly questions: readonly string[] }
  | { readonly kind: "unread"; readonly message: string };

/** Returns what an answer leads to. Its query, which runs like any other, has the question as its first comment. */
export function stepOfAnswer(question: string, answer: AssistantAnswer): AnswerStep {
  const query = answer.data?.context;
  const message = answer.statusCode?.statusMsg || answer.narrative || "";
  if (query) {
    const title = (answer.rewordedQuestion ?? question).replace(/\s+/gu, " ");
    return { kind: "run", query: `-- ${title}\n${query};\n`, notes: answer.statusCode?.statusMsg ?? "" };
  }
  const questions = (answer.corrections ?? []).flatMap(({ clarifications = [] }) =>
    clarifications.flatMap((clarification) => clarification.questions ?? []),
  );
  return questions.length > 0
    ? { kind: "choose", message, questions: [...new Set(questions)] }
    : { kind: "unread", message };
}

/** Returns what the notice of an answer says. Its values are left out where small groups are guarded. */
export function noticeOfAnswer(answer: AssistantAnswer, notes: string, isGuarded: boolean): string {
  const values = isGuarded ? (answer.rewordedQuestion ?? "") : (answer.narrative ?? "");
  return [values, notes].filter((text) => text !== "").join(" ");
}

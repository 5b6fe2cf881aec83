import type { CallTenant } from "../call/call.ts";
import { interpretQuestion } from "./interpret-question.ts";
import { markQuestion } from "./mark-question.ts";
import { NameIndex } from "./name-index.ts";
import { timeContextOf } from "./print-query.ts";
import type { QuestionReading, QuestionResult } from "./question-reading.ts";
import type { Verdicts } from "./resolve-names.ts";
import { correctWords } from "./spelling.ts";
import { splitQuestion } from "./words.ts";

const noVerdicts: Verdicts = { refused: new Set(), approved: new Set() };

/** A question with what it is understood by. */
interface AskedQuestion {
  readonly text: string;
  readonly tenant: Pick<CallTenant, "model" | "database">;
  /** Interpretation of the previous question. Undefined at the beginning of a conversation. */
  readonly previous?: QuestionReading | undefined;
  /** Whether a question after that one was not understood. */
  readonly isUnreadBetween?: boolean;
  readonly verdicts?: Verdicts;
  readonly signal: AbortSignal;
}

/** Understands a question: finds the names, times and intents in it. */
export async function understandQuestion(question: AskedQuestion): Promise<QuestionResult> {
  const { text, tenant, previous, isUnreadBetween = false, verdicts = noVerdicts, signal } = question;
  const written = splitQuestion(text);
  const index = await NameIndex.read(tenant, written, signal);
  const { words, corrected } = correctWords(written, index);
  const marks = markQuestion(words, index, timeContextOf(tenant.model));
  return interpretQuestion({ text, marks, corrected, model: tenant.model, previous, isUnreadBetween, verdicts });
}

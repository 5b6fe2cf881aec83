import type { ReadingNote } from "./question-reading.ts";
import { phraseOf } from "./words.ts";

/** Longest offers that a conversation carries, in characters; our choice. */
const maxLength = 8_000;

/** Returns the questions that an answer offers in place of the one that was asked. */
export function offersOf(notes: readonly ReadingNote[]): readonly string[] {
  const offers = [...new Set(notes.flatMap(({ questions }) => questions))];
  return offers.join("").length > maxLength ? [] : offers;
}

const introduction =
  /^(?:(?:no|sorry|yes|please|i (?:mean|meant|want|wanted)|as|in|the|a|an|one|that|of|it be|it is)\s)+/u;
const ending = /\s(?:please|one|then|instead)$/u;

/**
 * Finds the offered question that an answer to a clarification means: "the org unit", "I mean the job family". It is
 * the only one with these words, which the question before has not.
 */
export function chooseOffered(text: string, asked: string, offers: readonly string[]): string | undefined {
  const words = ` ${phraseOf(text)} `.trimStart().replace(introduction, "").trim().replace(ending, "");
  const has = (question: string) => ` ${phraseOf(question)} `.includes(` ${words} `);
  const meant = words === "" || has(asked) ? [] : offers.filter(has);
  return meant.length === 1 ? meant[0] : undefined;
}

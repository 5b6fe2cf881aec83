import { editDistanceOf } from "../../languages/core/text/find-name.ts";
import { isKnownWord } from "./mark-question.ts";
import type { NameIndex } from "./name-index.ts";
import type { Word } from "./words.ts";

/** Words of questions that are corrected when they are misspelled. Names of the model are corrected as a whole. */
const vocabulary = (
  "daily weekly monthly quarterly yearly annually month months quarter quarters year years week weeks " +
  "january february march april june july august september october november december " +
  "average number compare compared highest lowest largest smallest trend since between without excluding except percentage share " +
  "bottom latest previous during breakdown versus older younger"
).split(" ");

/** Short words, which are corrected where letters are swapped, missing or double, but not where one is another. */
const shortWords = "have with what from many show list year last this that than where which".split(" ");

function nearShortWord(plain: string): { readonly known: string }[] {
  const letters = (text: string) => [...text].toSorted().join("");
  return shortWords
    .filter((known) => editDistanceOf(known, plain) === 1)
    .filter((known) => known.length !== plain.length || letters(known) === letters(plain))
    .map((known) => ({ known }));
}

/** A word that was written in another way. */
export interface CorrectedWord {
  readonly written: string;
  readonly read: string;
}

/** Corrects words of everyday language that differ in a letter, or in two of a long one, from the only word that is near. */
export function correctWords(
  words: readonly Word[],
  index: NameIndex,
): { readonly words: readonly Word[]; readonly corrected: readonly CorrectedWord[] } {
  const corrected: CorrectedWord[] = [];
  const read = words.map((word): Word => {
    if (
      word.number !== undefined ||
      word.plain.length < 3 ||
      vocabulary.includes(word.plain) ||
      isKnownWord(word, index)
    ) {
      return word;
    }
    const limit = word.plain.length < 8 ? 1 : 2;
    const short = nearShortWord(word.plain);
    if (word.plain.length < 5 && short.length !== 1) {
      return word;
    }
    const near =
      short.length === 1
        ? short
        : vocabulary
            .map((known) => ({ known, distance: editDistanceOf(known, word.plain) }))
            .filter(({ distance }) => distance <= limit)
            .toSorted((one, other) => one.distance - other.distance);
    const [best] = near;
    if (!best || index.findMisspelled(word.stem).length > 0) {
      return word;
    }
    corrected.push({ written: word.plain, read: best.known });
    return { ...word, plain: best.known, stem: best.known };
  });
  return { words: read, corrected };
}

import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { FilterWords } from "./filter-text.ts";

/** The words for filters without a value, in the user's language. */
export function filterWords({ filterIsEmpty, filterIsMissing, filterIsPresent }: ResultsStrings): FilterWords {
  return { isEmpty: filterIsEmpty, isMissing: filterIsMissing, isPresent: filterIsPresent };
}

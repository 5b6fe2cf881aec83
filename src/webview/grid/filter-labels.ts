import type { ResultsStrings } from "../../protocol/results-strings.ts";
import type { FilterLabels } from "./filter-text.ts";

/** Returns the texts for filters without a value, in the user's language. */
export function filterLabels({ filterIsEmpty, filterIsMissing, filterIsPresent }: ResultsStrings): FilterLabels {
  return { isEmpty: filterIsEmpty, isMissing: filterIsMissing, isPresent: filterIsPresent };
}

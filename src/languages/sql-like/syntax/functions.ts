import { nearestNames } from "../../core/text/find-name.ts";
import { WordMap } from "../../core/text/same-word.ts";

/** Built-in function of the language (sql-like-language 7). */
export interface BuiltInFunction {
  readonly name: string;
  /** End of the sentence "`level` takes ...". */
  readonly takes: string;
  /** Clause in which the function may be used. */
  readonly place: "select" | "time";
}

export const builtInFunctions: readonly BuiltInFunction[] = [
  { name: "date", takes: 'a text such as "2024-01-31"', place: "time" },
  { name: "period", takes: "a count and a unit", place: "time" },
  { name: "periods", takes: "a date, a count and a period", place: "time" },
  { name: "level", takes: "a dimension and the id of one of its levels", place: "select" },
];

/**
 * Names for what JSON queries can express but no documented text syntax can; disabled, and reported as unknown (sql-
 * like-language 6.2).
 */
export const placeholderFunctions: readonly { readonly name: string; readonly alternative: string }[] = [
  { name: "leafmembers", alternative: "Write the dimension alone." },
  { name: "datamembers", alternative: "Write the dimension alone." },
  { name: "members", alternative: "Write the dimension or `level`, and a filter with IN." },
  { name: "ranges", alternative: "Use a range dimension." },
  { name: "membermap", alternative: "Use `level` with a dimension." },
];

const functionsByName = new WordMap(builtInFunctions.map((built) => [built.name, built]));
const placeholdersByName = new WordMap(placeholderFunctions.map((placeholder) => [placeholder.name, placeholder]));

/** Built-in function by name, ignoring case. */
export function findFunction(name: string): BuiltInFunction | undefined {
  return functionsByName.get(name);
}

export function findPlaceholder(name: string) {
  return placeholdersByName.get(name);
}

/** Built-in function that a misspelled name most likely means. */
export function nearestFunction(name: string, place?: BuiltInFunction["place"]): string | undefined {
  const candidates = builtInFunctions.filter((built) => place === undefined || built.place === place);
  return nearestNames(
    candidates.map((built) => built.name),
    name,
  )[0];
}

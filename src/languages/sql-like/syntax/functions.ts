import { nearestNames } from "../../core/text/find-name.ts";
import { WordMap } from "../../core/text/same-word.ts";

/** A function of the language itself (sql-like-language 7). */
export interface BuiltInFunction {
  readonly name: string;
  /** What it takes, to complete the sentence "`level` takes ...". */
  readonly takes: string;
  /** Where it may stand. */
  readonly place: "select" | "time";
}

export const builtInFunctions: readonly BuiltInFunction[] = [
  { name: "date", takes: 'a text such as "2024-01-31"', place: "time" },
  { name: "period", takes: "a count and a unit", place: "time" },
  { name: "periods", takes: "a date, a count and a period", place: "time" },
  { name: "level", takes: "a dimension and the id of one of its levels", place: "select" },
];

/** Names for what the JSON query can and no public text spells; switched off, and so unknown (sql-like-language 6.2). */
export const placeholderFunctions: readonly { readonly name: string; readonly alternative: string }[] = [
  { name: "leafmembers", alternative: "Write the dimension alone." },
  { name: "datamembers", alternative: "Write the dimension alone." },
  { name: "members", alternative: "Write the dimension or `level`, and a filter with IN." },
  { name: "ranges", alternative: "Use a range dimension." },
  { name: "membermap", alternative: "Use `level` with a dimension." },
];

const functionsByName = new WordMap(builtInFunctions.map((built) => [built.name, built]));
const placeholdersByName = new WordMap(placeholderFunctions.map((placeholder) => [placeholder.name, placeholder]));

/** A built-in function by its name in any letter case. */
export function findFunction(name: string): BuiltInFunction | undefined {
  return functionsByName.get(name);
}

export function findPlaceholder(name: string) {
  return placeholdersByName.get(name);
}

/** The built-in function that a misspelled name most likely means. */
export function nearestFunction(name: string, place?: BuiltInFunction["place"]): string | undefined {
  const candidates = builtInFunctions.filter((built) => place === undefined || built.place === place);
  return nearestNames(
    candidates.map((built) => built.name),
    name,
  )[0];
}

import { findNearestNames } from "../../core/text/find-name.ts";
import { CaseInsensitiveWordMap } from "../../core/text/same-word.ts";

/** Built-in function of the SQL-like language (sql-like-language 7). */
export interface BuiltInFunction {
  readonly name: string;
  /** Description of the function's arguments, which completes the message "`level` takes ...". */
  readonly takes: string;
  /** Clause in which the function may be used: the SELECT list or the time filter. */
  readonly place: "select" | "time";
}

export const builtInFunctions: readonly BuiltInFunction[] = [
  { name: "date", takes: 'a text such as "2024-01-31"', place: "time" },
  { name: "period", takes: "a count and a unit", place: "time" },
  { name: "periods", takes: "a date, a count and a period", place: "time" },
  { name: "level", takes: "a dimension and the id of one of its levels", place: "select" },
];

/**
 * Function names for features that only JSON queries support, with no documented text syntax. They are disabled and
 * reported as unknown (sql-like-language 6.2).
 */
export const jsonOnlyFunctions: readonly { readonly name: string; readonly alternative: string }[] = [
  { name: "leafmembers", alternative: "Write the dimension alone." },
  { name: "datamembers", alternative: "Write the dimension alone." },
  { name: "members", alternative: "Write the dimension or `level`, and a filter with IN." },
  { name: "ranges", alternative: "Use a range dimension." },
  { name: "membermap", alternative: "Use `level` with a dimension." },
];

const functionsByName = new CaseInsensitiveWordMap(builtInFunctions.map((built) => [built.name, built]));
const placeholdersByName = new CaseInsensitiveWordMap(
  jsonOnlyFunctions.map((placeholder) => [placeholder.name, placeholder]),
);

/** Finds a built-in function by name, ignoring case. */
export function findBuiltInFunction(name: string): BuiltInFunction | undefined {
  return functionsByName.get(name);
}

export function findPlaceholderFunction(name: string) {
  return placeholdersByName.get(name);
}

/** Returns the built-in function whose name is most similar to a misspelled one. */
export function findNearestFunction(name: string, place?: BuiltInFunction["place"]): string | undefined {
  const candidates = builtInFunctions.filter((built) => place === undefined || built.place === place);
  return findNearestNames(
    candidates.map((built) => built.name),
    name,
  )[0];
}

import { aggregateFunctions } from "./functions/aggregate-functions.ts";
import { collectionFunctions } from "./functions/collection-functions.ts";
import { numberFunctions } from "./functions/number-functions.ts";
import { otherFunctions } from "./functions/other-functions.ts";
import { textFunctions } from "./functions/text-functions.ts";
import { timeFunctions } from "./functions/time-functions.ts";

export interface SparkFunction {
  /** In small letters. */
  readonly name: string;
  /** `lag(value[, offset[, default]])`: what is in square brackets may be left out. */
  readonly signature: string;
  /** Parts of the signature, in order; the last may repeat. */
  readonly parameters: readonly string[];
  /** Whether more arguments may follow. */
  readonly repeats: boolean;
  readonly summary: string;
  readonly isAggregate: boolean;
}

/** Functions of Spark 3.5 (sql-like-language 13.1), by name. */
export const functions: readonly SparkFunction[] = [
  ...aggregateFunctions.map((row) => functionOf(row, true)),
  ...[textFunctions, timeFunctions, numberFunctions, collectionFunctions, otherFunctions].flatMap((rows) =>
    rows.map((row) => functionOf(row, false)),
  ),
].sort((one, other) => (one.name < other.name ? -1 : 1));

const byName: ReadonlyMap<string, SparkFunction> = new Map(functions.map((one) => [one.name, one]));

export const functionNames: readonly string[] = functions.map(({ name }) => name);

/** A function by its name in any letter case. */
export function findFunction(name: string): SparkFunction | undefined {
  return byName.get(name.toLowerCase());
}

const generators: ReadonlySet<string> = new Set(
  "explode explode_outer inline inline_outer json_tuple posexplode posexplode_outer stack".split(" "),
);

/** Whether a function gives rows of columns that have names of their own. */
export function isGenerator(name: string): boolean {
  return generators.has(name.toLowerCase());
}

function functionOf([signature, summary]: readonly [string, string], isAggregate: boolean): SparkFunction {
  const open = signature.indexOf("(");
  const inside = signature.slice(open + 1, -1);
  const parts = inside
    .split(",")
    .map((part) => part.replace(/[[\]]/g, "").trim())
    .filter((part) => part !== "");
  const parameters = parts.filter((part) => part !== "...");
  return {
    name: signature.slice(0, open),
    signature,
    parameters,
    repeats: parts.includes("..."),
    summary,
    isAggregate,
  };
}

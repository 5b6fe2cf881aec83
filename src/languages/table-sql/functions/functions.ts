import { aggregateFunctions } from "./aggregate-functions.ts";
import { collectionFunctions } from "./collection-functions.ts";
import type { FunctionRow } from "./function-row.ts";
import { numberFunctions } from "./number-functions.ts";
import { otherFunctions } from "./other-functions.ts";
import { textFunctions } from "./text-functions.ts";
import { timeFunctions } from "./time-functions.ts";

export interface SparkFunction {
  /** In lower case. */
  readonly name: string;
  /** Such as `lag(value[, offset[, default]])`, with optional parameters in square brackets. */
  readonly signature: string;
  /** Names of the parameters, in order. */
  readonly parameters: readonly string[];
  /** Whether the last parameter can be repeated. */
  readonly isVariadic: boolean;
  readonly summary: string;
  readonly isAggregate: boolean;
  /** Support by the embedded engine (docs/spark-differences.md). */
  readonly engine: "rewritten" | NonNullable<FunctionRow[2]>;
}

const scalarFunctions = [
  ...textFunctions,
  ...timeFunctions,
  ...numberFunctions,
  ...collectionFunctions,
  ...otherFunctions,
] as const;

type Row = (typeof aggregateFunctions | typeof scalarFunctions)[number];
type FunctionName<One extends FunctionRow> = One extends readonly [`${infer Name}(${string}`, ...unknown[]]
  ? Name
  : never;

/** Names of the functions that the engine must implement. */
export type RewrittenFunction = FunctionName<Extract<Row, readonly [string, string]>>;
/** Names of the functions that produce rows, which the engine must implement. */
export type Generator = FunctionName<Extract<Row, readonly [string, string, "generator"]>>;

/** Functions of Spark 3.5 (sql-like-language 13.1), sorted by name. */
export const functions: readonly SparkFunction[] = [
  ...aggregateFunctions.map((row) => createFunction(row, true)),
  ...scalarFunctions.map((row) => createFunction(row, false)),
].sort((one, other) => (one.name < other.name ? -1 : 1));

const byName: ReadonlyMap<string, SparkFunction> = new Map(functions.map((one) => [one.name, one]));

export const functionNames: readonly string[] = functions.map(({ name }) => name);

/** Finds a function by its name in any letter case. */
export function findFunction(name: string): SparkFunction | undefined {
  return byName.get(name.toLowerCase());
}

/** Whether a function produces rows whose columns have their own names. */
export function isGenerator(name: string): boolean {
  return findFunction(name)?.engine === "generator";
}

function createFunction([signature, summary, engine]: FunctionRow, isAggregate: boolean): SparkFunction {
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
    isVariadic: parts.includes("..."),
    summary,
    isAggregate,
    engine: engine ?? "rewritten",
  };
}

import { aggregateFunctions } from "./aggregate-functions.ts";
import { collectionFunctions } from "./collection-functions.ts";
import type { SparkFunctionRow } from "./function-row.ts";
import { numberFunctions } from "./number-functions.ts";
import { otherFunctions } from "./other-functions.ts";
import { textFunctions } from "./text-functions.ts";
import { timeFunctions } from "./time-functions.ts";

export interface SparkFunction {
  /** Name of the SQL function in lower case. */
  readonly name: string;
  /**
   * Signature of the SQL function, such as `lag(value[, offset[, default]])`. Square brackets enclose optional
   * parameters.
   */
  readonly signature: string;
  /** Names of the SQL function's parameters, in order. */
  readonly parameters: readonly string[];
  /** Whether the last parameter of the SQL function can be repeated. */
  readonly isVariadic: boolean;
  readonly summary: string;
  readonly isAggregate: boolean;
  /** Support of the SQL function by the embedded engine (docs/spark-differences.md). */
  readonly engine: "rewritten" | NonNullable<SparkFunctionRow[2]>;
}

const scalarFunctions = [
  ...textFunctions,
  ...timeFunctions,
  ...numberFunctions,
  ...collectionFunctions,
  ...otherFunctions,
] as const;

type Row = (typeof aggregateFunctions | typeof scalarFunctions)[number];
type FunctionName<One extends SparkFunctionRow> = One extends readonly [`${infer Name}(${string}`, ...unknown[]]
  ? Name
  : never;

/** Names of the SQL functions that the embedded engine must implement. */
export type RewrittenFunctionName = FunctionName<Extract<Row, readonly [string, string]>>;
/** Names of the SQL functions that produce rows and that the embedded engine must implement. */
export type GeneratorFunctionName = FunctionName<Extract<Row, readonly [string, string, "generator"]>>;

/** Definitions of the functions of Spark 3.5 (sql-like-language 13.1), sorted by name. */
export const sparkFunctions: readonly SparkFunction[] = [
  ...aggregateFunctions.map((row) => createFunction(row, true)),
  ...scalarFunctions.map((row) => createFunction(row, false)),
].sort((one, other) => (one.name < other.name ? -1 : 1));

const byName: ReadonlyMap<string, SparkFunction> = new Map(sparkFunctions.map((one) => [one.name, one]));

export const sparkFunctionNames: readonly string[] = sparkFunctions.map(({ name }) => name);

/** Finds the definition of a SQL function by name, ignoring case. */
export function findFunction(name: string): SparkFunction | undefined {
  return byName.get(name.toLowerCase());
}

/** Whether a SQL function produces rows with named columns, such as `explode`. */
export function isGeneratorFunction(name: string): boolean {
  return findFunction(name)?.engine === "generator";
}

function createFunction([signature, summary, engine]: SparkFunctionRow, isAggregate: boolean): SparkFunction {
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

import { aggregateFunctions } from "./aggregate-functions.ts";
import { collectionFunctions } from "./collection-functions.ts";
import type { FunctionRow } from "./function-row.ts";
import { numberFunctions } from "./number-functions.ts";
import { otherFunctions } from "./other-functions.ts";
import { textFunctions } from "./text-functions.ts";
import { timeFunctions } from "./time-functions.ts";

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
  /** What the embedded engine does with it (docs/spark-differences.md). */
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
type NameOf<One extends FunctionRow> = One extends readonly [`${infer Name}(${string}`, ...unknown[]] ? Name : never;

/** Functions that the engine must have an implementation of. */
export type RewrittenFunction = NameOf<Extract<Row, readonly [string, string]>>;
/** Functions that the engine must make rows of. */
export type Generator = NameOf<Extract<Row, readonly [string, string, "generator"]>>;

/** Functions of Spark 3.5 (sql-like-language 13.1), by name. */
export const functions: readonly SparkFunction[] = [
  ...aggregateFunctions.map((row) => functionOf(row, true)),
  ...scalarFunctions.map((row) => functionOf(row, false)),
].sort((one, other) => (one.name < other.name ? -1 : 1));

const byName: ReadonlyMap<string, SparkFunction> = new Map(functions.map((one) => [one.name, one]));

export const functionNames: readonly string[] = functions.map(({ name }) => name);

/** A function by its name in any letter case. */
export function findFunction(name: string): SparkFunction | undefined {
  return byName.get(name.toLowerCase());
}

/** Whether a function gives rows of columns that have names of their own. */
export function isGenerator(name: string): boolean {
  return findFunction(name)?.engine === "generator";
}

function functionOf([signature, summary, engine]: FunctionRow, isAggregate: boolean): SparkFunction {
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
    engine: engine ?? "rewritten",
  };
}

import {
  findFunction as findSparkFunction,
  type RewrittenFunctionName,
} from "../../../../languages/table-sql/functions/functions.ts";
import { aggregateFunctions } from "./aggregate-functions.ts";
import { collectionFunctions } from "./collection-functions.ts";
import { conditionFunctions } from "./condition-functions.ts";
import { constructorFunctions } from "./constructor-functions.ts";
import type { AggregateTranslator, ScalarTranslator } from "./function-call.ts";
import { jsonFunctions } from "./json-functions.ts";
import { type LambdaTranslator, lambdaFunctions } from "./lambda-functions.ts";
import { mapFunctions } from "./map-functions.ts";
import { numberFunctions } from "./number-functions.ts";
import { patternFunctions } from "./pattern-functions.ts";
import { textFunctions } from "./text-functions.ts";
import { timeFunctions } from "./time-functions.ts";
import { windowFunctions } from "./window-functions.ts";

const aggregateAndWindowFunctions = { ...aggregateFunctions, ...windowFunctions };

/**
 * Functions of the language's table that must be implemented as scalar functions. The code does not compile if an
 * implementation is missing.
 */
type ScalarFunction = Exclude<
  RewrittenFunctionName,
  keyof typeof aggregateAndWindowFunctions | keyof typeof lambdaFunctions
>;

const scalarFunctions = {
  ...textFunctions,
  ...patternFunctions,
  ...numberFunctions,
  ...timeFunctions,
  ...conditionFunctions,
  ...collectionFunctions,
  ...constructorFunctions,
  ...mapFunctions,
  ...jsonFunctions,
} satisfies Readonly<Record<ScalarFunction, ScalarTranslator>>;

const scalars: ReadonlyMap<string, ScalarTranslator> = new Map(Object.entries(scalarFunctions));
const aggregates: ReadonlyMap<string, AggregateTranslator> = new Map(Object.entries(aggregateAndWindowFunctions));
const lambdas: ReadonlyMap<string, LambdaTranslator> = new Map(Object.entries(lambdaFunctions));

type FoundFunction =
  | { readonly kind: "scalar"; readonly translator: ScalarTranslator }
  | { readonly kind: "aggregate"; readonly translator: AggregateTranslator }
  | { readonly kind: "lambda"; readonly translator: LambdaTranslator }
  | { readonly kind: "refused"; readonly reason: string };

/** Finds the translator of a function by the lower-case name. Undefined for an unknown function. */
export function findFunction(name: string): FoundFunction | undefined {
  const scalar = scalars.get(name);
  if (scalar) {
    return { kind: "scalar", translator: scalar };
  }
  const aggregate = aggregates.get(name);
  if (aggregate) {
    return { kind: "aggregate", translator: aggregate };
  }
  const lambda = lambdas.get(name);
  if (lambda) {
    return { kind: "lambda", translator: lambda };
  }
  const engine = findSparkFunction(name)?.engine;
  return typeof engine === "object" ? { kind: "refused", reason: engine.refused } : undefined;
}

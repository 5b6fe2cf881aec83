import { countOf } from "../../../../base/count-of.ts";
import type { Expression, Lambda } from "../../../../languages/table-sql/syntax.ts";
import { buildCastSql } from "../types/cast-sql.ts";
import {
  type ArrayType,
  booleanType,
  type DataType,
  formatSparkType,
  isNestedType,
  type MapType,
} from "../types/data-type.ts";
import type { TranslatedValue } from "../types/value.ts";
import { isSimpleSql } from "../types/value.ts";
import { quoteFieldName } from "./collection-arguments.ts";
import type { FunctionCall } from "./function-call.ts";
import type { LambdaRepetition } from "./statement-budget.ts";
import type { CallSizeLimit } from "./value-bounds.ts";

/** SQL and type of a lambda's parameter, for use in the body of the lambda. */
export interface LambdaParameter {
  readonly sql: string;
  readonly type: DataType;
}

/** Functions of the statement's translation that a call with lambdas uses. */
interface LambdaContext {
  readonly translate: (expression: Expression) => TranslatedValue;
  readonly bind: (
    lambda: Lambda,
    parameters: readonly LambdaParameter[],
    repetition: LambdaRepetition,
  ) => TranslatedValue;
  /** Returns the columns and the parameters of enclosing lambdas that a lambda uses. */
  readonly outerValues: (lambda: Lambda) => readonly TranslatedValue[];
}

/**
 * Divisor for the estimated size of an accumulation, such as by `aggregate`. Only the last value is kept, and it
 * usually grows from an empty one, so only one in this number of elements counts.
 */
const accumulatedSteps = 8;

/** Evaluation of a call's lambdas for the elements of its array. */
interface Iteration {
  /** Whether each evaluation takes the value of the one before, and only the last value is kept. */
  readonly isAccumulated?: boolean;
  /** Indexes of the arguments that are lambdas, which are evaluated for each element. */
  readonly lambdas: readonly number[];
  /** Values besides those of the lambdas that are read for each element. */
  readonly others?: readonly TranslatedValue[];
  /**
   * Type of the result for each element. Undefined if that is only a condition, or if the array has only one result.
   */
  readonly kept: DataType | undefined;
}

/**
 * A function call with lambdas among its arguments. It receives lambdas as syntax trees and translates their bodies
 * with parameters.
 */
export class LambdaCall {
  readonly call: FunctionCall;
  readonly #context: LambdaContext;

  constructor(call: FunctionCall, context: LambdaContext) {
    this.call = call;
    this.#context = context;
  }

  /** Returns an argument that is not a lambda. Throws SparkSqlError for a lambda. */
  value(index: number): TranslatedValue {
    const tree = this.call.tree.arguments[index];
    return tree && tree.kind !== "lambda"
      ? this.#context.translate(tree)
      : this.call.failWith("takes a value here, not a lambda", index);
  }

  /** Returns an argument that must be an array. Throws SparkSqlError for other types. */
  array(index: number): TranslatedValue & { readonly type: ArrayType } {
    const value = this.value(index);
    const { type } = value;
    return type.kind === "array"
      ? { ...value, type }
      : this.call.failWith(`takes an array, not ${formatSparkType(type)}`, index);
  }

  /** Returns an argument that must be a map. Throws SparkSqlError for other types. */
  map(index: number): TranslatedValue & { readonly type: MapType } {
    const value = this.value(index);
    const { type } = value;
    return type.kind === "map"
      ? { ...value, type }
      : this.call.failWith(`takes a map, not ${formatSparkType(type)}`, index);
  }

  /** Returns an argument that must be a lambda, not yet translated. */
  lambda(index: number): Lambda {
    const tree = this.call.tree.arguments[index];
    return tree?.kind === "lambda" ? tree : this.call.failWith("takes a lambda such as x -> x + 1", index);
  }

  /**
   * Translates the body of a lambda with the given parameters. Throws SparkSqlError if the lambda has more parameters.
   */
  bind(index: number, ...parameters: readonly LambdaParameter[]): TranslatedValue {
    return this.#bind(index, parameters, 1);
  }

  /** Like `bind`, for a lambda one of whose parameters is its own result for the previous element. */
  bindAccumulated(index: number, ...parameters: readonly LambdaParameter[]): TranslatedValue {
    return this.#bind(index, parameters, accumulatedSteps);
  }

  #bind(index: number, parameters: readonly LambdaParameter[], steps: number): TranslatedValue {
    const lambda = this.lambda(index);
    return lambda.parameters.length <= parameters.length
      ? this.#context.bind(lambda, parameters, {
          elements: this.#elementsName,
          stepsPerElement: (this.call.place.repetition?.stepsPerElement ?? 1) * steps,
        })
      : this.call.failWith(`takes a lambda of at most ${countOf(parameters.length, "parameter")}`, index);
  }

  /** Translates the body of a lambda to the SQL of a boolean, with the given parameters. */
  condition(index: number, ...parameters: readonly LambdaParameter[]): string {
    const value = this.bind(index, ...parameters);
    return (
      buildCastSql(value.sql, value.type, booleanType) ??
      this.call.failWith("takes a lambda that returns true or false", index)
    );
  }

  get count(): number {
    return this.call.tree.arguments.length;
  }

  /** Returns a name for a lambda parameter in DuckDB that no enclosing lambda uses. */
  parameterName(index: number): string {
    return `"p${index}#${this.call.tree.start}"`;
  }

  /** Name of the number of evaluations of the lambdas, multiplied with those of the enclosing lambdas. */
  get #elementsName(): string {
    return `"n#${this.call.tree.start}"`;
  }

  /**
   * Returns the SQL that `create` builds from an array. The array is evaluated once. The SQL fails first if the array
   * is too long for a loop inside another lambda, or for lambdas that read long values from outside.
   */
  iterate(list: string, iteration: Iteration, create: (list: string) => string): string {
    const { repetition } = this.call.place;
    const outer = this.#outerBytes(iteration);
    const isCounted = create(list).includes(this.#elementsName);
    if (!isCounted && !repetition && outer === undefined) {
      return create(list);
    }
    return this.evaluateOnce(list, "l", (array) => {
      const steps = `len(${array})${repetition ? ` * ${repetition.stepsPerElement}` : ""}`;
      const tests = [
        ...(repetition ? [exceeded(steps, this.call.bound("nestedSteps"))] : []),
        ...(outer === undefined ? [] : [exceeded(`${steps} * ${outer}`, this.call.bound(this.#outerKind(iteration)))]),
      ];
      const count = iteration.isAccumulated ? `(len(${array}) // ${accumulatedSteps} + 1)` : `len(${array})`;
      const total = `CAST(${count} AS DOUBLE)${repetition ? ` * ${repetition.elements}` : ""}`;
      const sql = isCounted
        ? `list_transform([greatest(${total}, 1)], lambda ${this.#elementsName}: ${create(array)})[1]`
        : create(array);
      return tests.length === 0 ? sql : `CASE ${tests.join(" ")} ELSE ${sql} END`;
    });
  }

  /** Returns SQL that evaluates a value only once, even if `create` uses the value several times. */
  evaluateOnce(value: string, prefix: string, create: (name: string) => string): string {
    const name = this.nameEvaluatedOnce(value, prefix);
    return name === value ? create(value) : `list_transform([${value}], lambda ${name}: ${create(name)})[1]`;
  }

  /** Returns the name by which `evaluateOnce` refers to a value. */
  nameEvaluatedOnce(value: string, prefix: string): string {
    return isSimpleSql(value) ? value : `"${prefix}#${this.call.tree.start}"`;
  }

  #outerKind({ kept }: Iteration): "outerReads" | "outerCopies" {
    return kept && canBeLong(kept) ? "outerCopies" : "outerReads";
  }

  /** SQL of the bytes from outside that the lambdas read for each element; undefined if these cannot be many. */
  #outerBytes({ lambdas, others = [], kept }: Iteration): string | undefined {
    const bytesOfElement = kept && canBeLong(kept) ? 8 : 1;
    const values = [...lambdas.flatMap((index) => this.#context.outerValues(this.lambda(index))), ...others];
    const bytes = new Set(values.flatMap(({ sql, type }) => sizesSql(sql, type, bytesOfElement)));
    return bytes.size === 0 ? undefined : `(${[...bytes].join(" + ")})`;
  }
}

function exceeded(size: string, bound: CallSizeLimit): string {
  return `WHEN ${bound.exceededSql(size)} THEN ${bound.errorSql}`;
}

function canBeLong(type: DataType): boolean {
  return isNestedType(type) || type.kind === "map" || type.kind === "string" || type.kind === "binary";
}

/** Returns SQL of the sizes of the parts of a value that can be long, in bytes. */
function sizesSql(sql: string, type: DataType, bytesOfElement: number): string[] {
  switch (type.kind) {
    case "string":
      return [`coalesce(strlen(${sql}), 0)`];
    case "binary":
      return [`coalesce(octet_length(${sql}), 0)`];
    case "map":
      return [`coalesce(cardinality(${sql}), 0) * ${bytesOfElement}`];
    case "array":
      return type.element.kind === "string"
        ? [`coalesce(list_sum(list_transform(${sql}, lambda "one": strlen("one") + ${bytesOfElement})), 0)`]
        : [`coalesce(len(${sql}), 0) * ${bytesOfElement}`];
    case "struct":
      return type.fields.flatMap(({ name, type: field }) =>
        sizesSql(`(${sql}).${quoteFieldName(name)}`, field, bytesOfElement),
      );
    default:
      return [];
  }
}

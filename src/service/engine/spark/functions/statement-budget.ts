/** Resource that the function calls of a statement share: memory for texts, memory for arrays, or time. */
export type SharedResource = "text" | "array" | "comparisons" | "steps" | "reading" | "copying";

/**
 * Counts the function calls of one statement that DuckDB evaluates for up to 2,048 rows at once. All of these calls
 * share the limits of the statement equally. If there are several, the statement is translated again: `counted` is then
 * the budget of the first translation.
 */
export class StatementBudget {
  readonly #calls = new Map<SharedResource, Set<number>>();
  readonly #counted: StatementBudget | undefined;

  constructor(counted?: StatementBudget) {
    this.#counted = counted;
  }

  /**
   * Counts a call. The call is identified by its offset in the text, because some expressions are translated several
   * times.
   */
  count(resource: SharedResource, start: number): void {
    const calls = this.#calls.get(resource) ?? new Set();
    this.#calls.set(resource, calls.add(start));
  }

  /** Returns the number of calls that share a resource. */
  countSharers(resource: SharedResource): number {
    return Math.max(1, this.#counted?.callCount(resource) ?? 1);
  }

  callCount(resource: SharedResource): number {
    return this.#calls.get(resource)?.size ?? 0;
  }

  /** Whether several calls share a resource, so that the statement must be translated again. */
  get isShared(): boolean {
    return [...this.#calls.values()].some(({ size }) => size > 1);
  }
}

/** Number of evaluations of a call within its statement. */
export interface EvaluationFrequency {
  readonly budget: StatementBudget;
  /** Whether the value of the call can differ between rows. */
  readonly isPerRow: boolean;
  /** Number of evaluations of the call for one row. Undefined outside of lambdas. */
  readonly repetition: LambdaRepetition | undefined;
}

/** Number of evaluations of a lambda's body for one row. */
export interface LambdaRepetition {
  /** SQL of the number of array elements, multiplied over this lambda and its enclosing lambdas. */
  readonly elements: string;
  /** Number of lambda evaluations that count as one array element. */
  readonly stepsPerElement: number;
}

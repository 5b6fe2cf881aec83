/** What calls share: memory of texts or of arrays, or time. */
export type Resource = "text" | "array" | "comparisons" | "steps" | "reading" | "copying";

/**
 * Calls of one statement whose values depend on rows, so that DuckDB evaluates them for up to 2,048 rows at once. All
 * of them together are limited, so each one has a share. The number is known when the whole statement is translated,
 * so a statement is translated twice if calls have to share: `counted` is the budget of the first translation.
 */
export class StatementBudget {
  readonly #calls = new Map<Resource, Set<number>>();
  readonly #counted: StatementBudget | undefined;

  constructor(counted?: StatementBudget) {
    this.#counted = counted;
  }

  /** Counts a call, which is known by its place in the text: some expressions are translated several times. */
  count(resource: Resource, start: number): void {
    const calls = this.#calls.get(resource) ?? new Set();
    this.#calls.set(resource, calls.add(start));
  }

  /** Number of calls among which a resource is divided. */
  sharers(resource: Resource): number {
    return Math.max(1, this.#counted?.callCount(resource) ?? 1);
  }

  callCount(resource: Resource): number {
    return this.#calls.get(resource)?.size ?? 0;
  }

  /** Whether any resource has to be shared, so that the statement must be translated again. */
  get isShared(): boolean {
    return [...this.#calls.values()].some(({ size }) => size > 1);
  }
}

/** Where in its statement a call is evaluated. */
export interface EvaluationPlace {
  readonly budget: StatementBudget;
  /** Whether its value can differ between rows. */
  readonly isPerRow: boolean;
  /** How often it is evaluated for one row; undefined outside of lambdas. */
  readonly repetition: Repetition | undefined;
}

/** How often the body of a lambda is evaluated for one row. */
export interface Repetition {
  /** SQL of the number of elements that the lambda and those around it run over, multiplied. */
  readonly elements: string;
  /** Number of evaluations that count as one element. */
  readonly stepsPerElement: number;
}

import { quoteText } from "../../duckdb/database.ts";

/** A possible outcome of a random choice, with its relative weight. */
export type WeightedOutcome = readonly [value: number | string, weight: number];

/**
 * Generates SQL expressions for pseudo-random numbers. The numbers depend only on the seed, the ids of a row and the
 * purpose of the number.
 */
export class RandomSql {
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /**
   * Returns SQL of a number uniformly distributed in [0, 1). It is hashed twice, because a single hash of several
   * arguments leaves the results correlated.
   */
  randomFraction(purpose: string, ...ids: readonly string[]): string {
    return `((hash(hash(${[...ids, quoteText(`${this.#seed}:${purpose}`)].join(", ")})) >> 11)::DOUBLE / 9007199254740992.0)`;
  }

  /** Returns SQL of an integer from `low` to `high`, both inclusive. */
  integer(low: number, high: number, purpose: string, ...ids: readonly string[]): string {
    return `(${low} + floor(${this.randomFraction(purpose, ...ids)} * ${high - low + 1}))::INTEGER`;
  }

  /** Returns SQL that picks one of the outcomes by weight. Texts are quoted. */
  pick(outcomes: readonly WeightedOutcome[], purpose: string, ...ids: readonly string[]): string {
    return pickBy(this.randomFraction(purpose, ...ids), outcomes);
  }
}

/** Outcome that corresponds to a number in [0, 1). */
function pickBy(roll: string, outcomes: readonly WeightedOutcome[]): string {
  const total = outcomes.reduce((sum, [, weight]) => sum + weight, 0);
  let reached = 0;
  const cases = outcomes.map(([value, weight]) => {
    reached += weight;
    return { value: literal(value), below: reached / total };
  });
  const last = cases.at(-1)?.value ?? "NULL";
  const whens = cases.slice(0, -1).map(({ value, below }) => `WHEN ${roll} < ${below} THEN ${value}`);
  return whens.length === 0 ? last : `(CASE ${whens.join(" ")} ELSE ${last} END)`;
}

/** Builds a SQL `CASE` that maps each key to its value. */
export function buildCaseSql(key: string, values: readonly (readonly [key: number, value: number | string])[]): string {
  return `(CASE ${key} ${values.map(([each, value]) => `WHEN ${each} THEN ${literal(value)}`).join(" ")} END)`;
}

const literal = (value: number | string): string => (typeof value === "number" ? String(value) : quoteText(value));

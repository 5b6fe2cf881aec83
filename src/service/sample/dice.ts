import { quoteText } from "../../duckdb/database.ts";

/** One of several outcomes: what it is worth, and its weight relative to the others. */
export type Outcome = readonly [value: number | string, weight: number];

/** SQL expressions that look random and are a function of the seed, the ids of a row and what is rolled for. */
export class Dice {
  readonly #seed: number;

  constructor(seed: number) {
    this.#seed = seed;
  }

  /** Evenly in [0, 1). One hash over several arguments leaves them correlated, so it is hashed once more. */
  roll(what: string, ...ids: readonly string[]): string {
    return `((hash(hash(${[...ids, quoteText(`${this.#seed}:${what}`)].join(", ")})) >> 11)::DOUBLE / 9007199254740992.0)`;
  }

  /** A whole number from `low` up to and with `high`. */
  whole(low: number, high: number, what: string, ...ids: readonly string[]): string {
    return `(${low} + floor(${this.roll(what, ...ids)} * ${high - low + 1}))::INTEGER`;
  }

  /** One of the outcomes by weight; texts are quoted. */
  pick(outcomes: readonly Outcome[], what: string, ...ids: readonly string[]): string {
    return pickBy(this.roll(what, ...ids), outcomes);
  }
}

/** The outcome that a number in [0, 1) falls on. */
function pickBy(roll: string, outcomes: readonly Outcome[]): string {
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

/** The value that belongs to a key, as a `CASE`. */
export function choose(key: string, values: readonly (readonly [key: number, value: number | string])[]): string {
  return `(CASE ${key} ${values.map(([each, value]) => `WHEN ${each} THEN ${literal(value)}`).join(" ")} END)`;
}

const literal = (value: number | string): string => (typeof value === "number" ? String(value) : quoteText(value));

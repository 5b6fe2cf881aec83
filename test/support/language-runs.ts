import { inputsOf, languageShares } from "../run/language-shares.mjs";

/**
 * How often a property of the languages is tried: as often as is usual, or with its share of WORKFORCE_LANGUAGE_COUNT inputs in
 * all; with other inputs by SEED.
 */
export function languageRuns(property: keyof typeof languageShares): {
  readonly numRuns: number;
  readonly seed: number;
} {
  const { WORKFORCE_LANGUAGE_COUNT: inputs, SEED: seed } = process.env;
  const { usual } = languageShares[property];
  return { numRuns: inputs === undefined ? usual : inputsOf(property, Number(inputs)), seed: Number(seed ?? 1) };
}

/**
 * Places of a text that are `step` apart: all of them in a soak, else every `usual`th, from one on that the seed and the text
 * choose.
 */
export function* placesOf(text: string, step: number, usual: number): Generator<number> {
  const { WORKFORCE_LANGUAGE_COUNT: inputs, SEED: seed } = process.env;
  const every = inputs === undefined ? usual : 1;
  const first = (Number(seed ?? 1) + text.length) % every;
  for (let place = first * step; place <= text.length; place += every * step) {
    yield place;
  }
}

/** Time for a test of that many runs. */
export const languageTimeoutMs = process.env.WORKFORCE_LANGUAGE_COUNT === undefined ? 60_000 : 3_600_000;

/** How often a property of the language is tried: more with WORKFORCE_LANGUAGE_COUNT, other cases with SEED. */
export function languageRuns(usual: number): { readonly numRuns: number; readonly seed: number } {
  const { WORKFORCE_LANGUAGE_COUNT: count, SEED: seed } = process.env;
  return { numRuns: count === undefined ? usual : Number(count), seed: Number(seed ?? 1) };
}

/** Time for a test of that many runs. */
export const languageTimeoutMs = process.env.WORKFORCE_LANGUAGE_COUNT === undefined ? 60_000 : 3_600_000;

/** `null` is unknown. */
export type Truth = boolean | null;

export function not(truth: Truth): Truth {
  return truth === null ? null : !truth;
}

/** Kleene: false when one is false, else unknown when one is unknown. */
export function all(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) {
    return false;
  }
  return truths.includes(null) ? null : true;
}

/** Kleene: true when one is true, else unknown when one is unknown. */
export function any(truths: readonly Truth[]): Truth {
  return not(all(truths.map(not)));
}

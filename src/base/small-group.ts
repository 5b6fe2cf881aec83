import { isRecord } from "./guards.ts";

/** Setting for small groups: how to treat result cells that describe only a few people. */
export interface SmallGroupGuard {
  /** Treatment of a cell for a small group. `mark` keeps its value and marks it; `hide` stores no value. */
  readonly mode: (typeof smallGroupModes)[number];
  /** Minimum number of people in a group that is not small. Smaller groups are protected, except empty ones. */
  readonly threshold: number;
}

const smallGroupModes = ["mark", "hide"] as const;

export const defaultSmallGroupThreshold = 5;
export const maxSmallGroupThreshold = 1000;

export function isSmallGroupGuard(value: unknown): value is SmallGroupGuard {
  return (
    isRecord(value) &&
    smallGroupModes.some((mode) => mode === value["mode"]) &&
    isSmallGroupThreshold(value["threshold"])
  );
}

/** Whether the value is an integer from 1 to the largest threshold. */
export function isSmallGroupThreshold(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= maxSmallGroupThreshold;
}

/**
 * Whether a result cell describes a small group. `support` is the number of people as in the response (service-api,
 * "Query"); without it, each cell with a value counts as a small group. Zero people are not a small group.
 */
export function isSmallGroup(support: string | null | undefined, hasValue: boolean, guard: SmallGroupGuard): boolean {
  if (!/^\d+$/.test(support ?? "")) {
    return hasValue;
  }
  const people = Number(support);
  return people > 0 && people < guard.threshold;
}

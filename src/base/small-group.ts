import { isRecord } from "./guards.ts";

/** Treatment of the cells of an aggregate that describe too few people. */
export interface SmallGroupGuard {
  /** `mark` keeps the value and marks the cell; `hide` stores no value. */
  readonly mode: (typeof smallGroupModes)[number];
  /** Groups of at least one and fewer than this many people are small. */
  readonly threshold: number;
}

const smallGroupModes = ["mark", "hide"] as const;

export const defaultThreshold = 5;
export const maxThreshold = 1000;

export function isSmallGroupGuard(value: unknown): value is SmallGroupGuard {
  return isRecord(value) && smallGroupModes.some((mode) => mode === value["mode"]) && isThreshold(value["threshold"]);
}

/** Whether the value is an integer from 1 to the largest threshold. */
export function isThreshold(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= maxThreshold;
}

/**
 * Whether a value describes so few people that it is guarded. Zero people are not a small group. `support` is the
 * number of people as the service writes it (service-api, "Query"); without it, every cell that has a value counts as
 * small.
 */
export function isSmallGroup(support: string | null | undefined, hasValue: boolean, guard: SmallGroupGuard): boolean {
  if (!/^\d+$/.test(support ?? "")) {
    return hasValue;
  }
  const people = Number(support);
  return people > 0 && people < guard.threshold;
}

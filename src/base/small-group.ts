import { isRecord } from "./guards.ts";

/** What becomes of the cells of an aggregate that too few people stand behind. */
export interface SmallGroupGuard {
  /** `mark` keeps the value and says so beside it, `hide` stores none. */
  readonly mode: (typeof smallGroupModes)[number];
  /** Fewer people than this are a small group; nobody at all is none. */
  readonly threshold: number;
}

const smallGroupModes = ["mark", "hide"] as const;

export const usualThreshold = 5;
export const largestThreshold = 1000;

export function isSmallGroupGuard(value: unknown): value is SmallGroupGuard {
  return isRecord(value) && smallGroupModes.some((mode) => mode === value["mode"]) && isThreshold(value["threshold"]);
}

/** A whole number from 1. */
export function isThreshold(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= largestThreshold;
}

/**
 * Whether so few people stand behind a value that it is guarded; nobody at all is no small group. `support` is how many there are, as
 * the service writes it (service-api, "Query"); where it does not say so, they may be few, unless there is no value that they are behind.
 */
export function isSmallGroup(support: string | null | undefined, hasValue: boolean, guard: SmallGroupGuard): boolean {
  if (!/^\d+$/.test(support ?? "")) {
    return hasValue;
  }
  const people = Number(support);
  return people > 0 && people < guard.threshold;
}

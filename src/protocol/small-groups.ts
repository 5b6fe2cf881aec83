import { isRecord } from "../base/guards.ts";

/** What becomes of the cells of an aggregate that too few people stand behind. */
export interface SmallGroupGuard {
  /** `mark` keeps the value and says so beside it, `hide` stores none. */
  readonly mode: (typeof smallGroupModes)[number];
  /** Fewer people than this are a small group; nobody at all is none. */
  readonly threshold: number;
}

export const smallGroupModes = ["mark", "hide"] as const;

export const usualThreshold = 5;
export const largestThreshold = 1000;

export function isSmallGroupGuard(value: unknown): value is SmallGroupGuard {
  return isRecord(value) && smallGroupModes.some((mode) => mode === value["mode"]) && isThreshold(value["threshold"]);
}

/** A whole number from 1. */
export function isThreshold(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 1 && (value as number) <= largestThreshold;
}

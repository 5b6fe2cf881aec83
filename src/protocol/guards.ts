/** What the guards of messages are made of; a message is checked where it arrives. */

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

/** A whole number from 0. */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

export function isCounts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isCount);
}

/** Names the result that it is about. */
export function isFor(value: unknown): value is Record<string, unknown> & { resultId: string } {
  return isRecord(value) && typeof value["resultId"] === "string" && value["resultId"] !== "";
}

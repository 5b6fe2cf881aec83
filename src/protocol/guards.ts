import { isRecord } from "../base/guards.ts";

/** Whether a message has a non-empty `resultId`. */
export function isFor(value: unknown): value is Record<string, unknown> & { resultId: string } {
  return isRecord(value) && typeof value["resultId"] === "string" && value["resultId"] !== "";
}

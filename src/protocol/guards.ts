import { isRecord } from "../base/guards.ts";

/** Whether a message has a non-empty `resultId`. */
export function hasResultId(value: unknown): value is Record<string, unknown> & { resultId: string } {
  return isRecord(value) && typeof value["resultId"] === "string" && value["resultId"] !== "";
}

import { isRecord } from "../base/guards.ts";

/** Names the result that it is about. */
export function isFor(value: unknown): value is Record<string, unknown> & { resultId: string } {
  return isRecord(value) && typeof value["resultId"] === "string" && value["resultId"] !== "";
}

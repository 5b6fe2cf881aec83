import { isRecord } from "../../base/guards.ts";
import { failure, type Result, success } from "../../base/result.ts";

/** What is wrong with an answer that nests more lists and objects than anything that a service gives. */
export const tooDeep = "it is nested too deeply";
const deepest = 500;

/** Whether lists and objects are nested deeper than a walk over them by recursion may go. Reads without recursion itself. */
export function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > deepest) {
      return true;
    }
    level = level.flatMap((item) => (isRecord(item) ? Object.values(item) : []));
  }
  return false;
}

/** Parses JSON without the parser's own message, which quotes the text: that may be data. */
export function parseJson(text: string): Result<unknown> {
  try {
    return success(JSON.parse(text));
  } catch (error) {
    // The parser's stack is not without end.
    if (error instanceof RangeError) {
      return failure(tooDeep);
    }
    return failure(text.trim() === "" ? "it is empty" : "it is not JSON");
  }
}

import { isRecord } from "../../base/guards.ts";
import { failure, type Result, success } from "../../base/result.ts";

/** Problem text for JSON that is nested more deeply than any response of a service. */
export const tooDeep = "it is nested too deeply";
const maxDepth = 500;

/** Whether arrays and objects are nested too deeply for recursive functions. Does not use recursion itself. */
export function isTooDeep(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) {
      return true;
    }
    level = level.flatMap((item) => (isRecord(item) ? Object.values(item) : []));
  }
  return false;
}

/** Parses JSON. The problem omits the parser's own message, which quotes the text and so may contain data. */
export function parseJson(text: string): Result<unknown> {
  try {
    return success(JSON.parse(text));
  } catch (error) {
    // Thrown when nesting exhausts the parser's stack.
    if (error instanceof RangeError) {
      return failure(tooDeep);
    }
    return failure(text.trim() === "" ? "it is empty" : "it is not JSON");
  }
}

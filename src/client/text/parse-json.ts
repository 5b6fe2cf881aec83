import { isRecord } from "../../base/guards.ts";
import { failure, type Result, success } from "../../base/result.ts";

/** Problem text for JSON that is nested too deeply to be a response of the service. */
export const tooDeeplyNestedProblem = "it is nested too deeply";
const maxDepth = 500;

/**
 * Whether the arrays and objects of a JSON value are nested too deeply for recursive functions. The check itself is not
 * recursive.
 */
export function isNestedTooDeeply(value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) {
      return true;
    }
    level = level.flatMap((item) => (isRecord(item) ? Object.values(item) : []));
  }
  return false;
}

/**
 * Parses JSON and returns the value or a problem. The problem omits the parser's message, which quotes the text and
 * could contain data.
 */
export function parseJson(text: string): Result<unknown> {
  try {
    return success(JSON.parse(text));
  } catch (error) {
    // Thrown when nesting exhausts the parser's stack.
    if (error instanceof RangeError) {
      return failure(tooDeeplyNestedProblem);
    }
    return failure(text.trim() === "" ? "it is empty" : "it is not JSON");
  }
}

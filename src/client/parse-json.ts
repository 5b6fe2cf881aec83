import { failure, type Result, success } from "../base/result.ts";

/** Parses JSON without the parser's own message, which quotes the text: that may be data. */
export function parseJson(text: string): Result<unknown> {
  try {
    return success(JSON.parse(text));
  } catch {
    return failure(text.trim() === "" ? "it is empty" : "it is not JSON");
  }
}

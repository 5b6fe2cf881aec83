/** Returns the message of an error; empty for anything else. */
export function failureText(failure: unknown): string {
  return failure instanceof Error ? failure.message : "";
}

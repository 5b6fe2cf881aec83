/** Returns the message of an error; empty for anything else. */
export function failureMessageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : "";
}

/** Returns the message of an error. Empty for any other value. */
export function failureMessageOf(failure: unknown): string {
  return failure instanceof Error ? failure.message : "";
}

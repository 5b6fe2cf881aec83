/** What a failure says for itself; empty when it is no error. */
export function failureText(failure: unknown): string {
  return failure instanceof Error ? failure.message : "";
}

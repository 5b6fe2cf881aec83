/**
 * Failure of a source system or a destination. Its message is for users: it names the place and the way out, and has
 * neither secrets nor data in it.
 */
export class DriverError extends Error {
  override readonly name = "DriverError";
}

/** Names of errors whose messages users may read. They are compared by name because the drivers are a bundle of their own. */
const shownErrors = new Set(["DriverError", "EgressRefused", "EgressFailed"]);

/** Whether an error's message is for users. */
export function isDriverFailure(error: unknown): error is Error {
  return error instanceof Error && shownErrors.has(error.name);
}

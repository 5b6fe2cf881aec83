const connectionGone = "ConnectionGone";

/** Marks an error as that of a connection which is no longer in the settings. */
export function markConnectionGone(error: Error): Error {
  error.name = connectionGone;
  return error;
}

/** Whether the connection is gone. Checks the name, because each bundle of the extension has its own classes. */
export function isConnectionGone(error: unknown): error is Error {
  return error instanceof Error && error.name === connectionGone;
}

/** Creates the abort reason for an operation that the user stopped: an error named `AbortError`. */
export function abortError(message: string): Error {
  const reason = new Error(message);
  reason.name = "AbortError";
  return reason;
}

/**
 * Awaits a promise, but rejects with the signal's reason as soon as the signal aborts. The underlying work continues,
 * because other callers may share it.
 */
export function rejectOnAbort<Value>(work: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) {
    return work;
  }
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    if (signal.aborted) {
      onAbort();
    }
    signal.addEventListener("abort", onAbort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

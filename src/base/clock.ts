/** Source of time, passed as an argument so that tests can control it. */
export interface Clock {
  /** Returns the current time in epoch milliseconds. */
  now(): number;
  /** Resolves after `delayMs`, or rejects with the signal's reason when it is aborted first. */
  sleep(delayMs: number, signal?: AbortSignal): Promise<void>;
}

/** Longest delay of a timer in milliseconds, about 25 days; a longer one would end at once. */
export const longestTimerMs = 2 ** 31 - 1;

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: async (delayMs, signal) => {
    for (let remainingMs = delayMs; ; remainingMs -= longestTimerMs) {
      await sleepOnce(Math.min(remainingMs, longestTimerMs), signal);
      if (remainingMs <= longestTimerMs) {
        return;
      }
    }
  },
};

function sleepOnce(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) {
      reject(signal.reason);
      return;
    }
    const onAbort = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    }, delayMs);
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

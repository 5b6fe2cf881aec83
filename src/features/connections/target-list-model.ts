import type { Clock } from "../../base/clock.ts";

/** Minimum time between two changes of a list that is on screen, in milliseconds. */
const changeIntervalMs = 500;

/**
 * Passes the results of `loads` to `show`, all that are there at a time. What was shown once keeps its place: later
 * results come after it, in the order of `loads`. Calls `show` once if all results are quick, and at most once per half
 * second if some are slow; never after `signal` is aborted. The promises must not reject.
 */
export async function showAsLoaded<Value>(
  loads: readonly Promise<Value>[],
  show: (loaded: readonly Value[]) => void,
  { clock, signal }: { readonly clock: Clock; readonly signal: AbortSignal },
): Promise<void> {
  const waiting = new Map<number, Value>();
  const shown: Value[] = [];
  const all = Promise.all(
    loads.map(async (load, index) => {
      waiting.set(index, await load);
    }),
  );
  while (shown.length < loads.length) {
    const timer = new AbortController();
    const pause = clock.sleep(changeIntervalMs, AbortSignal.any([signal, timer.signal]));
    // Aborted timers end the wait, too.
    await Promise.race([all, pause.catch(() => undefined)]);
    timer.abort();
    if (signal.aborted) {
      return;
    }
    if (waiting.size > 0) {
      shown.push(...[...waiting].sort(([one], [other]) => one - other).map(([, value]) => value));
      waiting.clear();
      show([...shown]);
    }
  }
}

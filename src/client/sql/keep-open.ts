import type { Clock } from "../../base/clock.ts";

/** An hour, where the service told no expiry. */
const usualLifetimeMs = 3_600_000;

/** Puts off the expiry of a transaction each time half of its life is over, until the signal is aborted. Never throws. */
export async function keepOpen(
  extend: (seconds: number) => Promise<unknown>,
  lifetimeMs: number | undefined,
  clock: Clock,
  signal: AbortSignal,
): Promise<void> {
  const life = lifetimeMs ?? usualLifetimeMs;
  while (!signal.aborted) {
    try {
      await clock.sleep(life / 2, signal);
      await extend(Math.ceil(life / 1000));
    } catch {
      // The next half tries again; a transaction that has expired says so by its job.
    }
  }
}

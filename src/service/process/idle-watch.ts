import type { Clock } from "../../base/clock.ts";

/** Node's timers overflow after some 24 days. */
const longestSleepMs = 60 * 60 * 1000;

export interface IdleWatch {
  /** Somebody is in touch. */
  touch(): void;
  stop(): void;
}

/** Calls `onIdle` once when nobody has been in touch for `idleMs` and `isBusy` says that nothing is running. */
export function watchIdleness(clock: Clock, idleMs: number, isBusy: () => boolean, onIdle: () => void): IdleWatch {
  const stopping = new AbortController();
  let touchedAt = clock.now();
  const watch = async (): Promise<void> => {
    for (;;) {
      const idleFor = clock.now() - touchedAt;
      if (idleFor >= idleMs && !isBusy()) {
        onIdle();
        return;
      }
      const remainingMs = Math.max(idleMs - idleFor, Math.min(idleMs, 1000));
      await clock.sleep(Math.min(remainingMs, longestSleepMs), stopping.signal);
    }
  };
  watch().catch(() => {
    // Stopped: the clock rejects the sleep that was under way.
  });
  return {
    touch() {
      touchedAt = clock.now();
    },
    stop: () => stopping.abort(),
  };
}

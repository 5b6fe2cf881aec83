/** A remaining time, in units for display. */
interface Countdown {
  readonly hours: number;
  readonly minutes: number;
  /** In steps of ten, and zero unless less than two minutes remain. */
  readonly seconds: number;
}

const minuteMs = 60_000;

/** Rounds a remaining time down, so that the display never promises too much. */
export function countdown(remainingMs: number): Countdown {
  const remaining = Math.max(0, remainingMs);
  if (remaining < 2 * minuteMs) {
    return { hours: 0, minutes: 0, seconds: Math.floor(remaining / 10_000) * 10 };
  }
  const minutes = Math.floor(remaining / minuteMs);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60, seconds: 0 };
}

/** Returns the milliseconds until the displayed countdown changes. */
export function msUntilNextStep(remainingMs: number): number {
  const stepMs = remainingMs <= 2 * minuteMs ? 10_000 : minuteMs;
  return remainingMs <= 0 ? stepMs : remainingMs % stepMs;
}

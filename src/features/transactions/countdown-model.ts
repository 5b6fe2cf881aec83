/** A length of time as people count it. */
interface Countdown {
  readonly hours: number;
  readonly minutes: number;
  /** In steps of ten, and only in the last two minutes. */
  readonly seconds: number;
}

const minuteMs = 60_000;

/** Rounded down, so that nobody trusts in time that is not there. */
export function countdown(remainingMs: number): Countdown {
  const left = Math.max(0, remainingMs);
  if (left < 2 * minuteMs) {
    return { hours: 0, minutes: 0, seconds: Math.floor(left / 10_000) * 10 };
  }
  const minutes = Math.floor(left / minuteMs);
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60, seconds: 0 };
}

/** How long a countdown says the same; a moment later it says something else. */
export function untilNextStep(remainingMs: number): number {
  const stepMs = remainingMs <= 2 * minuteMs ? 10_000 : minuteMs;
  return remainingMs <= 0 ? stepMs : remainingMs % stepMs;
}

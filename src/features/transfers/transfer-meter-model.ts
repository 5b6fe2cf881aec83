/** Progress and speed of a data transfer. */
export interface TransferProgress {
  readonly bytes: number;
  readonly totalBytes: number | undefined;
  /** Mean transfer rate over the last seconds. Undefined until it can be measured. */
  readonly bytesPerSecond: number | undefined;
  /** Estimated remaining time of the transfer in seconds. Undefined if it cannot be estimated. */
  readonly secondsLeft: number | undefined;
}

/**
 * Period in milliseconds over which the transfer rate is averaged. With a shorter period the rate would jump, because
 * batches arrive in bursts.
 */
const windowMs = 10_000;
const firstSpeedMs = 500;

/** Meter that computes the rate and estimates the remaining time of a data transfer. */
export class TransferMeter {
  readonly #measurements: { readonly atMs: number; readonly bytes: number }[] = [];

  /** Adds a measurement of a data transfer. `nowMs` must not decrease; `bytes` may, when data is sent again. */
  measure(bytes: number, totalBytes: number | undefined, nowMs: number): TransferProgress {
    const last = this.#measurements.at(-1);
    if (last && bytes < last.bytes) {
      this.#measurements.length = 0;
    }
    this.#measurements.push({ atMs: nowMs, bytes });
    while (this.#measurements.length > 2 && (this.#measurements[1]?.atMs ?? nowMs) <= nowMs - windowMs) {
      this.#measurements.shift();
    }
    const first = this.#measurements[0] ?? { atMs: nowMs, bytes };
    const elapsedMs = nowMs - first.atMs;
    const bytesPerSecond = elapsedMs >= firstSpeedMs ? ((bytes - first.bytes) * 1000) / elapsedMs : undefined;
    const secondsLeft =
      totalBytes !== undefined && bytesPerSecond !== undefined && bytesPerSecond > 0
        ? Math.max(0, (totalBytes - bytes) / bytesPerSecond)
        : undefined;
    return { bytes, totalBytes, bytesPerSecond, secondsLeft };
  }
}

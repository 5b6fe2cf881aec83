/** How far and how fast a transfer is. */
export interface TransferPace {
  readonly bytes: number;
  readonly totalBytes: number | undefined;
  /** Mean of the last seconds; undefined until there is one. */
  readonly bytesPerSecond: number | undefined;
  /** Undefined when nobody can tell. */
  readonly secondsLeft: number | undefined;
}

/** Batches come in bursts: shorter, the speed would jump with each. */
const windowMs = 10_000;
const firstSpeedMs = 500;

/** Tells speed and time left from how far the bytes are now and then. */
export class TransferMeter {
  readonly #marks: { readonly atMs: number; readonly bytes: number }[] = [];

  /** `nowMs` never goes back; `bytes` does when a part is sent again. */
  note(bytes: number, totalBytes: number | undefined, nowMs: number): TransferPace {
    const last = this.#marks.at(-1);
    if (last && bytes < last.bytes) {
      this.#marks.length = 0;
    }
    this.#marks.push({ atMs: nowMs, bytes });
    while (this.#marks.length > 2 && (this.#marks[1]?.atMs ?? nowMs) <= nowMs - windowMs) {
      this.#marks.shift();
    }
    const first = this.#marks[0] ?? { atMs: nowMs, bytes };
    const elapsedMs = nowMs - first.atMs;
    const bytesPerSecond = elapsedMs >= firstSpeedMs ? ((bytes - first.bytes) * 1000) / elapsedMs : undefined;
    const secondsLeft =
      totalBytes !== undefined && bytesPerSecond !== undefined && bytesPerSecond > 0
        ? Math.max(0, (totalBytes - bytes) / bytesPerSecond)
        : undefined;
    return { bytes, totalBytes, bytesPerSecond, secondsLeft };
  }
}

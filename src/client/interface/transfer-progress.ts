import type { Clock } from "../../base/clock.ts";

/** Progress of a transfer since the current attempt of the call began. */
export interface TransferProgress {
  readonly direction: "sending" | "receiving";
  readonly bytes: number;
  /** Total size in bytes. Undefined if unknown. */
  readonly totalBytes: number | undefined;
  /** Mean speed of the last 3 seconds. 0 at the start. */
  readonly bytesPerSecond: number;
}

export type ProgressCallback = (progress: TransferProgress) => void;

const reportEveryMs = 100;
const windowMs = 3000;

/** Passes chunks of bytes on. Reports their progress about ten times a second, and once at the end. */
export async function* reportProgress(
  pieces: AsyncIterable<Uint8Array>,
  transfer: Pick<TransferProgress, "direction" | "totalBytes">,
  clock: Clock,
  onProgress: ProgressCallback,
): AsyncGenerator<Uint8Array, void, undefined> {
  const samples: { readonly atMs: number; readonly bytes: number }[] = [{ atMs: clock.now(), bytes: 0 }];
  let bytes = 0;
  let reportedAtMs = Number.NEGATIVE_INFINITY;
  const notify = (nowMs: number) => {
    reportedAtMs = nowMs;
    samples.push({ atMs: nowMs, bytes });
    while (samples.length > 2 && (samples[1]?.atMs ?? nowMs) <= nowMs - windowMs) {
      samples.shift();
    }
    const first = samples[0] ?? { atMs: nowMs, bytes };
    const elapsedMs = nowMs - first.atMs;
    const bytesPerSecond = elapsedMs > 0 ? Math.round(((bytes - first.bytes) * 1000) / elapsedMs) : 0;
    onProgress({ ...transfer, bytes, bytesPerSecond });
  };
  for await (const piece of pieces) {
    bytes += piece.length;
    yield piece;
    // Counted when the next piece is requested, because then this one has been consumed.
    const nowMs = clock.now();
    if (nowMs - reportedAtMs >= reportEveryMs) {
      notify(nowMs);
    }
  }
  notify(clock.now());
}

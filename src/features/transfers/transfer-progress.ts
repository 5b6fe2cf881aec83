import * as vscode from "vscode";
import { formatBytes } from "../../base/amounts.ts";
import { systemClock } from "../../base/clock.ts";
import { withProgress } from "../../host/progress.ts";
import type { DeliveryProgress } from "./delivery.ts";
import { TransferMeter, type TransferProgress } from "./transfer-meter-model.ts";

/** Minimum interval in milliseconds between updates of the progress notification, to avoid flicker. */
const notifyEveryMs = 250;
const idleNotifyMs = 1000;

/** Runs `work` while a cancellable notification shows the bytes, speed and remaining time of a transfer. */
export async function withTransferProgress<Value>(
  title: string,
  work: (signal: AbortSignal, onProgress: (progress: DeliveryProgress) => void) => Promise<Value>,
): Promise<Value> {
  return await withProgress("notification", title, async (signal, report) => {
    const meter = new TransferMeter();
    let notifiedAtMs = Number.NEGATIVE_INFINITY;
    let shownPercent = 0;
    let last: DeliveryProgress | undefined;
    const update = ({ bytes, totalBytes }: DeliveryProgress, nowMs: number) => {
      notifiedAtMs = nowMs;
      const percent = totalBytes ? Math.min(100, (100 * bytes) / totalBytes) : 0;
      // The progress bar never moves back when a part is sent again.
      const increment = Math.max(0, percent - shownPercent);
      shownPercent += increment;
      report(progressText(meter.measure(bytes, totalBytes, nowMs)), { increment });
    };
    const onProgress = (progress: DeliveryProgress) => {
      last = progress;
      const nowMs = systemClock.now();
      if (nowMs - notifiedAtMs >= notifyEveryMs || progress.bytes === progress.totalBytes) {
        update(progress, nowMs);
      }
    };
    // Updates speed and remaining time while the service does not respond.
    const timer = setInterval(() => last && update(last, systemClock.now()), idleNotifyMs);
    try {
      return await work(signal, onProgress);
    } finally {
      clearInterval(timer);
    }
  });
}

function progressText({ bytes, totalBytes, bytesPerSecond, secondsLeft }: TransferProgress): string {
  const { language } = vscode.env;
  const amount = formatBytes(bytes, language);
  if (bytes === totalBytes) {
    return vscode.l10n.t("{0}, waiting for the service", amount);
  }
  return [
    totalBytes === undefined ? amount : vscode.l10n.t("{0} of {1}", amount, formatBytes(totalBytes, language)),
    ...(bytesPerSecond === undefined ? [] : [vscode.l10n.t("{0} per second", formatBytes(bytesPerSecond, language))]),
    ...(secondsLeft === undefined ? [] : [remainingText(Math.ceil(secondsLeft))]),
  ].join(" · ");
}

function remainingText(seconds: number): string {
  return seconds < 60
    ? vscode.l10n.t("{0} s left", seconds)
    : vscode.l10n.t("{0} min {1} s left", Math.floor(seconds / 60), seconds % 60);
}

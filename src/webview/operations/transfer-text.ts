import type { CallProgress } from "../../protocol/operations-view.ts";
import { fillText } from "../../protocol/results-strings.ts";
import type { PageContext } from "./page-context.ts";

/** What is known of the bytes of a call under way, in parts: amount, speed, time left. */
export function transferText({ strings, amounts }: PageContext, progress: CallProgress): readonly string[] {
  const { sentBytes, totalSentBytes, receivedBytes, totalReceivedBytes, bytesPerSecond } = progress;
  const amount = (bytes: number, total: number | undefined, some: string, of: string) =>
    total === undefined
      ? fillText(some, amounts.bytes(bytes))
      : fillText(of, amounts.bytes(bytes), amounts.bytes(total));
  const parts = [
    ...(sentBytes > 0 ? [amount(sentBytes, totalSentBytes, strings.sent, strings.sentOf)] : []),
    ...(receivedBytes > 0 ? [amount(receivedBytes, totalReceivedBytes, strings.received, strings.receivedOf)] : []),
  ];
  const [bytes, total] = receivedBytes > 0 ? [receivedBytes, totalReceivedBytes] : [sentBytes, totalSentBytes];
  if (bytesPerSecond === 0 || bytes === total) {
    return parts;
  }
  const speed = fillText(strings.perSecond, amounts.bytes(bytesPerSecond));
  const leftMs = total === undefined ? undefined : Math.ceil((total - bytes) / bytesPerSecond) * 1000;
  const left = leftMs === undefined ? [] : [fillText(strings.left, amounts.duration(leftMs))];
  return [...parts, speed, ...left];
}

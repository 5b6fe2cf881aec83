import { isCancellation } from "../../host/cancellation.ts";
import type { Log } from "../../host/log.ts";
import { showError, showWarning } from "../../host/notifications.ts";
import { withProgress } from "../../host/progress.ts";
import type { Delivered, Delivery } from "./delivery.ts";
import { discardText, goOnText, stoppedText } from "./stopped-text.ts";
import { withTransferNotice } from "./transfer-notice.ts";

/** Sends until all is there; asks after each stop how to go on. Undefined when it was given up or left as it is. */
export async function deliver(delivery: Delivery, title: string, log: Log): Promise<Delivered | undefined> {
  for (;;) {
    try {
      return await withTransferNotice(title, (signal, onProgress) => delivery.run(signal, onProgress));
    } catch (error) {
      const choice = await afterStop(delivery, error, log);
      if (choice === "discard") {
        await withProgress("notification", discardText(delivery), async (signal) => delivery.discard?.(signal));
      }
      if (choice !== "goOn") {
        return undefined;
      }
    }
  }
}

async function afterStop(delivery: Delivery, error: unknown, log: Log): Promise<"goOn" | "discard" | "leave"> {
  const { standing, open } = delivery;
  const isStopped = isCancellation(error);
  if (isStopped && standing.kind === "nothing") {
    return "leave";
  }
  const message = stoppedText(delivery, error);
  if (isStopped) {
    log.info(message);
  } else {
    log.error(message);
  }
  const goOn = goOnText(standing);
  const discard = open?.isOwn && delivery.discard ? [discardText(delivery)] : [];
  const picked = isStopped ? await showWarning(message, goOn, ...discard) : await showError(message, goOn, ...discard);
  if (picked === undefined) {
    return "leave";
  }
  return picked === goOn ? "goOn" : "discard";
}

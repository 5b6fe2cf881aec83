import type { DataWorkerEvents } from "../../protocol/worker-requests.ts";

/** Sends an unsolicited event to the extension host. */
export type NotifyHost = <Name extends keyof DataWorkerEvents & string>(
  name: Name,
  value: DataWorkerEvents[Name],
) => void;

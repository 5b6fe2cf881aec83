import type { DataWorkerTells } from "../../protocol/worker-asks.ts";

/** Sends an unsolicited event to the extension host. */
export type Tell = <Name extends keyof DataWorkerTells & string>(name: Name, value: DataWorkerTells[Name]) => void;

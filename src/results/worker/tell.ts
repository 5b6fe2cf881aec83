import type { DataWorkerTells } from "../../protocol/worker-asks.ts";

/** Says something to the host that it did not ask for. */
export type Tell = <Name extends keyof DataWorkerTells & string>(name: Name, value: DataWorkerTells[Name]) => void;

import { abortError } from "../../base/abort.ts";
import { Channel, type ChannelFailure } from "../../protocol/channel.ts";
import { SparkFailure } from "../../spark-connect/spark-failure.ts";
import { LakehouseError } from "../lakehouse-error.ts";
import { rehearse } from "../rehearse.ts";
import type { RehearsalEvents, RehearsalRequests } from "./start.ts";

if (!process.send) {
  process.stderr.write("A rehearsal is started by the extension, with a channel.\n");
  process.exit(2);
}

type NoRequests = Record<never, never>;

const ended = new AbortController();
let running: Promise<unknown> | undefined;

const channel = new Channel<NoRequests, RehearsalRequests, RehearsalEvents>({
  port: { post: (packet) => process.connected && process.send?.(packet) },
  handlers: {
    rehearse: (request, signal) => {
      const rehearsal = rehearse(
        request,
        (action, count) => channel.notify("action", { action, count }),
        AbortSignal.any([signal, ended.signal]),
      );
      running = rehearsal.catch(() => undefined);
      return rehearsal;
    },
  },
  describe,
});

process.on("message", (message) => channel.receive(message));
process.on("disconnect", () => void end());
process.on("SIGTERM", () => void end());

/** Drops the branches, if there are any, before the process goes. */
async function end(): Promise<void> {
  ended.abort(abortError("The rehearsal was stopped."));
  await running;
  process.exit();
}

/** Messages of other errors may hold data, and are not sent. */
function describe(error: unknown): ChannelFailure | undefined {
  return error instanceof LakehouseError || error instanceof SparkFailure
    ? { code: "rehearsal", message: error.message }
    : undefined;
}

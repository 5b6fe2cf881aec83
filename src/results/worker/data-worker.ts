import { type ConnectOpts, Socket, type SocketConstructorOpts } from "node:net";
import { parseArgs } from "node:util";
import { FrameReader } from "../../protocol/body-frames.ts";
import { Channel } from "../../protocol/channel.ts";
import type { DataWorkerEvents, DataWorkerRequests } from "../../protocol/worker-requests.ts";
import { describeStorageFailure } from "../model/result-error.ts";
import { ResultStore } from "../store/result-store.ts";
import { createHandlers, describeWorkerFailure, type NotifyHost } from "./worker-handlers.ts";

/** File descriptor of the pipe for response bodies; requests and events use the process channel. */
const bodyDescriptor = 3;
/** Bytes read at once, more than an operating system buffers for a pipe. */
const readSize = 512 * 1024;

const { values } = parseArgs({
  options: {
    spool: { type: "string" },
    memory: { type: "string", default: "1GB" },
    threads: { type: "string", default: "2" },
    temporary: { type: "string" },
  },
});
if (!values.spool || !process.send) {
  process.stderr.write("The data worker is started by the extension, with a channel and --spool FOLDER.\n");
  process.exit(2);
}

type NoRequests = Record<never, never>;

const notify: NotifyHost = (name, value) => channel.notify(name, value);
const opening = ResultStore.open(
  {
    folder: values.spool,
    memoryLimit: values.memory,
    threads: Number(values.threads),
    ...(values.temporary && { temporaryFolder: values.temporary }),
  },
  (summary) => notify("progress", summary),
);
const channel = new Channel<NoRequests, DataWorkerRequests, DataWorkerEvents>({
  port: { post: (packet) => process.connected && process.send?.(packet) },
  handlers: createHandlers(opening, notify),
  describe: describeWorkerFailure,
});

process.on("message", (message) => channel.receive(message));
process.on("disconnect", () => void end());
process.on("SIGTERM", () => void end());
opening.then(
  (store) => {
    readBodies(store);
    notify("ready", { results: store.list() });
  },
  (error: unknown) => {
    const { code, message } = describeStorageFailure("Opening the result store", error);
    notify("broken", { code, message });
    process.exitCode = 1;
    process.disconnect();
  },
);

function readBodies(store: ResultStore): void {
  const reader = new FrameReader(({ kind, resultId, payload }) => {
    const loader = store.find(resultId)?.loader;
    if (kind === "data") {
      loader?.accept(payload);
    } else if (kind === "end") {
      loader?.end();
    } else if (kind === "part") {
      loader?.nextPart();
    } else {
      loader?.cut(
        "partial",
        "The answer ended early; the rows received are kept. Run the query again for all of them.",
      );
    }
  });
  const options: SocketConstructorOpts & ConnectOpts = {
    fd: bodyDescriptor,
    readable: true,
    writable: false,
    onread: {
      // One buffer for all reads, because no consumer keeps a reference to it.
      buffer: new Uint8Array(readSize),
      callback: (length, bytes) => {
        reader.push(bytes.subarray(0, length));
        const full = store.drained();
        void full?.then(() => pipe.resume());
        return full === undefined;
      },
    },
  };
  const pipe = new Socket(options);
  pipe.resume();
  pipe.on("error", (error) => process.stderr.write(`The body pipe failed: ${error.message}\n`));
}

async function end(): Promise<void> {
  const store = await opening.catch(() => undefined);
  await store?.end();
  process.exit();
}

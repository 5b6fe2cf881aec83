import { type BodyPipe, sendResultBody } from "../../src/protocol/body-frames.ts";

/**
 * A program of its own, run with `--expose-gc`: sends a body of 100 chunks and prints how many of them were alive at once at most.
 * Among other tests a collection takes as long as their heap is large.
 */
async function main(collectGarbage: () => void): Promise<void> {
  const sent: WeakRef<Uint8Array>[] = [];
  let most = 0;
  async function* many(): AsyncGenerator<Uint8Array> {
    for (let part = 0; part < 100; part++) {
      const chunk = new Uint8Array(1000);
      sent.push(new WeakRef(chunk));
      yield chunk;
      await new Promise((resolve) => setImmediate(resolve));
      collectGarbage();
      most = Math.max(most, sent.filter((one) => one.deref()).length);
    }
  }
  const pipe: BodyPipe = {
    write: (_, onWritten) => setImmediate(onWritten).hasRef(),
    cork: () => undefined,
    uncork: () => undefined,
  };
  await sendResultBody(pipe, "many", many(), new AbortController().signal);
  process.stdout.write(JSON.stringify({ chunks: sent.length, most }));
}

if (!globalThis.gc) {
  throw new Error("Run this with --expose-gc.");
}
void main(globalThis.gc);

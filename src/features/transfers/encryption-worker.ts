// The program of the worker thread that encrypts files: openpgp is loaded in it only.
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { parentPort, workerData } from "node:worker_threads";
import * as openpgp from "openpgp";
import { saveBody } from "../../host/save-body.ts";
import type { EncryptionMessage, EncryptionTask } from "./encryption.ts";

function post(message: EncryptionMessage): void {
  parentPort?.postMessage(message);
}

async function* readPieces(source: string): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const piece of createReadStream(source, { highWaterMark: 1 << 18 }) as AsyncIterable<Uint8Array>) {
    bytes += piece.length;
    post({ kind: "read", bytes });
    yield piece;
  }
}

async function encrypt({ source, target, publicKey }: EncryptionTask): Promise<void> {
  const binary = Readable.toWeb(Readable.from(readPieces(source), { objectMode: false }));
  const encrypted = await openpgp.encrypt({
    message: await openpgp.createMessage({ binary: binary as unknown as openpgp.WebStream<Uint8Array> }),
    encryptionKeys: await openpgp.readKey({ armoredKey: publicKey }),
    format: "binary",
  });
  await saveBody(target, encrypted as unknown as AsyncIterable<Uint8Array>, undefined, {
    onOpened: async (_handle, path) => post({ kind: "opened", path }),
  });
}

encrypt(workerData as EncryptionTask).then(
  () => post({ kind: "done" }),
  // As the end of the thread, which the caller sees.
  (error: unknown) => {
    throw error;
  },
);

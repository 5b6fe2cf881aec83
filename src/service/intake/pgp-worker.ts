// The program of the worker thread that makes PGP keys and decrypts files: openpgp is loaded in it only.
import { createReadStream, existsSync } from "node:fs";
import { open } from "node:fs/promises";
import { Readable } from "node:stream";
import { parentPort, workerData } from "node:worker_threads";
import * as openpgp from "openpgp";
import type {
  DecryptionOutcome,
  DecryptionTask,
  KeyTask,
  NewPgpKeys,
  PgpTask,
  Recipients,
  RecipientsTask,
} from "./pgp.ts";

/** Id that stands for a recipient who is not named, as `gpg --throw-keyids` writes it. */
const hiddenId = "0".repeat(16);

/** Makes a pair that GnuPG 2.1 and later can encrypt to. */
async function generate({ recipient, created, lifeSeconds }: KeyTask): Promise<NewPgpKeys> {
  const { publicKey, privateKey } = await openpgp.generateKey({
    type: "ecc",
    curve: "ed25519Legacy",
    userIDs: [{ name: recipient }],
    date: new Date(created),
    keyExpirationTime: lifeSeconds,
    format: "object",
  });
  return {
    id: toText(publicKey.getKeyID()),
    encryptionId: toText(publicKey.subkeys[0]?.getKeyID() ?? publicKey.getKeyID()),
    publicKey: publicKey.armor(),
    privateKey: privateKey.armor(),
  };
}

/** Decrypts a file. What is written before the outcome is known must be thrown away if it is a failure. */
async function decrypt({ source, target, keys, maxBytes, now }: DecryptionTask): Promise<DecryptionOutcome> {
  const bytes = openBytes(source);
  const message = await readMessage(source, bytes);
  if (!message) {
    return { kind: "unreadable" };
  }
  const recipients = message.getEncryptionKeyIDs().map(toText);
  const isHidden = recipients.includes(hiddenId);
  const fitting = keys.filter(({ encryptionId }) => isHidden || recipients.includes(encryptionId));
  if (fitting.length === 0) {
    return { kind: "noKey", recipients };
  }
  const file = await open(target, "wx", 0o600);
  try {
    const { data } = await openpgp.decrypt({
      message,
      decryptionKeys: await Promise.all(
        fitting.map(({ privateKey }) => openpgp.readPrivateKey({ armoredKey: privateKey })),
      ),
      format: "binary",
      date: new Date(now),
      // The caller takes nothing before the end of the stream, at which the integrity was checked.
      config: { allowUnauthenticatedStream: true },
    });
    let bytes = 0;
    for await (const piece of data as unknown as AsyncIterable<Uint8Array>) {
      bytes += piece.length;
      if (bytes > maxBytes) {
        return { kind: "tooLarge" };
      }
      await file.writeFile(piece);
    }
    await file.sync();
    return { kind: "decrypted", bytes };
  } catch (error) {
    if (error instanceof Error && "syscall" in error) {
      throw error;
    }
    return { kind: "damaged", key: fitting[0]?.id ?? "" };
  } finally {
    await file.close();
  }
}

/** Reads the keys that files are encrypted to, which stand before what is encrypted. */
async function readRecipients({ sources }: RecipientsTask): Promise<Recipients> {
  const all: string[][] = [];
  for (const source of sources) {
    const bytes = openBytes(source);
    // A file that is gone waits for no key.
    const message = existsSync(source) ? await readMessage(source, bytes) : undefined;
    all.push(message?.getEncryptionKeyIDs().map(toText) ?? []);
    bytes.destroy();
  }
  return all;
}

function openBytes(source: string): Readable {
  return createReadStream(source, { highWaterMark: 1 << 18 });
}

async function readMessage(source: string, bytes: Readable) {
  try {
    return (await isArmored(source))
      ? await openpgp.readMessage({ armoredMessage: toWebStream<string>(bytes.setEncoding("latin1")) })
      : await openpgp.readMessage({ binaryMessage: toWebStream<Uint8Array>(bytes) });
  } catch (error) {
    if (error instanceof Error && "syscall" in error) {
      throw error;
    }
    return undefined;
  }
}

function toWebStream<Piece extends string | Uint8Array>(stream: Readable): openpgp.WebStream<Piece> {
  return Readable.toWeb(stream) as unknown as openpgp.WebStream<Piece>;
}

async function isArmored(source: string): Promise<boolean> {
  const file = await open(source);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    return buffer.subarray(0, bytesRead).toString("latin1").trimStart().startsWith("-----BEGIN PGP MESSAGE");
  } finally {
    await file.close();
  }
}

function toText(id: { toHex(): string }): string {
  return id.toHex().toUpperCase();
}

const task = workerData as PgpTask;

function run(): Promise<NewPgpKeys | DecryptionOutcome | Recipients> {
  switch (task.kind) {
    case "generate":
      return generate(task);
    case "decrypt":
      return decrypt(task);
    case "recipients":
      return readRecipients(task);
  }
}

run().then(
  (outcome) => parentPort?.postMessage(outcome),
  // As the end of the thread, which the caller sees.
  (error: unknown) => {
    throw error;
  },
);

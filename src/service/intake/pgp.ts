import { open } from "node:fs/promises";
import { join } from "node:path";
import { JobFailure } from "../jobs/job-failure.ts";
import { runWorker } from "../jobs/run-worker.ts";
import type { PgpKeyPair } from "../store/pgp-key-store.ts";

/** Name of the bundled program of the worker thread. */
const workerFileName = "pgp-worker.js";

export interface KeyTask {
  readonly kind: "generate";
  readonly recipient: string;
  /** Epoch milliseconds. */
  readonly created: number;
  readonly lifeSeconds: number;
}

/** A new key pair; ids in capital letters, keys ASCII-armored. */
export type NewPgpKeys = Pick<PgpKeyPair, "id" | "encryptionId" | "publicKey" | "privateKey">;

export interface DecryptionTask {
  readonly kind: "decrypt";
  /** Path of the encrypted file. */
  readonly source: string;
  /** Path of the file to make. */
  readonly target: string;
  readonly keys: readonly Pick<PgpKeyPair, "id" | "encryptionId" | "privateKey">[];
  /** Most bytes of the decrypted file. */
  readonly maxBytes: number;
  /** Epoch milliseconds. */
  readonly now: number;
}

export interface RecipientsTask {
  readonly kind: "recipients";
  /** Paths of encrypted files. */
  readonly sources: readonly string[];
}

export type PgpTask = KeyTask | DecryptionTask | RecipientsTask;

/** Ids of the keys that each of the files is encrypted to, in capital letters; none for a file that is no message. */
export type Recipients = readonly (readonly string[])[];

export type DecryptionOutcome =
  /** The file is decrypted, and its integrity check passed. */
  | { readonly kind: "decrypted"; readonly bytes: number }
  /** The file is no encrypted PGP message. */
  | { readonly kind: "unreadable" }
  /** None of the keys is among its recipients. */
  | { readonly kind: "noKey"; readonly recipients: readonly string[] }
  | { readonly kind: "damaged"; readonly key: string }
  | { readonly kind: "tooLarge" };

/** Whether a file is encrypted, by its name or its first bytes. */
export async function isEncrypted(path: string, name: string): Promise<boolean> {
  if (/\.(pgp|gpg|asc)$/i.test(name)) {
    return true;
  }
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(32), 0, 32, 0);
    const [first = 0] = buffer.subarray(0, bytesRead);
    // A packet of an encrypted session key (RFC 9580, 4.2 and 5.1); no text in UTF-8 begins with such a byte.
    return (first >= 0x84 && first <= 0x87) || first === 0xc1 || buffer.toString("latin1").startsWith("-----BEGIN PGP");
  } finally {
    await file.close();
  }
}

/** PGP operations, each in a worker thread of its own. */
export class Pgp {
  readonly #workerPath: string;

  /** `programFolder` is the folder with the bundled programs. */
  constructor(programFolder: string) {
    this.#workerPath = join(programFolder, workerFileName);
  }

  generate(task: Omit<KeyTask, "kind">, signal: AbortSignal): Promise<NewPgpKeys> {
    return this.#run<NewPgpKeys>({ kind: "generate", ...task }, signal);
  }

  /** Reads which keys files are encrypted to, from their beginnings. */
  async recipients(sources: readonly string[], signal: AbortSignal): Promise<Recipients> {
    return sources.length === 0 ? [] : await this.#run<Recipients>({ kind: "recipients", sources }, signal);
  }

  /**
   * Decrypts a file with the key pairs of a tenant. Throws a JobFailure that names the key if none of them can be used or
   * the integrity check fails; what was written to `target` must then be removed.
   */
  async decrypt(
    file: Pick<DecryptionTask, "source" | "target" | "maxBytes"> & { readonly name: string },
    { tenant, pairs, now }: { readonly tenant: string; readonly pairs: readonly PgpKeyPair[]; readonly now: number },
    signal: AbortSignal,
  ): Promise<void> {
    const { name, ...paths } = file;
    const usable = pairs.filter(({ isDeleted, expires }) => !isDeleted && expires > now);
    const keys = usable.map(({ id, encryptionId, privateKey }) => ({ id, encryptionId, privateKey }));
    const outcome = await this.#run<DecryptionOutcome>({ kind: "decrypt", ...paths, keys, now }, signal);
    switch (outcome.kind) {
      case "decrypted":
        return;
      case "unreadable":
        throw new JobFailure(`${name} is not an encrypted PGP message.`);
      case "tooLarge":
        throw new JobFailure(`${name} is larger than the load may be; send it in parts.`);
      case "damaged":
        throw new JobFailure(
          `${name} was changed or cut short after it was encrypted to the PGP key ${outcome.key}; send it again.`,
        );
      case "noKey":
        throw new JobFailure(`${name} ${describeMissingKey(outcome.recipients, tenant, pairs)}`);
    }
  }

  #run<Outcome>(task: PgpTask, signal: AbortSignal): Promise<Outcome> {
    return runWorker({ path: this.#workerPath, name: "pgp" }, task, signal);
  }
}

/** Returns the reason why no key decrypts a file, as the end of a sentence that begins with its name. */
function describeMissingKey(recipients: readonly string[], tenant: string, pairs: readonly PgpKeyPair[]): string {
  const advice = "encrypt it to a key that is listed, and send it again.";
  const known = pairs.find(({ encryptionId }) => recipients.includes(encryptionId));
  if (known) {
    const why = known.isDeleted ? "was deleted" : `expired on ${new Date(known.expires).toISOString().slice(0, 10)}`;
    return `is encrypted to the PGP key ${known.id}, which ${why}; ${advice}`;
  }
  return recipients.length === 0
    ? `is encrypted by a password and not to a PGP key; ${advice}`
    : `is encrypted to the PGP key ${recipients.join(", ")}, which is no key of ${tenant}; ${advice}`;
}

import type { IntakeDraft } from "./intake-kind-model.ts";

/** File that was sent, in the form in which it is stored across window reloads. */
export interface SentFile {
  readonly connectionId: string;
  readonly tenant: string | undefined;
  /** Absolute path of the file on this machine. */
  readonly file: string;
  readonly draft: IntakeDraft;
  /** Id of the job that the service started for the file. Undefined if it started none. */
  readonly jobId: string | undefined;
  /** Time when the file had been sent, in epoch milliseconds. */
  readonly sentAt: number;
}

/** Storage of the sent files that survives window reloads. */
interface SentFileStore {
  read(): readonly SentFile[];
  write(files: readonly SentFile[]): Promise<void>;
}

/** Maximum number of files that are remembered. The newest are kept. */
const maxFiles = 20;

/** Files that were sent from this workspace, by which failures are shown on them and they are sent again. */
export class SentFiles {
  readonly #store: SentFileStore;

  constructor(store: SentFileStore) {
    this.#store = store;
  }

  /** Remembers a file. An earlier sending of the same file in the same way is forgotten. */
  async add(sent: SentFile): Promise<void> {
    const others = this.#store.read().filter((other) => wayOf(other) !== wayOf(sent));
    await this.#store.write([sent, ...others].slice(0, maxFiles));
  }

  /** Returns the files, newest first. */
  list(): readonly SentFile[] {
    return this.#store.read();
  }

  /** Returns the file for which a job was started. */
  find(connectionId: string, jobIds: readonly string[]): SentFile | undefined {
    return this.list().find(
      (sent) => sent.connectionId === connectionId && sent.jobId !== undefined && jobIds.includes(sent.jobId),
    );
  }
}

function wayOf({ connectionId, tenant, file, draft }: SentFile): string {
  const { kind, source, objectName, tenantCode } = draft;
  return JSON.stringify([connectionId, tenant, file, kind, source, objectName, tenantCode]);
}

/**
 * Returns the answers with which a file is sent again: an open transaction may have ended, so a new one is started. Files
 * that were sent by an earlier version of the extension have no answer about the load of uploads.
 */
export function draftForAgain({ load = "wait", ...draft }: IntakeDraft): IntakeDraft {
  return { ...draft, load, transaction: "" };
}

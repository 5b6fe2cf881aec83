import type { Egress } from "../egress/egress.ts";

/** A file at a source or destination. */
export interface RemoteFile {
  /** Path below the folder, prefix or volume of the store, with slashes. */
  readonly path: string;
  readonly bytes: number;
  /** Time of the last change in epoch milliseconds. Undefined if the server does not say. */
  readonly modified: number | undefined;
}

/** A file of this machine that is to be sent. */
export interface LocalFile {
  readonly path: string;
  readonly bytes: number;
}

/** Files of a server or a folder. Methods throw `DriverError`, errors of the egress, or the reason of the store's signal. */
export interface FileStore {
  /** Yields the files below the root of the store, in no particular order, with those of its folders. */
  list(): AsyncIterable<RemoteFile>;
  /** Copies a file to a new file of this machine. */
  download(path: string, target: string): Promise<void>;
  /**
   * Puts a file at a path as a whole: until it is complete, and if it never is, the former one stays. Removes what earlier
   * attempts left. Creates no folder.
   */
  replace(path: string, file: LocalFile): Promise<void>;
  /** Removes a file. Does nothing if there is none. */
  remove(path: string): Promise<void>;
  close(): Promise<void>;
}

/** Host keys of SSH servers, as `SHA256:` and base64. */
export interface HostKeys {
  /** Returns the key that a server had at the first use. */
  find(host: string, port: number): Promise<string | undefined>;
  /** Keeps the key that a server has at the first use. */
  add(host: string, port: number, fingerprint: string): Promise<void>;
}

/** Dependencies of a driver. */
export interface DriverContext {
  readonly egress: Egress;
  readonly hostKeys: HostKeys;
  /** Code of the tenant for which it works. */
  readonly tenant: string;
  /** Ends connections and transfers. */
  readonly signal: AbortSignal;
}

import { createHash } from "node:crypto";
import { posix } from "node:path";
import { promisify } from "node:util";
import ssh2, { type FileEntryWithStats, type SFTPWrapper } from "ssh2";
import { DriverError, isDriverFailure } from "./driver-error.ts";
import type { DriverContext, FileStore, LocalFile, RemoteFile } from "./file-store.ts";
import type { SftpParameters } from "./providers.ts";

const timeoutMs = 30_000;
/** Maximum bytes of a write. Many servers accept as much, and OpenSSH transfers it in one packet with its header. */
const chunkBytes = 128 * 1024;
/** Writes on their way at the same time: 1.5 MB. What goes beyond the 2 MB that OpenSSH takes without an answer only waits in memory. */
const concurrency = 12;
/** Status codes of SFTP version 3. */
const noSuchFile = 2;
const permissionDenied = 3;

/** Files below a folder of an SSH server. */
export class SftpStore implements FileStore {
  readonly #client: ssh2.Client;
  readonly #sftp: SFTPWrapper;
  readonly #folder: string;
  readonly #host: string;
  readonly #signal: AbortSignal;
  readonly #ended: Promise<never>;
  #stop: () => void = () => undefined;

  private constructor(
    client: ssh2.Client,
    sftp: SFTPWrapper,
    { folder = ".", host }: SftpParameters,
    signal: AbortSignal,
  ) {
    this.#client = client;
    this.#sftp = sftp;
    this.#folder = folder;
    this.#host = host;
    this.#signal = signal;
    this.#ended = new Promise((_, reject) => {
      client.once("close", () => reject(new DriverError(`The server ${host} ended the connection.`)));
      client.on("error", () => undefined);
    });
    this.#ended.catch(() => undefined);
  }

  /**
   * Connects, and compares the server's host key with the one that is given or was kept. Throws a `DriverError` that names
   * both if it is another one.
   */
  static async open(parameters: SftpParameters, { egress, hostKeys, signal }: DriverContext): Promise<SftpStore> {
    const { host, port = 22, user, password, privateKey, passphrase } = parameters;
    const sock = await egress.connect(host, port, { signal, timeoutMs });
    const known = parameters.hostKey ?? (await hostKeys.find(host, port));
    const client = new ssh2.Client();
    const stop = () => client.destroy();
    signal.addEventListener("abort", stop, { once: true });
    let seen = "";
    try {
      await new Promise<void>((resolve, reject) => {
        client.once("ready", resolve);
        client.once("error", reject);
        client.once("close", () => reject(new Error("The server ended the connection.")));
        client.connect({
          sock,
          username: user,
          ...(password !== undefined && { password }),
          ...(privateKey !== undefined && { privateKey }),
          ...(passphrase !== undefined && { passphrase }),
          readyTimeout: timeoutMs,
          keepaliveInterval: timeoutMs / 2,
          hostVerifier: (key: Buffer) => {
            seen = fingerprintOf(key);
            return known === undefined || seen === known;
          },
        });
      });
      if (known === undefined) {
        await hostKeys.add(host, port, seen);
      }
      const sftp = await promisify<SFTPWrapper>((done) => client.sftp(done))();
      const store = new SftpStore(client, sftp, parameters, signal);
      store.#stop = () => signal.removeEventListener("abort", stop);
      await store.#checkFolder();
      return store;
    } catch (error) {
      signal.removeEventListener("abort", stop);
      client.on("error", () => undefined);
      client.end();
      signal.throwIfAborted();
      throw isDriverFailure(error) ? error : describeOpening(parameters, port, { seen, known }, error);
    }
  }

  async *list(): AsyncGenerator<RemoteFile> {
    const folders = [""];
    for (let folder = folders.shift(); folder !== undefined; folder = folders.shift()) {
      const path = posix.join(this.#folder, folder);
      const entries = await this.#run<FileEntryWithStats[]>(`list ${path}`, (done) => this.#sftp.readdir(path, done));
      for (const { filename, attrs } of entries) {
        const inner = posix.join(folder, filename);
        if (attrs.isDirectory()) {
          folders.push(inner);
        } else if (attrs.isFile()) {
          yield { path: inner, bytes: attrs.size, modified: attrs.mtime * 1000 };
        }
      }
    }
  }

  async download(path: string, target: string): Promise<void> {
    const source = this.#pathOf(path);
    await this.#run(`read ${source}`, (done) =>
      this.#sftp.fastGet(source, target, { concurrency, chunkSize: chunkBytes, mode: 0o600 }, done),
    );
  }

  /** Writes to a name of its own and then renames, which replaces the former file in one step where the server can. */
  async replace(path: string, file: LocalFile): Promise<void> {
    const target = this.#pathOf(path);
    const folder = posix.dirname(target);
    const building = `.${posix.basename(target)}.building`;
    const source = posix.join(folder, building);
    try {
      await this.#run(`write ${source}`, (done) =>
        this.#sftp.fastPut(file.path, source, { concurrency, chunkSize: chunkBytes, mode: 0o600 }, done),
      );
      await this.#rename(source, target);
    } catch (error) {
      if (!this.#signal.aborted) {
        await this.remove(posix.join(posix.dirname(path), building)).catch(() => undefined);
      }
      throw error;
    }
  }

  async remove(path: string): Promise<void> {
    const target = this.#pathOf(path);
    await this.#run<void>(`remove ${target}`, (done) =>
      this.#sftp.unlink(target, (error) => done(codeOf(error) === noSuchFile ? undefined : error)),
    );
  }

  async close(): Promise<void> {
    this.#stop();
    this.#client.end();
  }

  async #rename(source: string, target: string): Promise<void> {
    try {
      await this.#run<void>(`replace ${target}`, (done) => this.#sftp.ext_openssh_rename(source, target, done));
    } catch (error) {
      const isMissing =
        error instanceof Error && error.cause instanceof Error && /does not support/.test(error.cause.message);
      if (!isMissing) {
        throw error;
      }
      await this.#replaceByRenames(source, target);
    }
  }

  /**
   * Renames without the extension of OpenSSH: a plain rename replaces nothing in version 3 of the protocol. For a moment
   * there is no file at the path. The former one is put back if the new one cannot be put there.
   */
  async #replaceByRenames(source: string, target: string): Promise<void> {
    this.#signal.throwIfAborted();
    // An abort in between would leave no file.
    this.#stop();
    const former = posix.join(posix.dirname(target), `.${posix.basename(target)}.former`);
    const rename = promisify<string, string, void>((from, to, done) => this.#sftp.rename(from, to, done));
    const unlink = promisify<string, void>((path, done) => this.#sftp.unlink(path, done));
    const unlessMissing = (error: unknown) => {
      if (codeOf(error) !== noSuchFile) {
        throw error;
      }
    };
    const swap = async () => {
      await unlink(former).catch(unlessMissing);
      await rename(target, former).catch(unlessMissing);
      try {
        await rename(source, target);
      } catch (error) {
        await rename(former, target).catch(() => undefined);
        throw error;
      }
      await unlink(former).catch(unlessMissing);
    };
    try {
      await Promise.race([swap(), this.#ended]);
    } catch (error) {
      throw isDriverFailure(error) ? error : this.#failure(`replace ${target}`, error);
    }
  }

  async #checkFolder(): Promise<void> {
    const attributes = await this.#run<ssh2.Stats>(`find the folder ${this.#folder} (sftp.folder)`, (done) =>
      this.#sftp.stat(this.#folder, done),
    );
    if (!attributes.isDirectory()) {
      throw new DriverError(`${this.#folder} on ${this.#host} is no folder (sftp.folder).`);
    }
  }

  #pathOf(path: string): string {
    return posix.join(this.#folder, path);
  }

  #failure(what: string, cause: unknown): DriverError {
    return new DriverError(`The server ${this.#host} could not ${what}: ${reasonOf(cause)}.`, { cause });
  }

  async #run<Value>(
    what: string,
    work: (done: (error: Error | null | undefined, value?: Value) => void) => void,
  ): Promise<Value> {
    this.#signal.throwIfAborted();
    const done = new Promise<Value>((resolve, reject) =>
      work((error, value) => (error ? reject(error) : resolve(value as Value))),
    );
    try {
      return await Promise.race([done, this.#ended]);
    } catch (error) {
      this.#signal.throwIfAborted();
      throw isDriverFailure(error) ? error : this.#failure(what, error);
    }
  }
}

function fingerprintOf(key: Buffer): string {
  return `SHA256:${createHash("sha256").update(key).digest("base64").replace(/=+$/, "")}`;
}

function describeOpening(
  { host, user, privateKey }: SftpParameters,
  port: number,
  { seen, known }: { readonly seen: string; readonly known: string | undefined },
  cause: unknown,
): DriverError {
  if (known !== undefined && seen !== "" && seen !== known) {
    return new DriverError(
      `The host key of ${host}:${port} has changed: it is ${seen}, and ${known} was expected. Somebody may be listening in. If the server has a new key, set sftp.hostKey to it.`,
      { cause },
    );
  }
  const level = cause instanceof Error && "level" in cause ? cause.level : undefined;
  if (level === "client-authentication") {
    const means = privateKey === undefined ? "password" : "private key";
    return new DriverError(`${host}:${port} refused the user ${user} with this ${means}.`, { cause });
  }
  if (cause instanceof Error && /privateKey|passphrase/.test(cause.message)) {
    return new DriverError(
      "sftp.privateKey is no private key that can be read, or sftp.passphrase is not its passphrase.",
      { cause },
    );
  }
  return new DriverError(`${host}:${port} is no SSH server with SFTP, or ended the connection.`, { cause });
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && "code" in error ? error.code : undefined;
}

function reasonOf(error: unknown): string {
  switch (codeOf(error)) {
    case noSuchFile:
      return "there is no such file or folder";
    case permissionDenied:
      return "the user may not do that";
    case "ENOSPC":
      return "the disk of this machine is full";
    default:
      return `it failed (${codeOf(error) ?? "no code"})`;
  }
}

import { copyFile, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join, relative, sep } from "node:path";
import { DriverError, isDriverFailure } from "./driver-error.ts";
import type { DriverContext, FileStore, LocalFile, RemoteFile } from "./file-store.ts";
import type { FolderParameters } from "./providers.ts";

/** Files below a folder of this machine that the service may use. */
export class FolderStore implements FileStore {
  readonly #folder: string;
  readonly #context: Pick<DriverContext, "egress" | "tenant" | "signal">;

  private constructor(folder: string, context: Pick<DriverContext, "egress" | "tenant" | "signal">) {
    this.#folder = folder;
    this.#context = context;
  }

  static async open(
    { path }: FolderParameters,
    context: Pick<DriverContext, "egress" | "tenant" | "signal">,
  ): Promise<FolderStore> {
    return new FolderStore(await context.egress.folder(path, context.tenant), context);
  }

  /** Does not follow links. */
  async *list(): AsyncGenerator<RemoteFile> {
    for (const entry of await this.#run("list", () =>
      readdir(this.#folder, { recursive: true, withFileTypes: true }),
    )) {
      if (entry.isFile()) {
        const path = join(entry.parentPath, entry.name);
        const { size, mtimeMs } = await stat(path);
        yield { path: relative(this.#folder, path).split(sep).join("/"), bytes: size, modified: Math.floor(mtimeMs) };
      }
    }
  }

  async download(path: string, target: string): Promise<void> {
    // A link inside of the folder may lead out of it.
    const source = await this.#context.egress.folder(join(this.#folder, path), this.#context.tenant);
    await this.#run(`read ${path} in`, () => copyFile(source, target));
  }

  async replace(path: string, file: LocalFile): Promise<void> {
    const target = join(this.#folder, path);
    const building = join(dirname(target), `.${basename(target)}.building`);
    await this.#run(`write ${path} in`, async () => {
      try {
        // A link of that name would be followed.
        await rm(building, { force: true });
        await copyFile(file.path, building);
        await sync(building);
        this.#context.signal.throwIfAborted();
        await rename(building, target);
        await sync(dirname(target));
      } catch (error) {
        await rm(building, { force: true });
        throw error;
      }
    });
  }

  async remove(path: string): Promise<void> {
    await this.#run(`remove ${path} in`, () => rm(join(this.#folder, path), { force: true }));
  }

  async close(): Promise<void> {
    // Nothing is open between calls.
  }

  async #run<Value>(what: string, work: () => Promise<Value>): Promise<Value> {
    const { signal } = this.#context;
    signal.throwIfAborted();
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      const code = error instanceof Error && "code" in error ? error.code : "no code";
      throw isDriverFailure(error)
        ? error
        : new DriverError(`The service could not ${what} the folder ${this.#folder} (${code}).`, { cause: error });
    }
  }
}

/** Writes what the system holds back of a file or folder. Windows does not do so for folders. */
async function sync(path: string): Promise<void> {
  const handle = await open(path, "r").catch(() => undefined);
  try {
    await handle?.sync().catch(() => undefined);
  } finally {
    await handle?.close();
  }
}

import { constants } from "node:fs";
import { access, lstat, mkdir, open, readdir, realpath, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { HttpError } from "../call/call.ts";
import type { IntakeFiles } from "./intake-files.ts";

const folderName = "inbox";

/** Names of files that file managers create, and of copies that are not complete. */
const passedOver = /^\.|^(Thumbs\.db|desktop\.ini)$|\.(part|partial|tmp|crdownload)$/i;

/**
 * The folders `inbox/<tenant>` in a data folder, into which people and programs of this machine put data files. A link is
 * never followed, so that nothing outside of the folder is read.
 */
export class InboxFolder {
  readonly #dataFolder: string;
  readonly #files: IntakeFiles;

  constructor(dataFolder: string, files: IntakeFiles) {
    this.#dataFolder = dataFolder;
    this.#files = files;
  }

  /** Creates the folder of a tenant, for people to find. */
  async create(tenant: string): Promise<void> {
    await mkdir(this.#pathOf(tenant), { recursive: true, mode: 0o700 });
  }

  /** Returns the names in the folder of a tenant that are to be data files. Throws a 400 for a folder behind a link. */
  async names(tenant: string): Promise<readonly string[]> {
    const path = this.#pathOf(tenant);
    const real = await realpath(path).catch(() => undefined);
    if (real === undefined) {
      return [];
    }
    if (real !== join(await realpath(this.#dataFolder), folderName, tenant)) {
      throw invalid(`The folder ${folderName}/${tenant} is a link to another folder; replace it by a folder`);
    }
    return (await readdir(path)).filter((name) => !passedOver.test(name)).sort();
  }

  /** Throws a 400 for anything but a file that the service may read. */
  async check(tenant: string, name: string): Promise<void> {
    const path = join(this.#pathOf(tenant), name);
    const shown = JSON.stringify(`${folderName}/${tenant}/${name}`);
    const found = await lstat(path);
    if (found.isSymbolicLink()) {
      throw invalid(`${shown} is a link, which a load does not follow; put the file itself there`);
    }
    if (!found.isFile()) {
      throw invalid(`${shown} is no file; put data files directly into the folder`);
    }
    await access(path, constants.R_OK).catch((error: unknown) => {
      throw invalid(`${shown} may not be read by the service; change its permissions`, error);
    });
  }

  /**
   * Moves a file out of the folder of a tenant into a file of an owner, and returns its path relative to the data folder.
   */
  async take(tenant: string, name: string, owner: string, signal: AbortSignal): Promise<string> {
    const path = join(this.#pathOf(tenant), name);
    const target = await this.#files.newPath(owner);
    try {
      await rename(path, this.#files.locate(target));
    } catch (error) {
      if (error instanceof Error && "code" in error && error.code === "EXDEV") {
        return this.#copy(path, owner, signal);
      }
      throw error;
    }
    if (!(await lstat(this.#files.locate(target))).isFile()) {
      // It became a link after the check.
      await this.#files.remove([target]);
      throw invalid(`${JSON.stringify(name)} is no file any more; put it there again`);
    }
    return target;
  }

  /** Takes a file whose folder lies on another disk than the data folder. */
  async #copy(path: string, owner: string, signal: AbortSignal): Promise<string> {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      const copy = await this.#files.write(owner, file.createReadStream({ autoClose: false }), signal);
      await rm(path);
      return copy;
    } finally {
      await file.close();
    }
  }

  #pathOf(tenant: string): string {
    return join(this.#dataFolder, folderName, tenant);
  }
}

function invalid(problem: string, cause?: unknown): HttpError {
  return new HttpError(400, "FILE_INVALID", `${problem}.`, { cause });
}

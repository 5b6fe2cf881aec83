import { randomUUID } from "node:crypto";
import { constants, type Stats } from "node:fs";
import { access, link, lstat, mkdir, open, readdir, realpath, rename, rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { hasErrorCode, isFileMissing } from "../../base/error-causes.ts";
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
   * Gives `put` a link or copy of a file, which belongs to an owner, then removes the file from the folder unless it has
   * changed. A failure, or the end of the process, loses nothing.
   */
  async take(
    tenant: string,
    name: string,
    owner: string,
    signal: AbortSignal,
    put: (file: string) => Promise<void>,
  ): Promise<void> {
    const path = join(this.#pathOf(tenant), name);
    const before = await lstat(path);
    if (!before.isFile()) {
      // It became a link after the check.
      throw changed(path);
    }
    const file = (await this.#link(path, before, owner)) ?? (await this.#copy(path, before, owner, signal));
    await put(file);
    await this.#remove(tenant, name, before);
  }

  /** Removes a file that was taken from the folder, unless there is another one or it was written to since. */
  async #remove(tenant: string, name: string, before: Stats): Promise<void> {
    const path = join(this.#pathOf(tenant), name);
    // Renamed first: what is put there after the comparison must not be removed.
    const hidden = join(this.#pathOf(tenant), `.${randomUUID()}`);
    try {
      await rename(path, hidden);
    } catch (error) {
      if (isFileMissing(error)) {
        return;
      }
      throw invalid(`${JSON.stringify(name)} may not be removed from the folder; change its permissions`, error);
    }
    if (isUnchanged(before, await lstat(hidden))) {
      await rm(hidden);
      return;
    }
    try {
      await link(hidden, path);
      await rm(hidden);
    } catch (error) {
      // Another file that was put there since replaces this one. Otherwise the disk has no links.
      await (hasErrorCode(error, "EEXIST") ? rm(hidden) : rename(hidden, path));
    }
  }

  /** Links a file to a file of an owner. Returns undefined if it cannot, as from another disk. */
  async #link(path: string, before: Stats, owner: string): Promise<string | undefined> {
    const target = await this.#files.newPath(owner);
    try {
      await link(path, this.#files.locate(target));
    } catch {
      // Which code says so differs between systems. What stands in the way of a copy too, that reports.
      return undefined;
    }
    if (!isUnchanged(before, await lstat(this.#files.locate(target)))) {
      await this.#files.remove([target]);
      throw changed(path);
    }
    return target;
  }

  /** Copies a file to a file of an owner. Throws a 400 for another file than the one seen before. */
  async #copy(path: string, before: Stats, owner: string, signal: AbortSignal): Promise<string> {
    const file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    try {
      if (!isUnchanged(before, await file.stat())) {
        throw changed(path);
      }
      return await this.#files.write(owner, file.createReadStream({ autoClose: false }), signal);
    } finally {
      await file.close();
    }
  }

  #pathOf(tenant: string): string {
    return join(this.#dataFolder, folderName, tenant);
  }
}

/** Tells that a file is the one that was seen before and was not written to. */
function isUnchanged(before: Stats, now: Stats): boolean {
  return now.ino === before.ino && now.size === before.size && now.mtimeMs === before.mtimeMs;
}

function changed(path: string): HttpError {
  return invalid(`${JSON.stringify(basename(path))} was changed while the load began; start the load again`);
}

function invalid(problem: string, cause?: unknown): HttpError {
  return new HttpError(400, "FILE_INVALID", `${problem}.`, { cause });
}

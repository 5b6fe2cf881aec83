import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readlink, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { resolveInnerPath } from "../base/inner-path.ts";
import { saveBody } from "./save-body.ts";

/** Where the paths of a file of the workspace begin, and what they must not leave; both absolute. */
interface InnerPlace {
  /** The workspace folder. */
  readonly root: string;
  /** The folder of the file that names the paths. */
  readonly folder: string;
}

export type FilePurpose = "read" | "write";

/** A path leads out of the workspace folder, and no person chose the file that it names. */
export class OutsideError extends Error {
  override readonly name = "OutsideError";
  readonly purpose: FilePurpose;
  /** The file, as far as the path says. */
  readonly file: string;
  constructor(path: string, purpose: FilePurpose, file: string) {
    super(`The path "${path}" leads out of the workspace folder.`);
    this.purpose = purpose;
    this.file = file;
  }
}

/** A path names no file that could be read or written; the message says why. */
export class InnerFileError extends Error {
  override readonly name = "InnerFileError";
}

/** What stands at a path that is to be written. */
export interface Target {
  readonly path: string;
  readonly file: string;
  /** Nothing where the file is new. */
  readonly found: Pick<Stats, "size" | "mtimeMs"> | undefined;
}

/**
 * The files that a job file or a script of the workspace names. Every one lies in the workspace folder once all links are followed,
 * also at the moment when it is opened, unless a person chose it in a dialog. All such paths go through here.
 */
export class InnerFiles {
  readonly #place: InnerPlace;
  readonly #isChosen: (file: string, purpose: FilePurpose) => boolean;

  constructor(place: InnerPlace, isChosen: (file: string, purpose: FilePurpose) => boolean = () => false) {
    this.#place = place;
    this.#isChosen = isChosen;
  }

  /** Opens a file to be read; the caller closes it. Throws OutsideError and InnerFileError. */
  async open(path: string): Promise<FileHandle> {
    const chosen = this.#chosen(path, "read");
    if (chosen !== undefined) {
      return await openFile(chosen, path, constants.O_RDONLY);
    }
    const root = await realpath(this.#place.root);
    const file = await realpath(join(root, ...this.#names(path, "read"))).catch((error: unknown) => {
      throw new InnerFileError(`There is no file "${path}". Correct its path, or put the file there.`, {
        cause: error,
      });
    });
    if (!isWithin(root, file) && !this.#isChosen(file, "read")) {
      throw new OutsideError(path, "read", file);
    }
    const handle = await openFile(file, path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      await checkOpened(handle, file, new OutsideError(path, "read", file));
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /** What a path that is to be written leads to now; nothing is made. Throws OutsideError and InnerFileError. */
  async target(path: string): Promise<Target> {
    return await this.#target(path, false);
  }

  /**
   * Writes a file, with its folders. `mayReplace` is asked when there is one of the name already, which stays when it throws.
   * Gives the bytes. Throws OutsideError and InnerFileError.
   */
  async save(
    path: string,
    body: AsyncIterable<Uint8Array>,
    onBytes: (bytes: number) => void,
    mayReplace: (target: Target) => Promise<void>,
  ): Promise<number> {
    const { file } = await this.#target(path, true);
    const folder = dirname(file);
    const outside = () => new OutsideError(path, "write", file);
    return await saveBody(file, body, onBytes, {
      onOpened: (handle, opened) => checkOpened(handle, opened, outside()),
      onWhole: async () => {
        const now = await this.#target(path, false);
        if (now.file !== file || (await realpath(folder)) !== folder) {
          throw outside();
        }
        if (now.found) {
          await mayReplace(now);
        }
      },
    });
  }

  async #target(path: string, makesFolders: boolean): Promise<Target> {
    const chosen = this.#chosen(path, "write");
    if (chosen !== undefined) {
      return { path, file: chosen, found: await statsOf(chosen, path) };
    }
    const names = this.#names(path, "write");
    const root = await realpath(this.#place.root);
    let folder = root;
    for (const [index, name] of names.slice(0, -1).entries()) {
      const below = await realFolder(join(folder, name), path, makesFolders);
      if (below === undefined) {
        return { path, file: join(folder, ...names.slice(index)), found: undefined };
      }
      if (!isWithin(root, below)) {
        throw new OutsideError(path, "write", join(below, ...names.slice(index + 1)));
      }
      folder = below;
    }
    const file = join(folder, names.at(-1) ?? "");
    return { path, file, found: await statsOf(file, path) };
  }

  /** The names of an inner path below the workspace folder. */
  #names(path: string, purpose: FilePurpose): readonly string[] {
    const { root, folder } = this.#place;
    const below = relative(root, folder).split(sep).filter(Boolean);
    const inner = resolveInnerPath(below, path, process.platform === "win32");
    switch (inner.kind) {
      case "inside":
        return inner.names;
      case "outside":
        throw new OutsideError(path, purpose, resolve(folder, path));
      case "noFile":
        throw new InnerFileError(`"${path}" is not a file name. Correct the path.`);
    }
  }

  #chosen(path: string, purpose: FilePurpose): string | undefined {
    const file = resolve(this.#place.folder, path);
    return path !== "" && this.#isChosen(file, purpose) ? file : undefined;
  }
}

/** Whether a file lies below a folder; both without links. */
function isWithin(folder: string, file: string): boolean {
  const way = relative(folder, file);
  return way !== "" && way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}

async function openFile(file: string, path: string, flags: number): Promise<FileHandle> {
  let handle: FileHandle;
  try {
    // Opening a pipe would wait for a writer.
    handle = await open(file, flags | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw new InnerFileError(`The file "${path}" cannot be opened. Correct its path or its permissions.`, {
      cause: error,
    });
  }
  if (!(await handle.stat()).isFile()) {
    await handle.close();
    throw new InnerFileError(`"${path}" is no file. Correct the path.`);
  }
  return handle;
}

/** That what was opened lies where it was looked for: a folder on the way may have become a link since. */
async function checkOpened(handle: FileHandle, file: string, outside: OutsideError): Promise<void> {
  if (process.platform === "linux") {
    if ((await readlink(`/proc/self/fd/${handle.fd}`)) !== file) {
      throw outside;
    }
    return;
  }
  const [opened, there] = await Promise.all([handle.stat({ bigint: true }), lstat(file, { bigint: true })]);
  if (opened.ino !== there.ino || opened.dev !== there.dev || (await realpath(dirname(file))) !== dirname(file)) {
    throw outside;
  }
}

/** A folder without links, which is made where it is wanted; nothing where there is none. */
async function realFolder(folder: string, path: string, isToBeMade: boolean): Promise<string | undefined> {
  if (isToBeMade) {
    await mkdir(folder).catch((error: unknown) => {
      if (!hasCode(error, "EEXIST")) {
        throw new InnerFileError(`The folder of "${path}" cannot be made.`, { cause: error });
      }
    });
  }
  try {
    const real = await realpath(folder);
    if ((await stat(real)).isDirectory()) {
      return real;
    }
  } catch (error) {
    if (!isToBeMade && hasCode(error, "ENOENT") && !(await isLink(folder))) {
      return undefined;
    }
    throw new InnerFileError(`The folder of "${path}" cannot be opened.`, { cause: error });
  }
  throw new InnerFileError(`"${path}" goes through a file as if it were a folder. Correct the path.`);
}

async function isLink(file: string): Promise<boolean> {
  return await lstat(file).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}

/** A link is taken as it is, for it is what a file of its name would replace. */
async function statsOf(file: string, path: string): Promise<Target["found"]> {
  try {
    const found = await lstat(file);
    if (found.isDirectory()) {
      throw new InnerFileError(`"${path}" is a folder. Correct the path.`);
    }
    return found;
  } catch (error) {
    if (hasCode(error, "ENOENT")) {
      return undefined;
    }
    throw error;
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}

import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readlink, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { resolveInnerPath } from "../base/inner-path.ts";
import { saveBody } from "./save-body.ts";

/** Folders that resolve and confine the paths that a workspace file names; both absolute. */
interface PathScope {
  /** The workspace folder, which paths must not leave. */
  readonly root: string;
  /** The folder of the file that names the paths, to which they are relative. */
  readonly folder: string;
}

export type FilePurpose = "read" | "write";

/** A path leads out of the workspace folder, and the user did not choose its file in a dialog. */
export class OutsideError extends Error {
  override readonly name = "OutsideError";
  readonly purpose: FilePurpose;
  /** The file that the path resolves to. */
  readonly file: string;
  constructor(path: string, purpose: FilePurpose, file: string) {
    super(`The path "${path}" leads out of the workspace folder.`);
    this.purpose = purpose;
    this.file = file;
  }
}

/** A path names no file that can be read or written; the message gives the reason. */
export class ConfinedFileError extends Error {
  override readonly name = "ConfinedFileError";
}

/** The file that a path to be written resolves to. */
export interface Target {
  readonly path: string;
  readonly file: string;
  /** Metadata of the existing file, or undefined for a new one. */
  readonly found: Pick<Stats, "size" | "mtimeMs"> | undefined;
}

/**
 * Access to the files that a job file or a script of the workspace names. Once all links are followed, every file must
 * lie in the workspace folder, even at the moment it is opened, unless the user chose it in a dialog. All such paths go
 * through this class.
 */
export class ConfinedFiles {
  readonly #scope: PathScope;
  readonly #isChosen: (file: string, purpose: FilePurpose) => boolean;

  constructor(scope: PathScope, isChosen: (file: string, purpose: FilePurpose) => boolean = () => false) {
    this.#scope = scope;
    this.#isChosen = isChosen;
  }

  /** Opens a file for reading; the caller closes it. Throws OutsideError and ConfinedFileError. */
  async open(path: string): Promise<FileHandle> {
    const chosen = this.#chosen(path, "read");
    if (chosen !== undefined) {
      return await openFile(chosen, path, constants.O_RDONLY);
    }
    const root = await realpath(this.#scope.root);
    const file = await realpath(join(root, ...this.#names(path, "read"))).catch((error: unknown) => {
      throw new ConfinedFileError(`There is no file "${path}". Correct its path, or put the file there.`, {
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

  /** Resolves a path to be written without creating anything. Throws OutsideError and ConfinedFileError. */
  async target(path: string): Promise<Target> {
    return await this.#target(path, false);
  }

  /**
   * Writes a file and creates its folders. If the file exists, `mayReplace` is called first and can throw to keep it.
   * Returns the number of bytes. Throws OutsideError and ConfinedFileError.
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

  async #target(path: string, createsFolders: boolean): Promise<Target> {
    const chosen = this.#chosen(path, "write");
    if (chosen !== undefined) {
      return { path, file: chosen, found: await statsOf(chosen, path) };
    }
    const names = this.#names(path, "write");
    const root = await realpath(this.#scope.root);
    let folder = root;
    for (const [index, name] of names.slice(0, -1).entries()) {
      const below = await realFolder(join(folder, name), path, createsFolders);
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

  /** Path segments relative to the workspace folder. */
  #names(path: string, purpose: FilePurpose): readonly string[] {
    const { root, folder } = this.#scope;
    const below = relative(root, folder).split(sep).filter(Boolean);
    const inner = resolveInnerPath(below, path, process.platform === "win32");
    switch (inner.kind) {
      case "inside":
        return inner.names;
      case "outside":
        throw new OutsideError(path, purpose, resolve(folder, path));
      case "noFile":
        throw new ConfinedFileError(`"${path}" is not a file name. Correct the path.`);
    }
  }

  #chosen(path: string, purpose: FilePurpose): string | undefined {
    const file = resolve(this.#scope.folder, path);
    return path !== "" && this.#isChosen(file, purpose) ? file : undefined;
  }
}

/** Whether a file lies below a folder; both paths must have their links resolved. */
function isWithin(folder: string, file: string): boolean {
  const relativePath = relative(folder, file);
  return (
    relativePath !== "" && relativePath !== ".." && !relativePath.startsWith(`..${sep}`) && !isAbsolute(relativePath)
  );
}

async function openFile(file: string, path: string, flags: number): Promise<FileHandle> {
  let handle: FileHandle;
  try {
    // Without O_NONBLOCK, opening a named pipe would wait for a writer.
    handle = await open(file, flags | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    throw new ConfinedFileError(`The file "${path}" cannot be opened. Correct its path or its permissions.`, {
      cause: error,
    });
  }
  if (!(await handle.stat()).isFile()) {
    await handle.close();
    throw new ConfinedFileError(`"${path}" is not a file. Correct the path.`);
  }
  return handle;
}

/**
 * Throws `outside` unless the opened file is at `file`: a folder of its path may have become a link since it was
 * resolved.
 */
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

/** Path of a folder with links resolved, created if `createsFolder`; undefined if it does not exist. */
async function realFolder(folder: string, path: string, createsFolder: boolean): Promise<string | undefined> {
  if (createsFolder) {
    await mkdir(folder).catch((error: unknown) => {
      if (!hasCode(error, "EEXIST")) {
        throw new ConfinedFileError(`The folder of "${path}" cannot be created.`, { cause: error });
      }
    });
  }
  try {
    const real = await realpath(folder);
    if ((await stat(real)).isDirectory()) {
      return real;
    }
  } catch (error) {
    if (!createsFolder && hasCode(error, "ENOENT") && !(await isLink(folder))) {
      return undefined;
    }
    throw new ConfinedFileError(`The folder of "${path}" cannot be opened.`, { cause: error });
  }
  throw new ConfinedFileError(`"${path}" goes through a file as if it were a folder. Correct the path.`);
}

async function isLink(file: string): Promise<boolean> {
  return await lstat(file).then(
    (found) => found.isSymbolicLink(),
    () => false,
  );
}

/**
 * Metadata of the file, or undefined if it does not exist. Links are not followed, because writing replaces the link
 * itself.
 */
async function statsOf(file: string, path: string): Promise<Target["found"]> {
  try {
    const found = await lstat(file);
    if (found.isDirectory()) {
      throw new ConfinedFileError(`"${path}" is a folder. Correct the path.`);
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

import { constants, type Stats } from "node:fs";
import { type FileHandle, lstat, mkdir, open, readlink, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute, join, relative, resolve, sep } from "node:path";
import { hasErrorCode, isFileMissing } from "../base/error-causes.ts";
import { resolveWorkspacePath } from "../base/workspace-path.ts";
import { saveBody } from "./save-body.ts";

/** Absolute paths of the folders that restrict which files a workspace file can refer to. */
interface PathScope {
  /** Workspace folder that contains all permitted files. */
  readonly root: string;
  /** Folder to which the paths are relative: that of the file which contains them. */
  readonly folder: string;
}

export type FilePurpose = "read" | "write";

/** Error for a path outside of the workspace folder to a file that the user has not chosen in a dialog. */
export class OutsideWorkspaceError extends Error {
  override readonly name = "OutsideWorkspaceError";
  readonly purpose: FilePurpose;
  /** Absolute path of the file that was rejected. */
  readonly file: string;
  constructor(path: string, purpose: FilePurpose, file: string) {
    super(`The path "${path}" leads out of the workspace folder.`);
    this.purpose = purpose;
    this.file = file;
  }
}

/** Error for a path to a file that cannot be read or written. The message contains the reason. */
export class ConfinedFileError extends Error {
  override readonly name = "ConfinedFileError";
}

/** Resolved target of a path to which a file will be written. */
export interface WriteTarget {
  readonly path: string;
  readonly file: string;
  /** Metadata of the file; undefined if the file does not exist yet. */
  readonly found: Pick<Stats, "size" | "mtimeMs"> | undefined;
}

/**
 * Access to files that a job file or script of the workspace refers to. After resolving symbolic links, each file must
 * be in the workspace folder or chosen by the user in a dialog. This is also verified when a file is opened.
 */
export class ConfinedFiles {
  readonly #scope: PathScope;
  readonly #isChosen: (file: string, purpose: FilePurpose) => boolean;

  constructor(scope: PathScope, isChosen: (file: string, purpose: FilePurpose) => boolean = () => false) {
    this.#scope = scope;
    this.#isChosen = isChosen;
  }

  /** Opens a file for reading. The caller must close it. Throws OutsideWorkspaceError and ConfinedFileError. */
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
      throw new OutsideWorkspaceError(path, "read", file);
    }
    const handle = await openFile(file, path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    try {
      await checkOpened(handle, file, new OutsideWorkspaceError(path, "read", file));
      return handle;
    } catch (error) {
      await handle.close();
      throw error;
    }
  }

  /**
   * Resolves the path of a file to write, without creating anything. Throws OutsideWorkspaceError and
   * ConfinedFileError.
   */
  async target(path: string): Promise<WriteTarget> {
    return await this.#target(path, false);
  }

  /**
   * Writes a file, creates missing folders and returns the number of bytes. If the file exists, `mayReplace` is called
   * first and can throw to prevent the write. Throws OutsideWorkspaceError and ConfinedFileError.
   */
  async save(
    path: string,
    body: AsyncIterable<Uint8Array>,
    onBytes: (bytes: number) => void,
    mayReplace: (target: WriteTarget) => Promise<void>,
  ): Promise<number> {
    const { file } = await this.#target(path, true);
    const folder = dirname(file);
    const outside = () => new OutsideWorkspaceError(path, "write", file);
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

  async #target(path: string, createsFolders: boolean): Promise<WriteTarget> {
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
        throw new OutsideWorkspaceError(path, "write", join(below, ...names.slice(index + 1)));
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
    const inner = resolveWorkspacePath(below, path, process.platform === "win32");
    switch (inner.kind) {
      case "inside":
        return inner.names;
      case "outside":
        throw new OutsideWorkspaceError(path, purpose, resolve(folder, path));
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
 * Throws `outside` if the opened file is not the one at the path `file`. Detects that a folder was replaced by a link
 * after the path was resolved.
 */
async function checkOpened(handle: FileHandle, file: string, outside: OutsideWorkspaceError): Promise<void> {
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

/**
 * Returns the path of a folder with all links resolved; undefined if it does not exist. Creates the folder if
 * `createsFolder` is true.
 */
async function realFolder(folder: string, path: string, createsFolder: boolean): Promise<string | undefined> {
  if (createsFolder) {
    await mkdir(folder).catch((error: unknown) => {
      if (!hasErrorCode(error, "EEXIST")) {
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
    if (!createsFolder && isFileMissing(error) && !(await isLink(folder))) {
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
 * Returns the metadata of a file, or undefined if it does not exist. Does not follow links, because writing replaces
 * the link itself.
 */
async function statsOf(file: string, path: string): Promise<WriteTarget["found"]> {
  try {
    const found = await lstat(file);
    if (found.isDirectory()) {
      throw new ConfinedFileError(`"${path}" is a folder. Correct the path.`);
    }
    return found;
  } catch (error) {
    if (isFileMissing(error)) {
      return undefined;
    }
    throw error;
  }
}

import type { Dirent } from "node:fs";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

/** A query file of the workspace, as saved on disk. */
export interface QueryFile {
  readonly path: string;
  readonly uri: string;
  readonly text: string;
}

/** Limits of the search for query files, because a workspace may be a home folder or a complete disk. */
const limits = { folders: 5000, depth: 16, files: 2000, fileBytes: 1_000_000 };

/**
 * Milliseconds for which the cached list of query files is valid. Editors request workspace symbols at every keystroke.
 */
const listLifeMs = 2000;

/** Reads the `*.sqllike` files of the workspace and caches them. A file is read again only if it changed. */
export class QueryFiles {
  readonly #now: () => number;
  readonly #texts = new Map<string, { readonly stamp: string; readonly file: QueryFile }>();
  #listed: { readonly key: string; readonly atMs: number; readonly paths: Promise<readonly string[]> } | undefined;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Returns the query files of the given folders, ordered by path. Folders that are not on the local disk and files
   * that cannot be read are skipped.
   */
  async read(folderUris: readonly string[]): Promise<QueryFile[]> {
    const key = folderUris.join("\n");
    if (this.#listed?.key !== key || this.#now() - this.#listed.atMs > listLifeMs) {
      this.#listed = { key, atMs: this.#now(), paths: listFiles(folderUris) };
    }
    const paths = await this.#listed.paths;
    const files: QueryFile[] = [];
    for (const path of paths) {
      const file = await this.#readFile(path);
      if (file) {
        files.push(file);
      }
    }
    return files;
  }

  async #readFile(path: string): Promise<QueryFile | undefined> {
    try {
      const { mtimeMs, size } = await stat(path);
      const stamp = `${mtimeMs} ${size}`;
      const known = this.#texts.get(path);
      if (known?.stamp === stamp || size > limits.fileBytes) {
        return known?.stamp === stamp ? known.file : undefined;
      }
      const file = { path, uri: pathToFileURL(path).href, text: await readFile(path, "utf8") };
      this.#texts.set(path, { stamp, file });
      return file;
    } catch {
      // The file was deleted since it was listed, or is not readable.
      return undefined;
    }
  }
}

/** Returns the local path of a URI. Undefined if the URI does not denote a local file. */
export function pathOf(uri: string): string | undefined {
  try {
    return fileURLToPath(uri);
  } catch {
    // Another scheme, another machine, or an invalid URI.
    return undefined;
  }
}

/**
 * Lists the query files of folders by a breadth-first search. Files near the top are therefore found before the search
 * reaches its limits.
 */
async function listFiles(folderUris: readonly string[]): Promise<readonly string[]> {
  const files: string[] = [];
  let level = folderUris.flatMap((uri) => pathOf(uri) ?? []);
  let folders = 0;
  for (let depth = 0; depth < limits.depth && level.length > 0; depth++) {
    const next: string[] = [];
    for (const folder of level) {
      if (++folders > limits.folders || files.length >= limits.files) {
        return files.slice(0, limits.files);
      }
      for (const entry of await entriesOf(folder)) {
        if (entry.isDirectory() && entry.name !== "node_modules" && !entry.name.startsWith(".")) {
          next.push(join(folder, entry.name));
        } else if (entry.isFile() && entry.name.endsWith(".sqllike")) {
          files.push(join(folder, entry.name));
        }
      }
    }
    level = next;
  }
  return files.slice(0, limits.files);
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    // An unreadable folder contributes no files.
    return [];
  }
}

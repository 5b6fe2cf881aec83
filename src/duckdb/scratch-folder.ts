import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { type FileHandle, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file that only this process may read, open for reading. */
interface ScratchFile {
  readonly path: string;
  readonly handle: FileHandle;
  remove(): Promise<void>;
}

/** A folder of short-lived files, made when the first one is needed. */
export class ScratchFolder {
  readonly #parent: string;
  #path: string | undefined;
  #created = 0;

  constructor(parent: string = tmpdir()) {
    this.#parent = parent;
  }

  async create(): Promise<ScratchFile> {
    if (this.#path === undefined) {
      mkdirSync(this.#parent, { recursive: true });
      this.#path = mkdtempSync(join(this.#parent, "workforce-"));
    }
    const path = join(this.#path, `rows-${this.#created++}`);
    const handle = await open(path, "wx+", 0o600);
    return {
      path,
      handle,
      async remove() {
        await handle.close();
        await rm(path, { force: true });
      },
    };
  }

  remove(): void {
    if (this.#path !== undefined) {
      rmSync(this.#path, { recursive: true, force: true });
      this.#path = undefined;
    }
  }
}

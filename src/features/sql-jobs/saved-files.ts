import type { Stats } from "node:fs";
import * as vscode from "vscode";
import { addTenantToPath } from "../../client/sql/job-outputs.ts";
import { formatBytes } from "../../host/amounts.ts";
import { CancelledError } from "../../host/cancellation.ts";
import type { ConfinedFiles, WriteTarget } from "../../host/confined-files.ts";
import { showWarning } from "../../host/notifications.ts";
import type { JobDocument, SaveDecisions } from "./job-document.ts";

const savedKey = "workforce.sqlJobs.saved";
const maxNamed = 10;

type FileStamp = Pick<Stats, "size" | "mtimeMs">;

/**
 * Remembers the size and time of the files that runs saved. The next run of the same job replaces such a file without
 * asking, unless the file has changed since.
 */
export class SavedFiles {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  isUnchanged(job: vscode.Uri, { file, found }: WriteTarget): boolean {
    const stamp = this.#list()[keyOf(job, file)];
    return stamp !== undefined && stamp.size === found?.size && stamp.mtimeMs === found.mtimeMs;
  }

  async recordSaved(job: vscode.Uri, { file, found }: WriteTarget): Promise<void> {
    if (found) {
      const { size, mtimeMs } = found;
      await this.#state.update(savedKey, { ...this.#list(), [keyOf(job, file)]: { size, mtimeMs } });
    }
  }

  #list(): Readonly<Record<string, FileStamp>> {
    return this.#state.get<Readonly<Record<string, FileStamp>>>(savedKey, {});
  }
}

function keyOf(job: vscode.Uri, file: string): string {
  return JSON.stringify([job.toString(), file]);
}

/** Decides which files a run may replace: those that it saved before, and those that the user agrees to. */
export class SavePermissions implements SaveDecisions {
  readonly #document: JobDocument;
  readonly #files: ConfinedFiles;
  readonly #saved: SavedFiles;
  readonly #canPrompt: boolean;
  readonly #permitted = new Set<string>();

  /** `canPrompt` is false if there is no user to ask; replacing a file is then refused. */
  constructor(document: JobDocument, files: ConfinedFiles, saved: SavedFiles, canPrompt: boolean) {
    this.#document = document;
    this.#files = files;
    this.#saved = saved;
    this.#canPrompt = canPrompt;
  }

  /**
   * Checks all files that a run would save, before anything is sent. Asks if one exists that the job did not save and,
   * unless the run is confirmed in another way (`isConfirmedElsewhere`), also if one is new. Throws CancelledError,
   * OutsideWorkspaceError and ConfinedFileError.
   */
  async requestPermission(isConfirmedElsewhere: boolean): Promise<void> {
    const { uri, name, file } = this.#document;
    const tenants = file.job.tenants ?? [];
    const outputTenants = tenants.length > 1 ? tenants : [undefined];
    const targets: WriteTarget[] = [];
    for (const { path } of file.downloads) {
      for (const tenant of outputTenants) {
        targets.push(await this.#files.target(addTenantToPath(path, tenant)));
      }
    }
    const foreign = targets.filter((target) => target.found && !this.#saved.isUnchanged(uri, target));
    const created = targets.filter(({ found }) => !found);
    if (foreign.length > 0) {
      await this.#askToReplace(foreign);
    } else if (this.#canPrompt && !isConfirmedElsewhere && created.length > 0) {
      const run = vscode.l10n.t("Run");
      const detail = [vscode.l10n.t("It saves these files:"), ...linesOf(created)].join("\n");
      if ((await showWarning(vscode.l10n.t("Run {0}?", name), { modal: true, detail }, run)) !== run) {
        throw new CancelledError();
      }
    }
  }

  /** Asks about a file that exists by the time its content has arrived. */
  async mayReplace(target: WriteTarget): Promise<void> {
    if (!this.#permitted.has(target.file) && !this.#saved.isUnchanged(this.#document.uri, target)) {
      await this.#askToReplace([target]);
    }
  }

  async recordSaved(path: string): Promise<void> {
    await this.#saved.recordSaved(this.#document.uri, await this.#files.target(path));
  }

  async #askToReplace(targets: readonly WriteTarget[]): Promise<void> {
    const [first] = targets;
    const description =
      targets.length === 1 && first
        ? vscode.l10n.t("{0} would replace the file {1}.", this.#document.name, first.path)
        : vscode.l10n.t("{0} would replace {1} files.", this.#document.name, targets.length);
    if (!this.#canPrompt) {
      throw new Error(
        vscode.l10n.t("{0} Run the job with its command, which asks first, or move the file away.", description),
      );
    }
    const replace = vscode.l10n.t("Replace");
    if ((await showWarning(description, { modal: true, detail: linesOf(targets).join("\n") }, replace)) !== replace) {
      throw new CancelledError();
    }
    for (const { file } of targets) {
      this.#permitted.add(file);
    }
  }
}

function linesOf(targets: readonly WriteTarget[]): readonly string[] {
  const { language } = vscode.env;
  const lines = targets.slice(0, maxNamed).map(({ file, found }) => {
    if (!found) {
      return file;
    }
    const at = new Date(found.mtimeMs).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
    return vscode.l10n.t("{0} ({1}, changed {2})", file, formatBytes(found.size), at);
  });
  return targets.length > maxNamed ? [...lines, vscode.l10n.t("and {0} more", targets.length - maxNamed)] : lines;
}

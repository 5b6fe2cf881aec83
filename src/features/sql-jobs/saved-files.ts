import type { Stats } from "node:fs";
import * as vscode from "vscode";
import { fileOfTenant } from "../../client/sql/job-outputs.ts";
import { bytesText } from "../../host/amounts.ts";
import { CancelledError } from "../../host/cancellation.ts";
import type { InnerFiles, Target } from "../../host/inner-files.ts";
import { showWarning } from "../../host/notifications.ts";
import type { JobDocument, SaveAnswers } from "./job-document.ts";

const savedKey = "workforce.sqlJobs.saved";
const mostNamed = 10;

type Seen = Pick<Stats, "size" | "mtimeMs">;

/**
 * Remembers the size and time of the files that runs saved. The next run of the same job replaces such a file without
 * asking, unless the file has changed since.
 */
export class SavedFiles {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  isOwn(job: vscode.Uri, { file, found }: Target): boolean {
    const seen = this.#list()[keyOf(job, file)];
    return seen !== undefined && seen.size === found?.size && seen.mtimeMs === found.mtimeMs;
  }

  async note(job: vscode.Uri, { file, found }: Target): Promise<void> {
    if (found) {
      const { size, mtimeMs } = found;
      await this.#state.update(savedKey, { ...this.#list(), [keyOf(job, file)]: { size, mtimeMs } });
    }
  }

  #list(): Readonly<Record<string, Seen>> {
    return this.#state.get<Readonly<Record<string, Seen>>>(savedKey, {});
  }
}

function keyOf(job: vscode.Uri, file: string): string {
  return JSON.stringify([job.toString(), file]);
}

/** Decides which files a run may replace: those that it saved before, and those that the user agrees to. */
export class SavePermit implements SaveAnswers {
  readonly #document: JobDocument;
  readonly #files: InnerFiles;
  readonly #saved: SavedFiles;
  readonly #isAsking: boolean;
  readonly #agreed = new Set<string>();

  /** `isAsking` is false if there is no user to ask; replacing a file is then refused. */
  constructor(document: JobDocument, files: InnerFiles, saved: SavedFiles, isAsking: boolean) {
    this.#document = document;
    this.#files = files;
    this.#saved = saved;
    this.#isAsking = isAsking;
  }

  /**
   * Checks all files that a run would save, before anything is sent. Asks if one exists that the job did not save and,
   * unless the run is confirmed in another way (`isAskedAnyway`), also if one is new. Throws CancelledError,
   * OutsideError and InnerFileError.
   */
  async ask(isAskedAnyway: boolean): Promise<void> {
    const { uri, name, file } = this.#document;
    const tenants = file.job.tenants ?? [];
    const places = tenants.length > 1 ? tenants : [undefined];
    const targets: Target[] = [];
    for (const { path } of file.downloads) {
      for (const tenant of places) {
        targets.push(await this.#files.target(fileOfTenant(path, tenant)));
      }
    }
    const strange = targets.filter((target) => target.found && !this.#saved.isOwn(uri, target));
    const fresh = targets.filter(({ found }) => !found);
    if (strange.length > 0) {
      await this.#askToReplace(strange);
    } else if (this.#isAsking && !isAskedAnyway && fresh.length > 0) {
      const run = vscode.l10n.t("Run");
      const detail = [vscode.l10n.t("It saves these files:"), ...linesOf(fresh)].join("\n");
      if ((await showWarning(vscode.l10n.t("Run {0}?", name), { modal: true, detail }, run)) !== run) {
        throw new CancelledError();
      }
    }
  }

  /** Asks about a file that exists by the time its content has arrived. */
  async mayReplace(target: Target): Promise<void> {
    if (!this.#agreed.has(target.file) && !this.#saved.isOwn(this.#document.uri, target)) {
      await this.#askToReplace([target]);
    }
  }

  async note(path: string): Promise<void> {
    await this.#saved.note(this.#document.uri, await this.#files.target(path));
  }

  async #askToReplace(targets: readonly Target[]): Promise<void> {
    const [first] = targets;
    const what =
      targets.length === 1 && first
        ? vscode.l10n.t("{0} would replace the file {1}.", this.#document.name, first.path)
        : vscode.l10n.t("{0} would replace {1} files.", this.#document.name, targets.length);
    if (!this.#isAsking) {
      throw new Error(vscode.l10n.t("{0} Run the job by its command, which asks, or move the file away.", what));
    }
    const replace = vscode.l10n.t("Replace");
    if ((await showWarning(what, { modal: true, detail: linesOf(targets).join("\n") }, replace)) !== replace) {
      throw new CancelledError();
    }
    for (const { file } of targets) {
      this.#agreed.add(file);
    }
  }
}

function linesOf(targets: readonly Target[]): readonly string[] {
  const { language } = vscode.env;
  const lines = targets.slice(0, mostNamed).map(({ file, found }) => {
    if (!found) {
      return file;
    }
    const at = new Date(found.mtimeMs).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
    return vscode.l10n.t("{0} ({1}, changed {2})", file, bytesText(found.size), at);
  });
  return targets.length > mostNamed ? [...lines, vscode.l10n.t("and {0} more", targets.length - mostNamed)] : lines;
}

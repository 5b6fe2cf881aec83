import { basename, dirname, join } from "node:path";
import * as vscode from "vscode";
import { readSqlJobFile, type SqlJobFile } from "../../client/sql/job-file.ts";
import type { LocalFileAccess } from "../../client/sql/run-job-file.ts";
import { createLocalFileFromHandle } from "../../client/upload/local-file.ts";
import { CancelledError } from "../../host/cancellation.ts";
import type { ConfinedFiles, WriteTarget } from "../../host/confined-files.ts";
import { type ChosenFiles, confinedFilesOf } from "../../host/workspace-files.ts";

const jobFileExtension = ".sqljob.json";

/** A job file, read to be run. */
export interface JobDocument {
  readonly uri: vscode.Uri;
  /** Name of the job file without its folder. */
  readonly name: string;
  readonly folder: string;
  readonly file: SqlJobFile;
  /** Access to the files that the job file may name. */
  readonly files: ConfinedFiles;
}

/**
 * Returns the job file of a command: from its code lens, menu or argument, or else the active tab, or else one that the
 * user chooses. Throws CancelledError.
 */
export async function jobUriOf(item: unknown): Promise<vscode.Uri> {
  if (item instanceof vscode.Uri) {
    return item;
  }
  const active = activeTabUri();
  if (active?.path.endsWith(jobFileExtension)) {
    return active;
  }
  const found = await vscode.workspace.findFiles(`**/*${jobFileExtension}`, "**/node_modules/**");
  if (found.length === 0) {
    throw new Error(vscode.l10n.t("There is no *.sqljob.json file in this workspace. Make one, or open its folder."));
  }
  const items = found
    .map((uri) => ({ label: basename(uri.path), description: vscode.workspace.asRelativePath(dirname(uri.path)), uri }))
    .sort((one, other) => one.label.localeCompare(other.label));
  const picked = await vscode.window.showQuickPick(items, { title: vscode.l10n.t("SQL Job") });
  if (!picked) {
    throw new CancelledError();
  }
  return picked.uri;
}

/** Returns the file of the active tab, including that of a custom editor such as the composer. */
function activeTabUri(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
}

/**
 * Reads a job file and the SQL files it names, as they are in the editor. Throws an Error that describes what is wrong
 * with the file.
 */
export async function readJobDocument(uri: vscode.Uri, chosen: ChosenFiles): Promise<JobDocument> {
  const name = basename(uri.path);
  if (uri.scheme !== "file") {
    throw new Error(
      vscode.l10n.t("{0} names files beside it, which must be on this machine. Save it in a folder first.", name),
    );
  }
  const folder = dirname(uri.fsPath);
  const document = await vscode.workspace.openTextDocument(uri);
  const files = confinedFilesOf(uri, chosen);
  const file = await readSqlJobFile(document.getText(), (path) => readSql(files, path, join(folder, path)));
  return { uri, name, folder, file, files };
}

/** Returns the text of a file from its open editor, or else from the disk. */
async function readSql(files: ConfinedFiles, path: string, fsPath: string): Promise<string> {
  const handle = await files.open(path);
  try {
    const open = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === "file" && uri.fsPath === fsPath);
    return open?.getText() ?? (await handle.readFile("utf8"));
  } finally {
    await handle.close();
  }
}

/**
 * Checks that every file to upload can be opened, before anything is sent. Throws OutsideWorkspaceError and
 * ConfinedFileError.
 */
export async function checkUploads({ file, files }: Pick<JobDocument, "file" | "files">): Promise<void> {
  for (const { path } of file.uploads) {
    await (await files.open(path)).close();
  }
}

/** Decides about and records the files that a run saves. */
export interface SaveDecisions {
  /** Throws if an existing file must not be replaced. */
  mayReplace(target: WriteTarget): Promise<void>;
  /** Callback with the path of a file that the run has written. */
  recordSaved(path: string): Promise<void>;
}

/** Returns access to the local files, by paths relative to the job file. */
export function localFilesOf({ files }: Pick<JobDocument, "files">, decisions: SaveDecisions): LocalFileAccess {
  return {
    open: (path) => createLocalFileFromHandle(basename(path), () => files.open(path)),
    save: async (path, body, onBytes) => {
      const bytes = await files.save(path, body, onBytes, (target) => decisions.mayReplace(target));
      await decisions.recordSaved(path);
      return bytes;
    },
  };
}

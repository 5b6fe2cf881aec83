import { readFile } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import * as vscode from "vscode";
import { localFile } from "../../client/local-file.ts";
import { readSqlJobFile, type SqlJobFile } from "../../client/sql/job-file.ts";
import type { JobFileMachine } from "../../client/sql/run-job-file.ts";
import { CancelledError } from "../../host/cancellation.ts";
import { saveBody } from "../../host/save-body.ts";

export const jobFileEnd = ".sqljob.json";

/** A job file as it is read to be run. */
export interface JobDocument {
  readonly uri: vscode.Uri;
  /** Its name without the folder. */
  readonly name: string;
  readonly folder: string;
  readonly file: SqlJobFile;
}

/** The job file of a command: that of its lens, menu or argument, else the one in front, else one that is chosen. */
export async function jobUriOf(item: unknown): Promise<vscode.Uri> {
  if (item instanceof vscode.Uri) {
    return item;
  }
  const inFront = uriInFront();
  if (inFront?.path.endsWith(jobFileEnd)) {
    return inFront;
  }
  const found = await vscode.workspace.findFiles(`**/*${jobFileEnd}`, "**/node_modules/**");
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

/** The file of the tab in front, also where that is no text editor but the composer. */
function uriInFront(): vscode.Uri | undefined {
  const input = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
  return input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
}

/** Reads a job file with the texts it names, as they are in the editor. Throws an Error that says what is wrong with it. */
export async function readJobDocument(uri: vscode.Uri): Promise<JobDocument> {
  const name = basename(uri.path);
  if (uri.scheme !== "file") {
    throw new Error(
      vscode.l10n.t("{0} names files beside it, which must be on this machine. Save it in a folder first.", name),
    );
  }
  const folder = dirname(uri.fsPath);
  const document = await vscode.workspace.openTextDocument(uri);
  const file = await readSqlJobFile(document.getText(), (path) => readSql(resolve(folder, path), path));
  return { uri, name, folder, file };
}

async function readSql(path: string, name: string): Promise<string> {
  const open = vscode.workspace.textDocuments.find(({ uri }) => uri.scheme === "file" && uri.fsPath === path);
  try {
    return open?.getText() ?? (await readFile(path, "utf8"));
  } catch (error) {
    throw new Error(vscode.l10n.t('The file "{0}" that the job names is not there. Correct its path.', name), {
      cause: error,
    });
  }
}

/** The files of this machine, by paths relative to the job file. */
export function machineOf({ folder }: Pick<JobDocument, "folder">): JobFileMachine {
  return {
    open: (path) => localFile(resolve(folder, path)),
    save: async (path, body, onBytes) => {
      const file = resolve(folder, path);
      await vscode.workspace.fs.createDirectory(vscode.Uri.file(dirname(file)));
      return await saveBody(file, body, onBytes);
    },
  };
}

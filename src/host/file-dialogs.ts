import { homedir } from "node:os";
import path from "node:path";
import * as vscode from "vscode";
import { dataFileKind, isCompressedCsv } from "../base/data-file-kind.ts";
import { CancelledError } from "./cancellation.ts";

/** Kinds of files that a dialog shows: extensions without a dot, by the name of the kind. */
type FileFilters = Readonly<Record<string, string[]>>;

interface OpenOptions {
  readonly title: string;
  readonly openLabel: string;
  readonly filters: FileFilters;
}

interface SaveOptions {
  readonly title: string;
  /** Name of the file, suggested in the first workspace folder, or an absolute path. */
  readonly name: string;
  readonly filters?: FileFilters;
}

/**
 * Returns the path of a file: the one on which a context menu was invoked, or else one chosen in a dialog, which
 * suggests the file of the active editor. `item` is the argument of the command. Throws CancelledError.
 */
export async function chooseFile(item: unknown, options: OpenOptions): Promise<string> {
  return pathOf(item instanceof vscode.Uri ? item : await openDialog(options));
}

/** Returns the path of a folder that is chosen in a dialog. Throws CancelledError. */
export async function chooseFolder(options: {
  readonly title: string;
  readonly openLabel: string;
  readonly defaultUri?: vscode.Uri;
}): Promise<string> {
  const kinds = { canSelectFolders: true, canSelectFiles: false };
  return pathOf(chosen((await vscode.window.showOpenDialog({ ...options, ...kinds }))?.[0]));
}

/**
 * Returns the path of a CSV or Parquet file, as `chooseFile` does. `takesCompressed` allows CSV that is compressed with
 * gzip, too. Throws CancelledError, and an error for another kind of file.
 */
export async function chooseDataFile(
  item: unknown,
  title: string,
  openLabel: string,
  { takesCompressed = false }: { readonly takesCompressed?: boolean } = {},
): Promise<string> {
  const extensions = ["csv", "parquet", ...(takesCompressed ? ["csv.gz", "gz"] : [])];
  const filters = { [vscode.l10n.t("CSV and Parquet Files")]: extensions };
  const file = await chooseFile(item, { title, openLabel, filters });
  if (!dataFileKind(file) && !(takesCompressed && isCompressedCsv(file))) {
    throw new Error(vscode.l10n.t('Choose a CSV or Parquet file; "{0}" is neither.', path.basename(file)));
  }
  return file;
}

/** Returns the folder in which new files are suggested: the first workspace folder, or else the user's home folder. */
export function folderForNewFiles(): vscode.Uri {
  return vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
}

/** Asks where to save a file. Returns undefined if the user cancelled. */
export async function askSaveUri({ title, name, filters }: SaveOptions): Promise<vscode.Uri | undefined> {
  return await vscode.window.showSaveDialog({
    title,
    defaultUri: path.isAbsolute(name) ? vscode.Uri.file(name) : vscode.Uri.joinPath(folderForNewFiles(), name),
    ...(filters && { filters }),
  });
}

/** Asks for the path at which to save a file on this machine. Returns undefined if the user cancelled. */
export async function askSavePath(options: SaveOptions): Promise<string | undefined> {
  const uri = await askSaveUri(options);
  return uri && pathOf(uri);
}

/** Asks where to save a file. Throws CancelledError. */
export async function chooseSaveUri(options: SaveOptions): Promise<vscode.Uri> {
  return chosen(await askSaveUri(options));
}

/** Asks for the path at which to save a file on this machine. Throws CancelledError. */
export async function chooseSavePath(options: SaveOptions): Promise<string> {
  return pathOf(await chooseSaveUri(options));
}

async function openDialog({ title, openLabel, filters }: OpenOptions): Promise<vscode.Uri> {
  const active = activeFile(Object.values(filters).flat());
  const options = { title, openLabel, filters, ...(active && { defaultUri: active }) };
  return chosen((await vscode.window.showOpenDialog(options))?.[0]);
}

/** The file of the active editor, if it has one of the extensions. */
function activeFile(extensions: readonly string[]): vscode.Uri | undefined {
  const { input } = vscode.window.tabGroups.activeTabGroup.activeTab ?? {};
  const uri = input instanceof vscode.TabInputText || input instanceof vscode.TabInputCustom ? input.uri : undefined;
  return uri && extensions.some((extension) => uri.path.toLowerCase().endsWith(`.${extension}`)) ? uri : undefined;
}

function chosen(uri: vscode.Uri | undefined): vscode.Uri {
  if (!uri) {
    throw new CancelledError();
  }
  return uri;
}

function pathOf(uri: vscode.Uri): string {
  if (uri.scheme !== "file") {
    throw new Error(vscode.l10n.t("Files are read and written on this machine: choose one in its file system."));
  }
  return uri.fsPath;
}

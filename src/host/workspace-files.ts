import { realpathSync } from "node:fs";
import { dirname } from "node:path";
import * as vscode from "vscode";
import { CancelledError } from "./cancellation.ts";
import { ConfinedFiles, type FilePurpose, OutsideWorkspaceError } from "./confined-files.ts";
import { showError } from "./notifications.ts";

const chosenKey = "workforce.files.chosen";

/**
 * Files outside of the workspace folder that the user chose in a dialog, each with its purpose. Stored per workspace.
 */
export class ChosenFiles {
  readonly #state: vscode.Memento;

  constructor(state: vscode.Memento) {
    this.#state = state;
  }

  has(file: string, purpose: FilePurpose): boolean {
    return this.#list().includes(entryOf(file, purpose));
  }

  async add(file: string, purpose: FilePurpose): Promise<void> {
    if (!this.has(file, purpose)) {
      await this.#state.update(chosenKey, [...this.#list(), entryOf(file, purpose)]);
    }
  }

  #list(): readonly string[] {
    return this.#state.get<readonly string[]>(chosenKey, []);
  }
}

/**
 * Access to the files that a workspace file may refer to: files in its workspace folder and files that the user chose.
 * For a file outside of all workspace folders, its own folder replaces the workspace folder.
 */
export function confinedFilesOf(uri: vscode.Uri, chosen: ChosenFiles): ConfinedFiles {
  const folder = dirname(uri.fsPath);
  const root = vscode.workspace.getWorkspaceFolder(uri)?.uri.fsPath ?? folder;
  return new ConfinedFiles({ root, folder }, (file, purpose) => chosen.has(file, purpose));
}

/**
 * Runs the callback `work`. After each OutsideWorkspaceError, lets the user choose the file in a dialog and runs `work`
 * again. Throws CancelledError if nothing is chosen, and the OutsideWorkspaceError if another file is chosen.
 */
export async function withChosenFiles<Value>(chosen: ChosenFiles, work: () => Promise<Value>): Promise<Value> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof OutsideWorkspaceError)) {
        throw error;
      }
      await choose(error, chosen);
    }
  }
}

async function choose(outside: OutsideWorkspaceError, chosen: ChosenFiles): Promise<void> {
  const button = vscode.l10n.t("Choose File...");
  const uri = (await showError(outside.message, button)) === button ? await promptForFile(outside) : undefined;
  if (!uri) {
    throw new CancelledError();
  }
  if (!isSameFile(uri.fsPath, outside.file)) {
    throw outside;
  }
  await chosen.add(outside.file, outside.purpose);
}

async function promptForFile({ file, purpose }: OutsideWorkspaceError): Promise<vscode.Uri | undefined> {
  const defaultUri = vscode.Uri.file(file);
  return purpose === "write"
    ? await vscode.window.showSaveDialog({ title: vscode.l10n.t("Choose Where to Save the Output"), defaultUri })
    : (await vscode.window.showOpenDialog({ title: vscode.l10n.t("Choose a File to Upload"), defaultUri }))?.[0];
}

function isSameFile(one: string, other: string): boolean {
  return one === other || realPathOf(one) === realPathOf(other);
}

function realPathOf(file: string): string {
  try {
    return realpathSync.native(file);
  } catch {
    return file;
  }
}

function entryOf(file: string, purpose: FilePurpose): string {
  return `${purpose} ${file}`;
}

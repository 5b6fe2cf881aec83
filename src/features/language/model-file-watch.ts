import * as vscode from "vscode";
import { EventSource } from "../../base/event.ts";
import { readSettings } from "../../host/settings.ts";
import { type ModelFile, modelFileSuffix } from "../../languages/core/model/model-file.ts";
import { ModelFileSearch } from "../../languages/core/model/model-file-search.ts";
import { readModelFile } from "../../languages/core/model/read-model-file.ts";
import { lineAndColumnAt } from "../../languages/core/text/locate.ts";

/** Contents of the model files that replace the model of the connection. */
interface UsedModelFiles {
  readonly uris: readonly vscode.Uri[];
  /** Position and message of the error in the first invalid model file. Line and column are one-based. */
  readonly problem?: { readonly uri: vscode.Uri; readonly message: string };
  readonly search: ModelFileSearch;
}

/**
 * Watcher of the model files that replace the model of the connection: the file in the setting, or else files at the
 * top level of the workspace folders.
 */
export class ModelFileWatch implements vscode.Disposable {
  readonly #changed = new EventSource<void>();
  readonly #disposable: vscode.Disposable;
  #used: Promise<UsedModelFiles | undefined> | undefined;

  constructor() {
    const watcher = vscode.workspace.createFileSystemWatcher(`**/*${modelFileSuffix}`);
    const reload = () => {
      this.#used = undefined;
      this.#changed.fire();
    };
    this.#disposable = vscode.Disposable.from(
      watcher,
      watcher.onDidChange(reload),
      watcher.onDidCreate(reload),
      watcher.onDidDelete(reload),
      vscode.workspace.onDidChangeWorkspaceFolders(reload),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration("workforce.model")) {
          reload();
        }
      }),
    );
  }

  get onDidChange() {
    return this.#changed.event;
  }

  /** Returns the model files in use. Undefined if the model comes from the connection. */
  used(): Promise<UsedModelFiles | undefined> {
    this.#used ??= readFiles();
    return this.#used;
  }

  dispose(): void {
    this.#disposable.dispose();
    this.#changed.dispose();
  }
}

async function readFiles(): Promise<UsedModelFiles | undefined> {
  const uris = await findFiles();
  if (uris.length === 0) {
    return undefined;
  }
  const files: ModelFile[] = [];
  let problem: UsedModelFiles["problem"];
  for (const uri of uris) {
    const text = await readText(uri);
    const read = text === undefined ? undefined : readModelFile(text);
    files.push(...(read?.file ? [read.file] : []));
    const [first] = read?.problems ?? [];
    if (!read?.file) {
      problem ??= { uri, message: first ? messageOf(text ?? "", first) : vscode.l10n.t("The file cannot be read.") };
    }
  }
  return { uris, search: new ModelFileSearch(files), ...(problem && { problem }) };
}

function messageOf(text: string, { start, message }: { readonly start: number; readonly message: string }): string {
  const { line, column } = lineAndColumnAt(text, start);
  return vscode.l10n.t("Line {0}, column {1}: {2}", line, column, message);
}

async function readText(uri: vscode.Uri): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
  } catch {
    // The status item shows the problem. The connection is no fallback, since the user chose the file.
    return undefined;
  }
}

async function findFiles(): Promise<vscode.Uri[]> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  const { modelFile: chosen, usesModelFiles } = readSettings();
  if (chosen !== "") {
    const [folder] = folders;
    const isAbsolute = /^(?:[/\\]|[A-Za-z]:)/.test(chosen);
    return folder && !isAbsolute ? [vscode.Uri.joinPath(folder.uri, chosen)] : [vscode.Uri.file(chosen)];
  }
  if (!usesModelFiles) {
    return [];
  }
  const found = await Promise.all(
    folders.map((folder) =>
      vscode.workspace.findFiles(new vscode.RelativePattern(folder, `*${modelFileSuffix}`), undefined, 20),
    ),
  );
  return found.flat().sort((one, other) => (one.path < other.path ? -1 : 1));
}

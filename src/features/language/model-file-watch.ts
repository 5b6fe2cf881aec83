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
  #outside: vscode.Disposable | undefined;
  #used: Promise<UsedModelFiles | undefined> | undefined;

  constructor() {
    const watcher = vscode.workspace.createFileSystemWatcher(`**/*${modelFileSuffix}`);
    const choose = () => {
      this.#watchOutside();
      this.#reload();
    };
    this.#disposable = vscode.Disposable.from(
      this.#reloadOn(watcher),
      vscode.workspace.onDidChangeWorkspaceFolders(choose),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration("workforce.model")) {
          choose();
        }
      }),
    );
    this.#watchOutside();
  }

  get onDidChange() {
    return this.#changed.event;
  }

  /** Returns the model files in use. Undefined if the model comes from the connection. */
  used(): Promise<UsedModelFiles | undefined> {
    this.#used ??= readFiles();
    return this.#used;
  }

  /** Has the model files read again at their next use. */
  forget(): void {
    this.#used = undefined;
  }

  dispose(): void {
    this.#disposable.dispose();
    this.#outside?.dispose();
    this.#changed.dispose();
  }

  #reload(): void {
    this.forget();
    this.#changed.fire();
  }

  /** Watches the file in the setting if it lies in no workspace folder. */
  #watchOutside(): void {
    this.#outside?.dispose();
    this.#outside = undefined;
    const uri = chosenFile();
    if (uri && !vscode.workspace.getWorkspaceFolder(uri)) {
      // As a pattern, brackets in the file's own name would mean a set of characters.
      const siblings = new vscode.RelativePattern(vscode.Uri.joinPath(uri, ".."), "*");
      this.#outside = this.#reloadOn(vscode.workspace.createFileSystemWatcher(siblings), nameOf(uri));
    }
  }

  /** Reloads the model files when a watcher reports any file, or one of a name. Returns what disposes of the watcher. */
  #reloadOn(watcher: vscode.FileSystemWatcher, name?: string): vscode.Disposable {
    const reload = (uri: vscode.Uri) => {
      if (name === undefined || nameOf(uri) === name) {
        this.#reload();
      }
    };
    return vscode.Disposable.from(
      watcher,
      watcher.onDidChange(reload),
      watcher.onDidCreate(reload),
      watcher.onDidDelete(reload),
    );
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

/** Returns the name of a file in lower case, because the setting may spell it otherwise than its disk. */
function nameOf(uri: vscode.Uri): string {
  return uri.path.slice(uri.path.lastIndexOf("/") + 1).toLowerCase();
}

/** Returns the model file in the setting. Undefined if there is none. */
function chosenFile(): vscode.Uri | undefined {
  const { modelFile } = readSettings();
  if (modelFile === "") {
    return undefined;
  }
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const isAbsolute = /^(?:[/\\]|[A-Za-z]:)/.test(modelFile);
  return folder && !isAbsolute ? vscode.Uri.joinPath(folder.uri, modelFile) : vscode.Uri.file(modelFile);
}

async function findFiles(): Promise<vscode.Uri[]> {
  const chosen = chosenFile();
  if (chosen) {
    return [chosen];
  }
  if (!readSettings().usesModelFiles) {
    return [];
  }
  const folders = vscode.workspace.workspaceFolders ?? [];
  const found = await Promise.all(
    folders.map((folder) =>
      vscode.workspace.findFiles(new vscode.RelativePattern(folder, `*${modelFileSuffix}`), undefined, 20),
    ),
  );
  return found.flat().sort((one, other) => (one.path < other.path ? -1 : 1));
}

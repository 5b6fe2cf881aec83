import * as vscode from "vscode";
import { DisposableStack } from "../../base/disposable.ts";
import { TaskQueue } from "../../base/task-queue.ts";
import { openPageChannel } from "../../host/webview-page.ts";
import type { ChosenFiles } from "../../host/workspace-files.ts";
import { parseJsonTree } from "../../languages/core/json/json-tree.ts";
import type { Channel, HandlersOf } from "../../protocol/channel.ts";
import {
  type ComposerSnapshot,
  composerGuards,
  type EventsToComposer,
  type JobEdit,
  type JobPath,
  type RequestsFromComposer,
  type RequestsToComposer,
} from "../../protocol/composer-view.ts";
import { textEditsOf } from "./job-edits-model.ts";
import { chooseFile, readFileHeader } from "./job-files.ts";
import { nodeAt, readJobValue } from "./job-value-model.ts";
import { completeSql, documentProblems } from "./language-features.ts";
import { type ConnectionNames, type KnownNames, offersOf } from "./offers-model.ts";
import { openInTextEditor } from "./switch-editor.ts";

type NoEvents = Record<never, never>;

/** Visual editor of one job file. Displays the document and changes it by edits that VS Code can undo and save. */
export class ComposerPanel implements vscode.Disposable {
  readonly #document: vscode.TextDocument;
  readonly #names: KnownNames;
  readonly #chosen: ChosenFiles;
  readonly #channel: Channel<RequestsToComposer, RequestsFromComposer, EventsToComposer, NoEvents>;
  readonly #owned = new DisposableStack();
  /**
   * Queue of edits. Edits are applied in sequence, because each one is computed from the text after the previous one.
   */
  readonly #edits = new TaskQueue();

  constructor(document: vscode.TextDocument, webview: vscode.Webview, names: ConnectionNames, chosen: ChosenFiles) {
    this.#document = document;
    this.#chosen = chosen;
    this.#names = {
      tables: () => names.tables(),
      tenants: () => names.tenants(),
      header: (path) => readFileHeader(document.uri, path, chosen),
    };
    this.#channel = openPageChannel(webview, this.#owned, { handlers: this.#handlers(), guards: composerGuards });
    const isThisDocument = (uri: vscode.Uri) => uri.toString() === document.uri.toString();
    this.#owned.add(
      vscode.workspace.onDidChangeTextDocument((change) => {
        if (isThisDocument(change.document.uri) && change.contentChanges.length > 0) {
          this.#notify();
        }
      }),
    );
    this.#owned.add(
      vscode.languages.onDidChangeDiagnostics(({ uris }) => {
        if (uris.some(isThisDocument)) {
          this.#notify();
        }
      }),
    );
    this.#owned.add(
      vscode.workspace.onWillSaveTextDocument((event) => {
        if (isThisDocument(event.document.uri)) {
          event.waitUntil(this.#flush());
        }
      }),
    );
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #handlers(): HandlersOf<RequestsFromComposer> {
    return {
      ready: async () => ({ snapshot: this.#snapshot() }),
      edit: async ({ edit, version }) => ({ isApplied: await this.#edit(edit, version) }),
      offers: async ({ of, path }) => ({
        offers: await offersOf(of, path, readJobValue(this.#document.getText()) ?? {}, this.#names),
      }),
      complete: async ({ path, offset }, signal) => {
        await this.#edits.settled();
        return await completeSql(this.#document, path, offset, signal);
      },
      chooseFile: async ({ purpose }) => {
        const file = await chooseFile(this.#document.uri, purpose, this.#chosen);
        return file === undefined ? {} : { file };
      },
      openAsJson: async ({ path }) => {
        await openInTextEditor(this.#document.uri, this.#rangeOf(path));
        return undefined;
      },
    };
  }

  #snapshot(): ComposerSnapshot {
    const { version } = this.#document;
    const text = this.#document.getText();
    const job = readJobValue(text);
    return { version, ...(job !== undefined && { job }), problems: documentProblems(this.#document) };
  }

  #notify(): void {
    this.#channel.notify("snapshot", this.#snapshot());
  }

  #edit(edit: JobEdit, version: number | undefined): Promise<boolean> {
    return this.#edits.run(() => this.#makeEdit(edit, version));
  }

  async #makeEdit(edit: JobEdit, version: number | undefined): Promise<boolean> {
    const document = this.#document;
    const edits =
      version === undefined || version === document.version ? textEditsOf(document.getText(), edit) : undefined;
    if (!edits) {
      return false;
    }
    const change = new vscode.WorkspaceEdit();
    for (const { start, end, text } of edits) {
      change.replace(document.uri, new vscode.Range(document.positionAt(start), document.positionAt(end)), text);
    }
    return edits.length === 0 || (await vscode.workspace.applyEdit(change));
  }

  /** Returns the text edits for user input that is not in the document yet, so that a save includes them. */
  async #flush(): Promise<vscode.TextEdit[]> {
    await this.#channel.request("flush", {}).catch(() => undefined);
    await this.#edits.settled();
    return [];
  }

  #rangeOf(path: JobPath): vscode.Range | undefined {
    const node = nodeAt(parseJsonTree(this.#document.getText()), path);
    const position = node && path.length > 0 ? this.#document.positionAt(node.offset) : undefined;
    return position && new vscode.Range(position, position);
  }
}

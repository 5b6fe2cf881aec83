import { randomUUID } from "node:crypto";
import * as vscode from "vscode";
import * as commandIds from "../../host/command-ids.ts";
import type { ShownResult } from "../../protocol/results-view.ts";
import type { DataWorkerProcess } from "./data-worker-process.ts";
import { deriveResult } from "./derive-result.ts";
import { loadResultActions } from "./load-actions.ts";
import type { ResultListModel } from "./result-list-model.ts";
import {
  isScratch,
  type NamedScratchResult,
  newScratchText,
  scratchLanguage,
  scratchTitle,
  statementAt,
} from "./scratch-text-model.ts";

const activeKey = "workforce.scratch.isActive";

interface ScratchServices {
  readonly results: ResultListModel;
  readonly worker: DataWorkerProcess;
  readonly reveal: () => Promise<void>;
}

/** Controller of scratch queries: SQL documents that query the open results and run in the data worker. */
export class ScratchController implements vscode.Disposable, vscode.CodeLensProvider, vscode.CompletionItemProvider {
  readonly #services: ScratchServices;
  readonly #registrations: vscode.Disposable;
  readonly #seenUris = new Set<string>();

  constructor(services: ScratchServices) {
    this.#services = services;
    this.#registrations = vscode.Disposable.from(
      vscode.languages.registerCodeLensProvider({ language: scratchLanguage }, this),
      vscode.languages.registerCompletionItemProvider({ language: scratchLanguage }, this, "'", '"', "."),
      vscode.window.onDidChangeActiveTextEditor(() => updateActiveContext()),
      // A document whose language changes is opened again in the same editor.
      vscode.workspace.onDidOpenTextDocument((document) => {
        this.#restoreLanguage(document);
        updateActiveContext();
      }),
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        const isFirstLine = contentChanges.some(({ range }) => range.start.line === 0);
        if (isFirstLine && document === vscode.window.activeTextEditor?.document) {
          updateActiveContext();
        }
      }),
    );
    for (const document of vscode.workspace.textDocuments) {
      this.#restoreLanguage(document);
    }
    updateActiveContext();
  }

  /** Opens a new scratch query, an SQL document that selects from the active result. */
  async create(): Promise<void> {
    const { results } = this.#services;
    const active = results.activeId === undefined ? undefined : results.find(results.activeId);
    const note = vscode.l10n.t("one SELECT over open results, run on this machine with Ctrl+Enter");
    const document = await vscode.workspace.openTextDocument({
      language: scratchLanguage,
      content: newScratchText(note, active && toNamed(active), this.#open().map(toNamed)),
    });
    await vscode.window.showTextDocument(document);
  }

  /** Runs the selected SQL of a scratch query, or else the statement at the cursor. */
  async run(): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    if (!editor || !isScratchDocument(editor.document)) {
      throw new Error(vscode.l10n.t("Open a scratch query to run it: command New Scratch Query."));
    }
    const { document, selection } = editor;
    const selected = document.getText(selection);
    const sql =
      selected.trim() !== "" ? selected : statementAt(document.getText(), document.offsetAt(selection.active));
    if (sql.trim() === "") {
      throw new Error(vscode.l10n.t("There is no statement here to run. Write one, such as SELECT."));
    }
    await this.#run(sql);
  }

  provideCodeLenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const run = { title: vscode.l10n.t("$(play) Run"), command: commandIds.runScratch };
    return isScratchDocument(document) ? [new vscode.CodeLens(new vscode.Range(0, 0, 0, 0), run)] : [];
  }

  async provideCompletionItems(
    document: vscode.TextDocument,
    position: vscode.Position,
  ): Promise<vscode.CompletionItem[]> {
    if (!isScratchDocument(document)) {
      return [];
    }
    const { completeScratchDocument } = await loadResultActions();
    return completeScratchDocument(document, position, this.#open());
  }

  dispose(): void {
    this.#registrations.dispose();
  }

  /** Makes a scratch query SQL again that VS Code restored as plain text after a reload; not one whose language a user changed. */
  #restoreLanguage(document: vscode.TextDocument): void {
    const uri = document.uri.toString();
    if (!document.isUntitled || !isScratch(scratchLanguage, document.lineAt(0).text) || this.#seenUris.has(uri)) {
      return;
    }
    this.#seenUris.add(uri);
    if (document.languageId === "plaintext") {
      void vscode.languages.setTextDocumentLanguage(document, scratchLanguage);
    }
  }

  /** Returns the open results that have columns, in the order of their tabs. */
  #open(): readonly ShownResult[] {
    return this.#services.results.list().filter(({ summary }) => summary.columns.length > 0);
  }

  async #run(sql: string): Promise<void> {
    const { worker } = this.#services;
    const open = this.#open().map(toNamed);
    const resultId = randomUUID();
    const connection = vscode.l10n.t("This machine");
    await deriveResult(
      resultId,
      {
        title: scratchTitle(sql),
        query: sql,
        language: scratchLanguage,
        connection,
        tenant: undefined,
        project: undefined,
      },
      this.#services,
      (label, signal) => worker.request("scratch", { resultId, sql, open, label }, signal),
      () => this.#run(sql),
    );
  }
}

function toNamed({ summary: { resultId }, origin: { title } }: ShownResult): NamedScratchResult {
  return { resultId, title };
}

function isScratchDocument(document: vscode.TextDocument): boolean {
  return isScratch(document.languageId, document.lineAt(0).text);
}

function updateActiveContext(): void {
  const document = vscode.window.activeTextEditor?.document;
  const isActive = document !== undefined && isScratchDocument(document);
  void vscode.commands.executeCommand("setContext", activeKey, isActive);
}

import * as vscode from "vscode";
import { disableMarkdownLinks } from "./untrusted-text.ts";

/**
 * Options for showing a document. `query` distinguishes documents with the same name, and `language` replaces the
 * language that the name implies.
 */
interface TextDocumentOptions extends vscode.TextDocumentShowOptions {
  readonly query?: string;
  readonly language?: string;
}

/** Provider of read-only documents of one URI scheme. Their texts are kept in memory until the window closes. */
export class TextDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #scheme: string;
  readonly #missingText: string;
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  /**
   * `missingText` is shown for documents whose text is no longer available, such as after a window reload. It explains
   * how to open the document again.
   */
  constructor(scheme: string, missingText: string) {
    this.#scheme = scheme;
    this.#missingText = missingText;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? this.#missingText;
  }

  /**
   * Stores the text of a document and updates the document if it is open. Replaces the text of a document with the same
   * name and query. Links in Markdown are disabled.
   */
  put(name: string, text: string, query = ""): vscode.Uri {
    const isMarkdown = name.endsWith(".md");
    // Versions of VS Code compare the paths of two Markdown previews alone.
    const path = isMarkdown && query !== "" ? `/${encodeURIComponent(query)}/${name}` : `/${name}`;
    const uri = vscode.Uri.from({ scheme: this.#scheme, path, query });
    this.#texts.set(uri.toString(), isMarkdown ? disableMarkdownLinks(text) : text);
    this.#changed.fire(uri);
    return uri;
  }

  /** Stores the text of a document and shows it: Markdown as a rendered preview, other text in a preview editor. */
  async show(name: string, text: string, { query, language, ...options }: TextDocumentOptions = {}): Promise<void> {
    const uri = this.put(name, text, query);
    if (name.endsWith(".md")) {
      const isBeside = options.viewColumn === vscode.ViewColumn.Beside;
      await vscode.commands.executeCommand(isBeside ? "markdown.showPreviewToSide" : "markdown.showPreview", uri);
      return;
    }
    const document = await vscode.workspace.openTextDocument(uri);
    if (language !== undefined) {
      await vscode.languages.setTextDocumentLanguage(document, language);
    }
    await vscode.window.showTextDocument(document, { preview: true, ...options });
  }

  dispose(): void {
    this.#registration.dispose();
    this.#changed.dispose();
    this.#texts.clear();
  }
}

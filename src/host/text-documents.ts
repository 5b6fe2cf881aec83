import * as vscode from "vscode";
import { linkFreeMarkdown } from "./link-free.ts";

/** Tells documents of one name apart, and says what they are written in where their name does not. */
interface TextDocumentOptions extends vscode.TextDocumentShowOptions {
  readonly query?: string;
  readonly language?: string;
}

/** Read-only documents of one scheme, whose texts are kept while the window lives. */
export class TextDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #scheme: string;
  readonly #gone: string;
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registration: vscode.Disposable;
  readonly onDidChange = this.#changed.event;

  /** `gone` is the text of a document that a reload brings back: how to see it again. */
  constructor(scheme: string, gone: string) {
    this.#scheme = scheme;
    this.#gone = gone;
    this.#registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? this.#gone;
  }

  /** Keeps a text, in place of one of the same name and query, also where that is shown. Markdown is made free of links. */
  put(name: string, text: string, query = ""): vscode.Uri {
    const uri = vscode.Uri.from({ scheme: this.#scheme, path: `/${name}`, query });
    this.#texts.set(uri.toString(), name.endsWith(".md") ? linkFreeMarkdown(text) : text);
    this.#changed.fire(uri);
    return uri;
  }

  /** Shows a text as a preview, as `put` keeps it. */
  async show(name: string, text: string, { query, language, ...options }: TextDocumentOptions = {}): Promise<void> {
    const document = await vscode.workspace.openTextDocument(this.put(name, text, query));
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

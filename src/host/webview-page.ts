import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { PageHtmlOptions } from "../protocol/page-html.ts";

type PageStrings<Key extends string> = Readonly<Record<Key, string>>;

interface WebviewPage<Key extends string> {
  /** Base name of the page's script and style sheet: `results` for `results.js` and `results.css`. */
  readonly name: string;
  /** English texts of the webview page, which are translated before use. */
  readonly english: PageStrings<Key>;
  /** Returns the HTML of the webview page. `builtUri` returns the URI of another file in `dist/webview`. */
  html(options: PageHtmlOptions & { readonly strings: PageStrings<Key> }, builtUri: (file: string) => string): string;
}

/**
 * Loads one of the extension's pages into a webview. Limits the webview's file access to the extension's own folders.
 */
export function showWebviewPage<Key extends string>(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  { name, english, html }: WebviewPage<Key>,
): void {
  const built = vscode.Uri.joinPath(extensionUri, "dist", "webview");
  const builtUri = (file: string) => webview.asWebviewUri(vscode.Uri.joinPath(built, file)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [built] };
  webview.html = html(
    {
      nonce: randomBytes(16).toString("base64"),
      cspSource: webview.cspSource,
      scriptUri: builtUri(`${name}.js`),
      codiconUri: builtUri("codicon.css"),
      styleUri: builtUri(`${name}.css`),
      strings: translatePage(english),
      language: vscode.env.language,
    },
    builtUri,
  );
}

/** Translates the texts of a page into the language of VS Code. */
export function translatePage<Key extends string>(english: PageStrings<Key>): PageStrings<Key> {
  const entries = Object.entries<string>(english).map(([key, text]) => [key, vscode.l10n.t(text)]);
  return Object.fromEntries(entries) as PageStrings<Key>;
}

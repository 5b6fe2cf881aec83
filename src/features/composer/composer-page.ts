import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import { composerHtml } from "../../protocol/composer-html.ts";
import { type ComposerStrings, englishComposerStrings } from "../../protocol/composer-strings.ts";

/** Fills a webview with the composer, which may read only the composer's folders. */
export function showComposerPage(webview: vscode.Webview, extensionUri: vscode.Uri): void {
  const folder = vscode.Uri.joinPath(extensionUri, "dist", "webview");
  const media = vscode.Uri.joinPath(extensionUri, "media");
  const uriOf = (base: vscode.Uri, name: string) => webview.asWebviewUri(vscode.Uri.joinPath(base, name)).toString();
  webview.options = { enableScripts: true, localResourceRoots: [folder, media] };
  webview.html = composerHtml({
    nonce: randomBytes(16).toString("base64"),
    cspSource: webview.cspSource,
    scriptUri: uriOf(folder, "composer.js"),
    codiconUri: uriOf(folder, "codicon.css"),
    styleUri: uriOf(media, "composer.css"),
    sqlEditorUri: uriOf(folder, "sql-editor.js"),
    sqlEditorStyleUri: uriOf(folder, "sql-editor.css"),
    strings: translatedStrings(),
    language: vscode.env.language,
  });
}

function translatedStrings(): ComposerStrings {
  const entries = Object.entries(englishComposerStrings).map(([key, text]) => [key, vscode.l10n.t(text)]);
  return Object.fromEntries(entries) as ComposerStrings;
}

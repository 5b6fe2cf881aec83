import { randomBytes } from "node:crypto";
import * as vscode from "vscode";
import type { DisposableStack } from "../base/disposable.ts";
import { Channel, type ChannelOptions, type Events, type Requests } from "../protocol/channel.ts";
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

/** Shows one of the extension's pages in an editor tab, with the extension's icon. */
export function showPanelPage<Key extends string>(
  panel: vscode.WebviewPanel,
  extensionUri: vscode.Uri,
  page: WebviewPage<Key>,
): void {
  panel.iconPath = pageIcon(extensionUri);
  showWebviewPage(panel.webview, extensionUri, page);
}

/** Returns the icon of the extension's pages in editor tabs. */
export function pageIcon(extensionUri: vscode.Uri): vscode.Uri {
  return vscode.Uri.joinPath(extensionUri, "media", "workforce-file.svg");
}

/** Opens the message channel to a page. Errors of its handlers are shown on the page. Disposing `owned` closes it. */
export function openPageChannel<
  Sent extends Requests,
  Handled extends Requests,
  SentEvents extends Events,
  ReceivedEvents extends Events,
>(
  webview: vscode.Webview,
  owned: DisposableStack,
  options: Pick<ChannelOptions<Handled, ReceivedEvents>, "handlers" | "guards" | "listeners">,
): Channel<Sent, Handled, SentEvents, ReceivedEvents> {
  const channel = new Channel<Sent, Handled, SentEvents, ReceivedEvents>({
    ...options,
    port: { post: (packet) => void webview.postMessage(packet) },
    describe: (error) => (error instanceof Error ? { code: "failed", message: error.message } : undefined),
  });
  owned.add(webview.onDidReceiveMessage((message) => channel.receive(message)));
  owned.add({ dispose: () => channel.close({ code: "closed", message: "The view was closed." }) });
  return channel;
}

/** Translates the texts of a page into the language of VS Code. */
export function translatePage<Key extends string>(english: PageStrings<Key>): PageStrings<Key> {
  const entries = Object.entries<string>(english).map(([key, text]) => [key, vscode.l10n.t(text)]);
  return Object.fromEntries(entries) as PageStrings<Key>;
}

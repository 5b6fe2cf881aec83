import type { ComposerStrings } from "./composer-strings.ts";
import type { ConnectionStrings } from "./connection-strings.ts";
import type { OperationsStrings } from "./operations-strings.ts";
import type { ResultsStrings } from "./results-strings.ts";
import type { ReviewStrings } from "./review-strings.ts";
import type { TransactionStrings } from "./transaction-strings.ts";
import type { ViewGraphStrings } from "./view-graph-strings.ts";

/** Options for the HTML document that all webview pages of the extension have in common. */
export interface PageHtmlOptions {
  /** Nonce for the content security policy. It is new for every page. */
  readonly nonce: string;
  readonly cspSource: string;
  readonly scriptUri: string;
  readonly styleUri: string;
  readonly codiconUri: string;
  /** Language tag such as `de`, by which the page formats numbers and times. */
  readonly language?: string;
}

/** Content of the HTML document that is specific to one webview page. */
interface PageContent {
  readonly title: string;
  /** HTML of the page's `main` element. */
  readonly main: string;
  /**
   * Data attributes of the `body` element that the page's script reads. Keys are attribute names such as
   * `data-strings`.
   */
  readonly data: Readonly<Record<string, string>>;
  /**
   * Additional directives of the page's content security policy. Scripts with the nonce and the extension's own fonts
   * and styles are always allowed.
   */
  readonly directives?: readonly string[];
  /** Additional style sources of the page's content security policy. */
  readonly styleSources?: string;
}

/**
 * Returns the HTML document of a webview page. Its content security policy allows scripts with the nonce and styles of
 * the extension; `content` can add directives.
 */
function pageHtml(options: PageHtmlOptions, content: PageContent): string {
  const { nonce, cspSource, scriptUri, styleUri, codiconUri, language = "en" } = options;
  const { title, main, data, directives = [], styleSources } = content;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}${styleSources === undefined ? "" : ` ${styleSources}`}`,
    `font-src ${cspSource}`,
    ...directives,
  ].join("; ");
  const attributes = Object.entries(data).map(([name, value]) => `${name}="${escapeAttribute(value)}"`);
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(language)}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<title>${escapeAttribute(title)}</title>
<link rel="stylesheet" href="${escapeAttribute(codiconUri)}">
<link rel="stylesheet" href="${escapeAttribute(styleUri)}">
</head>
<body ${attributes.join(" ")}>
${main}
<script nonce="${escapeAttribute(nonce)}" src="${escapeAttribute(scriptUri)}"></script>
</body>
</html>`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

interface ComposerHtmlOptions extends PageHtmlOptions {
  /** URI of the SQL editor's script, which the page loads when it first shows an SQL statement. */
  readonly sqlEditorUri: string;
  readonly sqlEditorStyleUri: string;
  readonly strings: ComposerStrings;
}

/**
 * Returns the HTML of the job file page. Its policy allows inline styles and images, because the SQL editor creates
 * styles at run time and draws markers as images in them.
 */
export function composerHtml({ sqlEditorUri, sqlEditorStyleUri, strings, ...options }: ComposerHtmlOptions): string {
  return pageHtml(options, {
    title: strings.sqlJob,
    main: '<main id="composer"></main>',
    data: {
      "data-strings": JSON.stringify(strings),
      "data-sql-editor": sqlEditorUri,
      "data-sql-editor-style": sqlEditorStyleUri,
    },
    directives: ["img-src data:", "worker-src blob:"],
    styleSources: "'unsafe-inline'",
  });
}

interface ConnectionHtmlOptions extends PageHtmlOptions {
  readonly strings: ConnectionStrings;
}

/** Returns the HTML of the page that edits a connection. */
export function connectionHtml({ strings, ...options }: ConnectionHtmlOptions): string {
  return pageHtml(options, {
    title: strings.connection,
    main: '<main id="connection"></main>',
    data: { "data-strings": JSON.stringify(strings) },
  });
}

interface OperationsHtmlOptions extends PageHtmlOptions {
  readonly strings: OperationsStrings;
}

/** Returns the HTML of the page that calls an API operation. */
export function operationsHtml({ strings, ...options }: OperationsHtmlOptions): string {
  return pageHtml(options, {
    title: strings.operation,
    main: '<main id="operation"></main>',
    data: { "data-strings": JSON.stringify(strings) },
  });
}

interface ResultsHtmlOptions extends PageHtmlOptions {
  /** URIs of the scripts that the page loads when it first shows a chart or a dialog. */
  readonly scriptUris: { readonly chart: string; readonly dialogs: string };
  readonly strings: ResultsStrings;
}

/** Returns the HTML of the results view. */
export function resultsHtml({ scriptUris, strings, ...options }: ResultsHtmlOptions): string {
  return pageHtml(options, {
    title: strings.results,
    main: `<main id="results"><h1 class="visually-hidden">${escapeAttribute(strings.results)}</h1></main>`,
    data: {
      "data-chart-uri": scriptUris.chart,
      "data-dialogs-uri": scriptUris.dialogs,
      "data-strings": JSON.stringify(strings),
    },
    directives: [`img-src ${options.cspSource} data:`],
  });
}

interface ReviewHtmlOptions extends PageHtmlOptions {
  readonly strings: ReviewStrings;
}

/** HTML of the page that reviews changes before they are made. */
export function reviewHtml({ strings, ...options }: ReviewHtmlOptions): string {
  return pageHtml(options, {
    title: strings.review,
    main: '<main id="review"></main>',
    data: { "data-strings": JSON.stringify(strings) },
  });
}

interface TransactionHtmlOptions extends PageHtmlOptions {
  readonly strings: TransactionStrings;
}

/** Returns the HTML of the page that shows a transaction. */
export function transactionHtml({ strings, ...options }: TransactionHtmlOptions): string {
  return pageHtml(options, {
    title: strings.transaction,
    main: '<main id="transaction"></main>',
    data: { "data-strings": JSON.stringify(strings) },
  });
}

interface ViewGraphHtmlOptions extends PageHtmlOptions {
  readonly strings: ViewGraphStrings;
}

/** HTML of the page with the graph of materialized views. */
export function viewGraphHtml({ strings, ...options }: ViewGraphHtmlOptions): string {
  return pageHtml(options, {
    title: strings.title,
    main: '<main id="views"></main>',
    data: { "data-strings": JSON.stringify(strings) },
  });
}

import type { ComposerStrings } from "./composer-strings.ts";
import type { ConnectionStrings } from "./connection-strings.ts";
import type { OperationsStrings } from "./operations-strings.ts";
import type { ResultsStrings } from "./results-strings.ts";
import type { ReviewStrings } from "./review-strings.ts";
import type { TransactionStrings } from "./transaction-strings.ts";
import type { ViewGraphStrings } from "./view-graph-strings.ts";

/** Options common to all pages of the extension. */
export interface PageHtmlOptions {
  /** Random value for the content security policy, new for every page. */
  readonly nonce: string;
  readonly cspSource: string;
  readonly scriptUri: string;
  readonly styleUri: string;
  readonly codiconUri: string;
  /** Language tag such as `de`, used to format numbers and times. */
  readonly language?: string;
}

/** Content specific to one page. */
interface PageContent {
  readonly title: string;
  /** The `main` element, as HTML. */
  readonly main: string;
  /** Data attributes of the body element that the script reads, by names such as `data-strings`. */
  readonly data: Readonly<Record<string, string>>;
  /**
   * Additional directives of the content security policy; scripts by nonce and fonts and styles of the extension are
   * always allowed.
   */
  readonly directives?: readonly string[];
  /** Additional style sources of the policy. */
  readonly styleSources?: string;
}

/**
 * Returns the HTML of a page. Its policy allows scripts by nonce and styles of the extension; `content` can add
 * directives.
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
  /** Script of the SQL editor, which the page loads when it first shows SQL. */
  readonly sqlEditorUri: string;
  readonly sqlEditorStyleUri: string;
  readonly strings: ComposerStrings;
}

/**
 * HTML of the composer page. Its policy for styles is wider than that of other pages, because the SQL editor creates
 * styles at run time and draws its markers as images in them.
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

/** HTML of the page of one connection. */
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

/** HTML of the page of one operation. */
export function operationsHtml({ strings, ...options }: OperationsHtmlOptions): string {
  return pageHtml(options, {
    title: strings.operation,
    main: '<main id="operation"></main>',
    data: { "data-strings": JSON.stringify(strings) },
  });
}

interface ResultsHtmlOptions extends PageHtmlOptions {
  /** Script that the page loads when it first shows a chart. */
  readonly chartUri: string;
  readonly strings: ResultsStrings;
}

/** HTML of the results view. */
export function resultsHtml({ chartUri, strings, ...options }: ResultsHtmlOptions): string {
  return pageHtml(options, {
    title: strings.results,
    main: `<main id="results"><h1 class="visually-hidden">${escapeAttribute(strings.results)}</h1></main>`,
    data: { "data-chart-uri": chartUri, "data-strings": JSON.stringify(strings) },
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

/** HTML of the page of one transaction. */
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

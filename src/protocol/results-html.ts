import type { ResultsStrings } from "./results-strings.ts";

export interface ResultsHtmlOptions {
  /** New for every page. */
  readonly nonce: string;
  readonly cspSource: string;
  readonly scriptUri: string;
  readonly styleUri: string;
  readonly codiconUri: string;
  /** Loaded by the page when a chart is first shown. */
  readonly chartUri: string;
  readonly strings: ResultsStrings;
  /** For example `de`; the numbers of the header line follow it. */
  readonly language?: string;
}

/** The page of the results view. Its policy allows scripts by nonce and styles of the extension only. */
export function resultsHtml(options: ResultsHtmlOptions): string {
  const { nonce, cspSource, scriptUri, styleUri, codiconUri, chartUri, strings, language = "en" } = options;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
    `img-src ${cspSource} data:`,
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(language)}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<title>${escapeAttribute(strings.results)}</title>
<link rel="stylesheet" href="${escapeAttribute(codiconUri)}">
<link rel="stylesheet" href="${escapeAttribute(styleUri)}">
</head>
<body data-chart-uri="${escapeAttribute(chartUri)}" data-strings="${escapeAttribute(JSON.stringify(strings))}">
<main id="results"><h1 class="visually-hidden">${escapeAttribute(strings.results)}</h1></main>
<script nonce="${escapeAttribute(nonce)}" src="${escapeAttribute(scriptUri)}"></script>
</body>
</html>`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

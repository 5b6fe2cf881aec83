import type { OperationsStrings } from "./operations-strings.ts";

export interface OperationsHtmlOptions {
  /** New for every page. */
  readonly nonce: string;
  readonly cspSource: string;
  readonly scriptUri: string;
  readonly styleUri: string;
  readonly codiconUri: string;
  readonly strings: OperationsStrings;
  /** For example `de`; numbers and times follow it. */
  readonly language?: string;
}

/** The page of one operation. Its policy allows scripts by nonce and styles of the extension only. */
export function operationsHtml(options: OperationsHtmlOptions): string {
  const { nonce, cspSource, scriptUri, styleUri, codiconUri, strings, language = "en" } = options;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource}`,
    `font-src ${cspSource}`,
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(language)}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<title>${escapeAttribute(strings.operation)}</title>
<link rel="stylesheet" href="${escapeAttribute(codiconUri)}">
<link rel="stylesheet" href="${escapeAttribute(styleUri)}">
</head>
<body data-strings="${escapeAttribute(JSON.stringify(strings))}">
<main id="operation"></main>
<script nonce="${escapeAttribute(nonce)}" src="${escapeAttribute(scriptUri)}"></script>
</body>
</html>`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

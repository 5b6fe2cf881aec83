import type { TransactionStrings } from "./transaction-strings.ts";

export interface TransactionHtmlOptions {
  /** New for every page. */
  readonly nonce: string;
  readonly cspSource: string;
  readonly scriptUri: string;
  readonly styleUri: string;
  readonly codiconUri: string;
  readonly strings: TransactionStrings;
  /** For example `de`; numbers and times follow it. */
  readonly language?: string;
}

/** The page of one transaction. Its policy allows scripts by nonce and styles of the extension only. */
export function transactionHtml(options: TransactionHtmlOptions): string {
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
<title>${escapeAttribute(strings.transaction)}</title>
<link rel="stylesheet" href="${escapeAttribute(codiconUri)}">
<link rel="stylesheet" href="${escapeAttribute(styleUri)}">
</head>
<body data-strings="${escapeAttribute(JSON.stringify(strings))}">
<main id="transaction"></main>
<script nonce="${escapeAttribute(nonce)}" src="${escapeAttribute(scriptUri)}"></script>
</body>
</html>`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

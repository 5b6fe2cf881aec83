import type { ComposerStrings } from "./composer-strings.ts";

export interface ComposerHtmlOptions {
  /** New for every page. */
  readonly nonce: string;
  readonly cspSource: string;
  readonly scriptUri: string;
  readonly styleUri: string;
  readonly codiconUri: string;
  /** The SQL editor, which is loaded with the first SQL that is shown. */
  readonly sqlEditorUri: string;
  readonly sqlEditorStyleUri: string;
  readonly strings: ComposerStrings;
  /** For example `de`. */
  readonly language?: string;
}

/**
 * The page of the composer. Scripts run by nonce; styles are wider than elsewhere, because the SQL editor makes its own while it
 * runs and draws its marks as pictures in them.
 */
export function composerHtml(options: ComposerHtmlOptions): string {
  const { nonce, cspSource, scriptUri, styleUri, codiconUri, sqlEditorUri, sqlEditorStyleUri } = options;
  const { strings, language = "en" } = options;
  const policy = [
    "default-src 'none'",
    `script-src 'nonce-${nonce}'`,
    `style-src ${cspSource} 'unsafe-inline'`,
    `font-src ${cspSource}`,
    "img-src data:",
    "worker-src blob:",
  ].join("; ");
  return `<!DOCTYPE html>
<html lang="${escapeAttribute(language)}">
<head>
<meta charset="UTF-8">
<meta http-equiv="Content-Security-Policy" content="${escapeAttribute(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1.0">
<title>${escapeAttribute(strings.sqlJob)}</title>
<link rel="stylesheet" href="${escapeAttribute(codiconUri)}">
<link rel="stylesheet" href="${escapeAttribute(styleUri)}">
</head>
<body data-strings="${escapeAttribute(JSON.stringify(strings))}" data-sql-editor="${escapeAttribute(sqlEditorUri)}" data-sql-editor-style="${escapeAttribute(sqlEditorStyleUri)}">
<main id="composer"></main>
<script nonce="${escapeAttribute(nonce)}" src="${escapeAttribute(scriptUri)}"></script>
</body>
</html>`;
}

function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** What every page of the extension is given. */
export interface PageHtmlOptions {
  /** New for every page. */
  readonly nonce: string;
  readonly cspSource: string;
  readonly scriptUri: string;
  readonly styleUri: string;
  readonly codiconUri: string;
  /** For example `de`; numbers and times follow it. */
  readonly language?: string;
}

/** What is a page's own. */
interface PageContent {
  readonly title: string;
  /** The `main` element, as HTML. */
  readonly main: string;
  /** What the script finds on the body, by names such as `data-strings`. */
  readonly data: Readonly<Record<string, string>>;
  /** Directives of the policy beside scripts by nonce and fonts and styles of the extension. */
  readonly directives?: readonly string[];
  /** Sources of styles beside the extension's own. */
  readonly styleSources?: string;
}

/** A page with a policy that allows scripts by nonce, and styles of the extension only unless its content says more. */
export function pageHtml(options: PageHtmlOptions, content: PageContent): string {
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

export function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

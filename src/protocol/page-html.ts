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

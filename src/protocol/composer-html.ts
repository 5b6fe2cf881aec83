import type { ComposerStrings } from "./composer-strings.ts";
import { type PageHtmlOptions, pageHtml } from "./page-html.ts";

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

import type { ComposerStrings } from "./composer-strings.ts";
import { type PageHtmlOptions, pageHtml } from "./page-html.ts";

interface ComposerHtmlOptions extends PageHtmlOptions {
  /** The SQL editor, which is loaded with the first SQL that is shown. */
  readonly sqlEditorUri: string;
  readonly sqlEditorStyleUri: string;
  readonly strings: ComposerStrings;
}

/**
 * The page of the composer. Styles are wider than elsewhere, because the SQL editor makes its own while it runs and draws its
 * marks as pictures in them.
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

import { escapeAttribute, type PageHtmlOptions, pageHtml } from "./page-html.ts";
import type { ResultsStrings } from "./results-strings.ts";

interface ResultsHtmlOptions extends PageHtmlOptions {
  /** Loaded by the page when a chart is first shown. */
  readonly chartUri: string;
  readonly strings: ResultsStrings;
}

/** The page of the results view. */
export function resultsHtml({ chartUri, strings, ...options }: ResultsHtmlOptions): string {
  return pageHtml(options, {
    title: strings.results,
    main: `<main id="results"><h1 class="visually-hidden">${escapeAttribute(strings.results)}</h1></main>`,
    data: { "data-chart-uri": chartUri, "data-strings": JSON.stringify(strings) },
    directives: [`img-src ${options.cspSource} data:`],
  });
}

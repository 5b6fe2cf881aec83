import { escapeAttribute, type PageHtmlOptions, pageHtml } from "./page-html.ts";
import type { ResultsStrings } from "./results-strings.ts";

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

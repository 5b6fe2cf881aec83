import type { OperationsStrings } from "./operations-strings.ts";
import { type PageHtmlOptions, pageHtml } from "./page-html.ts";

interface OperationsHtmlOptions extends PageHtmlOptions {
  readonly strings: OperationsStrings;
}

/** HTML of the page of one operation. */
export function operationsHtml({ strings, ...options }: OperationsHtmlOptions): string {
  return pageHtml(options, {
    title: strings.operation,
    main: '<main id="operation"></main>',
    data: { "data-strings": JSON.stringify(strings) },
  });
}

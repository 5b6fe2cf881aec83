import { type PageHtmlOptions, pageHtml } from "./page-html.ts";
import type { TransactionStrings } from "./transaction-strings.ts";

interface TransactionHtmlOptions extends PageHtmlOptions {
  readonly strings: TransactionStrings;
}

/** HTML of the page of one transaction. */
export function transactionHtml({ strings, ...options }: TransactionHtmlOptions): string {
  return pageHtml(options, {
    title: strings.transaction,
    main: '<main id="transaction"></main>',
    data: { "data-strings": JSON.stringify(strings) },
  });
}

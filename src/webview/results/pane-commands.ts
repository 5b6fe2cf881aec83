import type { CopyFormat, RowRange } from "../../protocol/data-worker.ts";
import { fillText } from "../../protocol/results-strings.ts";
import { failureText } from "../failure-text.ts";
import type { GridPlace, GridRange } from "../grid/grid-selection.ts";
import type { PageContext } from "./page-context.ts";
import type { PaneContent } from "./pane-content.ts";

/** What the user may have done with a result; what came of it is said by `showNotice`. */
export class PaneCommands {
  readonly #context: PageContext;
  readonly #content: Readonly<PaneContent>;
  readonly #showNotice: (text: string | undefined) => void;

  constructor(context: PageContext, content: Readonly<PaneContent>, showNotice: (text: string | undefined) => void) {
    this.#context = context;
    this.#content = content;
    this.#showNotice = showNotice;
  }

  cancel(): void {
    this.#run(this.#context.host.ask("cancel", { resultId: this.#content.resultId }));
  }

  rerun(): void {
    this.#run(this.#context.host.ask("rerun", { resultId: this.#content.resultId }));
  }

  copy({ firstRow, lastRow, firstColumn, lastColumn }: GridRange, format: CopyFormat): void {
    const { host, strings, announce, formatNumber } = this.#context;
    const { resultId, sort } = this.#content;
    const columns = Array.from({ length: lastColumn - firstColumn + 1 }, (_, index) => firstColumn + index);
    const range: RowRange = { first: firstRow, count: lastRow - firstRow + 1, columns, sort };
    this.#run(
      host.ask("copy", { resultId, ...range, format }).then(() => {
        const cells = formatNumber(range.count * columns.length);
        announce(fillText(strings.copied, fillText(strings.cellCount, cells)));
      }),
    );
  }

  copyText(text: string): void {
    this.#run(this.#context.host.ask("copyText", { text }));
  }

  openInEditor({ row, column }: GridPlace): void {
    const { resultId, sort } = this.#content;
    this.#run(this.#context.host.ask("openValue", { resultId, row, column, sort }));
  }

  exportCsv(): void {
    const { host, strings, formatNumber } = this.#context;
    const { resultId, sort } = this.#content;
    const columns = this.#content.columns.map((_, column) => column);
    this.#run(
      host.ask("exportCsv", { resultId, columns, sort }).then(({ isWritten, rowCount }) => {
        this.#showNotice(isWritten ? fillText(strings.exported, formatNumber(rowCount)) : undefined);
      }),
    );
  }

  #run(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#showNotice(failureText(error)));
  }
}

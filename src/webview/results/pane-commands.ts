import type { CopyFormat, RowRange } from "../../protocol/data-worker.ts";
import { fillCount, fillText } from "../../protocol/fill-text.ts";
import type { ExportFormat } from "../../protocol/stored-results.ts";
import { failureMessageOf } from "../failure-text.ts";
import type { Grid } from "../grid/grid.ts";
import type { GridPosition } from "../grid/grid-selection.ts";
import type { TextPosition } from "./failure-view.ts";
import type { PageContext } from "./page-context.ts";
import type { PaneContent } from "./pane-content.ts";
import { formatRowCount } from "./result-header.ts";

/** Commands that act on one result. They show outcomes and errors with `showNotice`. */
export class PaneCommands {
  readonly #context: PageContext;
  readonly #content: Readonly<PaneContent>;
  readonly #grid: () => Grid;
  readonly #showNotice: (text: string | undefined) => void;

  /** `grid` is called only when a command needs the grid. */
  constructor(
    context: PageContext,
    content: Readonly<PaneContent>,
    grid: () => Grid,
    showNotice: (text: string | undefined) => void,
  ) {
    this.#context = context;
    this.#content = content;
    this.#grid = grid;
    this.#showNotice = showNotice;
  }

  cancel(): void {
    this.#run(this.#context.host.request("cancel", { resultId: this.#content.resultId }));
  }

  rerun(): void {
    this.#run(this.#context.host.request("rerun", { resultId: this.#content.resultId }));
  }

  correctConnection(action: "edit" | "signIn"): void {
    this.#run(this.#context.host.request("correctConnection", { resultId: this.#content.resultId, action }));
  }

  goTo({ line, column }: TextPosition): void {
    this.#run(this.#context.host.request("goTo", { resultId: this.#content.resultId, line, column }));
  }

  /** Copies cells, by default the selected ones. Columns are positions in the result. */
  copy(format: CopyFormat, cells: Omit<RowRange, "view"> = this.#selected): void {
    const { host, strings, announce, formatNumber } = this.#context;
    const { resultId, view } = this.#content;
    const range: RowRange = { ...cells, view };
    this.#run(
      host.request("copy", { resultId, ...range, format }).then(() => {
        const count = cells.count * cells.columns.length;
        announce(fillText(strings.copied, fillCount(count, [strings.oneCell, strings.cellCount], formatNumber)));
      }),
    );
  }

  copyText(text: string): void {
    this.#run(this.#context.host.request("copyText", { text }));
  }

  openInEditor({ row, column }: GridPosition): void {
    const { resultId, view } = this.#content;
    this.#run(this.#context.host.request("openValue", { resultId, row, column, view }));
  }

  /** Exports rows. The extension asks for the rows and the location, and for a format that is undefined. */
  export(format: ExportFormat | undefined, shownRows: number): void {
    const { host, strings, formatNumber } = this.#context;
    const { resultId, view, shown: columns } = this.#content;
    const selection = this.#selected;
    this.#run(
      host
        .request("export", { resultId, format, columns, view, shownRows, selection })
        .then(({ isWritten, rowCount }) => {
          this.#showNotice(
            isWritten ? fillText(strings.exported, formatRowCount(rowCount, strings, formatNumber)) : undefined,
          );
        }),
    );
  }

  pin(isPinned: boolean): void {
    this.#run(this.#context.host.request("pin", { resultId: this.#content.resultId, isPinned }));
  }

  /** Selected cells, with columns as positions in the result. */
  get #selected(): Omit<RowRange, "view"> {
    const { columns, navigation } = this.#grid();
    const { range } = navigation.selection;
    const { firstRow, lastRow } = range;
    return { first: firstRow, count: lastRow - firstRow + 1, columns: columns.positionsOf(range) };
  }

  #run(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.#showNotice(failureMessageOf(error)));
  }
}

import type { ResultColumn } from "../../protocol/data-worker.ts";
import { fillText } from "../../protocol/fill-text.ts";
import type { ColumnArrangement, StoredLayout } from "../../protocol/result-columns.ts";
import {
  canMoveColumn,
  createNaturalArrangement,
  freezeColumn,
  hideColumn,
  moveColumn,
  showAllColumns,
} from "../grid/column-arrangement.ts";
import type { Grid } from "../grid/grid.ts";
import { isRequestedBlock } from "../grid/window-loader.ts";
import type { MenuItem } from "../menu.ts";
import { openDialog } from "./open-dialog.ts";
import type { PageContext } from "./page-context.ts";
import type { PaneContent } from "./pane-content.ts";

/** Number of rows and columns that are read at a time to measure column widths. */
const sampleRows = 100;
const sampleColumns = 50;
const storeDelayMs = 500;

/** Hides, freezes, moves and fits the columns of a result. Stores the column layout for the next run of the query. */
export class PaneColumns {
  readonly #context: PageContext;
  readonly #content: Readonly<PaneContent>;
  readonly #grid: Grid;
  #stored = "";
  #storeTimer = 0;

  constructor(context: PageContext, content: Readonly<PaneContent>, grid: Grid) {
    this.#context = context;
    this.#content = content;
    this.#grid = grid;
  }

  /** Restores the column layout of this result. If it has none, uses the layout of the query's previous result. */
  async restore(saved: ColumnArrangement | undefined): Promise<void> {
    const { labelColumns = 0 } = this.#context;
    if (labelColumns > 0) {
      const natural = createNaturalArrangement(this.#content.columns.length);
      this.#grid.arrange({ ...natural, frozen: natural.order.slice(0, labelColumns) });
    }
    const untouched = this.#currentLayout();
    this.#stored = untouched;
    if (saved?.order.length === this.#content.columns.length) {
      this.#grid.arrange(saved);
      this.#stored = this.#currentLayout();
      return;
    }
    const { resultId } = this.#content;
    const layout = await this.#context.host.request("layout", { resultId }).catch(() => undefined);
    if (layout && this.#currentLayout() === untouched) {
      const { arrangement, widths } = fromStoredLayout(this.#content.columns, layout);
      this.#grid.arrange(arrangement, widths);
      this.#stored = this.#currentLayout();
    }
  }

  /** Schedules storing the column layout if it has changed. The check is cheap enough for every event. */
  store(): void {
    if (this.#content.columns.length === 0 || this.#currentLayout() === this.#stored) {
      return;
    }
    window.clearTimeout(this.#storeTimer);
    this.#storeTimer = window.setTimeout(() => this.#storeNow(), storeDelayMs);
  }

  /** Stores a change that is still scheduled. */
  dispose(): void {
    this.#storeNow();
  }

  menuItems(position: number): MenuItem[] {
    const { strings } = this.#context;
    const { arrangement } = this.#grid.columns;
    const isFrozen = arrangement.frozen.includes(position);
    return [
      {
        label: isFrozen ? strings.unfreezeColumn : strings.freezeColumn,
        icon: isFrozen ? "pinned" : "pin",
        startsGroup: true,
        run: () => this.#freeze(position, !isFrozen),
      },
      ...([-1, 1] as const)
        .filter((by) => canMoveColumn(arrangement, position, by))
        .map((by) => ({
          label: by < 0 ? strings.moveColumnBefore : strings.moveColumnAfter,
          run: () => this.#move(position, by),
        })),
      { label: strings.hideColumn, icon: "eye-closed", run: () => this.#hide(position) },
      ...(arrangement.hidden.length > 0
        ? [{ label: strings.showAllColumns, icon: "eye", run: () => this.#arrange(showAllColumns(arrangement)) }]
        : []),
      { label: strings.chooseColumns, icon: "list-selection", run: () => this.choose() },
      { label: strings.fitColumns, startsGroup: true, run: () => void this.fitAll() },
    ];
  }

  choose(): void {
    const { strings, announce } = this.#context;
    if (this.#content.columns.length > 0) {
      openDialog(this.#context, (dialogs) =>
        dialogs.openColumnsDialog({
          strings,
          columns: this.#content.columns,
          arrangement: this.#grid.columns.arrangement,
          apply: (arrangement) => this.#arrange(arrangement),
          announce,
        }),
      );
    }
  }

  /** Fits all visible columns to their headers and the rows from the top of the viewport on. */
  async fitAll(): Promise<void> {
    const { host } = this.#context;
    const { resultId, view } = this.#content;
    const shown = this.#grid.columns.shown;
    const texts = new Map<number, string[]>();
    for (let start = 0; start < shown.length; start += sampleColumns) {
      const chunk = shown.slice(start, start + sampleColumns);
      const range = { first: this.#grid.navigation.topRow, count: sampleRows, columns: chunk, view };
      const block = await host.requestRows(resultId, range, new AbortController().signal);
      for (const [index, position] of isRequestedBlock(block, range) ? chunk.entries() : []) {
        texts.set(
          position,
          (isRequestedBlock(block, range) ? block.rows : []).map((row) => this.#grid.display(row[index], position)),
        );
      }
    }
    this.#grid.columns.fitTo(texts);
  }

  #storeNow(): void {
    window.clearTimeout(this.#storeTimer);
    const now = this.#currentLayout();
    if (this.#content.columns.length > 0 && now !== this.#stored) {
      this.#stored = now;
      const layout = toStoredLayout(this.#content.columns, this.#look);
      // A failure to store the layout is not reported; the next change tries again.
      this.#context.host.request("storeLayout", { resultId: this.#content.resultId, layout }).catch(() => undefined);
    }
  }

  #hide(position: number): void {
    this.#arrange(hideColumn(this.#grid.columns.arrangement, position));
    this.#announce(this.#context.strings.hidden, position);
  }

  #freeze(position: number, isFrozen: boolean): void {
    this.#arrange(freezeColumn(this.#grid.columns.arrangement, position, isFrozen));
    this.#announce(isFrozen ? this.#context.strings.frozen : this.#context.strings.unfrozen, position);
  }

  #move(position: number, by: -1 | 1): void {
    this.#arrange(moveColumn(this.#grid.columns.arrangement, position, by));
    const { shown } = this.#grid.columns;
    const newPosition = String(shown.indexOf(position) + 1);
    this.#announce(this.#context.strings.moved, position, newPosition, String(shown.length));
  }

  #arrange(arrangement: ColumnArrangement): void {
    this.#grid.arrange(arrangement);
  }

  #announce(text: string, position: number, ...values: string[]): void {
    this.#context.announce(fillText(text, this.#content.columns[position]?.name ?? "", ...values));
  }

  get #look(): { arrangement: ColumnArrangement; widths: Readonly<Record<number, number>> } {
    return { arrangement: this.#grid.columns.arrangement, widths: this.#grid.columns.chosenWidths };
  }

  #currentLayout(): string {
    const { arrangement, widths } = this.#look;
    const natural = createNaturalArrangement(this.#content.columns.length);
    return JSON.stringify([{ ...natural, ...arrangement }, widths]);
  }
}

/** Column layout of one result. */
interface ColumnLayout {
  readonly arrangement: ColumnArrangement;
  /** Widths that the user chose, in pixels by position. */
  readonly widths: Readonly<Record<number, number>>;
}

/** Converts a column layout from positions to column names, for the next result of the same query. */
export function toStoredLayout(columns: readonly ResultColumn[], { arrangement, widths }: ColumnLayout): StoredLayout {
  const keys = columnKeys(columns);
  const named = (positions: readonly number[]) => positions.flatMap((position) => keys[position] ?? []);
  return {
    order: named(arrangement.order),
    hidden: named(arrangement.hidden),
    frozen: named(arrangement.frozen),
    widths: Object.fromEntries(
      Object.entries(widths).flatMap(([position, width]) => {
        const key = keys[Number(position)];
        return key === undefined ? [] : [[key, width]];
      }),
    ),
  };
}

/**
 * Converts a stored column layout to positions. New columns come last, and columns that no longer exist are ignored.
 */
export function fromStoredLayout(columns: readonly ResultColumn[], layout: StoredLayout): ColumnLayout {
  const positions = new Map(columnKeys(columns).map((key, position) => [key, position]));
  const known = (keys: readonly string[]) => keys.flatMap((key) => positions.get(key) ?? []);
  const order = [...new Set(known(layout.order))];
  const others = [...positions.values()].filter((position) => !order.includes(position));
  const hidden = known(layout.hidden);
  return {
    arrangement: {
      order: [...order, ...others],
      hidden: hidden.length < columns.length ? hidden : [],
      frozen: known(layout.frozen),
    },
    widths: Object.fromEntries(
      Object.entries(layout.widths).flatMap(([key, width]) => {
        const position = positions.get(key);
        return position === undefined ? [] : [[position, width]];
      }),
    ),
  };
}

/** Returns unique keys of columns, because several may have the same name. */
function columnKeys(columns: readonly ResultColumn[]): string[] {
  const counts = new Map<string, number>();
  return columns.map(({ name }) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name}\0${count}`;
  });
}

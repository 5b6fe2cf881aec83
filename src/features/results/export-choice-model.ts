import type { ExportFormat } from "../../protocol/result-work.ts";
import type { RowView } from "../../protocol/row-view.ts";

/** What a page says of the rows that can be exported. */
interface ExportOffer {
  /** Rows of the whole result. */
  readonly allRows: number;
  /** Rows of the view. */
  readonly shownRows: number;
  readonly view: RowView;
  /** Positions of the columns that are shown, in their order. */
  readonly columns: readonly number[];
  readonly selection: { readonly first: number; readonly count: number; readonly columns: readonly number[] };
}

/** Rows and columns to export. */
export interface ExportScope {
  readonly kind: "all" | "filtered" | "selection";
  readonly rowCount: number;
  readonly view: RowView;
  readonly columns: readonly number[];
  readonly rows?: { readonly first: number; readonly count: number };
}

/** What there is to choose between, what is shown first. */
export function exportScopes({ allRows, shownRows, view, columns, selection }: ExportOffer): readonly ExportScope[] {
  const all: ExportScope = { kind: "all", rowCount: allRows, view: { ...view, filter: [] }, columns };
  const filtered: ExportScope[] =
    view.filter.length > 0 ? [{ kind: "filtered", rowCount: shownRows, view, columns }] : [];
  const count = Math.max(0, Math.min(selection.count, shownRows - selection.first));
  const isWhole = count === shownRows && selection.columns.length === columns.length;
  const selected: ExportScope[] =
    count * selection.columns.length > 1 && !isWhole
      ? [
          {
            kind: "selection",
            rowCount: count,
            view,
            columns: selection.columns,
            rows: { first: selection.first, count },
          },
        ]
      : [];
  return [...filtered, all, ...selected];
}

export const formatExtensions: Readonly<Record<ExportFormat, string>> = {
  csv: "csv",
  jsonLines: "jsonl",
  json: "json",
  parquet: "parquet",
  xlsx: "xlsx",
};

/** A name for a file, without what file systems refuse. */
export function fileNameOf(title: string, extension: string): string {
  return `${title.replace(/[^\p{L}\p{N} ._-]/gu, "").trim() || "result"}.${extension}`;
}

import type { RowView } from "../../protocol/row-view.ts";
import type { ExportFormat } from "../../protocol/stored-results.ts";

/** Rows and columns of a result among which the user chooses for an export. */
interface ExportOffer {
  /** Number of rows of the complete result. */
  readonly allRows: number;
  /** Number of rows that pass the filters of the view. */
  readonly shownRows: number;
  readonly view: RowView;
  /** Positions of the visible columns, in display order. */
  readonly columns: readonly number[];
  readonly selection: { readonly first: number; readonly count: number; readonly columns: readonly number[] };
}

/** Rows and columns chosen for an export. */
export interface ExportScope {
  readonly kind: "all" | "filtered" | "selection";
  readonly rowCount: number;
  readonly view: RowView;
  readonly columns: readonly number[];
  readonly rows?: { readonly first: number; readonly count: number };
}

/** Returns the choices of rows and columns to export, starting with what is currently shown. */
export function listExportScopes({
  allRows,
  shownRows,
  view,
  columns,
  selection,
}: ExportOffer): readonly ExportScope[] {
  const all: ExportScope = { kind: "all", rowCount: allRows, view: { ...view, filter: [] }, columns };
  const filtered: ExportScope[] =
    view.filter.length > 0 ? [{ kind: "filtered", rowCount: shownRows, view, columns }] : [];
  const count = Math.max(0, Math.min(selection.count, shownRows - selection.first));
  const isEverything = count === shownRows && selection.columns.length === columns.length;
  const selected: ExportScope[] =
    count * selection.columns.length > 1 && !isEverything
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

/** Returns a file name made from a title, without characters that file systems reject. */
export function safeFileName(title: string, extension: string): string {
  return `${title.replace(/[^\p{L}\p{N} ._-]/gu, "").trim() || "result"}.${extension}`;
}

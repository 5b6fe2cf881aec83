import { fillText } from "../../protocol/fill-text.ts";
import { element } from "../element.ts";
import { isRequestedBlock } from "../grid/window-loader.ts";
import type { PageContext } from "./page-context.ts";
import type { PaneContent } from "./pane-content.ts";

/** A field of a row, as the row view shows it. */
interface RowField {
  /** Position of the column in the result. */
  readonly column: number;
  readonly name: string;
  readonly text: string;
  /** Text of the result for a member that is shown by its display name. */
  readonly note: string | undefined;
  readonly isMissing: boolean;
}

/**
 * Reads all fields of a row, those of hidden columns last. Values are exact; a long one is cut off. Throws if the rows
 * cannot be read.
 */
export async function readRowFields(
  { host, strings, formatter }: PageContext,
  { resultId, columns, view }: Readonly<PaneContent>,
  shown: readonly number[],
  row: number,
  signal: AbortSignal,
): Promise<readonly RowField[]> {
  const positions = [...new Set([...shown, ...columns.keys()])];
  const range = { first: row, count: 1, columns: positions, view };
  const block = await host.requestRows(resultId, range, signal);
  if (!isRequestedBlock(block, range)) {
    throw new Error(fillText(strings.malformedAnswer, "rows"));
  }
  const [cells = []] = block.rows;
  const cut = new Set(block.cut);
  const small = new Set(block.small?.cells);
  return positions.map((column, index) => {
    const value = cells[index] ?? null;
    const guard = small.has(`0:${index}`) ? block.small?.guard : undefined;
    const display = formatter.format(value, columns[column], false, guard);
    const whole = value === "" ? strings.emptyText : `${value}${cut.has(`0:${index}`) ? "…" : ""}`;
    return {
      column,
      name: columns[column]?.name ?? "",
      text: (guard && display.label) ?? (value === null ? strings.missing : display.member ? display.text : whole),
      note: guard ? undefined : display.member,
      isMissing: !value,
    };
  });
}

/** Creates the table of a row's fields, the active one marked. `goTo` is called with the column of a clicked field. */
export function createFieldsView(
  fields: readonly RowField[],
  active: number,
  goTo: (column: number) => void,
): HTMLElement {
  const rows = fields.map(({ column, name, text, note, isMissing }) => {
    const row = element(
      "tr",
      { class: "field", "aria-current": column === active ? "true" : undefined },
      element("th", { class: "field-name", scope: "row" }, name),
      element(
        "td",
        { class: isMissing ? "field-value is-missing" : "field-value" },
        text,
        ...(note === undefined ? [] : [" ", element("span", { class: "field-note" }, note)]),
      ),
    );
    row.addEventListener("click", () => goTo(column));
    return row;
  });
  return element("table", { class: "viewer-fields" }, element("tbody", {}, ...rows));
}

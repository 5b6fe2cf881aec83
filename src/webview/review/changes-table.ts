import { fillText } from "../../protocol/fill-text.ts";
import type { ReviewStrings } from "../../protocol/review-strings.ts";
import type { ReviewCounts, ReviewRow } from "../../protocol/review-view.ts";
import { element, icon } from "../element.ts";

/** Services that the tables of the page share. */
export interface TableContext {
  readonly strings: ReviewStrings;
  readonly numbers: Intl.NumberFormat;
  /** Shows the current rows of a table. */
  showTable(table: string): void;
}

const countNames = ["added", "changed", "removed", "before", "after"] as const;

/**
 * Creates the table of row counts, with a row for each action, or for each table if the review does not name actions.
 */
export function createChangesTable(rows: readonly ReviewRow[], labelledBy: string, context: TableContext): HTMLElement {
  const { strings } = context;
  const hasActions = rows.some(({ action }) => action !== "");
  const names = [
    ...(hasActions ? [element("th", { scope: "col" }, strings.action)] : []),
    element("th", { scope: "col" }, strings.table),
    ...countNames.map((name) => element("th", { scope: "col", class: "number" }, strings[name])),
  ];
  return element(
    "div",
    { class: "changes" },
    element(
      "table",
      { "aria-labelledby": labelledBy },
      element("thead", {}, element("tr", {}, ...names)),
      element("tbody", {}, ...rows.map((row) => changesRow(row, hasActions, context))),
    ),
  );
}

function changesRow(row: ReviewRow, hasActions: boolean, context: TableContext): HTMLElement {
  const { action, table, counts, text, isFailed } = row;
  const tableLink = table === undefined ? [] : [linkTo(table, context)];
  const cells: HTMLElement[] = [];
  if (hasActions) {
    cells.push(element("th", { scope: "row" }, action));
  }
  if (!counts) {
    const described = [...(isFailed ? [icon("error")] : []), text];
    // A row of totals always names its table.
    if (table !== undefined) {
      cells.push(element(hasActions ? "td" : "th", hasActions ? {} : { scope: "row" }, ...tableLink));
    }
    const span = countNames.length + (table === undefined ? 1 : 0);
    cells.push(element("td", { colspan: span, class: isFailed ? "is-failed" : "description" }, ...described));
  } else {
    cells.push(element(hasActions ? "td" : "th", hasActions ? {} : { scope: "row" }, ...tableLink));
    cells.push(...countNames.map((name) => countCell(name, counts, context)));
  }
  return element("tr", {}, ...cells);
}

function countCell(name: (typeof countNames)[number], counts: ReviewCounts, context: TableContext): HTMLElement {
  const { strings, numbers } = context;
  const count = counts[name];
  if (count === undefined) {
    return element(
      "td",
      { class: "number description" },
      element("span", { "aria-hidden": "true" }, "–"),
      element("span", { class: "visually-hidden" }, strings.unknownCount),
    );
  }
  const shown = numbers.format(count);
  const text = name === "changed" && counts.isUpperBound ? fillText(strings.upTo, shown) : shown;
  const isChange = name === "added" || name === "changed" || name === "removed";
  const isNone = isChange && count === 0;
  return element("td", { class: `number${isNone ? " is-none" : isChange ? ` is-${name}` : ""}` }, text);
}

function linkTo(table: string, { strings, showTable }: TableContext): HTMLElement {
  const label = fillText(strings.showRows, table);
  const link = element("button", { type: "button", class: "link-button", title: label, "aria-label": label }, table);
  link.addEventListener("click", () => showTable(table));
  return link;
}

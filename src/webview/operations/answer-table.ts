import { isJsonObject, type Json } from "../../protocol/operation-form.ts";
import { fillText } from "../../protocol/results-strings.ts";
import { element } from "../element.ts";
import { jsonText } from "../forms/notes.ts";
import type { PageContext } from "./page-context.ts";

type Row = { readonly [name: string]: Json };

const rowsAtOnce = 200;

/** The list of objects in an answer: the answer itself, or the only list among its fields. */
export function rowsOf(value: Json): readonly Row[] | undefined {
  if (isRows(value)) {
    return value;
  }
  const lists = isJsonObject(value) ? Object.values(value).filter(isRows) : [];
  return lists.length === 1 ? lists[0] : undefined;
}

/** Whether the results can show it: a list, or the cell set of an aggregate. */
export function isTable(value: Json): boolean {
  return rowsOf(value) !== undefined || (isJsonObject(value) && isJsonObject(value["cellSet"] ?? null));
}

/** A table of objects, drawn in pieces. */
export function answerTable({ strings, amounts }: PageContext, rows: readonly Row[], label: string): HTMLElement {
  const columns = [...new Set(rows.slice(0, 1000).flatMap((row) => Object.keys(row)))];
  const body = element("tbody", {});
  const more = element("button", { type: "button", class: "link-button" });
  let shown = 0;
  const showMore = () => {
    body.append(...rows.slice(shown, shown + rowsAtOnce).map((row) => tableRow(row, columns)));
    shown = Math.min(rows.length, shown + rowsAtOnce);
    const left = rows.length - shown;
    more.hidden = left === 0;
    more.textContent = fillText(strings.moreRows, amounts.number(Math.min(left, rowsAtOnce)), amounts.number(left));
  };
  more.addEventListener("click", showMore);
  showMore();
  const head = element("tr", {}, ...columns.map((name) => element("th", { scope: "col" }, name)));
  const table = element("table", { class: "answer-table", "aria-label": label }, element("thead", {}, head), body);
  // What scrolls must be reached by the keyboard.
  const scrolled = element("div", { class: "scrolled", tabindex: 0, role: "region", "aria-label": label }, table);
  return element("div", {}, scrolled, more);
}

function tableRow(row: Row, columns: readonly string[]): HTMLElement {
  const cells = columns.map((name) => {
    const value = row[name];
    return element("td", {}, value === undefined ? "" : jsonText(value));
  });
  return element("tr", {}, ...cells);
}

function isRows(value: Json): value is readonly Row[] {
  return Array.isArray(value) && value.length > 0 && value.every((item) => isJsonObject(item));
}

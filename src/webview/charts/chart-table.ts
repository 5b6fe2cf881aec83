import type { ChartData } from "../../protocol/chart.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import { shownMember } from "../../protocol/time-member.ts";
import { element } from "../element.ts";
import { type ChartWords, partName } from "./chart-words.ts";

/** Rows of the page; all marks are in the result's own table. */
const mostRows = 200;

/** The numbers that the chart draws, as a table. */
export function chartTable(data: ChartData, words: ChartWords, strings: ResultsStrings): HTMLTableElement {
  const { missing } = strings;
  const heads = [words.x, ...(words.series === undefined ? [] : [words.series]), words.y];
  const rows = data.marks.slice(0, mostRows).map(({ x, series, y }) => {
    const cells =
      words.series === undefined ? [] : [element("td", {}, series === null ? missing : partName(strings, series))];
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, x === null ? missing : shownMember(x)),
      ...cells,
      element("td", { class: "is-number" }, y ?? missing),
    );
  });
  return element(
    "table",
    { class: "chart-table" },
    element("caption", {}, words.title),
    element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, ...rows),
  );
}

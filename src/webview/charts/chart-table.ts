import type { ChartData } from "../../protocol/chart.ts";
import type { Cell } from "../../protocol/data-worker.ts";
import { fillText } from "../../protocol/fill-text.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";
import { formatTimeMember } from "../../protocol/time-member.ts";
import { element } from "../element.ts";
import { translateBoxPart } from "./chart-labels.ts";
import type { ChartParts } from "./chart-parts.ts";

type TableParts = Pick<ChartParts, "data" | "labels" | "strings" | "formatNumber">;

/** Maximum number of rows; the table of the result has all values. */
const maximumRows = 200;

/** Creates an HTML table of the values that a chart draws. */
export function createChartTable({ data, labels, strings, formatNumber }: TableParts): HTMLTableElement {
  const { missing } = strings;
  const heads = [labels.x, ...(labels.series === undefined ? [] : [labels.series]), labels.y];
  const rows = data.marks.slice(0, maximumRows).map(({ x, series, y, isSmall }) => {
    const cells =
      labels.series === undefined
        ? []
        : [element("td", {}, series === null ? missing : translateBoxPart(strings, series))];
    return element(
      "tr",
      {},
      element("th", { scope: "row" }, x === null ? missing : formatTimeMember(x)),
      ...cells,
      element(
        "td",
        { class: "is-number" },
        valueText(y === null ? null : formatNumber(y), isSmall === true, data, strings),
      ),
    );
  });
  return element(
    "table",
    { class: "chart-table" },
    element("caption", {}, labels.title),
    element("thead", {}, element("tr", {}, ...heads.map((head) => element("th", { scope: "col" }, head)))),
    element("tbody", {}, ...rows),
  );
}

function valueText(y: Cell, isSmall: boolean, { small }: ChartData, strings: ResultsStrings): string {
  if (!isSmall || !small) {
    return y ?? strings.missing;
  }
  const { mode, threshold } = small.guard;
  const people = String(threshold);
  if (mode === "mark") {
    return fillText(strings.markedGroup, y ?? strings.missing, people);
  }
  return y === null ? fillText(strings.hiddenGroup, people) : fillText(strings.withoutGroups, y, people);
}

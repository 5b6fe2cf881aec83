import { baseResultId } from "../../protocol/pivot.ts";
import type { ShownResult } from "../../protocol/results-view.ts";
import { failureMessageOf } from "../failure-text.ts";
import type { GridPosition } from "../grid/grid-selection.ts";
import type { MenuItem } from "../menu.ts";
import type { PageContext } from "./page-context.ts";
import type { PaneContent } from "./pane-content.ts";

/**
 * Returns the menu item that lists the people, or other records, behind a metric's value in an aggregate or its pivot.
 * Empty for other cells. The query is requested at once, so that the menu can show why there is none.
 */
export function createPeopleItems(
  { host, strings }: Pick<PageContext, "host" | "strings">,
  { resultId, columns, view }: Readonly<PaneContent>,
  { summary }: ShownResult,
  { row, column }: GridPosition,
  showNotice: (text: string) => void,
): MenuItem[] {
  const metadata = columns[column];
  const isPivot = baseResultId(resultId) !== resultId;
  const isMetric = metadata?.additivity !== undefined || (isPivot && metadata?.kind === "number");
  if (summary.isAggregate !== true || !isMetric) {
    return [];
  }
  const query = host.request("recordsQuery", { resultId, row, column, view });
  const refusal = query.then((answer) => (answer.kind === "refused" ? answer.reason : undefined), failureMessageOf);
  const run = async () => {
    const answer = await query;
    if (answer.kind === "query") {
      await host.request("runRecordsQuery", { resultId, text: answer.text });
    } else {
      showNotice(answer.reason);
    }
  };
  return [
    {
      label: strings.showPeople,
      icon: "organization",
      startsGroup: true,
      refusal,
      run: () => void run().catch((failure: unknown) => showNotice(failureMessageOf(failure))),
    },
  ];
}

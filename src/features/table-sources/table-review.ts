import * as vscode from "vscode";
import { rejectOnAbort } from "../../base/abort.ts";
import * as commandIds from "../../host/command-ids.ts";
import type { ReviewPages } from "../../host/review-page.ts";
import { joinReportLines } from "../../host/untrusted-text.ts";
import type { Review, ReviewCounts } from "../../protocol/review-view.ts";
import { type TableTarget, targetText } from "./table-target.ts";

/** A question about what a change would do to a table source. */
interface TableQuestion {
  readonly target: TableTarget;
  readonly table: { readonly uuid?: string | undefined; readonly objectName: string };
  readonly title: string;
  /** Expected effect of the load, in a sentence. */
  readonly verdict: string;
  readonly warnings?: readonly string[];
  /** Further facts, one each. */
  readonly notes?: readonly string[];
  readonly counts?: ReviewCounts | undefined;
  readonly question: string;
  readonly confirm: string;
  /** Whether a wrong answer loses values also where the connection is not a production one. */
  readonly losesValues: boolean;
  readonly document?: vscode.Uri;
  /** Shows the text of a change beside the present one. */
  readonly compare?: () => Promise<void>;
  /** Withdraws the question when the work that waits for it ends. */
  readonly signal?: AbortSignal;
}

/**
 * Asks on a page of its own whether to change a table source. The button that changes nothing has the focus on a
 * production connection and where values would be lost.
 */
export async function askAboutTable(reviews: ReviewPages, asked: TableQuestion): Promise<boolean> {
  const { target, table, title, document, signal, compare } = asked;
  const review = reviewOf(asked);
  const key = tableReviewKey(target, table);
  const answer = reviews.show(key, title, {
    review,
    markdown: markdownOf(review),
    showTable: showRowsOf({ ...target, table }),
    ...(compare && { compare }),
    ...(document && { document }),
  });
  try {
    return await (signal ? rejectOnAbort(answer, signal) : answer);
  } catch (error) {
    reviews.tell(key, vscode.l10n.t("This was cancelled. Nothing was changed."));
    throw error;
  }
}

/** Returns the key of the page that asks about a table source. */
export function tableReviewKey(
  { connectionId, tenant }: Pick<TableTarget, "connectionId" | "tenant">,
  { uuid, objectName }: TableQuestion["table"],
): string {
  return ["table", connectionId, tenant ?? "", uuid ?? objectName].join("\n");
}

/** Returns a function that shows the current rows of a table source in the results. */
export function showRowsOf({
  connectionId,
  tenant,
  table,
}: Pick<TableTarget, "connectionId" | "tenant"> & Pick<TableQuestion, "table">): () => Promise<void> {
  return async () => {
    await vscode.commands.executeCommand(commandIds.showTableRows, {
      kind: "tableSource",
      target: { connectionId, tenant },
      table,
    });
  };
}

function reviewOf({ target, table, title, verdict, counts, question, confirm, ...asked }: TableQuestion): Review {
  const { warnings = [], notes = [], losesValues, compare } = asked;
  const { role } = target.session;
  return {
    title,
    place: targetText(target),
    role,
    verdict,
    isGood: true,
    warnings,
    notes,
    totals: counts ? [{ action: "", table: table.objectName, counts, text: "", isFailed: false }] : [],
    sections: [],
    question: {
      text: question,
      confirm,
      cancel: vscode.l10n.t("Cancel"),
      isCareful: role === "production" || losesValues,
      isAwaited: true,
      ...(compare && { compare: vscode.l10n.t("Show Changes") }),
    },
  };
}

function markdownOf({ title, place, role, verdict, warnings, notes }: Review): string {
  const lines = [...warnings, ...notes].map((line) => `- ${line}`);
  return joinReportLines([`# ${title}`, "", `${place} (${role})`, "", verdict, "", ...lines, ""]);
}

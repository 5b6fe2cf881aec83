import { findMembersByName } from "../../base/member-names.ts";
import { quoteText } from "../../duckdb/database.ts";
import type { StoredColumn } from "../model/column-storage.ts";
import { memberNamesOf, type ResultMetadata } from "../model/result-metadata.ts";

/**
 * Adds to a SQL condition on a column's shown text `shown` that the display name of the member passes a test, because
 * views show the display names. Other columns keep the condition.
 */
export function orDisplayName(
  condition: string,
  metadata: Pick<ResultMetadata, "memberNames">,
  column: StoredColumn,
  shown: string,
  test: (name: string) => boolean,
): string {
  const members = findMembersByName(memberNamesOf(metadata, column), test);
  return members.length === 0 ? condition : `(${condition} OR ${shown} IN (${members.map(quoteText).join(", ")}))`;
}

import { readSettings } from "../../host/settings.ts";
import type { ResultLooks } from "../../protocol/result-columns.ts";

/** Heights of a row, in pixels. */
const rowHeights = { compact: 22, comfortable: 30 } as const;

/** How the user's settings say that results are shown. */
export function readLooks(): ResultLooks {
  const { density, numberFormat, hasColumnSummaries } = readSettings();
  return { rowHeight: rowHeights[density], numberFormat, hasSummaries: hasColumnSummaries };
}

import { readSettings } from "../../host/settings.ts";
import type { ResultDisplaySettings } from "../../protocol/result-columns.ts";

/** Heights of a row, in pixels. */
const rowHeights = { compact: 22, comfortable: 30 } as const;

/** How the user's settings say that results are shown. */
export function readDisplaySettings(): ResultDisplaySettings {
  const { density, numberFormat, hasColumnSummaries } = readSettings();
  return { rowHeight: rowHeights[density], numberFormat, hasSummaries: hasColumnSummaries };
}

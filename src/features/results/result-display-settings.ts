import { readSettings } from "../../host/settings.ts";
import type { ResultDisplaySettings } from "../../protocol/result-columns.ts";

/** Row heights, in pixels. */
const rowHeights = { compact: 22, comfortable: 30 } as const;

/** Reads the user's settings for the display of results. */
export function readDisplaySettings(): ResultDisplaySettings {
  const { density, numberFormat, hasColumnSummaries } = readSettings();
  return { rowHeight: rowHeights[density], numberFormat, hasSummaries: hasColumnSummaries };
}

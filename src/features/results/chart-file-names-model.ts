import { isRecord } from "../../base/guards.ts";

const specExtension = ".chart.json";

/**
 * Names of the two possible chart specification files beside a query file: one for a single result, and one for the
 * first result of the query file.
 */
interface ChartFileNames {
  readonly perResult: string;
  readonly shared: string;
}

/**
 * Returns the names of the chart specification files of a result. For `headcount.sqllike` and the title `Leavers by
 * month`, these are `headcount.leavers-by-month.chart.json` and `headcount.chart.json`.
 */
export function chartFileNamesOf(queryFile: string, title: string): ChartFileNames {
  const base = queryFile.replace(/\.[^.]*$/, "");
  const slug = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);
  return { perResult: `${base}.${slug || "result"}${specExtension}`, shared: `${base}${specExtension}` };
}

export function isChartFileName(name: string): boolean {
  return name.endsWith(specExtension);
}

/** Whether a chart specification applies to the result with this title: it names that result, or no result. */
export function isSpecFor(text: string, title: string): boolean {
  try {
    const spec: unknown = JSON.parse(text);
    const meta = isRecord(spec) && isRecord(spec["usermeta"]) ? spec["usermeta"] : {};
    return meta["result"] === undefined || meta["result"] === title;
  } catch {
    // The text may be invalid JSON while the user edits it; the chart reports the error.
    return true;
  }
}

/** Returns a chart specification with the title of its result added to its metadata. */
export function withResultTitle(text: string, title: string): string {
  const spec: unknown = JSON.parse(text);
  const meta = isRecord(spec) && isRecord(spec["usermeta"]) ? spec["usermeta"] : {};
  const named = isRecord(spec) ? { ...spec, usermeta: { ...meta, result: title } } : spec;
  return `${JSON.stringify(named, undefined, 2)}\n`;
}

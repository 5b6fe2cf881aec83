import { isRecord } from "../../base/guards.ts";

const specExtension = ".chart.json";

/** File names of a chart spec beside its query file: one for this result alone, and one for the file's first result. */
interface ChartNames {
  readonly perResult: string;
  readonly shared: string;
}

/**
 * Returns the names of chart specs: for `headcount.sqllike` and the title `Leavers by month`, these are
 * `headcount.leavers-by-month.chart.json` and `headcount.chart.json`.
 */
export function chartNames(queryFile: string, title: string): ChartNames {
  const base = queryFile.replace(/\.[^.]*$/, "");
  const slug = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);
  return { perResult: `${base}.${slug || "result"}${specExtension}`, shared: `${base}${specExtension}` };
}

export function isChartName(name: string): boolean {
  return name.endsWith(specExtension);
}

/** Whether a spec belongs to the result with this title: it names that result, or none. */
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

/** Returns the spec with the title of its result in its metadata. */
export function withResultTitle(text: string, title: string): string {
  const spec: unknown = JSON.parse(text);
  const meta = isRecord(spec) && isRecord(spec["usermeta"]) ? spec["usermeta"] : {};
  const named = isRecord(spec) ? { ...spec, usermeta: { ...meta, result: title } } : spec;
  return `${JSON.stringify(named, undefined, 2)}\n`;
}

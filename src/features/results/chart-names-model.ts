import { isRecord } from "../../base/guards.ts";

const specEnd = ".chart.json";

/** The names that a result's chart spec may have beside its query: its own, and that of the file's first one. */
interface ChartNames {
  readonly own: string;
  readonly shared: string;
}

/** For `headcount.sqllike` and the title `Leavers by month` these are `headcount.leavers-by-month.chart.json` and `headcount.chart.json`. */
export function chartNames(queryFile: string, title: string): ChartNames {
  const base = queryFile.replace(/\.[^.]*$/, "");
  const words = title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60);
  return { own: `${base}.${words || "result"}${specEnd}`, shared: `${base}${specEnd}` };
}

export function isChartName(name: string): boolean {
  return name.endsWith(specEnd);
}

/** Whether a spec is for the result of this title: it says so, or it names none. */
export function isSpecFor(text: string, title: string): boolean {
  try {
    const spec: unknown = JSON.parse(text);
    const meta = isRecord(spec) && isRecord(spec["usermeta"]) ? spec["usermeta"] : {};
    return meta["result"] === undefined || meta["result"] === title;
  } catch {
    // While it is being written it may be no JSON; whoever draws it says so.
    return true;
  }
}

/** The spec with the title of the result that it is for. */
export function namedSpec(text: string, title: string): string {
  const spec: unknown = JSON.parse(text);
  const meta = isRecord(spec) && isRecord(spec["usermeta"]) ? spec["usermeta"] : {};
  const named = isRecord(spec) ? { ...spec, usermeta: { ...meta, result: title } } : spec;
  return `${JSON.stringify(named, undefined, 2)}\n`;
}

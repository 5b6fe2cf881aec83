import type { Client } from "../../client/call/client.ts";

/** Rows that an extraction reads of tables with an incremental column. */
export type ExtractionSpan =
  /** Rows that changed since the last extraction. */
  | { readonly kind: "last" }
  | { readonly kind: "weeks"; readonly count: number }
  | { readonly kind: "months"; readonly count: number }
  /** Rows that changed at an instant or later, in epoch milliseconds. */
  | { readonly kind: "since"; readonly atMs: number }
  | { readonly kind: "all" };

/** Use of the extracted rows: received only, also processed, or stored in table sources. */
type ExtractionOutput = "receive" | "process" | "tables";

export interface ExtractionPlan {
  /** Ids of the connectors. Undefined means all that have a credential. */
  readonly connectors: readonly string[] | undefined;
  readonly span: ExtractionSpan;
  readonly output: ExtractionOutput;
}

type ExtractionBody = NonNullable<Parameters<Client["runExtractionJob"]>[0]["body"]>;

/** Creates the request of an extraction (service-api, "Extraction job request"). */
export function extractionBody({ connectors, span, output }: ExtractionPlan): ExtractionBody {
  return {
    ...spanFields(span),
    ...(connectors && { connectorIds: [...connectors] }),
    ...(output === "process" && { runProcessingJob: true }),
    ...(output === "tables" && { outputTarget: "SQL" as const }),
  };
}

function spanFields(span: ExtractionSpan): ExtractionBody {
  switch (span.kind) {
    case "last":
      return {};
    case "weeks":
      return { lastExtractionTimeOffsetWeeks: span.count, lastExtractionTimeOffsetMode: "WEEK" };
    case "months":
      return { lastExtractionTimeOffsetMonths: span.count, lastExtractionTimeOffsetMode: "MONTH" };
    case "since":
      return { overrideLastExtractionTimestamp: String(span.atMs) };
    case "all":
      return { overrideLastExtractionTimestamp: "0" };
  }
}

/** Day on which a span of weeks or months begins, as epoch milliseconds of its midnight in UTC. */
export function firstDayOf(span: Extract<ExtractionSpan, { count: number }>, nowMs: number): number {
  const now = new Date(nowMs);
  const [year, month, day] = [now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate()];
  if (span.kind === "weeks") {
    return Date.UTC(year, month, day - span.count * 7);
  }
  // A month that is too short for the day has its last day.
  return Math.min(Date.UTC(year, month - span.count, day), Date.UTC(year, month - span.count + 1, 0));
}

/** Parses a date, meaning midnight UTC, or a time with its offset. Returns undefined for any other text. */
export function parseSince(text: string): number | undefined {
  const isComplete = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text.trim());
  const atMs = isComplete ? Date.parse(text.trim()) : Number.NaN;
  return Number.isNaN(atMs) ? undefined : atMs;
}

/** Reads the definition of a task in `tasks.json`. Returns the name of the field that cannot be used instead of a plan. */
export function readExtractionTask(fields: Readonly<Record<string, unknown>>): ExtractionPlan | string {
  const { connectors, since, weeks, months, all = false, process = false, tables = false } = fields;
  if (connectors !== undefined && !isNameList(connectors)) {
    return "connectors";
  }
  const spans: ExtractionSpan[] = [];
  if (since !== undefined) {
    const atMs = typeof since === "string" ? parseSince(since) : undefined;
    if (atMs === undefined) {
      return "since";
    }
    spans.push({ kind: "since", atMs });
  }
  for (const [kind, count] of [
    ["weeks", weeks],
    ["months", months],
  ] as const) {
    if (count !== undefined) {
      if (typeof count !== "number" || !Number.isInteger(count) || count < 0) {
        return kind;
      }
      spans.push({ kind, count });
    }
  }
  if (all === true) {
    spans.push({ kind: "all" });
  }
  if (spans.length > 1) {
    return spans[1]?.kind ?? "all";
  }
  if (process === true && tables === true) {
    return "tables";
  }
  const output = tables === true ? "tables" : process === true ? "process" : "receive";
  return { connectors, span: spans[0] ?? { kind: "last" }, output };
}

function isNameList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length > 0 && value.every((name) => typeof name === "string" && name !== "");
}

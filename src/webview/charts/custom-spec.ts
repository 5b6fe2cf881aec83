import type { TopLevelSpec } from "vega-lite";
import { isObject } from "../../base/guards.ts";
import { type ChartRequest, isChartRequest } from "../../protocol/chart.ts";
import type { ResultColumn } from "../../protocol/data-worker.ts";
import { fillText } from "../../protocol/fill-text.ts";
import type { ResultsStrings } from "../../protocol/results-strings.ts";

type Json = Readonly<Record<string, unknown>>;

/** A spec written by the user, or why it cannot be drawn. */
type CustomSpec = { readonly spec: Json; readonly request: ChartRequest | undefined } | { readonly problem: string };

/** Properties by which a spec would load external data or link to it. */
const refusedNames = new Set(["url", "href"]);
/** Properties whose content is not drawn. */
const ignoredNames = new Set(["$schema", "usermeta", "values", "datasets"]);
const dataName = "result";

/** Parses the user's chart spec and checks that it loads no external data. */
export function readCustomSpec(text: string, columns: readonly ResultColumn[], strings: ResultsStrings): CustomSpec {
  const parsed = parseJson(text);
  if ("problem" in parsed) {
    return { problem: fillText(strings.chartSpecNoJson, parsed.problem) };
  }
  const spec = parsed.value;
  if (!isObject(spec)) {
    return { problem: strings.chartSpecNoObject };
  }
  const refused = findRefused(spec);
  if (refused !== undefined) {
    return { problem: fillText(strings.chartSpecRefused, refused) };
  }
  if (!hasResultData(spec)) {
    return { problem: strings.chartSpecNoData };
  }
  const chart = isObject(spec["usermeta"]) ? spec["usermeta"]["chart"] : undefined;
  return chart === undefined ? { spec, request: undefined } : requestOf(spec, chart, columns, strings);
}

/** Returns a chart spec with the values of the result inserted. */
export function insertResultValues(spec: Json, values: readonly object[]): TopLevelSpec {
  const fill = (value: unknown, key: string): unknown => {
    if (Array.isArray(value)) {
      return value.map((item) => fill(item, ""));
    }
    if (!isObject(value)) {
      return value;
    }
    if (key === "data" && value["name"] === dataName) {
      return { ...value, values };
    }
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, fill(inner, name)]));
  };
  return fill(spec, "") as TopLevelSpec;
}

/** Returns the description of a chart for its spec file, with column names instead of positions. */
export function describeChartMeta({ x, y, series, ...rest }: ChartRequest, columns: readonly ResultColumn[]): object {
  const name = (column: number | undefined) => (column === undefined ? undefined : columns[column]?.name);
  return { ...rest, x: name(x), y: name(y), series: name(series) };
}

function requestOf(spec: Json, chart: unknown, columns: readonly ResultColumn[], strings: ResultsStrings): CustomSpec {
  const meta = isObject(chart) ? chart : {};
  const positions: Record<string, number | undefined> = {};
  for (const key of ["x", "y", "series"]) {
    const name = meta[key];
    const position = columns.findIndex((column) => column.name === name);
    if (typeof name === "string" && position < 0) {
      return { problem: fillText(strings.chartSpecNoColumn, name) };
    }
    positions[key] = position < 0 ? undefined : position;
  }
  const request = { kind: meta["kind"], function: meta["function"] ?? "sum", ...positions };
  return { spec, request: isChartRequest(request) ? request : undefined };
}

/** Returns the name of the first refused property, or undefined if the spec loads nothing. */
function findRefused(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    return firstOf(value.map((item) => () => findRefused(item)));
  }
  if (!isObject(value)) {
    return undefined;
  }
  return firstOf(
    Object.entries(value).map(([name, inner]) => () => {
      if (refusedNames.has(name)) {
        return name;
      }
      const isImage = inner === "image" && (name === "mark" || name === "type");
      return isImage ? "image" : ignoredNames.has(name) ? undefined : findRefused(inner);
    }),
  );
}

function firstOf(finders: readonly (() => string | undefined)[]): string | undefined {
  for (const find of finders) {
    const found = find();
    if (found !== undefined) {
      return found;
    }
  }
  return undefined;
}

function hasResultData(value: unknown): boolean {
  if (Array.isArray(value)) {
    return value.some(hasResultData);
  }
  return (
    isObject(value) &&
    ((isObject(value["data"]) && value["data"]["name"] === dataName) || Object.values(value).some(hasResultData))
  );
}

function parseJson(text: string): { readonly value: unknown } | { readonly problem: string } {
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { problem: error instanceof Error ? error.message : "" };
  }
}

import type { CopyFormat, DataWorkerAsks, SortKey } from "../protocol/data-worker.ts";
import { ResultError } from "./result-error.ts";

type Params<Name extends keyof DataWorkerAsks> = DataWorkerAsks[Name]["params"];

const copyFormats: readonly CopyFormat[] = ["cells", "cellsWithHeaders", "csv", "json", "markdown"];

/** Guards for what arrives from another process. Each throws `badRequest`. */
export const checkParams = {
  result(params: unknown): { resultId: string } {
    require_(isRecord(params) && typeof params["resultId"] === "string" && params["resultId"] !== "", "resultId");
    return params as { resultId: string };
  },
  open(params: unknown): Params<"open"> {
    const { format, kinds, label } = fields(params);
    require_(format === "jsonLines" || format === "jsonTable", "format");
    require_(isRecord(kinds) && Object.values(kinds).every(isKind), "kinds");
    require_(typeof label === "string", "label");
    return params as Params<"open">;
  },
  abort(params: unknown): Params<"abort"> {
    const { state, message } = fields(params);
    require_(state === "partial" || state === "failed" || state === "cancelled", "state");
    require_(typeof message === "string", "message");
    return params as Params<"abort">;
  },
  range(params: unknown): Params<"window"> {
    const { first, count, columns, sort } = fields(params);
    require_(isCount(first), "first");
    require_(isCount(count), "count");
    require_(Array.isArray(columns) && columns.every(isCount), "columns");
    require_(isSort(sort), "sort");
    return params as Params<"window">;
  },
  cell(params: unknown): Params<"cell"> {
    const { row, column, sort } = fields(params);
    require_(isCount(row), "row");
    require_(isCount(column), "column");
    require_(isSort(sort), "sort");
    return params as Params<"cell">;
  },
  sort(params: unknown): Params<"sort"> {
    require_(isSort(fields(params)["sort"]), "sort");
    return params as Params<"sort">;
  },
  copy(params: unknown): Params<"copy"> {
    checkParams.range(params);
    const { format } = fields(params);
    require_(
      copyFormats.some((known) => known === format),
      "format",
    );
    return params as Params<"copy">;
  },
  exportCsv(params: unknown): Params<"exportCsv"> {
    const { path, hasHeaders, neutralisesFormulas, columns, sort } = fields(params);
    require_(typeof path === "string" && path !== "", "path");
    require_(typeof hasHeaders === "boolean", "hasHeaders");
    require_(typeof neutralisesFormulas === "boolean", "neutralisesFormulas");
    require_(Array.isArray(columns) && columns.every(isCount), "columns");
    require_(isSort(sort), "sort");
    return params as Params<"exportCsv">;
  },
  chartData(params: unknown): Params<"chartData"> {
    const { x, y, series } = fields(params);
    require_(isCount(x), "x");
    require_(isCount(y), "y");
    require_(series === undefined || isCount(series), "series");
    return params as Params<"chartData">;
  },
};

function fields(params: unknown): Record<string, unknown> {
  checkParams.result(params);
  return params as Record<string, unknown>;
}

function require_(isGood: boolean, name: string): asserts isGood {
  if (!isGood) {
    throw new ResultError(`The request's "${name}" is missing or wrong.`, { code: "badRequest" });
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function isKind(value: unknown): boolean {
  return value === "text" || value === "number" || value === "date" || value === "boolean";
}

function isSort(value: unknown): value is SortKey | undefined {
  if (value === undefined || value === null) {
    return true;
  }
  return (
    isRecord(value) &&
    isCount(value["column"]) &&
    (value["direction"] === "ascending" || value["direction"] === "descending")
  );
}

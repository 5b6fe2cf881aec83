import { isAnswerAdditivity } from "../../base/additivity.ts";
import { isCount, isRecord } from "../../base/guards.ts";
import { isSmallGroupGuard } from "../../base/small-group.ts";
import { isCellSetLayout } from "../../protocol/cell-set-layout.ts";
import { isChartRequest } from "../../protocol/chart.ts";
import { bodyFormats, copyFormats } from "../../protocol/data-worker.ts";
import { isPivotParams } from "../../protocol/pivot.ts";
import { isRowView } from "../../protocol/row-view.ts";
import type { DataWorkerRequests } from "../../protocol/worker-requests.ts";
import { ResultError } from "../model/result-error.ts";

type Params<Name extends keyof DataWorkerRequests> = DataWorkerRequests[Name]["params"];

/** Validates parameters of requests from another process. Each function throws `badRequest` for invalid ones. */
export const checkParams = {
  result(params: unknown): { resultId: string } {
    requireValid(isRecord(params) && typeof params["resultId"] === "string" && params["resultId"] !== "", "resultId");
    return params as { resultId: string };
  },
  open(params: unknown): Params<"open"> {
    const { format, kinds, label, smallGroups, cellSets, isAggregate } = fields(params);
    requireValid(
      bodyFormats.some((known) => known === format),
      "format",
    );
    requireValid(isRecord(kinds) && Object.values(kinds).every(isKind), "kinds");
    requireValid(typeof label === "string", "label");
    requireValid(smallGroups === undefined || isSmallGroupGuard(smallGroups), "smallGroups");
    requireValid(cellSets === undefined || isCellSetLayout(cellSets), "cellSets");
    requireValid(isAggregate === undefined || typeof isAggregate === "boolean", "isAggregate");
    return params as Params<"open">;
  },
  finish(params: unknown): Params<"finish"> {
    const { additivity } = fields(params);
    requireValid(additivity === undefined || isAnswerAdditivity(additivity), "additivity");
    return { ...checkParams.result(params), additivity };
  },
  abort(params: unknown): Params<"abort"> {
    const { state, message } = fields(params);
    requireValid(state === "partial" || state === "failed" || state === "cancelled", "state");
    requireValid(typeof message === "string", "message");
    return params as Params<"abort">;
  },
  range(params: unknown): Params<"window"> {
    const { first, count, columns, view } = fields(params);
    requireValid(isCount(first), "first");
    requireValid(isCount(count), "count");
    requireValid(Array.isArray(columns) && columns.every(isCount), "columns");
    requireValid(isRowView(view), "view");
    return params as Params<"window">;
  },
  cell(params: unknown): Params<"cell"> {
    const { row, column, view } = fields(params);
    requireValid(isCount(row), "row");
    requireValid(isCount(column), "column");
    requireValid(isRowView(view), "view");
    return params as Params<"cell">;
  },
  arrange(params: unknown): Params<"arrange"> {
    requireValid(isRowView(fields(params)["view"]), "view");
    return params as Params<"arrange">;
  },
  copy(params: unknown): Params<"copy"> {
    checkParams.range(params);
    const { format, neutralisesFormulas } = fields(params);
    requireValid(
      copyFormats.some((known) => known === format),
      "format",
    );
    requireValid(typeof neutralisesFormulas === "boolean", "neutralisesFormulas");
    return params as Params<"copy">;
  },
  column(params: unknown): Params<"columnSummary"> {
    requireValid(isCount(fields(params)["column"]), "column");
    return params as Params<"columnSummary">;
  },
  chartData(params: unknown): Params<"chartData"> {
    requireValid(isRowView(fields(params)["view"]), "view");
    requireValid(isChartRequest(params), "request");
    return params as Params<"chartData">;
  },
  pivot(params: unknown): Params<"pivot"> {
    fields(params);
    requireValid(isPivotParams(params), "request");
    return params as Params<"pivot">;
  },
};

function fields(params: unknown): Record<string, unknown> {
  checkParams.result(params);
  return params as Record<string, unknown>;
}

function requireValid(isGood: boolean, name: string): asserts isGood {
  if (!isGood) {
    throw new ResultError(`The request's "${name}" is missing or wrong.`, { code: "badRequest" });
  }
}

function isKind(value: unknown): boolean {
  return value === "text" || value === "number" || value === "date" || value === "boolean";
}

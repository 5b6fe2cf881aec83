import { isResultAdditivity } from "../../base/additivity.ts";
import { isCount, isRecord } from "../../base/guards.ts";
import { isColumnMemberNames } from "../../base/member-names.ts";
import { isSmallGroupGuard } from "../../base/small-group.ts";
import { isCellSetLayout } from "../../protocol/cell-set-layout.ts";
import { isChartRequest } from "../../protocol/chart.ts";
import { bodyFormats, copyFormats } from "../../protocol/data-worker.ts";
import { isLoadCheckColumn } from "../../protocol/load-check.ts";
import { isPivotParams } from "../../protocol/pivot.ts";
import { isRowView } from "../../protocol/row-view.ts";
import { isExportFormat, isFileFormat } from "../../protocol/stored-results.ts";
import type { DataWorkerRequests } from "../../protocol/worker-requests.ts";
import { ResultError } from "../model/result-error.ts";

type Params<Name extends keyof DataWorkerRequests> = DataWorkerRequests[Name]["params"];

/**
 * Functions that validate the parameters of requests from another process. Each throws `badRequest` for invalid
 * parameters.
 */
export const requestParamChecks = {
  result(params: unknown): { resultId: string } {
    fields(params, "resultId");
    return params as { resultId: string };
  },
  open(params: unknown): Params<"open"> {
    const { format, kinds, label, smallGroups, cellSets, isAggregate } = fields(params, "resultId");
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
    const { additivity } = fields(params, "resultId");
    requireValid(additivity === undefined || isResultAdditivity(additivity), "additivity");
    return { ...requestParamChecks.result(params), additivity };
  },
  nameMembers(params: unknown): Params<"nameMembers"> {
    requireValid(isColumnMemberNames(fields(params, "resultId")["names"]), "names");
    return params as Params<"nameMembers">;
  },
  abort(params: unknown): Params<"abort"> {
    const { state, message } = fields(params, "resultId");
    requireValid(state === "partial" || state === "failed" || state === "cancelled", "state");
    requireValid(typeof message === "string", "message");
    return params as Params<"abort">;
  },
  range(params: unknown): Params<"window"> {
    const { first, count, columns, view } = fields(params, "resultId");
    requireValid(isCount(first), "first");
    requireValid(isCount(count), "count");
    requireValid(Array.isArray(columns) && columns.every(isCount), "columns");
    requireValid(isRowView(view), "view");
    return params as Params<"window">;
  },
  cell(params: unknown): Params<"cell"> {
    const { row, column, view } = fields(params, "resultId");
    requireValid(isCount(row), "row");
    requireValid(isCount(column), "column");
    requireValid(isRowView(view), "view");
    return params as Params<"cell">;
  },
  arrange(params: unknown): Params<"arrange"> {
    requireValid(isRowView(fields(params, "resultId")["view"]), "view");
    return params as Params<"arrange">;
  },
  copy(params: unknown): Params<"copy"> {
    requestParamChecks.range(params);
    const { format, neutralisesFormulas } = fields(params, "resultId");
    requireValid(
      copyFormats.some((known) => known === format),
      "format",
    );
    requireValid(typeof neutralisesFormulas === "boolean", "neutralisesFormulas");
    return params as Params<"copy">;
  },
  column(params: unknown): Params<"columnSummary"> {
    requireValid(isCount(fields(params, "resultId")["column"]), "column");
    return params as Params<"columnSummary">;
  },
  chartData(params: unknown): Params<"chartData"> {
    requireValid(isRowView(fields(params, "resultId")["view"]), "view");
    requireValid(isChartRequest(params), "request");
    return params as Params<"chartData">;
  },
  pivot(params: unknown): Params<"pivot"> {
    fields(params, "resultId");
    requireValid(isPivotParams(params), "request");
    return params as Params<"pivot">;
  },
  export(params: unknown): Params<"export"> {
    const given = fields(params, "resultId", "path");
    requireValid(isExportFormat(given["format"]), "format");
    requireValid(Array.isArray(given["columns"]) && given["columns"].every(isCount), "columns");
    requireValid(isRowView(given["view"]), "view");
    const { rows } = given;
    requireValid(rows === undefined || (isRecord(rows) && isCount(rows["first"]) && isCount(rows["count"])), "rows");
    requireValid(typeof given["hasHeaders"] === "boolean", "hasHeaders");
    requireValid(typeof given["neutralisesFormulas"] === "boolean", "neutralisesFormulas");
    requireValid(Array.isArray(given["about"]) && given["about"].every(isPair), "about");
    return params as Params<"export">;
  },
  pin(params: unknown): Params<"pin"> {
    requireValid(typeof fields(params, "resultId")["isPinned"] === "boolean", "isPinned");
    return params as Params<"pin">;
  },
  prune(params: unknown): Params<"prune"> {
    const { keepDays, keepMegabytes } = fields(params, "windowSpools");
    requireValid(typeof keepDays === "number" && keepDays >= 0, "keepDays");
    requireValid(typeof keepMegabytes === "number" && keepMegabytes >= 0, "keepMegabytes");
    return params as Params<"prune">;
  },
  compareColumns(params: unknown): Params<"compareColumns"> {
    fields(params, "leftId", "rightId");
    return params as Params<"compareColumns">;
  },
  compare(params: unknown): Params<"compare"> {
    const { left, right, keys, tolerance, label } = fields(params, "resultId");
    requireValid(isNamed(left), "left");
    requireValid(isNamed(right), "right");
    requireValid(Array.isArray(keys) && keys.length > 0 && keys.every((key) => typeof key === "string"), "keys");
    requireValid(typeof tolerance === "string" && /^\d{1,18}(\.\d{1,18})?$/.test(tolerance), "tolerance");
    requireValid(typeof label === "string", "label");
    return params as Params<"compare">;
  },
  scratch(params: unknown): Params<"scratch"> {
    const { open, label } = fields(params, "resultId", "sql");
    requireValid(Array.isArray(open) && open.every(isNamed), "open");
    requireValid(typeof label === "string", "label");
    return params as Params<"scratch">;
  },
  openFile(params: unknown): Params<"openFile"> {
    const { format, label } = fields(params, "resultId", "file");
    requireValid(isFileFormat(format), "format");
    requireValid(typeof label === "string", "label");
    return params as Params<"openFile">;
  },
  checkLoadFile(params: unknown): Params<"checkLoadFile"> {
    const { columns } = fields(params, "file");
    requireValid(Array.isArray(columns) && columns.every(isLoadCheckColumn), "columns");
    return params as Params<"checkLoadFile">;
  },
};

/** Returns the parameters as a record after checking that the fields named `texts` are texts that are not empty. */
function fields(params: unknown, ...texts: readonly string[]): Record<string, unknown> {
  requireValid(isRecord(params), "parameters");
  for (const name of texts) {
    requireValid(typeof params[name] === "string" && params[name] !== "", name);
  }
  return params;
}

function requireValid(isGood: boolean, name: string): asserts isGood {
  if (!isGood) {
    throw new ResultError(`The request's "${name}" is missing or wrong.`, { code: "badRequest" });
  }
}

function isKind(value: unknown): boolean {
  return value === "text" || value === "number" || value === "date" || value === "boolean";
}

function isNamed(value: unknown): boolean {
  return isRecord(value) && typeof value["resultId"] === "string" && typeof value["title"] === "string";
}

function isPair(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((text) => typeof text === "string");
}

import { isCount, isRecord } from "../../base/guards.ts";
import { isExportFormat, type WorkRequests } from "../../protocol/result-work.ts";
import { isRowView } from "../../protocol/row-view.ts";
import { ResultError } from "../model/result-error.ts";

type Params<Name extends keyof WorkRequests> = WorkRequests[Name]["params"];

/** Validates parameters of requests from another process. Each function throws `badRequest` for invalid ones. */
export const checkWork = {
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
  result(params: unknown): { readonly resultId: string } {
    fields(params, "resultId");
    return params as { resultId: string };
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

function isNamed(value: unknown): boolean {
  return isRecord(value) && typeof value["resultId"] === "string" && typeof value["title"] === "string";
}

function isPair(value: unknown): boolean {
  return Array.isArray(value) && value.length === 2 && value.every((text) => typeof text === "string");
}

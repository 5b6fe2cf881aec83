import { buildCastSql } from "../types/cast-sql.ts";
import { commonTypeOf } from "../types/common-type.ts";
import { doubleType, intType, isSameType } from "../types/data-type.ts";
import type { AggregateCall, AggregateTranslator, FunctionCall, FunctionImplementations } from "./function-call.ts";

function rankFunction(name: string): AggregateTranslator {
  return (call) => {
    requireWindow(call);
    call.expectCount(0);
    return { sql: `CAST(${call.aggregate(name, [])} AS INTEGER)`, type: intType };
  };
}

function fractionFunction(name: string): AggregateTranslator {
  return (call) => {
    requireWindow(call);
    call.expectCount(0);
    return { sql: call.aggregate(name, []), type: doubleType };
  };
}

function requireWindow(call: AggregateCall): void {
  if (!call.isOverWindow) {
    call.failWith("needs OVER with a window");
  }
}

function lagOrLead(name: "lag" | "lead"): AggregateTranslator {
  return (call) => {
    requireWindow(call);
    call.expectCount(1, 3);
    const value = call.argumentAt(0);
    const offset = call.count > 1 ? call.castArgumentTo(1, intType) : "1";
    const otherwise = call.count > 2 ? call.argumentAt(2) : undefined;
    const type = otherwise
      ? (commonTypeOf(value.type, otherwise.type) ??
        call.failWith("takes a default value of the same type as its first argument", 2))
      : value.type;
    const first = isSameType(type, value.type) ? value.sql : (buildCastSql(value.sql, value.type, type) ?? value.sql);
    const last = otherwise ? (buildCastSql(otherwise.sql, otherwise.type, type) ?? "NULL") : "NULL";
    const names = [value.name, call.count > 1 ? call.argumentAt(1).name : "1", otherwise?.name ?? "NULL"];
    const sql = call.aggregate(name, [first, offset, last], { isIgnoringNulls: call.tree.isIgnoringNulls });
    return { sql, type, name: `${name}(${names.join(", ")})` };
  };
}

const nthValue: AggregateTranslator = (call) => {
  requireWindow(call);
  call.expectCount(2, 3);
  const isIgnoringNulls =
    call.tree.isIgnoringNulls || (call.count === 3 && call.constant(2, "true or false") === "true");
  return {
    sql: call.aggregate("nth_value", [call.argumentAt(0).sql, call.castArgumentTo(1, intType)], { isIgnoringNulls }),
    type: call.argumentAt(0).type,
  };
};

const ntile: AggregateTranslator = (call) => {
  requireWindow(call);
  call.expectCount(0, 1);
  return {
    sql: `CAST(${call.aggregate("ntile", [call.count > 0 ? call.castArgumentTo(0, intType) : "1"])} AS INTEGER)`,
    type: intType,
  };
};

/**
 * Returns the window frame that Spark shows in the column name of functions with a fixed frame, such as `row_number`.
 * Returns undefined for other functions.
 */
export function fixedWindowFrameOf(call: FunctionCall): string | undefined {
  if (call.name === "lag" || call.name === "lead") {
    const offset = `${call.name === "lag" ? "-" : ""}${call.count > 1 ? call.argumentAt(1).name : "1"}`;
    return `ROWS BETWEEN ${offset} FOLLOWING AND ${offset} FOLLOWING`;
  }
  const isRank = ["row_number", "rank", "dense_rank", "percent_rank", "ntile"].includes(call.name);
  return isRank ? "ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW" : undefined;
}

export const windowFunctions = {
  row_number: rankFunction("row_number"),
  rank: rankFunction("rank"),
  dense_rank: rankFunction("dense_rank"),
  percent_rank: fractionFunction("percent_rank"),
  cume_dist: fractionFunction("cume_dist"),
  ntile,
  lag: lagOrLead("lag"),
  lead: lagOrLead("lead"),
  nth_value: nthValue,
} satisfies FunctionImplementations<AggregateTranslator>;

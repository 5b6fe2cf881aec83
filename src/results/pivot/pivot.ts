import type { Connection } from "../../duckdb/database.ts";
import { type PivotRequests, type PivotTable, pivotResultId } from "../../protocol/pivot.ts";
import { ResultError } from "../model/result-error.ts";
import { type ResultMetadata, shownColumnsOf } from "../model/result-metadata.ts";
import { ViewIndexes } from "../order/view-index.ts";
import { ColumnKinds } from "../store/column-kinds.ts";
import type { DerivedResult, DerivedResults } from "../store/derived-results.ts";
import type { OpenResult } from "../store/result-store.ts";
import { type ComputedPivot, computePivotTable } from "./pivot-table.ts";

let nextPivot = 0;

/**
 * Computes a pivot of a loaded result, or returns the stored pivot. Throws `badRequest` while the result is loading.
 */
export async function computePivot(
  connection: Connection,
  derived: DerivedResults,
  result: OpenResult,
  params: PivotRequests["pivot"]["params"],
  signal: AbortSignal,
): Promise<PivotTable> {
  const { resultId, rowCount, state } = result.metadata;
  if (state === "loading") {
    throw new ResultError("The result is still loading. Wait until it has loaded to compute a pivot.", {
      code: "badRequest",
    });
  }
  const { memberNames } = result.metadata;
  const key = JSON.stringify([params.request, params.labels, params.filter, rowCount, memberNames !== undefined]);
  const known = derived.find(resultId, key);
  if (known) {
    return toPivotTable(known.metadata);
  }
  const number = nextPivot++;
  const table = `pivot_${number}`;
  const computed = await computePivotTable(connection, result, params, table, signal);
  const { smallGroups } = result.metadata;
  const pivot = { request: params.request, filter: params.filter, heads: computed.heads };
  const made = createDerivedResult(pivotResultId(resultId, number), table, computed, { key, pivot, smallGroups });
  await derived.add(connection, made);
  return toPivotTable(made.metadata);
}

function toPivotTable(metadata: ResultMetadata): PivotTable {
  const { resultId, rowCount, hierarchy } = metadata;
  const table = { resultId, columns: shownColumnsOf(metadata), rowCount };
  return hierarchy?.isTree ? { ...table, levelCount: hierarchy.levelCount } : table;
}

function createDerivedResult(
  resultId: string,
  table: string,
  { columns, rowCount, hierarchy, additivity, memberNames }: ComputedPivot,
  { key, pivot, smallGroups }: Pick<DerivedResult, "key" | "pivot"> & Pick<ResultMetadata, "smallGroups">,
): DerivedResult {
  const metadata: ResultMetadata = {
    resultId,
    table,
    format: "jsonLines",
    kinds: Object.fromEntries(columns.map(({ name, kind }) => [name, kind])),
    label: "",
    smallGroups,
    additivity,
    memberNames,
    columns: [...columns],
    rowCount,
    byteCount: 0,
    state: "done",
    message: undefined,
    loadedSegments: 0,
    longestLine: 0,
    hierarchy,
  };
  return {
    metadata,
    viewIndexes: new ViewIndexes(table),
    restored: async () => {},
    loader: undefined,
    kinds: new ColumnKinds(metadata),
    key,
    ...(pivot && { pivot }),
  };
}

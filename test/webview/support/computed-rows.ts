import type { HandlersOf } from "../../../src/protocol/channel.ts";
import type { ViewWorkerRequests } from "../../../src/protocol/view-requests.ts";
import type { FakeResult } from "./fake-result.ts";

const unsearched = "Computed results are not searched: forward the question to a data worker.";

/** Answers about the rows of computed results by looking at each cell: for results and ranges that are small. */
export function computedRows(resultOf: (resultId: string) => FakeResult): HandlersOf<ViewWorkerRequests> {
  const cellsOf = ({ resultId, first, count, columns }: ViewWorkerRequests["rangeStatistics"]["params"]) =>
    Array.from({ length: Math.min(count, 1000) }, (_, row) =>
      columns.map((column) => resultOf(resultId).cell(first + row, column)),
    ).flat();
  return {
    columnValues: async ({ resultId, column, search }) => {
      const { rowCount, cell } = resultOf(resultId);
      const counts = new Map<string | null, number>();
      for (let row = 0; row < Math.min(rowCount, 1000); row++) {
        const value = cell(row, column);
        if (search === "" || value?.toLowerCase().includes(search.toLowerCase())) {
          counts.set(value, (counts.get(value) ?? 0) + 1);
        }
      }
      return { values: [...counts].map(([value, count]) => ({ value, rowCount: count })), isCut: false };
    },
    find: () => Promise.reject(new Error(unsearched)),
    countMatches: () => Promise.reject(new Error(unsearched)),
    rangeStatistics: async (range) => ({
      cellCount: range.count * range.columns.length,
      valueCount: cellsOf(range).filter((cell) => cell !== null).length,
      numberCount: 0,
      sum: undefined,
      average: undefined,
      minimum: undefined,
      maximum: undefined,
      isExact: true,
    }),
    rangeDistinct: async (range) => ({ distinctCount: new Set(cellsOf(range)).size }),
  };
}

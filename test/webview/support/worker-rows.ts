import type { HandlersOf } from "../../../src/protocol/channel.ts";
import type { RequestsFromResultsView } from "../../../src/protocol/results-view.ts";
import type { WorkerProcess } from "../../unit/results/worker-process.ts";

/** Lets a data worker answer everything about the rows of its results. */
export function workerRows({ channel }: WorkerProcess): Partial<HandlersOf<RequestsFromResultsView>> {
  return {
    rows: (params, signal) => channel.request("window", params, signal),
    cell: (params, signal) => channel.request("cell", params, signal),
    arrange: (params, signal) => channel.request("arrange", params, signal),
    columnTypes: (params, signal) => channel.request("columnTypes", params, signal),
    columnValues: (params, signal) => channel.request("columnValues", params, signal),
    find: (params, signal) => channel.request("find", params, signal),
    countMatches: (params, signal) => channel.request("countMatches", params, signal),
    rangeStatistics: (params, signal) => channel.request("rangeStatistics", params, signal),
    rangeDistinct: (params, signal) => channel.request("rangeDistinct", params, signal),
  };
}

import type { HandlersOf } from "../../../src/protocol/channel.ts";
import type { ResultsViewAsks } from "../../../src/protocol/results-view.ts";
import type { WorkerProcess } from "../../unit/results/worker-process.ts";

/** Lets a data worker answer everything about the rows of its results. */
export function workerRows({ channel }: WorkerProcess): Partial<HandlersOf<ResultsViewAsks>> {
  return {
    rows: (params, signal) => channel.ask("window", params, signal),
    cell: (params, signal) => channel.ask("cell", params, signal),
    arrange: (params, signal) => channel.ask("arrange", params, signal),
    columnTypes: (params, signal) => channel.ask("columnTypes", params, signal),
    columnValues: (params, signal) => channel.ask("columnValues", params, signal),
    find: (params, signal) => channel.ask("find", params, signal),
    countMatches: (params, signal) => channel.ask("countMatches", params, signal),
    rangeFacts: (params, signal) => channel.ask("rangeFacts", params, signal),
    rangeDistinct: (params, signal) => channel.ask("rangeDistinct", params, signal),
  };
}

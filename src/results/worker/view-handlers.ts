import type { Connection } from "../../duckdb/database.ts";
import type { HandlersOf } from "../../protocol/channel.ts";
import { isViewAsk, type ViewWorkerAsks } from "../../protocol/view-questions.ts";
import { readColumnValues } from "../columns/column-values.ts";
import { readRangeDistinct, readRangeFacts } from "../columns/range-facts.ts";
import { ResultError } from "../facts/result-error.ts";
import type { OpenResult, ResultStore } from "../store/result-store.ts";
import { countMatches, findMatch } from "../view/match-index.ts";

type Read<Name extends keyof ViewWorkerAsks> = (
  connection: Connection,
  result: OpenResult,
  params: ViewWorkerAsks[Name]["params"],
  signal: AbortSignal,
) => Promise<ViewWorkerAsks[Name]["result"]>;

/** What the data worker answers about the rows of a view. */
export function createViewHandlers(opening: Promise<ResultStore>): HandlersOf<ViewWorkerAsks> {
  function answering<Name extends keyof ViewWorkerAsks>(name: Name, operation: string, read: Read<Name>) {
    return async (params: unknown, signal: AbortSignal) => {
      const isAsk: (params: unknown) => params is ViewWorkerAsks[Name]["params"] = isViewAsk[name];
      if (!isAsk(params)) {
        throw new ResultError(`${operation}: the request is not in the form that it has.`, { code: "badRequest" });
      }
      const store = await opening;
      const result = await store.get(params.resultId);
      return store.use(operation, (connection) => read(connection, result, params, signal));
    };
  }
  return {
    columnValues: answering("columnValues", "Reading the values", readColumnValues),
    find: answering("find", "Finding", findMatch),
    countMatches: answering("countMatches", "Counting the matches", async (...asked) => ({
      count: await countMatches(...asked),
    })),
    rangeFacts: answering("rangeFacts", "Adding up the selection", readRangeFacts),
    rangeDistinct: answering("rangeDistinct", "Counting the selection's values", readRangeDistinct),
  };
}

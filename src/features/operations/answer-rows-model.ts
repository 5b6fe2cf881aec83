import { failureText } from "../../base/failure.ts";
import type { StreamResponse } from "../../client/interface/method.ts";
import type { OperationDefinition } from "../../contract/operation.ts";
import { mayBeAggregate } from "../../languages/core/text/statements.ts";
import type { BodyFormat } from "../../protocol/data-worker.ts";
import { isJsonObject } from "../../protocol/operation-form.ts";
import type { CallRequest, CallTargetLabels } from "../../protocol/operations-view.ts";
import type { ResultSink, RunControls } from "../../protocol/result-sink.ts";

/** Format of an answer; a table may be answered even if JSON Lines were requested. */
function formatOf(contentType: string): BodyFormat {
  switch (contentType.split(";")[0]?.trim()) {
    case "text/csv":
      return "csv";
    case "application/json":
      return "jsonTable";
    default:
      return "jsonLines";
  }
}

/**
 * Whether the answer of a call may be an aggregate. Nothing tells the additivity of its numbers, because the model that
 * the language server has may be that of another target.
 */
export function mayAnswerAggregate(
  { answersAggregates }: Pick<OperationDefinition, "answersAggregates">,
  { values: { body } }: Pick<CallRequest, "values">,
): boolean {
  const query = isJsonObject(body) ? body["query"] : undefined;
  return answersAggregates === true && (typeof query !== "string" || mayBeAggregate(query));
}

/** Opens an answer that was shown as text in the results: the list or the cell set in it. */
export async function openListInResults(
  results: ResultSink,
  { title, query, target, isAggregate }: RowsOrigin,
  text: string,
  rerun: () => void,
): Promise<void> {
  const { connectionId, connection, tenant, project } = target;
  const stop = new AbortController();
  const controls = { cancel: () => stop.abort(), rerun };
  const writer = await results.begin({ title, query, connectionId, connection, tenant, project }, controls);
  try {
    await writer.write({ format: "json", body: chunksOf(text), kinds: {}, isAggregate }, stop.signal);
  } catch (error) {
    await (stop.signal.aborted ? writer.cancelled() : writer.fail(failureText(error)));
  }
}

const chunkLength = 256 * 1024;

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += chunkLength) {
    yield bytes.subarray(start, start + chunkLength);
  }
}

interface RowsOrigin {
  readonly title: string;
  readonly query: string;
  readonly target: CallTargetLabels;
  readonly isAggregate: boolean;
}

/** Opens streamed rows in the results; resolves when all have arrived. A failure is shown there and thrown. */
export async function showRows(
  results: ResultSink,
  { title, query, target, isAggregate }: RowsOrigin,
  { contentType, body }: StreamResponse,
  signal: AbortSignal,
  controls: RunControls,
): Promise<void> {
  const { connectionId, connection, tenant, project } = target;
  const writer = await results.begin({ title, query, connectionId, connection, tenant, project }, controls);
  try {
    await writer.write({ format: formatOf(contentType), body, kinds: {}, isAggregate }, signal);
  } catch (error) {
    await (signal.aborted ? writer.cancelled() : writer.fail(failureText(error)));
    throw error;
  }
}

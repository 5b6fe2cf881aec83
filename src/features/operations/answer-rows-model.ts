import { failureText } from "../../base/failure.ts";
import type { StreamResponse } from "../../client/interface/method.ts";
import type { OperationDefinition } from "../../contract/operation.ts";
import { mayBeAggregateQuery } from "../../languages/core/text/statements.ts";
import type { BodyFormat } from "../../protocol/data-worker.ts";
import { isJsonObject } from "../../protocol/operation-form.ts";
import type { CallRequest, CallTargetLabels } from "../../protocol/operations-view.ts";
import type { ResultSink, RunControls } from "../../protocol/result-sink.ts";

/**
 * Returns the body format for a content type. A service may respond with a table although JSON Lines were requested.
 */
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
 * Whether the response to an API call may be the result of an aggregate query. The additivity of its numbers is then
 * unknown, because the language server may have the model of another tenant.
 */
export function mayAnswerAggregate(
  { answersAggregates }: Pick<OperationDefinition, "answersAggregates">,
  { values: { body } }: Pick<CallRequest, "values">,
): boolean {
  const query = isJsonObject(body) ? body["query"] : undefined;
  return answersAggregates === true && (typeof query !== "string" || mayBeAggregateQuery(query));
}

/**
 * Opens the list or cell set in a JSON response as a table of results. The page has already shown the response as text.
 */
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
    await (stop.signal.aborted ? writer.cancelled() : writer.fail(failureText(error), error));
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

/**
 * Shows a streamed response as a table of results. Resolves when all rows have arrived. An error is shown with the
 * result and rethrown.
 */
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
    await (signal.aborted ? writer.cancelled() : writer.fail(failureText(error), error));
    throw error;
  }
}

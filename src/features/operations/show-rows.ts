import type { StreamAnswer } from "../../client/interface/method.ts";
import type { BodyFormat } from "../../protocol/data-worker.ts";
import type { CallTargetLabels } from "../../protocol/operations-view.ts";
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

/** Opens an answer that was shown as text in the results: the list or the cell set in it. */
export async function openListInResults(
  results: ResultSink,
  { title, query, target }: RowsOrigin,
  text: string,
  rerun: () => void,
): Promise<void> {
  const { connectionId, connection, tenant, project } = target;
  const stop = new AbortController();
  const controls = { cancel: () => stop.abort(), rerun };
  const writer = await results.begin({ title, query, connectionId, connection, tenant, project }, controls);
  try {
    await writer.write({ format: "json", body: chunksOf(text), kinds: {} }, stop.signal);
  } catch (error) {
    await (stop.signal.aborted
      ? writer.cancelled()
      : writer.fail(error instanceof Error ? error.message : String(error)));
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
}

/** Opens streamed rows in the results; resolves when all have arrived. A failure is shown there and thrown. */
export async function showRows(
  results: ResultSink,
  { title, query, target }: RowsOrigin,
  { contentType, body }: StreamAnswer,
  signal: AbortSignal,
  controls: RunControls,
): Promise<void> {
  const { connectionId, connection, tenant, project } = target;
  const writer = await results.begin({ title, query, connectionId, connection, tenant, project }, controls);
  try {
    await writer.write({ format: formatOf(contentType), body, kinds: {} }, signal);
  } catch (error) {
    await (signal.aborted ? writer.cancelled() : writer.fail(error instanceof Error ? error.message : String(error)));
    throw error;
  }
}

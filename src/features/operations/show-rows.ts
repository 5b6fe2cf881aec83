import type { StreamAnswer } from "../../client/interface/method.ts";
import type { BodyFormat } from "../../protocol/data-worker.ts";
import type { CallTargetLabels } from "../../protocol/operations-view.ts";
import type { ResultSink, RunControls } from "../../protocol/result-sink.ts";

/** Lines may have been asked for and a table be answered. */
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

/** Hands an answer that was shown as text over to the results: the list or the cell set in it. */
export async function showList(
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
    await writer.write({ format: "json", body: piecesOf(text), kinds: {} }, stop.signal);
  } catch (error) {
    await (stop.signal.aborted
      ? writer.cancelled()
      : writer.fail(error instanceof Error ? error.message : String(error)));
  }
}

const pieceLength = 256 * 1024;

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let start = 0; start < bytes.length; start += pieceLength) {
    yield bytes.subarray(start, start + pieceLength);
  }
}

interface RowsOrigin {
  readonly title: string;
  readonly query: string;
  readonly target: CallTargetLabels;
}

/** Hands rows that stream in over to the results; resolves when all are there. What goes wrong is said there too. */
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

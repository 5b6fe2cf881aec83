import type { StreamAnswer } from "../../client/method.ts";
import type { PlaceFacts } from "../../protocol/operations-view.ts";
import type { ResultSink } from "./result-sink.ts";

interface RowsOrigin {
  readonly title: string;
  readonly query: string;
  readonly place: PlaceFacts;
}

/** Hands rows that stream in over to the results; resolves when all are there. What goes wrong is said there too. */
export async function showRows(
  results: ResultSink,
  { title, query, place }: RowsOrigin,
  { contentType, body }: StreamAnswer,
  signal: AbortSignal,
  controls: { cancel(): void; rerun(): void },
): Promise<void> {
  const { connectionId, connection, tenant, project } = place;
  const writer = await results.begin({ title, query, connectionId, connection, tenant, project }, controls);
  try {
    // Lines were asked for; a service may answer with its table.
    const format = contentType === "application/json" ? "jsonTable" : "jsonLines";
    await writer.write({ format, body, kinds: {} }, signal);
  } catch (error) {
    await (signal.aborted ? writer.cancelled() : writer.fail(error instanceof Error ? error.message : String(error)));
    throw error;
  }
}

import type { Event } from "../../base/event.ts";
import { EventSource } from "../../base/event.ts";
import type { Session } from "../../client/session.ts";
import type { Statement } from "./query-text-model.ts";
import type { ResultSink, ResultWriter } from "./result-sink.ts";

export interface RunOptions {
  /** 0 means no limit. */
  readonly rowLimit: number;
  readonly timeoutMs: number;
}

/** How one run ended. */
export type RunOutcome =
  | { readonly kind: "done" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed"; readonly message: string };

/** Runs statements against a session and hands their answers to the results; several may run at once. */
export class QueryRunner {
  readonly #sink: ResultSink;
  readonly #running = new Set<AbortController>();
  readonly #changed = new EventSource<boolean>();
  /** Fires with whether anything runs. */
  readonly onDidChangeRunning: Event<boolean> = this.#changed.event;

  constructor(sink: ResultSink) {
    this.#sink = sink;
  }

  cancelAll(): void {
    for (const controller of this.#running) {
      controller.abort(abortReason());
    }
  }

  async run(
    statement: Statement,
    session: () => Promise<Session>,
    options: RunOptions,
    report: (outcome: RunOutcome) => void,
  ): Promise<void> {
    const controller = new AbortController();
    this.#running.add(controller);
    this.#changed.fire(true);
    try {
      const outcome = await this.#run(statement, session, options, controller, report);
      report(outcome);
    } finally {
      this.#running.delete(controller);
      this.#changed.fire(this.#running.size > 0);
    }
  }

  async #run(
    statement: Statement,
    findSession: () => Promise<Session>,
    options: RunOptions,
    controller: AbortController,
    report: (outcome: RunOutcome) => void,
  ): Promise<RunOutcome> {
    const session = await findSession();
    const writer = await this.#sink.begin(
      {
        title: statement.title,
        query: statement.text,
        connectionId: session.connectionId,
        connection: session.connectionLabel,
        tenant: session.tenant,
        project: session.project?.name,
      },
      {
        cancel: () => controller.abort(abortReason()),
        // A result runs again where it came from, whatever is active by then.
        rerun: () => void this.run(statement, async () => session, options, report),
      },
    );
    try {
      await send(statement, session, options, writer, controller.signal);
      return { kind: "done" };
    } catch (error) {
      if (controller.signal.aborted) {
        await writer.cancelled();
        return { kind: "cancelled" };
      }
      const message = error instanceof Error ? error.message : String(error);
      await writer.fail(message);
      return { kind: "failed", message };
    }
  }
}

async function send(
  statement: Statement,
  { client }: Session,
  { rowLimit, timeoutMs }: RunOptions,
  writer: ResultWriter,
  signal: AbortSignal,
): Promise<void> {
  const body = {
    query: statement.text,
    aggregateQueryOptions: { memberDisplayMode: "COMPACT" },
    listQueryOptions: { dateTimeDisplayMode: "DATETIME", ...(rowLimit > 0 && { limit: rowLimit }) },
  };
  const answer = await client.querySqlLike({ body }, { accept: "application/jsonlines", signal, timeoutMs });
  await writer.write(answer.contentType, answer.body, signal);
}

function abortReason(): Error {
  const reason = new Error("The query was cancelled.");
  reason.name = "AbortError";
  return reason;
}

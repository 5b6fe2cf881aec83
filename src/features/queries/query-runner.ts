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

/** Where a run goes: known at once, while the session may first have to start a service or sign in. */
export interface RunPlace {
  readonly connectionId: string;
  readonly connection: string;
  readonly tenant: string | undefined;
  readonly project: string | undefined;
  /** The session of this very place, whatever is active by then. */
  session(): Promise<Session>;
  /** The tenant that calls without one act on; `undefined` where it cannot be told. */
  loginTenant(): Promise<string | undefined>;
}

/** How one run ended. */
export type RunOutcome =
  | { readonly kind: "done" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed"; readonly message: string };

/** Runs statements against a session and hands their answers to the results; several may run at once. */
export class QueryRunner {
  readonly #sink: ResultSink;
  readonly #onFailure: (error: unknown) => void;
  readonly #running = new Set<AbortController>();
  readonly #changed = new EventSource<boolean>();
  /** Fires with whether anything runs. */
  readonly onDidChangeRunning: Event<boolean> = this.#changed.event;

  /** `onFailure` hears of a result that ran again and could not be shown. */
  constructor(sink: ResultSink, onFailure: (error: unknown) => void) {
    this.#sink = sink;
    this.#onFailure = onFailure;
  }

  cancelAll(): void {
    for (const controller of this.#running) {
      controller.abort(abortReason());
    }
  }

  /** Whatever goes wrong is shown with the result and reported; only a result that cannot be shown at all rejects. */
  async run(
    statement: Statement,
    place: RunPlace,
    options: RunOptions,
    report: (outcome: RunOutcome) => void,
  ): Promise<void> {
    const controller = new AbortController();
    this.#running.add(controller);
    this.#changed.fire(true);
    try {
      report(await this.#run(statement, place, options, controller, report));
    } finally {
      this.#running.delete(controller);
      this.#changed.fire(this.#running.size > 0);
    }
  }

  async #run(
    statement: Statement,
    place: RunPlace,
    options: RunOptions,
    controller: AbortController,
    report: (outcome: RunOutcome) => void,
  ): Promise<RunOutcome> {
    const writer = await this.#sink.begin(
      {
        title: statement.title,
        query: statement.text,
        connectionId: place.connectionId,
        connection: place.connection,
        tenant: place.tenant,
        project: place.project,
      },
      {
        cancel: () => controller.abort(abortReason()),
        rerun: () => {
          this.run(statement, place, options, report).catch(this.#onFailure);
        },
      },
    );
    try {
      const session = await unlessAborted(place.session(), controller.signal);
      if (place.tenant === undefined) {
        const tenant = await unlessAborted(place.loginTenant(), controller.signal);
        if (tenant !== undefined) {
          writer.setTenant(tenant);
        }
      }
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
    query: statement.sent,
    aggregateQueryOptions: { memberDisplayMode: "COMPACT" },
    listQueryOptions: { dateTimeDisplayMode: "DATETIME", ...(rowLimit > 0 && { limit: rowLimit }) },
  };
  const answer = await client.querySqlLike({ body }, { accept: "application/jsonlines", signal, timeoutMs });
  await writer.write(answer.contentType, answer.body, signal);
}

/** A stop does not wait for a service that starts or a sign-in that others may share. */
async function unlessAborted<Value>(work: Promise<Value>, signal: AbortSignal): Promise<Value> {
  let onAbort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

function abortReason(): Error {
  const reason = new Error("The query was cancelled.");
  reason.name = "AbortError";
  return reason;
}

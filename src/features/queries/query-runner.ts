import { abortError, rejectOnAbort } from "../../base/abort.ts";
import type { AnswerAdditivity } from "../../base/additivity.ts";
import type { Clock } from "../../base/clock.ts";
import { type Event, EventSource } from "../../base/event.ts";
import type { SmallGroupGuard } from "../../base/small-group.ts";
import type { Session } from "../../client/call/client.ts";
import { RowLimitError } from "../../host/row-counter.ts";
import type { LoweredStatement } from "../../languages/core/requests/server-requests.ts";
import { mayBeAggregate } from "../../languages/core/text/statements.ts";
import type { ResultSink } from "../../protocol/result-sink.ts";
import {
  type AnswerKinds,
  askGuarded,
  askQuery,
  kindsWaitMs,
  type QueryAnswer,
  type QueryOptions,
  valueOrFallback,
} from "./query-answer.ts";
import type { Statement } from "./query-text-model.ts";

/** How long a result whose rows have come waits for what may be added up of it. */
const additivityWaitMs = 2000;

/** Where a run goes: known at once, while the session may first have to start a service or sign in. */
export interface RunTarget {
  readonly connectionId: string;
  readonly connection: string;
  readonly tenant: string | undefined;
  readonly project: string | undefined;
  /** The session of this very place, whatever is active by then. */
  session(): Promise<Session>;
  /** The tenant that calls without one act on; `undefined` where it cannot be told. */
  loginTenant(): Promise<string | undefined>;
  /** Current small-group setting of the connection; undefined if it has none. */
  smallGroups(): Promise<TargetGuard | undefined>;
}

export interface TargetGuard {
  readonly guard: SmallGroupGuard;
  /** Name of the time column on the connection; the usual one when `undefined`. */
  readonly timeColumn: string | undefined;
}

/** What a run must know before it sends its statement; prepared while its result is already shown. */
interface RunContext {
  readonly session: Session;
  /** The tenant of a target that names none, as signing in told it. */
  readonly loginTenant: string | undefined;
  readonly guarded: TargetGuard | undefined;
  readonly kinds: Promise<AnswerKinds>;
  readonly additivity: Promise<AnswerAdditivity | undefined>;
}

/** What a runner needs of the rest of the extension. */
export interface RunnerServices {
  readonly sink: ResultSink;
  readonly clock: Clock;
  /** What the columns of a statement's answer hold; it may take its time, and fail. */
  readonly kindsOf: (statement: Statement, session: Session) => Promise<AnswerKinds>;
  /**
   * What may be added up in a statement's answer; undefined if that cannot be told. It may take its time, and fail.
   */
  readonly additivityOf: (statement: Statement, session: Session) => Promise<AnswerAdditivity | undefined>;
  /** The requests that a statement stands for by the model of the session's place; rejects where that cannot be asked. */
  readonly lower: (statement: Statement, session: Session, timeColumn: string | undefined) => Promise<LoweredStatement>;
  /** Words for an answer that has more rows than the limit. */
  readonly describeCut: (rowLimit: number) => string;
  /** Asks how many rows to take when an answer that was cut runs again; 0 means all. */
  readonly chooseRowLimit: (rowLimit: number) => Promise<number>;
  /** Hears of a result that ran again and could not be shown. */
  readonly onFailure: (error: unknown) => void;
}

/** How one run ended. */
export type RunOutcome =
  | {
      readonly kind: "done";
      /** Rows that are shown. */
      readonly rows: number;
      /** From the start of the run to its last row. */
      readonly tookMs: number;
      /** Whether there are more rows than are shown. */
      readonly isCut: boolean;
    }
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed"; readonly message: string };

/** Runs statements against a session and hands their answers to the results; several may run at once. */
export class QueryRunner {
  readonly #services: RunnerServices;
  readonly #running = new Set<AbortController>();
  readonly #changed = new EventSource<boolean>();
  /** Fires with whether anything runs. */
  readonly onDidChangeRunning: Event<boolean> = this.#changed.event;

  constructor(services: RunnerServices) {
    this.#services = services;
  }

  cancelAll(): void {
    for (const controller of this.#running) {
      controller.abort(abortError("The query was cancelled."));
    }
  }

  /**
   * Whatever goes wrong is shown with the result and reported, for runs of the same result that follow too; only a result that
   * cannot be shown at all rejects.
   */
  async run(
    statement: Statement,
    target: RunTarget,
    options: QueryOptions,
    report: (outcome: RunOutcome) => void,
    signal?: AbortSignal,
  ): Promise<void> {
    const controller = new AbortController();
    const onAbort = () => controller.abort(abortError("The query was cancelled."));
    signal?.addEventListener("abort", onAbort, { once: true });
    if (signal?.aborted) {
      onAbort();
    }
    this.#running.add(controller);
    this.#changed.fire(true);
    try {
      report(await this.#run(statement, target, options, controller, report));
    } finally {
      signal?.removeEventListener("abort", onAbort);
      this.#running.delete(controller);
      this.#changed.fire(this.#running.size > 0);
    }
  }

  async #run(
    statement: Statement,
    target: RunTarget,
    options: QueryOptions,
    controller: AbortController,
    report: (outcome: RunOutcome) => void,
  ): Promise<RunOutcome> {
    const { sink, clock, describeCut } = this.#services;
    const { signal } = controller;
    const startedMs = clock.now();
    let isCut = false;
    let countRows = () => 0;
    const done = (): RunOutcome => ({ kind: "done", rows: countRows(), tookMs: clock.now() - startedMs, isCut });
    const prepared = this.#prepare(statement, target, signal);
    // Awaited below, once the result is shown.
    prepared.catch(() => undefined);
    const writer = await sink.begin(
      {
        title: statement.title,
        query: statement.text,
        language: "workforce-sqllike",
        file: statement.file,
        connectionId: target.connectionId,
        connection: target.connection,
        tenant: target.tenant,
        project: target.project,
      },
      {
        cancel: () => controller.abort(abortError("The query was cancelled.")),
        rerun: () => {
          this.#runAgain(statement, target, options, isCut, report).catch(this.#services.onFailure);
        },
      },
    );
    try {
      const context = await rejectOnAbort(prepared, signal);
      if (context.loginTenant !== undefined) {
        writer.setTenant(context.loginTenant);
      }
      const asked = await this.#ask(statement, context, options, signal);
      countRows = asked.countRows;
      const isAggregate = mayBeAggregate(statement.text);
      const findAdditivity = async (): Promise<AnswerAdditivity> => {
        const known = await valueOrFallback(context.additivity, undefined, additivityWaitMs, clock);
        const { columns, ...kind } = known ?? { isAggregate, columns: {} };
        // Rows of totals would be added up with what they are the total of.
        return { ...kind, columns: hasOverallPositions(statement) ? {} : columns };
      };
      await writer.write({ ...asked.answer, isAggregate, findAdditivity }, signal);
      return done();
    } catch (error) {
      if (signal.aborted) {
        await writer.cancelled();
        return { kind: "cancelled" };
      }
      if (error instanceof RowLimitError) {
        isCut = true;
        await writer.cut(describeCut(error.rowLimit));
        return done();
      }
      const message = error instanceof Error ? error.message : String(error);
      await writer.fail(message);
      return { kind: "failed", message };
    }
  }

  async #prepare(statement: Statement, target: RunTarget, signal: AbortSignal): Promise<RunContext> {
    const session = await target.session();
    signal.throwIfAborted();
    const kinds = this.#services.kindsOf(statement, session);
    const additivity = this.#services.additivityOf(statement, session);
    // Nobody waits for them when the run fails first.
    kinds.catch(() => undefined);
    additivity.catch(() => undefined);
    const [loginTenant, guarded] = await Promise.all([
      target.tenant === undefined ? target.loginTenant() : undefined,
      target.smallGroups(),
    ]);
    return { session, loginTenant, guarded, kinds, additivity };
  }

  /** Sends a statement, lowered to its requests where small groups are guarded; resolves when its answer begins. */
  async #ask(
    statement: Statement,
    { session, guarded, kinds }: RunContext,
    options: QueryOptions,
    signal: AbortSignal,
  ): Promise<QueryAnswer> {
    const { clock, lower } = this.#services;
    if (guarded) {
      const lowered = await rejectOnAbort(lower(statement, session, guarded.timeColumn), signal);
      if (lowered.kind === "problem") {
        throw new Error(`Small groups are guarded on this connection, so nothing was sent. ${lowered.message}`);
      }
      if (lowered.kind === "aggregate") {
        const known = await valueOrFallback(kinds, {}, kindsWaitMs, clock);
        return await askGuarded(lowered, statement, session, guarded.guard, options, known, signal);
      }
    }
    return await askQuery(statement, session, options, kinds, clock, signal);
  }

  async #runAgain(
    statement: Statement,
    target: RunTarget,
    options: QueryOptions,
    wasCut: boolean,
    report: (outcome: RunOutcome) => void,
  ): Promise<void> {
    const rowLimit = wasCut ? await this.#services.chooseRowLimit(options.rowLimit) : options.rowLimit;
    await this.run(statement, target, { ...options, rowLimit }, report);
  }
}

/** Whether the answer has positions that stand for all members of an axis (semantics.md, "Aggregates"). */
function hasOverallPositions({ options: { aggregateQueryOptions } }: Statement): boolean {
  return (aggregateQueryOptions?.axesOverallValueMode ?? "NONE") !== "NONE";
}

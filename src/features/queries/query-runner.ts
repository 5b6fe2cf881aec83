import { abortError, rejectOnAbort } from "../../base/abort.ts";
import type { ResultAdditivity } from "../../base/additivity.ts";
import type { CellMembers, RecordsQuery } from "../../base/cell-members.ts";
import type { Clock } from "../../base/clock.ts";
import { type Event, EventSource } from "../../base/event.ts";
import { failureText } from "../../base/failure.ts";
import type { ColumnMemberNames, ColumnMembers } from "../../base/member-names.ts";
import type { SmallGroupGuard } from "../../base/small-group.ts";
import type { Session } from "../../client/call/client.ts";
import { RowLimitError } from "../../host/row-counter.ts";
import type { LowerStatementResult } from "../../languages/core/requests/server-requests.ts";
import { mayBeAggregateQuery } from "../../languages/core/text/statements.ts";
import type { RecordLists, ResultSink } from "../../protocol/result-sink.ts";
import {
  type AnswerColumnKinds,
  askQuery,
  askWithSmallGroupGuard,
  columnKindsWaitMs,
  type QueryAnswer,
  type QueryOptions,
  valueOrFallback,
} from "./query-answer.ts";
import type { Statement } from "./query-text-model.ts";

/** Maximum time in milliseconds that a complete result waits for the additivity of its columns. */
const additivityWaitMs = 2000;

/**
 * Connection, tenant and project on which a query runs. Creating the session may start the service or ask the user to
 * sign in.
 */
export interface RunTarget {
  readonly connectionId: string;
  readonly connection: string;
  readonly tenant: string | undefined;
  readonly project: string | undefined;
  /** Returns a session for this connection and tenant, even if another one has become active. */
  session(): Promise<Session>;
  /** Returns the tenant that applies to requests without a tenant. Undefined if it cannot be determined. */
  loginTenant(): Promise<string | undefined>;
  /** Returns the current small-group setting of the connection. Undefined if it has none. */
  smallGroups(): Promise<TargetGuard | undefined>;
}

export interface TargetGuard {
  readonly guard: SmallGroupGuard;
  /** Name of the time column in results of the connection. If undefined, the standard name. */
  readonly timeColumn: string | undefined;
}

/**
 * Data that a query run needs before it sends the statement, such as the session. Prepared while the empty result is
 * already shown.
 */
interface RunContext {
  readonly session: Session;
  /** Tenant of the signed-in user, used if the query names none. Undefined if unknown. */
  readonly loginTenant: string | undefined;
  readonly guarded: TargetGuard | undefined;
  readonly kinds: Promise<AnswerColumnKinds>;
  readonly additivity: Promise<ResultAdditivity | undefined>;
}

/** Dependencies of the query runner on other features. */
export interface RunnerServices {
  readonly sink: ResultSink;
  readonly clock: Clock;
  /** Returns the types of the columns of a statement's result. May be slow or reject. */
  readonly kindsOf: (statement: Statement, session: Session) => Promise<AnswerColumnKinds>;
  /** Returns how the result columns of a statement may be added up. Undefined if unknown. May be slow or reject. */
  readonly additivityOf: (statement: Statement, session: Session) => Promise<ResultAdditivity | undefined>;
  /**
   * Translates a statement to service requests by the analytics model of the session's tenant. Rejects if that model is
   * not available.
   */
  readonly lower: (
    statement: Statement,
    session: Session,
    timeColumn: string | undefined,
  ) => Promise<LowerStatementResult>;
  /** Callback for the data versions that a statement read, if the response tells them. */
  readonly onDataVersion: (dataVersions: string, session: Session) => void;
  /** Returns the list query of the records behind a cell of a statement's result. */
  readonly recordsQuery: (statement: Statement, session: Session, cell: CellMembers) => Promise<RecordsQuery>;
  /** Returns the display names of members in a statement's result. May be slow or reject. */
  readonly memberNamesOf: (
    statement: Statement,
    session: Session,
    members: ColumnMembers,
  ) => Promise<ColumnMemberNames>;
  /** Runs a list query of records on a target. Shows its result in the results view, wherever the cell is shown. */
  readonly runRecords: (text: string, target: RunTarget) => Promise<void>;
  /** Returns the message for a result that was truncated at the row limit. */
  readonly describeCut: (rowLimit: number) => string;
  /** Asks the user for the row limit when a truncated query runs again; 0 means all rows. */
  readonly chooseRowLimit: (rowLimit: number) => Promise<number>;
  /** Callback for the error of a repeated query whose result cannot be shown. */
  readonly onFailure: (error: unknown) => void;
}

/** Outcome of one query run. */
export type RunOutcome =
  | {
      readonly kind: "done";
      /** Number of rows that the result shows. */
      readonly rows: number;
      /** Duration from the start of the run to the last row, in milliseconds. */
      readonly tookMs: number;
      /** Whether the result was truncated at the row limit. */
      readonly isCut: boolean;
    }
  | { readonly kind: "cancelled" }
  | { readonly kind: "failed"; readonly message: string };

/** Runs statements in a session and writes the responses to the results. Several statements may run at once. */
export class QueryRunner {
  readonly #services: RunnerServices;
  readonly #running = new Set<AbortController>();
  readonly #changed = new EventSource<boolean>();
  /** Fires when a run starts or ends. The value is whether any statement is running. */
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
   * Runs a statement and passes its outcome to `report`. An error of the run, or of a repeated run, is shown with the
   * result and reported. Rejects only if the result itself cannot be created.
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
        ...(mayBeAggregateQuery(statement.text) && { records: this.#createRecordLists(statement, target) }),
      },
    );
    try {
      const context = await rejectOnAbort(prepared, signal);
      if (context.loginTenant !== undefined) {
        writer.setTenant(context.loginTenant);
      }
      const asked = await this.#ask(statement, context, options, signal);
      countRows = asked.countRows;
      const { dataVersion } = asked.answer;
      if (dataVersion !== undefined) {
        this.#services.onDataVersion(dataVersion, context.session);
      }
      const isAggregate = mayBeAggregateQuery(statement.text);
      const findAdditivity = async (): Promise<ResultAdditivity> => {
        const known = await valueOrFallback(context.additivity, undefined, additivityWaitMs, clock);
        const { columns, ...kind } = known ?? { isAggregate, columns: {} };
        // Rows of totals would be added up with what they are the total of.
        return { ...kind, columns: hasOverallPositions(statement) ? {} : columns };
      };
      const findMemberNames = (members: ColumnMembers) =>
        this.#services.memberNamesOf(statement, context.session, members);
      const names = isAggregate ? { findMemberNames } : {};
      await writer.write({ ...asked.answer, isAggregate, findAdditivity, ...names }, signal);
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
      await writer.fail(failureText(error), error);
      return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
    }
  }

  #createRecordLists(statement: Statement, target: RunTarget): RecordLists {
    const { recordsQuery, runRecords } = this.#services;
    return {
      find: async (cell) => recordsQuery(statement, await target.session(), cell),
      run: (text) => runRecords(text, target),
    };
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

  /**
   * Sends a statement and resolves when the response begins. Translates the statement to separate requests if small
   * groups have to be marked or hidden.
   */
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
        const known = await valueOrFallback(kinds, {}, columnKindsWaitMs, clock);
        return await askWithSmallGroupGuard(lowered, statement, session, guarded.guard, options, known, signal);
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

/** Whether the response contains positions that stand for all members of an axis (semantics.md, "Aggregates"). */
function hasOverallPositions({ options: { aggregateQueryOptions } }: Statement): boolean {
  return (aggregateQueryOptions?.axesOverallValueMode ?? "NONE") !== "NONE";
}

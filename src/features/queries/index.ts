import * as vscode from "vscode";
import type { ResultAdditivity } from "../../base/additivity.ts";
import type { CellMembers, RecordsQuery } from "../../base/cell-members.ts";
import { systemClock } from "../../base/clock.ts";
import type { Event } from "../../base/event.ts";
import type { ColumnMemberNames, ColumnMembers } from "../../base/member-names.ts";
import type { Session } from "../../client/call/client.ts";
import { isCancellation } from "../../host/cancellation.ts";
import * as commandIds from "../../host/command-ids.ts";
import { registerCommand, showFailure } from "../../host/commands.ts";
import { editorOf } from "../../host/document-editor.ts";
import type { Log } from "../../host/log.ts";
import { isNotebookCell, runActiveCell } from "../../host/notebook-cell.ts";
import { readSettings, storeRowLimit } from "../../host/settings.ts";
import type { TenantTarget } from "../../host/tenant-branch.ts";
import { requireTrust } from "../../host/trust.ts";
import type {
  ColumnValueTypes,
  LowerStatementParams,
  LowerStatementResult,
  MemberNamesParams,
  RecordsQueryParams,
  StatementsResponse,
} from "../../languages/core/requests/server-requests.ts";
import type { ResultSink } from "../../protocol/result-sink.ts";
import { LastRuns, targetOfRun } from "./last-runs-model.ts";
import { languageId, QueryEditor } from "./query-editor.ts";
import { QueryRunner, type RunOutcome, type RunTarget } from "./query-runner.ts";
import { type Statement, statementAt, statementsOf } from "./query-text-model.ts";
import { createRowLimitStatus, describeRowCut } from "./row-limit.ts";
import { RunLenses, ScriptLens } from "./run-lenses.ts";
import type { ScriptTarget } from "./shell-command.ts";
import { shellLanguageId } from "./shell-script-model.ts";

export interface QueryServices {
  readonly log: Log;
  readonly workspaceState: vscode.Memento;
  /** Returns the connection, tenant and project that are currently active. */
  readonly currentTarget: () => ScriptTarget;
  /** Fires when the active connection or tenant, or its details, have changed. */
  readonly onDidChangeTarget: Event<void>;
  readonly results: ResultSink;
  /** Returns the types of the columns that a statement returns, by the analytics model of the active tenant. */
  readonly columnTypes: (text: string) => Promise<ColumnValueTypes>;
  /**
   * Returns how the result columns of a statement may be added up, by the analytics model of the active tenant.
   * Undefined if that is unknown.
   */
  readonly columnAdditivity: (text: string) => Promise<ResultAdditivity | undefined>;
  /**
   * Translates a statement to service requests by the analytics model of the active tenant. Rejects if the language
   * server cannot be started.
   */
  readonly lower: (params: LowerStatementParams) => Promise<LowerStatementResult>;
  /**
   * Returns the list query of the records behind a cell of an aggregate query's result. Rejects if the language server
   * cannot be started.
   */
  readonly recordsQuery: (params: RecordsQueryParams) => Promise<RecordsQuery>;
  /** Returns the display names of the members in a result, by the analytics model of the active tenant. */
  readonly memberNames: (params: MemberNamesParams) => Promise<ColumnMemberNames>;
  /** Callback for the data versions that a query on the active target read. */
  readonly onDataVersion: (dataVersions: string) => void;
  /** Splits a text into its statements. Rejects if the language server cannot be started. */
  readonly readStatements: (text: string, isShellScript: boolean) => Promise<StatementsResponse>;
  /** Reloads a group of a tenant in the explorer. */
  readonly refreshTree: (target: TenantTarget, path: string) => void;
}

/** Functions for running queries that other features use. */
export interface Queries {
  /**
   * Runs all statements of a document in order and writes their results to the given sink. Stops at the first one that
   * is cancelled.
   */
  runAll(document: vscode.TextDocument, results: ResultSink, signal: AbortSignal): Promise<void>;
  /**
   * Runs a text that contains exactly one statement on a target, whatever is active, and writes its result to the given
   * sink. Rejects for any other text.
   */
  runText(text: string, target: RunTarget, results: ResultSink, signal: AbortSignal): Promise<RunOutcome>;
  /** Runs all statements of a document on a target, whatever is active, and shows their results. */
  runOn(document: vscode.TextDocument, target: RunTarget, signal: AbortSignal): Promise<void>;
}

const skeleton = `SELECT employeeCount() AS Headcount
FROM Employee
WHERE Service_Time IN periods(date("2026-01-01"), 12, period(1, Month));
`;

/** Registers the running of queries: code lenses, commands, and highlights in the editor. */
export function register({
  log,
  workspaceState,
  currentTarget,
  onDidChangeTarget,
  results,
  columnTypes,
  columnAdditivity,
  lower,
  recordsQuery,
  memberNames,
  onDataVersion,
  readStatements,
  refreshTree,
}: QueryServices): vscode.Disposable & { readonly queries: Queries } {
  const isActive = async (session: Session): Promise<boolean> => {
    const target = currentTarget();
    return target.connectionId === session.connectionId && (await target.session()) === session;
  };
  /**
   * Returns the column types of a statement's result. Empty if the session is no longer active, because the model of
   * another tenant does not apply.
   */
  const kindsOf = async ({ text }: Statement, session: Session): Promise<ColumnValueTypes> =>
    (await isActive(session)) ? await columnTypes(text) : {};
  const additivityOf = async ({ text }: Statement, session: Session): Promise<ResultAdditivity | undefined> =>
    (await isActive(session)) ? await columnAdditivity(text) : undefined;
  /**
   * Translates a statement to service requests. Throws an error if the session is not active, because the model of
   * another tenant could yield other requests.
   */
  const lowerFor = async ({ sent }: Statement, session: Session, timeColumn: string | undefined) => {
    const lowered = (await isActive(session)) ? await lower({ text: sent, timeColumn }) : undefined;
    if (!lowered || !(await isActive(session))) {
      throw new Error(
        vscode.l10n.t(
          "Small groups are guarded on {0}, which needs its model. Make it the active connection, tenant and project again, then run the query.",
          session.connectionLabel,
        ),
      );
    }
    return lowered;
  };
  const recordsQueryFor = async (
    { text, options }: Statement,
    session: Session,
    cell: CellMembers,
  ): Promise<RecordsQuery> =>
    (await isActive(session))
      ? await recordsQuery({ text, options: options.aggregateQueryOptions ?? {}, cell })
      : {
          kind: "refused",
          reason: vscode.l10n.t(
            "The list needs the business model of {0}. Make it the active connection, tenant and project again.",
            session.connectionLabel,
          ),
        };
  const memberNamesOf = async (
    { text, options }: Statement,
    session: Session,
    members: ColumnMembers,
  ): Promise<ColumnMemberNames> =>
    (await isActive(session)) ? await memberNames({ text, options: options.aggregateQueryOptions ?? {}, members }) : {};
  const pickRowLimit = async (title: string, current: number) =>
    (await import("./row-limit-picker.ts")).pickRowLimit(title, current);
  const createRunner = (sink: ResultSink) =>
    new QueryRunner({
      sink,
      clock: systemClock,
      kindsOf,
      additivityOf,
      lower: lowerFor,
      recordsQuery: recordsQueryFor,
      memberNamesOf,
      onDataVersion: (dataVersions, session) => {
        void isActive(session).then(
          (isOwn) => isOwn && onDataVersion(dataVersions),
          () => undefined,
        );
      },
      runRecords: async (text, target) => {
        const [statement] = statementsOf(text);
        if (statement) {
          await runner.run(statement, target, runOptions(), () => undefined);
        }
      },
      describeCut: describeRowCut,
      chooseRowLimit: (rowLimit) => pickRowLimit(vscode.l10n.t("Run Again"), rowLimit),
      onFailure: (error) => {
        if (!isCancellation(error)) {
          void showFailure(log, error);
        }
      },
    });
  const runner = createRunner(results);
  const editor = new QueryEditor();
  const lastRuns = new LastRuns();
  const readScript = (text: string) => readStatements(text, true);
  const scriptLens = new ScriptLens(readScript, () => currentTarget().availability.known(), onDidChangeTarget);
  const lenses = new RunLenses({ readStatements: (text) => readStatements(text, false), lastRuns, currentTarget });

  const runOptions = () => {
    const { rowLimit, queryTimeoutSeconds } = readSettings();
    return { rowLimit, timeoutMs: queryTimeoutSeconds * 1000 };
  };
  const run = async (
    document: vscode.TextDocument,
    statements: readonly Statement[],
    usedRunner: QueryRunner = runner,
    signal?: AbortSignal,
    // All statements run on the same target; a change of target applies to the next run.
    target: RunTarget = currentTarget(),
  ) => {
    const text = editor.startRun(document);
    const options = runOptions();
    let isCancelled = false;
    for (const statement of statements) {
      if (isCancelled) {
        break;
      }
      const report = (outcome: RunOutcome) => {
        isCancelled = outcome.kind === "cancelled";
        const endedAtMs = systemClock.now();
        void targetOfRun(target, outcome).then((ranOn) => {
          lastRuns.recordRun(document.uri.toString(), statement.text, ranOn, outcome, endedAtMs);
          lenses.refresh();
        });
        if (outcome.kind === "failed") {
          editor.showProblem(text, outcome.message);
        }
      };
      editor.showBounds(document, statement.range);
      try {
        await usedRunner.run(statement, target, options, report, signal);
      } finally {
        editor.clearBounds(document);
      }
    }
  };

  const runToEnd = async (
    statement: Statement,
    target: RunTarget,
    signal: AbortSignal,
    usedRunner = runner,
  ): Promise<RunOutcome> => {
    let ended: RunOutcome = { kind: "cancelled" };
    const report = (outcome: RunOutcome) => {
      ended = outcome;
    };
    await usedRunner.run(statement, target, runOptions(), report, signal);
    return ended;
  };

  const runAll = async (document: vscode.TextDocument, usedRunner?: QueryRunner, signal?: AbortSignal) => {
    const statements = statementsOf(document.getText(), document.uri.toString());
    await run(document, statements.length > 0 ? statements : noStatement(), usedRunner, signal);
  };
  const queries: Queries = {
    runAll: (document, sink, signal) => runAll(document, createRunner(sink), signal),
    runText: async (text, target, sink, signal) => {
      const [statement, ...others] = statementsOf(text);
      if (!statement || others.length > 0) {
        throw new Error(vscode.l10n.t("Write exactly one query that begins with SELECT."));
      }
      return await runToEnd(statement, target, signal, createRunner(sink));
    },
    runOn: async (document, target, signal) => {
      const statements = statementsOf(document.getText(), document.uri.toString());
      await run(document, statements, runner, signal, target);
    },
  };

  const registered = vscode.Disposable.from(
    editor,
    createRowLimitStatus(),
    lenses,
    onDidChangeTarget(() => lenses.refresh()),
    vscode.workspace.onDidCloseTextDocument(({ uri, isUntitled }) => {
      if (isUntitled) {
        lastRuns.forget(uri.toString());
      }
    }),
    vscode.languages.registerCodeLensProvider({ language: languageId }, lenses),
    vscode.languages.registerCodeLensProvider({ language: shellLanguageId }, scriptLens),
    runner.onDidChangeRunning((isRunning) => {
      void vscode.commands.executeCommand("setContext", "workforce.queries.isRunning", isRunning);
    }),
    { dispose: () => runner.cancelAll() },
    registerCommand(log, commandIds.runQuery, async (uri, offset) => {
      const document = await documentOf(uri);
      if (isNotebookCell(document)) {
        await runActiveCell();
        return;
      }
      const statement = statementAt(
        statementsOf(document.getText(), document.uri.toString()),
        offsetOf(document, offset),
      );
      await run(document, statement ? [statement] : noStatement());
    }),
    registerCommand(log, commandIds.runAllQueries, async (uri) => {
      await runAll(await documentOf(uri));
    }),
    registerCommand(log, commandIds.runShellScript, async (uri) => {
      const { runShellDocument, shellDocumentOf } = await import("./shell-command.ts");
      const document = await shellDocumentOf(uri);
      requireTrust(vscode.l10n.t("Shell scripts do not run in Restricted Mode."));
      await runShellDocument(document, currentTarget(), {
        editor,
        readScript,
        runQuery: runToEnd,
        workspaceState,
      });
    }),
    registerCommand(log, commandIds.cancelQuery, () => runner.cancelAll()),
    registerCommand(log, commandIds.selectRowLimit, async () => {
      await storeRowLimit(await pickRowLimit(vscode.l10n.t("Row Limit"), readSettings().rowLimit));
    }),
    registerCommand(log, commandIds.saveAsReport, async (uri, offset) => {
      const { saveAsReport } = await import("./save-report.ts");
      const document = await documentOf(uri);
      const statement = statementAt(statementsOf(document.getText()), offsetOf(document, offset));
      await saveAsReport(statement ?? noStatement(), currentTarget(), refreshTree);
    }),
    registerCommand(log, commandIds.newQuery, async () => {
      const document = await vscode.workspace.openTextDocument({ language: languageId, content: skeleton });
      await vscode.window.showTextDocument(document);
    }),
  );
  return { queries, dispose: () => registered.dispose() };
}

function noStatement(): never {
  throw new Error(vscode.l10n.t("There is no query here to run. Write one that begins with SELECT."));
}

async function documentOf(uri: unknown): Promise<vscode.TextDocument> {
  if (uri instanceof vscode.Uri) {
    return await vscode.workspace.openTextDocument(uri);
  }
  const document = vscode.window.activeTextEditor?.document;
  if (document?.languageId !== languageId) {
    throw new Error(vscode.l10n.t("Open a .sqllike file to run a query."));
  }
  return document;
}

/** Returns the document offset that a code lens passed, or else the offset of the cursor. */
function offsetOf(document: vscode.TextDocument, offset: unknown): number {
  if (typeof offset === "number") {
    return offset;
  }
  const editor = editorOf(document);
  return editor ? document.offsetAt(editor.selection.active) : 0;
}

import * as vscode from "vscode";
import { abortError, rejectOnAbort } from "../../base/abort.ts";
import { isTransactionExtendedAutomatically } from "../../base/connection-role.ts";
import { failureText } from "../../base/failure.ts";
import { describeJobFailure } from "../../client/sql/run-job-file.ts";
import { SqlTransaction } from "../../client/sql/sql-transaction.ts";
import { logFailure } from "../../host/log.ts";
import { readSettings } from "../../host/settings.ts";
import type { ResultWriter } from "../../protocol/result-sink.ts";
import { writeCsvOutput } from "./show-output.ts";
import type { SqlServices, SqlTarget } from "./sql-services.ts";

/** A query to run, with the title of its result. */
export interface TableQuery {
  /** Text of the query as it is sent to the service. */
  readonly sent: string;
  readonly text: string;
  readonly title: string;
  /** URI of the document that contains the query; undefined if it is in none. */
  readonly file?: string;
}

/** An open transaction that a query runs in, with its name for the user. */
interface OuterTransaction {
  readonly transaction: SqlTransaction;
  readonly label: string;
}

type QueryOutcome = { readonly kind: "done" | "cancelled" } | { readonly kind: "failed"; readonly message: string };

const outputName = "result.csv";

/**
 * Runs a query and shows its rows, either in its own read-only transaction, which is closed afterwards, or within an
 * open one. Failures are shown with the result.
 */
export async function runTableQuery(
  query: TableQuery,
  target: SqlTarget,
  services: Pick<SqlServices, "results" | "log">,
  controller: AbortController,
  outer?: OuterTransaction,
): Promise<QueryOutcome> {
  const { results, log } = services;
  const { signal } = controller;
  const { connectionId, connection, tenant, project } = target;
  const { text, file } = query;
  const title = outer ? vscode.l10n.t("{0} (inside {1})", query.title, outer.label) : query.title;
  const language = "workforce-tablesql";
  const origin = {
    title,
    query: text,
    language,
    file,
    connectionId,
    connection,
    tenant,
    project,
    transaction: outer?.label,
  };
  const writer = await results.begin(origin, {
    cancel: () => controller.abort(abortError("The query was cancelled.")),
    rerun: () => {
      // The run again uses a new transaction, because the original one may be over by then.
      runTableQuery(query, target, services, new AbortController()).catch((error: unknown) =>
        logFailure(log, "A query could not be run again", error),
      );
    },
  });
  let started: SqlTransaction | undefined;
  try {
    const session = await rejectOnAbort(target.session(), signal);
    await nameTenant(writer, target, signal);
    const transaction =
      outer?.transaction ??
      (await SqlTransaction.start(
        session.client,
        {},
        {
          title: query.title,
          extendsWhileRunning: isTransactionExtendedAutomatically(readSettings().extendsTransactions, session.role),
        },
        signal,
      ));
    started = outer ? undefined : transaction;
    const output = { format: { csv: { header: true } }, filename: outputName };
    const job = {
      actions: [{ query: { query: query.sent, output } }],
      keepTransactionOpenOnError: outer !== undefined,
    };
    const state = await transaction.run(job, { signal });
    if (state.phase !== "succeeded") {
      const message = describeJobFailure(state);
      await writer.fail(message);
      return { kind: "failed", message };
    }
    await writeCsvOutput(writer, transaction, { name: outputName, hasHeader: true }, signal);
    return { kind: "done" };
  } catch (error) {
    if (signal.aborted) {
      await writer.cancelled();
      return { kind: "cancelled" };
    }
    await writer.fail(failureText(error), error);
    return { kind: "failed", message: error instanceof Error ? error.message : String(error) };
  } finally {
    if (started) {
      // The transaction is closed in the background, also after a stop.
      const { id } = started;
      void started.abandon().then((isClosed) => {
        if (!isClosed) {
          log.warn(vscode.l10n.t("The transaction {0} could not be closed; it ends when it expires.", id));
        }
      });
    }
  }
}

async function nameTenant(writer: ResultWriter, target: SqlTarget, signal: AbortSignal): Promise<void> {
  const tenant = target.tenant === undefined ? await rejectOnAbort(target.loginTenant(), signal) : undefined;
  if (tenant !== undefined) {
    writer.setTenant(tenant);
  }
}

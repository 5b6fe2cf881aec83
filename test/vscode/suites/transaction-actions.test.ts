import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { Client } from "../../../src/client/call/client.ts";
import { cancelJobs } from "../../../src/features/jobs/cancel-jobs.ts";
import { runAgain } from "../../../src/features/transactions/run-again.ts";
import type { StoredTransaction } from "../../../src/features/transactions/stored-transaction.ts";
import { type ActionServices, endTransaction } from "../../../src/features/transactions/transaction-actions.ts";
import type { WatchedTransaction } from "../../../src/features/transactions/transactions-model.ts";
import { FakeTransactionCalls, notedTransaction, sqlTransaction } from "../../support/fake-transactions.ts";
import { ReplacedWindow } from "./replaced-window.ts";

type Work = Parameters<typeof vscode.window.withProgress>[1];

suite("Progress that can be cancelled", () => {
  const window = new ReplacedWindow();
  let sent: string[];
  let cancellable: unknown[];

  setup(() => {
    sent = [];
    cancellable = [];
    window.replace("showWarningMessage", async (_text: string, _options: unknown, button: string) => button);
    window.replace("withProgress", async (options: vscode.ProgressOptions, work: Work) => {
      // A view or the status bar has no button for it.
      cancellable.push(options.location === vscode.ProgressLocation.Notification && options.cancellable);
      return await work({ report: () => undefined }, new vscode.CancellationTokenSource().token);
    });
  });
  teardown(() => window.giveBack());

  const call = (name: string) => async () => {
    sent.push(name);
    return {};
  };

  /** A transaction in which a job failed, and what acts on it. */
  const failedTransaction = () => {
    const stored: StoredTransaction = notedTransaction({
      tenant: "a",
      jobs: [{ jobId: "j1", label: "Load", request: { actions: [] } }],
    });
    const calls = new FakeTransactionCalls();
    calls.answer = sqlTransaction({ children: [{ tenantCode: "a", status: "OPEN" }] });
    calls.jobs.set("j1", { status: "FAILED", tenants: [{ tenantCode: "a", status: "FAILED" }] });
    const parts = {
      calls,
      connections: {
        list: () => [{ id: "c", label: "Local", role: "development" }],
        sessionFor: async () => ({ client: { runSqlJob: call("runSqlJob") } }),
      },
      stored: { save: async () => "k" },
      model: { find: () => undefined },
    } as unknown as ActionServices;
    return { watched: { key: "k", stored, followed: { isBusy: false } } as WatchedTransaction, parts };
  };

  test("shows while a transaction is read and committed", async () => {
    const { watched, parts } = failedTransaction();
    await endTransaction("commit", watched, parts);
    assert.deepEqual([sent, cancellable], [["runSqlJob"], [true, true]]);
  });

  test("shows while a job is read and run again", async () => {
    const { watched, parts } = failedTransaction();
    await runAgain(watched, "j1", parts);
    assert.deepEqual([sent, cancellable], [["runSqlJob"], [true, true]]);
  });

  test("shows while jobs are cancelled", async () => {
    const client = { cancelJobs: call("cancelJobs") } as unknown as Client;
    await cancelJobs([{ client: async () => client, ids: ["j1"] }]);
    assert.deepEqual([sent, cancellable], [["cancelJobs"], [true]]);
  });
});

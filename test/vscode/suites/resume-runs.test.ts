import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import * as vscode from "vscode";
import type { Client, Session } from "../../../src/client/call/client.ts";
import { resumeRuns } from "../../../src/features/sql-jobs/resume-runs.ts";
import type { SqlServices } from "../../../src/features/sql-jobs/sql-services.ts";
import { UnfinishedRuns } from "../../../src/features/sql-jobs/unfinished-runs-model.ts";
import { notifyInterruptedUploads } from "../../../src/features/table-sources/interrupted-uploads.ts";
import { listUploads, storeUpload } from "../../../src/features/table-sources/stored-uploads-model.ts";
import { CancelledError } from "../../../src/host/cancellation.ts";
import { markConnectionGone } from "../../../src/host/connection-gone.ts";
import type { Log } from "../../../src/host/log.ts";
import { eventually } from "../../support/eventually.ts";
import { memoryContext } from "./memory-context.ts";

suite("What a closed window left behind", () => {
  const { workspaceState } = memoryContext().context;
  let folder: string;
  /** The messages of the errors that are shown. */
  let shown: string[];
  const log = { error: (line: string) => shown.push(line) } as unknown as Log;
  /** How the connection answers; by default it exists. */
  let problem: Error | undefined;
  const sessionFor = async (connectionId: string): Promise<Session> => {
    if (problem) {
      throw problem;
    }
    const getSqlTransaction = async () => ({ status: "COMMITTED" });
    const client = { getSqlTransaction } as unknown as Client;
    return { connectionId, connectionLabel: "Acme", role: "test", tenant: undefined, project: undefined, client };
  };

  setup(async () => {
    folder = await mkdtemp(join(tmpdir(), "workforce-left-"));
    shown = [];
    problem = undefined;
  });
  teardown(async () => {
    await vscode.commands.executeCommand("notifications.clearAll");
    await rm(folder, { recursive: true });
  });
  /** Waits until so many errors are shown, with nobody to close one. */
  const showing = (count: number) =>
    eventually(
      async () => shown[count - 1],
      () => JSON.stringify(shown),
    );
  /** Puts the messages away, for which what shows them waits. */
  const closing = async (told: Promise<void>) => {
    await vscode.commands.executeCommand("notifications.clearAll");
    await told;
  };

  suite("of a job file", () => {
    const runs = new UnfinishedRuns(workspaceState);
    let stored: string[];
    const leave = (transactionId: string) =>
      runs.store({
        connectionId: "acme",
        transactionId,
        jobId: "j-1",
        file: vscode.Uri.file(join(folder, `${transactionId}.sqljob.json`)).toString(),
      });
    const resume = () => {
      stored = [];
      const services = {
        log,
        context: { workspaceState, globalStorageUri: vscode.Uri.file(join(folder, "storage")) },
        sessionFor,
        storeTransaction: async ({ transactionId }: { transactionId: string }) => void stored.push(transactionId),
      } as unknown as SqlServices;
      return resumeRuns(services, runs, async () => undefined);
    };

    test("is told of once, with its file and transaction, when the connection is gone", async () => {
      problem = markConnectionGone(new Error("This connection no longer exists."));
      await leave("t-1");
      const told = resume();
      await showing(1);
      assert.match(
        shown.join("\n"),
        /t-1\.sqljob\.json was interrupted in transaction t-1, .* connection no longer exists\.$/,
      );
      assert.deepEqual([runs.list(), stored], [[], []]);
      await closing(told);
    });

    test("is told of while the message of another is open, and its transaction stays listed, when the file is gone", async () => {
      await leave("t-1");
      await leave("t-2");
      const told = resume();
      await showing(2);
      assert.deepEqual(shown.map((line) => /transaction (t-\d) /.exec(line)?.[1]).sort(), ["t-1", "t-2"]);
      assert.deepEqual([runs.list(), stored.sort()], [[], ["t-1", "t-2"]]);
      await closing(told);
    });

    test("is left to the next window when the connection fails or the file cannot be read", async () => {
      problem = new Error("The service cannot be started.");
      for (const transactionId of ["t-1", "t-2"]) {
        await writeFile(join(folder, `${transactionId}.sqljob.json`), "{");
        await leave(transactionId);
        const told = resume();
        await showing(1);
        assert.deepEqual([runs.list().length, stored], [1, []]);
        await closing(told);
        await runs.forget(transactionId);
        problem = undefined;
        shown = [];
      }
    });

    test("is left to the next window when the user does not sign in", async () => {
      problem = new CancelledError();
      await leave("t-1");
      await resume();
      assert.deepEqual([shown, runs.list().length], [[], 1]);
      await runs.forget("t-1");
    });
  });

  suite("of an upload into a table", () => {
    const leave = (transactionId: string) =>
      storeUpload(workspaceState, {
        connectionId: "acme",
        transactionId,
        tableId: "of-names",
        objectName: "names",
        file: join(folder, `${transactionId}.csv`),
      });
    const notify = () =>
      notifyInterruptedUploads({
        log,
        connections: { currentTarget: () => assert.fail(), sessionFor },
        state: workspaceState,
        storageFolder: join(folder, "storage"),
        uploadAgain: async () => assert.fail(),
      });

    test("is told of once, with its file and transaction, when the connection is gone", async () => {
      problem = markConnectionGone(new Error("This connection no longer exists."));
      await leave("t-1");
      await leave("t-2");
      const told = notify();
      await showing(2);
      assert.match(
        shown.sort()[0] ?? "",
        /t-1\.csv was interrupted .* names in transaction t-1, .* no longer exists\.$/,
      );
      assert.deepEqual(listUploads(workspaceState), []);
      await closing(told);
    });

    test("is left to the next window when the connection fails", async () => {
      problem = new Error("The service cannot be started.");
      await leave("t-1");
      const told = notify();
      await showing(1);
      assert.equal(listUploads(workspaceState).length, 1);
      await closing(told);
    });

    test("is left to the next window when the user does not sign in", async () => {
      problem = new CancelledError();
      await leave("t-1");
      await notify();
      assert.deepEqual([shown, listUploads(workspaceState).length], [[], 1]);
    });
  });
});

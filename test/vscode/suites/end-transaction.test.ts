import assert from "node:assert/strict";
import * as vscode from "vscode";
import { endTransaction } from "../../../src/features/sql-jobs/end-transaction.ts";
import type { Log } from "../../../src/host/log.ts";
import { eventually } from "../../support/eventually.ts";

/** An open transaction that notes what is done with it, and what came of the question about it. */
class AskedTransaction {
  readonly done: string[] = [];
  outcome: string | undefined;
  failure: Error | undefined;

  ask(): void {
    const end = async (how: string) => {
      this.done.push(how);
      if (this.failure) {
        throw this.failure;
      }
    };
    const transaction = { commit: () => end("commit"), rollBack: () => end("roll back") };
    const store = async () => void this.done.push("store");
    const log = { error: () => undefined } as unknown as Log;
    endTransaction({ transaction, written: "site_badge: 2 rows removed", store }, log).then(
      (state) => {
        this.outcome = state;
      },
      (error: Error) => {
        this.outcome = error.message;
      },
    );
  }

  /** What comes of the question while a command is run. */
  async outcomeWith(command: string): Promise<string> {
    return await eventually(async () => {
      await vscode.commands.executeCommand(command);
      return this.outcome;
    });
  }
}

suite("The question how a transaction ends", () => {
  const accept = "workbench.action.acceptSelectedQuickOpenItem";
  teardown(async () => {
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  test("leaves it open when another input takes its place, and on Escape", async () => {
    for (const command of ["workbench.action.quickOpen", "workbench.action.closeQuickOpen"]) {
      const asked = new AskedTransaction();
      asked.ask();
      assert.equal(await asked.outcomeWith(command), "asksAgain");
      assert.deepEqual(asked.done, []);
    }
  });

  test("waits until the one before it is answered", async () => {
    const [first, second] = [new AskedTransaction(), new AskedTransaction()];
    first.ask();
    second.ask();
    assert.equal(await first.outcomeWith(accept), "committed");
    assert.equal(await second.outcomeWith(accept), "committed");
    assert.deepEqual(
      [first.done, second.done],
      [
        ["commit", "store"],
        ["commit", "store"],
      ],
    );
  });

  test("has its state read again also when the commit fails", async () => {
    const asked = new AskedTransaction();
    asked.failure = new Error("The commit failed.");
    asked.ask();
    assert.equal(await asked.outcomeWith(accept), "The commit failed.");
    assert.deepEqual(asked.done, ["commit", "store"]);
  });
});

import assert from "node:assert/strict";
import * as vscode from "vscode";
import type { StoredTransactionIds } from "../../../src/features/transactions/stored-transaction.ts";
import { transactionKey } from "../../../src/features/transactions/stored-transaction.ts";
import { StoredTransactions } from "../../../src/features/transactions/stored-transactions-model.ts";
import { panelType } from "../../../src/features/transactions/transaction-services.ts";
import { TransactionsController } from "../../../src/features/transactions/transactions-controller.ts";
import type { Log } from "../../../src/host/log.ts";
import { eventually } from "../../support/eventually.ts";

const [gone, other] = ["gone", "other"].map((transactionId) => ({ connectionId: "local", transactionId }));

suite("A transaction that another window removed from the list", () => {
  let ids: readonly StoredTransactionIds[];
  let stored: StoredTransactions;
  let controller: TransactionsController;

  setup(async () => {
    ids = [];
    let details = {};
    stored = new StoredTransactions(
      {
        readIds: () => ids,
        writeIds: async (written) => {
          ids = written;
        },
        readDetails: () => details,
        writeDetails: async (written) => {
          details = written;
        },
      },
      Date.now,
    );
    for (const reference of [gone, other]) {
      assert.ok(reference);
      await stored.save(reference);
    }
    const extension = vscode.extensions.all.find(({ packageJSON }) => packageJSON.name === "workforce-analytics");
    assert.ok(extension);
    const services = {
      log: { error: () => undefined } as unknown as Log,
      context: { extensionUri: extension.extensionUri } as vscode.ExtensionContext,
      connections: {
        target: { connectionId: "local" },
        onDidChange: () => ({ dispose: () => undefined }),
        list: () => [{ id: "local", label: "Local", role: "development" as const }],
        sessionFor: () => Promise.reject(new Error("Nobody answers.")),
      },
    };
    controller = new TransactionsController(services, stored, () => undefined);
  });

  teardown(() => controller.dispose());

  const remove = () => {
    ids = ids.filter(({ transactionId }) => transactionId !== "gone");
  };
  const listed = () => stored.list().map(({ transactionId }) => transactionId);

  test("is missed by its commands, which take no other one", async () => {
    const [key] = ids.map(transactionKey);
    assert.ok(key);
    remove();
    const isMissed = /The transaction is not in the list any more/;
    for (const action of ["forget", "commit", "rollBack", "close", "show"] as const) {
      await assert.rejects(controller.act({ kind: "transaction", key }, action), isMissed, action);
      await assert.rejects(controller.act("gone", action), isMissed, action);
    }
    await assert.rejects(controller.runAgain({ kind: "job", key, jobId: "j" }), isMissed);
    assert.deepEqual(listed(), ["other"]);
  });

  test("keeps its page, and others are stored as before", async () => {
    await controller.act("gone", "show");
    remove();
    await controller.store({ connectionId: "local", transactionId: "new" });
    assert.deepEqual(new Set(listed()), new Set(["other", "new"]));
    await eventually(async () => {
      const pages = vscode.window.tabGroups.activeTabGroup.tabs.map(({ input }) => input);
      return pages.find((input) => input instanceof vscode.TabInputWebview && input.viewType.endsWith(panelType));
    });
  });
});

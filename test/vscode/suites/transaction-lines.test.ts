import assert from "node:assert/strict";
import * as vscode from "vscode";
import { boundTransactionId } from "../../../src/features/transactions/bound-document-model.ts";
import { FollowedTransaction } from "../../../src/features/transactions/followed-transaction-model.ts";
import { openInsideTransaction } from "../../../src/features/transactions/open-inside.ts";
import type { StoredTransaction } from "../../../src/features/transactions/stored-transaction.ts";
import { snapshotOf } from "../../../src/features/transactions/transaction-snapshot.ts";
import { expiryText } from "../../../src/features/transactions/transaction-text.ts";
import { descriptionOf, tooltipOf, toTreeItem } from "../../../src/features/transactions/transaction-tree-items.ts";
import type { WatchedTransaction } from "../../../src/features/transactions/transactions-model.ts";
import { isTransactionSnapshot } from "../../../src/protocol/transaction-view.ts";
import {
  FakeTransactionCalls,
  notedTransaction,
  settle,
  sqlTransaction,
  timeAt,
  transactionTime,
} from "../../support/fake-transactions.ts";

const status = {
  status: "FAILED",
  summary: { succeeded: 1, failed: 1 },
  tenants: [
    { tenantCode: "WFF_a", status: "SUCCEEDED" },
    { tenantCode: "WFF_b", status: "FAILED", message: "No [link](https://x.example)" },
  ],
};

async function see(answer = sqlTransaction(), more: Partial<StoredTransaction> = {}): Promise<WatchedTransaction> {
  const stored = notedTransaction({
    label: "badges.sqljob.json",
    tenant: "WFF_demo",
    inputs: ["badges.csv"],
    jobIds: ["j1"],
    jobs: [{ jobId: "j1", label: "Load", request: { actions: [] } }],
    ...more,
  });
  const calls = new FakeTransactionCalls();
  calls.answer = answer;
  calls.jobs.set("j1", status);
  const followed = new FollowedTransaction(
    () => stored,
    {
      clock: { now: () => transactionTime, sleep: () => new Promise(() => undefined) },
      random: Math.random,
      calls,
      isExtended: () => false,
      extendBySeconds: () => 60,
    },
    () => undefined,
  );
  followed.poll();
  await settle();
  return { key: "k", stored, followed };
}

const line = (seen: WatchedTransaction) => toTreeItem({ kind: "transaction", key: "k" }, seen, transactionTime);

suite("The lines of the transactions", () => {
  test("count down for eyes, and name the time for ears", async () => {
    const shown = line(await see());
    assert.equal(shown.label, "badges.sqljob.json");
    assert.equal(shown.description, "expires in 1 h 0 min · WFF_demo");
    const time = new Date(timeAt(3600)).toLocaleString(vscode.env.language);
    assert.equal(shown.accessibilityInformation?.label, `badges.sqljob.json, Open, WFF_demo, expires at ${time}`);
    assert.equal(shown.contextValue, "transactionOpenWrite");
  });

  test("say less and less precisely how long there is", () => {
    assert.deepEqual([4_800_000, 2_520_000, 50_000, 4000, -1].map(expiryText), [
      "expires in 1 h 20 min",
      "expires in 42 min",
      "expires in 50 s",
      "expires in a few seconds",
      "its time is over",
    ]);
  });

  test("say how one ended, and count no longer", async () => {
    const seen = await see(sqlTransaction({ status: "ROLLED_BACK", closedAt: timeAt(3600) }));
    assert.equal(descriptionOf(seen, transactionTime), "Expired, rolled back · WFF_demo");
    assert.equal(line(seen).contextValue, "transactionEnded");
  });

  test("of one that only reads offer nothing to commit", async () => {
    assert.equal(line(await see(sqlTransaction({ tablesToModify: [] }))).contextValue, "transactionOpenRead");
  });

  test("say of tables whether they are locked, and of a job why it failed", async () => {
    const table = (seen: WatchedTransaction) =>
      toTreeItem({ kind: "table", key: "k", name: "site_badge" }, seen, transactionTime).description;
    assert.equal(table(await see()), "locked by the first job");
    const seen = await see(sqlTransaction({ startedAt: timeAt(1) }));
    assert.equal(table(seen), "locked");
    const job = toTreeItem({ kind: "job", key: "k", jobId: "j1" }, seen, transactionTime);
    assert.equal(job.label, "Load");
    assert.equal(job.description, "Failed · 1 of 2 tenants failed · No [link](https://x.example)");
    assert.equal(job.contextValue, "transactionJobFailed");
  });

  test("have all that is known in a tooltip, which makes no link of it", async () => {
    const seen = await see(undefined, { label: "[a](https://x.example)" });
    const text = tooltipOf(seen).value.replaceAll("&nbsp;", " ");
    assert.match(text, /^\\\[a\\\]\\\(https\\:/);
    assert.match(text, /Tables: site\\?_badge/);
    assert.match(text, /Started by: ada/);
    assert.match(text, /Transaction ID: t1/);
  });

  test("give the page what it takes", async () => {
    const place = { connection: "Local", tenant: "WFF_demo", isExtended: true };
    const snapshot = snapshotOf(await see(), place);
    assert.ok(isTransactionSnapshot(JSON.parse(JSON.stringify(snapshot))));
    assert.deepEqual(snapshot.jobs[0]?.counts, { pending: 0, running: 0, succeeded: 1, failed: 1 });
    assert.equal(snapshot.jobs[0]?.canRunAgain, true);
    assert.deepEqual(
      snapshot.rows.map(({ tenant }) => tenant),
      ["WFF_a", "WFF_b"],
    );
  });

  test("open an editor inside the transaction once, whose text names the table", async () => {
    const seen = await see(undefined, { transactionId: "look-1" });
    await openInsideTransaction(seen, "Local");
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document);
    assert.equal(boundTransactionId(document.uri), "look-1");
    assert.equal(document.languageId, "workforce-tablesql");
    assert.match(document.getText(), /badges\.sqljob\.json \(Local · WFF_demo\)[\s\S]*SELECT \* FROM site_badge/);
    const text = document.getText();
    await openInsideTransaction(seen, "Local");
    assert.equal(vscode.window.activeTextEditor?.document.getText(), text);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
  });

  test("save that editor into the open folder, and open a new one inside the transaction then", async () => {
    const seen = await see(undefined, { transactionId: "look-2" });
    const open = async () => {
      await openInsideTransaction(seen, "Local");
      const document = vscode.window.activeTextEditor?.document;
      assert.ok(document);
      return document;
    };
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    assert.ok(await (await open()).save());
    const file = vscode.Uri.joinPath(folder, "Inside badges look-2.tablesql");
    assert.match(String(await vscode.workspace.fs.readFile(file)), /Once this is saved as a file/);
    const again = await open();
    assert.equal(boundTransactionId(again.uri), "look-2");
    assert.equal(again.uri.path, `${folder.path}/Inside badges look-2 (2).tablesql`);
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await vscode.workspace.fs.delete(file);
  });
});

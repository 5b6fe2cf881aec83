import assert from "node:assert/strict";
import * as vscode from "vscode";
import { saveAsReport } from "../../../src/features/queries/save-report.ts";
import { resetTable } from "../../../src/features/table-sources/reset-table.ts";
import type { StoredTableStates } from "../../../src/features/table-sources/stored-states.ts";
import type { Log } from "../../../src/host/log.ts";
import type { ReviewPages } from "../../../src/host/review-page.ts";
import { eventually } from "../../support/eventually.ts";
import { sessionWith } from "../../support/session-with.ts";

const accept = "workbench.action.acceptSelectedQuickOpenItem";

/** Accepts what is asked until the work has ended, and puts its messages away. Returns the error that it ended with. */
async function accepting(work: Promise<void>): Promise<unknown> {
  let ended: { readonly error: unknown } | undefined;
  work.then(
    () => {
      ended = { error: undefined };
    },
    (error: unknown) => {
      ended = { error };
    },
  );
  const { error } = await eventually(async () => {
    await vscode.commands.executeCommand(accept);
    await vscode.commands.executeCommand("notifications.clearAll");
    return ended;
  });
  return error;
}

suite("What a change leads to in the explorer", () => {
  teardown(async () => {
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    await vscode.commands.executeCommand("notifications.clearAll");
  });

  test("a table that was reset is a success and is read again, though its new state cannot be read", async () => {
    const asked: string[] = [];
    const logged: string[] = [];
    const updatedAt = new Date(Date.now() - 3_600_000).toISOString();
    const session = sessionWith({
      startSqlTransaction: async () => ({ transactionId: "t1" }),
      getSqlTransaction: async () => ({ status: "OPEN" }),
      runSqlJob: async ({ body }: { body: { actions: readonly object[] } }) => {
        asked.push(...body.actions.flatMap((action) => Object.keys(action)));
        return { jobId: "j1" };
      },
      getSqlJobStatus: async () => ({ jobId: "j1", status: "SUCCEEDED" }),
      downloadSqlOutputFile: async () => ({ body: new Blob(["n\n3\n"]).stream() }),
    });
    let reads = 0;
    const states = {
      read: async () => {
        reads++;
        if (reads > 1) {
          throw new Error("The service is away.");
        }
        return {};
      },
      list: async () => [{ transactionId: "t0", recordCount: "2", recordsUpdatedAt: updatedAt, seenAt: Date.now() }],
    } as unknown as StoredTableStates;
    const refreshed: unknown[] = [];
    const table = { uuid: "u1", objectName: "site_badge" };
    const error = await accepting(
      resetTable(
        { connectionId: "acme", tenant: "WFF_a", session, table },
        {
          log: { error: (line: string) => logged.push(line) } as unknown as Log,
          states,
          storeTransaction: async () => undefined,
          reviews: { show: async () => true, tell: () => undefined } as unknown as ReviewPages,
          refreshTables: ({ connectionId, tenant }, tableId) => refreshed.push([connectionId, tenant, tableId]),
        },
      ),
    );
    assert.equal(error, undefined);
    assert.deepEqual(asked, ["query", "reset", "query", "commit"]);
    assert.equal(reads, 2);
    assert.deepEqual(refreshed, [["acme", "WFF_a", "u1"]]);
    assert.match(logged.join(), /The service is away/);
  });

  test("a saved report reloads the reports of its tenant, and is saved also where that is not known", async () => {
    const statement = { text: "SELECT 1", title: "Headcount", options: {} } as Parameters<typeof saveAsReport>[0];
    const session = sessionWith({ createReport: async ({ body }: { body: object }) => body });
    const reloaded: unknown[] = [];
    const save = (tenant: string | undefined, loginTenant: () => Promise<string | undefined>) => {
      const target = { connectionId: "acme", connection: "Acme", tenant, project: undefined };
      return saveAsReport(
        statement,
        { ...target, session: async () => session, loginTenant, smallGroups: async () => undefined },
        (on, path) => reloaded.push([on.connectionId, on.tenant, path]),
      );
    };
    const away = () => Promise.reject(new Error("The service is away."));
    assert.equal(await accepting(save("WFF_b", away)), undefined);
    assert.equal(await accepting(save(undefined, async () => "WFF_a")), undefined);
    assert.equal(await accepting(save(undefined, away)), undefined);
    assert.deepEqual(reloaded, [
      ["acme", "WFF_b", "reports"],
      ["acme", "WFF_a", "reports"],
    ]);
  });
});

import assert from "node:assert/strict";
import * as vscode from "vscode";
import { QuestionController } from "../../../src/features/assistant/question-controller.ts";
import { entryCommands } from "../../../src/features/explorer/entry-commands.ts";
import type { ItemTarget } from "../../../src/features/explorer/explorer-item.ts";
import { QueryTools } from "../../../src/features/language-model-tools/query-tools.ts";
import { TableSqlController } from "../../../src/features/sql-jobs/table-sql-controller.ts";
import { boundDocumentUri } from "../../../src/features/transactions/bound-document-model.ts";
import { CancelledError } from "../../../src/host/cancellation.ts";
import * as commandIds from "../../../src/host/command-ids.ts";
import { eventually } from "../../support/eventually.ts";

const language = "workforce-tablesql";

suite("What a run takes", () => {
  suiteSetup(async () => {
    await vscode.extensions.getExtension("workforce.workforce-analytics")?.activate();
  });

  test("is the statement at the cursor of the editor that has the focus, of several with one document", async () => {
    const begun: string[] = [];
    const services = {
      boundTransaction: () => undefined,
      currentTarget: () => ({ connectionId: "local", connection: "Local", tenant: undefined, project: undefined }),
      results: {
        begin: async ({ query }: { readonly query: string }) => {
          begun.push(query);
          throw new Error("Enough is known.");
        },
      },
    } as unknown as ConstructorParameters<typeof TableSqlController>[0];
    const controller = new TableSqlController(services);
    try {
      const document = await vscode.workspace.openTextDocument({ language, content: "SELECT 1;\nSELECT 2;\n" });
      const show = async (viewColumn: vscode.ViewColumn, line: number) => {
        const editor = await vscode.window.showTextDocument(document, { viewColumn, preview: false });
        const cursor = new vscode.Position(line, 0);
        editor.selection = new vscode.Selection(cursor, cursor);
      };
      const run = () => assert.rejects(controller.run(document, undefined), /Enough is known/);
      await show(vscode.ViewColumn.One, 0);
      await show(vscode.ViewColumn.Two, 1);
      await run();
      await show(vscode.ViewColumn.One, 0);
      await run();
      assert.deepEqual(begun, ["SELECT 2", "SELECT 1"]);
    } finally {
      controller.dispose();
    }
  });

  test("is nothing in an editor of a transaction that is not in the list any more", async () => {
    const opened = await Promise.all([
      vscode.workspace.openTextDocument(vscode.Uri.from(boundDocumentUri("removed", "badges"))),
      vscode.workspace.openTextDocument({ language }),
    ]);
    for (const { uri } of opened) {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(uri, new vscode.Position(0, 0), "DROP TABLE badges");
      await vscode.workspace.applyEdit(edit);
      // Ends with the message that it failed, which nobody closes here.
      void vscode.commands.executeCommand(commandIds.runTableSql, uri, 0);
    }
    const [refused, other] = opened.map(({ uri }) => () => {
      const problems = vscode.languages.getDiagnostics(uri);
      return problems.some(({ message }) => message.startsWith("Only queries, INSERT"));
    });
    await eventually(async () => other?.() || undefined);
    assert.equal(refused?.(), false);
  });

  test("is not another connection than the user agreed to for a language model", async () => {
    let active = "test";
    let tenant: string | undefined = "WFF_demo";
    let runs = 0;
    const unused = () => assert.fail("It is not used here.");
    const tools = new QueryTools({
      currentTarget: () => ({
        connectionId: active,
        connection: active,
        tenant,
        project: undefined,
        session: unused,
      }),
      readNames: unused,
      queryProblems: async () => [],
      runText: async () => {
        runs++;
        return { kind: "cancelled" };
      },
      results: { begin: unused, embedded: { find: unused, copyText: unused } },
    });
    const input = { query: "SELECT employeeCount() FROM Employee" };
    const { token } = new vscode.CancellationTokenSource();
    await tools.describeRun(input);
    active = "production";
    await assert.rejects(tools.runQuery(input, token), /the active connection has changed/);
    assert.equal(runs, 0);
    await tools.describeRun(input);
    await assert.rejects(tools.runQuery(input, token), CancelledError);
    assert.equal(runs, 1);
    tenant = undefined;
    await tools.describeRun(input);
    tenant = "WFF_demo";
    await assert.rejects(tools.runQuery(input, token), CancelledError, "the tenant of the sign-in became known");
    assert.equal(runs, 2);
  });

  test("is the connection that gave an answer, though another one is active by then", async () => {
    let active = "test";
    const asked: string[] = [];
    const ranOn: string[] = [];
    const targetOf = (connectionId: string) => ({
      connectionId,
      connection: connectionId,
      tenant: "WFF_demo",
      availability: { known: () => new Set<string>(), connectionsSupporting: () => [] },
      smallGroups: async () => undefined,
      session: async () => ({
        client: {
          askQuestion: async () => {
            asked.push(connectionId);
            active = "production";
            return { data: { context: "SELECT employeeCount() FROM Employee" }, rewordedQuestion: "Headcount" };
          },
        },
      }),
    });
    type Target = ReturnType<typeof targetOf>;
    const controller = new QuestionController({
      memory: { get: () => undefined, update: async () => undefined, keys: () => [] },
      currentTarget: () => targetOf(active),
      runText: async (_text: string, { connectionId }: Target) => {
        ranOn.push(connectionId);
      },
      results: { begin: () => assert.fail("Nothing is shown here.") },
    } as unknown as ConstructorParameters<typeof QuestionController>[0]);
    // Ends with the notice of the answer, which nobody presses here.
    void controller.ask("How many people?");
    await eventually(async () => ranOn.length > 0 || undefined);
    assert.deepEqual([asked, ranOn], [["test"], ["test"]]);
  });

  test("of a table of another tenant begins with a question, and without an answer opens nothing", async () => {
    const opened: string[] = [];
    const target: ItemTarget = { connectionId: "local", tenant: "WFF_other" };
    const handlers = entryCommands({
      connections: {
        list: () => [{ id: "local", label: "Local", role: "development", kind: "local" }],
        displayedTarget: { connectionId: "local", tenant: "WFF_demo" },
        setTarget: () => assert.fail("Nobody agreed."),
      },
    } as unknown as Parameters<typeof entryCommands>[0]);
    const listening = vscode.workspace.onDidOpenTextDocument(({ uri }) => opened.push(uri.toString()));
    try {
      const item = { kind: "tableSource", key: "t", target, table: { objectName: "badges", columns: [] } };
      // VS Code shows no dialog in a test.
      await assert.rejects(async () => handlers[commandIds.newTableQuery]?.(item));
      assert.deepEqual(opened, []);
    } finally {
      listening.dispose();
    }
  });
});

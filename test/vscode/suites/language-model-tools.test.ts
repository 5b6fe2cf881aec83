import assert from "node:assert/strict";
import * as vscode from "vscode";
import { QueryTools } from "../../../src/features/language-model-tools/query-tools.ts";
import { toolNames } from "../../../src/features/language-model-tools/tool-names.ts";

const query = `SELECT employeeCount() AS Heads, Function FROM Employee
WHERE Service_Time IN periods(date("2026-01-01"), 1, period(1, Month));`;

/** Calls a tool as a language model does, and returns the text that it gets. */
async function callTool(name: string, input: object): Promise<string> {
  const { content } = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
  return content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : "")).join("");
}

suite("Tools for language models", function () {
  this.timeout(60_000);

  suiteSetup(async () => {
    await vscode.extensions.getExtension("workforce.workforce-analytics")?.activate();
  });

  test("are offered under the names of the manifest", () => {
    const offered = vscode.lm.tools.map(({ name }) => name).filter((name) => name.startsWith("workforce_"));
    assert.deepEqual(offered.toSorted(), Object.values(toolNames).toSorted());
  });

  test("list the names of the business model, and refuse a kind that it does not have", async () => {
    const metrics = await callTool(toolNames.searchModel, { kind: "metric", text: "employeeCount" });
    assert.match(metrics, /^employeeCount: .*of Employee/m);
    const members = await callTool(toolNames.searchModel, { kind: "member", dimension: "Function" });
    assert.match(members, /RnD/);
    await assert.rejects(callTool(toolNames.searchModel, { kind: "people" }), /"kind" must be one of metric/);
  });

  test("check a query, with the place of its problems and the right name", async () => {
    assert.equal(await callTool(toolNames.checkQuery, { query }), "The query has no problems.");
    const problems = await callTool(toolNames.checkQuery, { query: query.replace("employeeCount", "employeCount") });
    assert.match(problems, /^line 1, column 8: error: .*employeeCount/m);
  });

  test("run no query that has errors", async () => {
    const wrong = callTool(toolNames.runQuery, { query: query.replace("Employee\n", "Employe\n") });
    await assert.rejects(wrong, /The query was not run\.\nline 1, column \d+: error: /);
    await assert.rejects(callTool(toolNames.runQuery, { query: `${query} ${query}` }), /exactly one query/);
  });

  test("run a query, and return as many rows as were asked for", async () => {
    const rows = await callTool(toolNames.runQuery, { query, maximumRows: 3 });
    const [facts = "", header, ...lines] = rows.trim().split(/\r?\n/);
    assert.match(facts, /^\d+ rows\. The first 3 follow\. Data version [\d, ]+\.$/);
    assert.match(header ?? "", /Heads/);
    assert.equal(lines.length, 3);
  });

  // VS Code agrees by itself to every question of a test.
  test("ask the user before a query runs, with its text, its place and what the language model receives", async () => {
    const unused = () => assert.fail("Nothing runs before the user has agreed.");
    const tools = new QueryTools({
      currentTarget: () => ({
        connectionId: "live",
        connection: "Live",
        tenant: "acme~north",
        project: undefined,
        session: unused,
      }),
      readNames: unused,
      queryProblems: unused,
      runText: unused,
      results: { begin: unused, embedded: { find: unused, copyText: unused } },
    });
    const questionOf = async (input: object) => {
      const { confirmationMessages } = await tools.describeRun(input);
      const { title, message } = confirmationMessages ?? {};
      return { title, text: typeof message === "string" ? message : message?.value };
    };
    const aggregate = await questionOf({ query: "SELECT employeeCount() FROM Employee", maximumRows: 1000 });
    assert.equal(aggregate.title, "Run this query on Live · acme~north?");
    assert.match(aggregate.text ?? "", /SELECT employeeCount\(\) FROM Employee\n```/);
    assert.match(aggregate.text ?? "", /first 200 rows/);
    const list = await questionOf({ query: "SELECT EmployeeID FROM Employee" });
    assert.match(list.text ?? "", /first 50 records of the list\\, as they are/);
    const fence = await questionOf({ query: "SELECT 1 -- ```\n[x](command:y)" });
    assert.match(fence.text ?? "", /^\s*````/);
  });
});

import assert from "node:assert/strict";
import type { CompletionItem, CompletionList } from "vscode-languageserver-protocol/node";
import type { SmallGroupGuard } from "../../src/base/small-group.ts";
import type { Session } from "../../src/client/call/client.ts";
import { createServiceClient } from "../../src/client/service-client.ts";
import { RecordCounter } from "../../src/features/language/record-counter.ts";
import {
  type RecordCountParams,
  type RecordCountResponse,
  recordCountRequest,
} from "../../src/languages/core/requests/editor-requests.ts";
import { LanguageEditor } from "../support/language-editor.ts";
import { searchService } from "../support/model-service.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { silentLogger } from "../support/silent-logger.ts";

const uri = "file:///query.sqllike";

suite("How much stands behind a member, against the service", function () {
  this.timeout(60_000);
  let service: TestService;
  let editor: LanguageEditor;
  let session: Session;
  let guard: SmallGroupGuard | undefined;
  let asked: RecordCountParams[] = [];

  suiteSetup(async () => {
    service = await startTestService();
    const { url, apiKey, username, password } = service.service.ready;
    const client = createServiceClient({
      connection: { baseUrl: url, apiKey, credentials: async () => ({ username, password }) },
      gate: async () => "allowed",
      logger: silentLogger,
    });
    const place = { connectionId: "one", connectionLabel: "One", role: "test", tenant: undefined } as const;
    session = { ...place, project: undefined, client };
    editor = await LanguageEditor.open({ search: searchService(service) });
    const counter = new RecordCounter({
      currentSession: async () => session,
      currentTarget: () => session,
      guardOf: () => guard,
      log: silentLogger,
    });
    editor.connection.onRequest<RecordCountResponse, void>(recordCountRequest, (params: RecordCountParams) => {
      asked.push(params);
      return counter.count(params, new AbortController().signal);
    });
  });
  suiteTeardown(async () => {
    session.client.dispose();
    editor.dispose();
    await service.dispose();
  });
  setup(() => {
    guard = undefined;
    asked = [];
  });

  /** What is said of the members that are offered where the `|` stands, by their names. */
  async function described(marked: string): Promise<Record<string, string>> {
    await editor.openText(uri, marked.replace("|", ""));
    const position = { line: 0, character: marked.indexOf("|") };
    const place = { textDocument: { uri }, position };
    const { items } = await editor.connection.sendRequest<CompletionList>("textDocument/completion", place);
    const texts: Record<string, string> = {};
    for (const item of items) {
      const resolved = await editor.connection.sendRequest<CompletionItem>("completionItem/resolve", item);
      texts[item.label] = String(resolved.documentation);
      if (resolved.documentation) {
        // The number stands in the line of the list too.
        const told = /: (?:hidden, as )?(fewer than \d+|[^\n]+)/.exec(String(resolved.documentation))?.[1];
        assert.equal(resolved.detail, told);
      }
    }
    await editor.connection.sendNotification("textDocument/didClose", { textDocument: { uri } });
    return texts;
  }

  /** The number that a query gives which a person writes, for the month that a description names. */
  async function countIn(text: string, object: string, metric: string, condition: string): Promise<string> {
    const until = /to (\d{4}-\d\d-\d\d), which is not included$/.exec(text)?.[1];
    const time = `Service_Time IN periods(date("${until}"), 1, period(1, Month))`;
    const query = `SELECT ${metric}() AS n FROM ${object} WHERE ${condition} AND ${time}`;
    const { rows } = await session.client.querySqlLike({ body: { query } });
    return Number(Object.values(rows?.[0] ?? {})[0]).toLocaleString("en");
  }

  test("is what a query of the last month with data gives", async () => {
    const texts = await described('SELECT Age FROM Employee WHERE Work_Model IN ("|")');
    assert.ok(Object.keys(texts).length > 1);
    for (const [member, text] of Object.entries(texts)) {
      const count = await countIn(text, "Employee", "employeeCount", `Work_Model IN ("${member}")`);
      assert.match(text, new RegExp(`^[^:]+: ${count}\\n`), member);
    }
    assert.equal(asked.length, Object.keys(texts).length);
  });

  test("is counted along references, and by the metric of the object that the query is over", async () => {
    const manager = await described('SELECT Age FROM Employee WHERE Direct_Manager.Location = "EMEA|"');
    const [[place = "", text = ""] = []] = Object.entries(manager);
    const count = await countIn(text, "Employee", "employeeCount", `Direct_Manager.Location IN ("${place}")`);
    assert.match(text, new RegExp(`: ${count}\\n`), place);
    const exits = await described('SELECT exitCount() FROM Employee_Exit WHERE Exit_Type IN ("|")');
    const [[kind = "", told = ""] = []] = Object.entries(exits);
    const left = await countIn(told, "Employee_Exit", "exitCount", `Exit_Type IN ("${kind}")`);
    assert.match(told, new RegExp(`: ${left}\\n`), kind);
  });

  test("is marked or not told where few people stand behind it and the connection guards small groups", async () => {
    const query = 'SELECT Age FROM Employee WHERE Work_Model IN ("|")';
    const [open = ""] = Object.values(await described(query));
    guard = { mode: "mark", threshold: 1000 };
    assert.equal(Object.values(await described(query))[0], open.replace("\n", " (a small group)\n"));
    guard = { mode: "hide", threshold: 1000 };
    const [hidden = ""] = Object.values(await described(query));
    assert.match(hidden, /^[^:\d]+: hidden, as fewer than 1000 people stand behind it\n/);
    guard = { mode: "hide", threshold: 1 };
    assert.equal(Object.values(await described(query))[0], open);
  });

  test("is asked of nobody when the setting says so", async () => {
    const set = (memberCounts: boolean) =>
      editor.connection.sendNotification("workspace/didChangeConfiguration", { settings: { memberCounts } });
    await set(false);
    const texts = await described('SELECT Age FROM Employee WHERE Work_Model IN ("|")');
    await set(true);
    assert.deepEqual([...new Set(Object.values(texts))], ["undefined"]);
    assert.equal(asked.length, 0);
  });

  test("is left out where the service cannot be asked", async () => {
    const working = session;
    session = { ...working, client: { ...working.client, queryAggregate: refuse } as unknown as Session["client"] };
    const texts = await described('SELECT Age FROM Employee WHERE Work_Model IN ("|")');
    session = working;
    assert.deepEqual([...new Set(Object.values(texts))], ["undefined"]);
    assert.ok(asked.length > 0);
  });
});

async function refuse(): Promise<never> {
  throw new Error("Refused.");
}

import assert from "node:assert/strict";
import type { Report } from "../../src/contract/reports.ts";
import { startTestService, type TestAnswer, type TestService } from "../support/running-service.ts";

const path = "/v1alpha/reporting/reports";
const dataPath = "/v1alpha/reporting/report-data";
const month = 'Service_Time IN periods(date("2026-01-01"), 1, period(1, Month))';
const headcount = `SELECT level(Function, "Function") AS Job, employeeCount() AS Heads FROM Employee WHERE ${month};`;

suite("Reports", function () {
  this.timeout(60_000);
  let service: TestService;
  const signedIn = new Map<string, Readonly<Record<string, string>>>();
  suiteSetup(async () => {
    service = await startTestService();
    for (const { username, password, apiKey } of service.service.credentials.users) {
      const answer = await service.send("POST", "/v1/admin/serviceSecureToken", { form: { username, password } });
      signedIn.set(username.split("@")[0] ?? "", { apikey: apiKey, cookie: `ServiceASIDToken=${answer.text}` });
    }
  });
  suiteTeardown(() => service.dispose());

  function as(user: string, method: string, to: string, json?: unknown): Promise<TestAnswer> {
    return service.send(method, to, { headers: signedIn.get(user) ?? {}, ...(json !== undefined && { json }) });
  }

  async function create(body: object): Promise<Report> {
    const answer = await as("analyst", "POST", path, body);
    assert.equal(answer.status, 200, answer.text);
    return answer.json<Report>();
  }

  async function titlesFor(user: string, page = ""): Promise<readonly (string | undefined)[]> {
    const answer = await as(user, "GET", `${path}${page}`);
    return answer.json<{ reports: Report[] }>().reports.map(({ title }) => title);
  }

  test("that are saved from a query give its rows to everybody who may query", async () => {
    const { id, query, isPublishedReport } = await create({
      title: "Heads",
      query: headcount,
      isPublishedReport: true,
    });
    assert.deepEqual([query, isPublishedReport], [headcount, true]);
    const wanted = await service.call("POST", "/v1/data/query/sql", {
      json: { query: headcount },
      headers: { accept: "text/csv, application/json" },
    });
    assert.match(wanted.text, /^Job,Heads,DateInRange\r\n/);
    for (const user of ["analyst", "viewer"]) {
      const { status, text } = await as(user, "GET", `${dataPath}/${id}`);
      assert.deepEqual([status, text], [200, wanted.text], user);
    }
    const found = (await as("viewer", "GET", `${path}/${id}`)).json<Report>();
    assert.deepEqual(
      [found.query, found.isOwnedByUser, found.allowedActions],
      [headcount, false, ["duplicate", "download"]],
    );
    const refused = await as("loader", "GET", `${dataPath}/${id}`);
    assert.equal(refused.status, 403);
  });

  test("keep the options of their query, also over a restart and in a copy", async () => {
    const query =
      'SELECT EmployeeID FROM Employee WHERE Service_Time BETWEEN date("2025-12-01") AND date("2026-01-01")';
    const { id } = await create({ title: "Three", query, listQueryOptions: { limit: 3 }, isPublishedReport: true });
    const copy = (await as("analyst", "POST", `${path}/${id}`)).json<Report>();
    await service.restart();
    for (const report of [id, copy.id]) {
      const { text } = await as("analyst", "GET", `${dataPath}/${report}`);
      assert.equal(text.trimEnd().split("\r\n").length, 4);
    }
  });

  test("that are drafts are their owner's alone: in lists, searches, downloads, copies and deletions", async () => {
    const { id } = await create({ title: "Secret draft", query: headcount });
    assert.ok((await titlesFor("analyst")).includes("Secret draft"));
    assert.ok(!(await titlesFor("viewer")).includes("Secret draft"));
    const search = "/v1alpha/search/simple/document-headers?q=Secret";
    assert.match((await as("analyst", "GET", search)).text, /Secret draft/);
    assert.doesNotMatch((await as("viewer", "GET", search)).text, /Secret draft/);
    for (const [method, to] of [
      ["GET", `${path}/${id}`],
      ["GET", `${dataPath}/${id}`],
    ] as const) {
      const { status, text } = await as("viewer", method, to);
      assert.equal(status, 404, text);
      assert.doesNotMatch(text, /Secret draft/);
    }
    assert.equal((await as("analyst", "GET", `${dataPath}/${id}`)).status, 200);
    const copied = (await as("analyst", "POST", `${path}/${id}`)).json<Report>();
    assert.equal(copied.isPublishedReport, false);
    assert.equal((await as("analyst", "DELETE", `${path}/${id}`)).json().id, id);
    assert.equal((await as("analyst", "GET", `${path}/${id}`)).status, 404);
  });

  test("are listed page by page, without gaps where drafts of others lie between", async () => {
    await create({ title: "AA draft", query: headcount });
    await create({ title: "AB published", query: headcount, isPublishedReport: true });
    const all = await titlesFor("viewer");
    const pages: (string | undefined)[] = [];
    for (let start = 0; start < all.length; start += 2) {
      pages.push(...(await titlesFor("viewer", `?limit=2&start=${start}`)));
    }
    assert.deepEqual(pages, all);
    assert.equal(all[0], "AB published");
  });

  test("refuse a query that cannot be run, by its place, and what needs a query without one", async () => {
    const refusals: readonly [object, string, RegExp][] = [
      [
        { title: "T", query: "SELECT employeCount() FROM Employee" },
        "QUERY_INVALID",
        /line 1, column 8.*employeeCount/,
      ],
      [{ title: "T", query: "" }, "QUERY_INVALID", /no query/],
      [{ title: "T", query: `${headcount} ${headcount}` }, "QUERY_INVALID", /line 1/],
      [{ title: "T", isPublishedReport: true }, "QUERY_MISSING", /add the query/],
      [{ title: "T", listQueryOptions: { limit: 3 } }, "QUERY_MISSING", /add the query/],
      [{ title: " ", query: headcount }, "TITLE_MISSING", /needs a title/],
    ];
    for (const [body, code, message] of refusals) {
      const answer = await as("analyst", "POST", path, body);
      assert.equal(answer.status, 400, answer.text);
      assert.deepEqual([answer.json().code, message.test(String(answer.json().message))], [code, true], answer.text);
    }
  });

  test("of others are neither listed nor run where their query has names that the caller does not see", async () => {
    const { id } = await create({ title: "Unbound", query: headcount, isPublishedReport: true });
    const { credentials, platform } = service.service;
    await platform.reports.addAll(credentials.tenantCode, [
      {
        id: "hidden",
        title: "Bonus by function",
        description: "",
        updatedTime: "2026-01-01T00:00:00.000Z",
        isPublished: true,
        owner: "Mara Lindqvist",
        ownerId: undefined,
        query: `SELECT averageBonus() FROM Employee WHERE ${month}`,
        options: undefined,
      },
    ]);
    const titles = await titlesFor("viewer");
    assert.ok(titles.includes("Unbound") && !titles.includes("Bonus by function"));
    assert.doesNotMatch((await as("viewer", "GET", "/v1alpha/search/simple/document-headers?q=Bonus")).text, /Bonus/);
    for (const to of [`${path}/hidden`, `${dataPath}/hidden`]) {
      const { status, text, json } = await as("viewer", "GET", to);
      assert.equal(status, 403);
      assert.match(String(json().message), /"hidden" uses parts of the model that you may not see/);
      assert.doesNotMatch(text, /onus/);
    }
    assert.equal((await as("viewer", "GET", `${dataPath}/${id}`)).status, 200);
  });
});

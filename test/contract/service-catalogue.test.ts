import assert from "node:assert/strict";
import type { OperationName } from "../../src/contract/contract.ts";
import { sampleTables } from "../../src/service/sample-content/sample-tables.ts";
import { fittedAnswer } from "../support/fitted-answer.ts";
import { startTestService, type TestService } from "../support/running-service.ts";

interface Hit {
  readonly id: string;
  readonly displayName: string;
  readonly matchScore: number;
  readonly matchedField: string;
  readonly qualifyingPath?: string;
  readonly description?: string;
  readonly metadata: Readonly<Record<string, unknown>>;
}

suite("what the embedded service knows", () => {
  let test_: TestService;
  suiteSetup(async () => {
    test_ = await startTestService();
  });
  suiteTeardown(() => test_.dispose());

  /** The JSON of an answer that fits the row's schema. */
  async function get<Value>(name: OperationName, path: string, headers: Record<string, string> = {}): Promise<Value> {
    return fittedAnswer(name, await test_.call("GET", path, { headers }));
  }

  async function search(json: unknown): Promise<Hit[][]> {
    const answer = await test_.call("POST", "/v1alpha/search/service-objects", { json });
    assert.equal(answer.status, 200, answer.text);
    return answer.json<{ results: { resultsForQuery: Hit[] }[] }>().results.map((result) => result.resultsForQuery);
  }

  suite("table sources", () => {
    const path = "/v1alpha/data/table-sources/tables";
    interface Tables {
      readonly tables: readonly { uuid: string; objectName: string; columns: { isPrimaryTimestamp: boolean }[] }[];
    }

    test("are listed by name, page by page", async () => {
      const { tables } = await get<Tables>("listTableSources", path);
      const names = tables.map(({ objectName }) => objectName);
      assert.deepEqual(names, [
        "ats_application",
        "engagement_survey",
        "hr_employee_change",
        "hris_worker_extract",
        "learning_completion",
        "monthly_cost_view",
        "payroll_ledger",
      ]);
      const paged: string[] = [];
      for (let start = 0; start < 10; start += 2) {
        const page = await get<Tables>("listTableSources", `${path}?limit=2&start=${start}`);
        assert.equal(page.tables.length, start < 6 ? 2 : start < 8 ? 1 : 0);
        paged.push(...page.tables.map(({ objectName }) => objectName));
      }
      assert.deepEqual(paged, names);
    });

    test("have at most one primary timestamp", async () => {
      const { tables } = await get<Tables>("listTableSources", path);
      const marks = tables.map(({ columns }) => columns.filter((column) => column.isPrimaryTimestamp).length);
      assert.deepEqual(marks, [1, 1, 1, 1, 0, 1, 1]);
    });

    test("are the same when asked for one by one", async () => {
      const { tables } = await get<Tables>("listTableSources", path);
      for (const table of tables) {
        assert.deepEqual(await get("getTableSource", `${path}/${table.uuid}`), table);
      }
    });

    test("have metadata that counts the rows of the sample", async () => {
      const { tables } = await get<Tables>("listTableSources", path);
      for (const { uuid, objectName } of tables) {
        const metadata = await get<Record<string, string>>("getTableSourceMetadata", `${path}/${uuid}/metadata`);
        const recipe = sampleTables.find((table) => table.objectName === objectName);
        assert.equal(metadata.recordCount, String(recipe?.rows));
        assert.equal(Number(metadata.dataFilesSizeBytes) > 0, recipe?.rows !== 0);
        assert.match(metadata.recordsUpdatedAt ?? "", /^2026-01-02T/);
        assert.deepEqual(metadata.metadata, { source: "sample", loadedThrough: "2025-12-31" });
      }
    });

    test("are inherited by the analytic tenant, which sees its own rows of them", async () => {
      const headers = { TargetTenantID: "WFF_demo~north" };
      const { tables } = await get<Tables>("listTableSources", path, headers);
      const names = tables.map(({ objectName }) => objectName);
      assert.equal(names.filter((name) => name === "engagement_survey").length, 1);
      const inherited = tables.find(({ objectName }) => objectName === "engagement_survey");
      const of = (as: Record<string, string>) =>
        get<Record<string, string>>("getTableSourceMetadata", `${path}/${inherited?.uuid}/metadata`, as);
      assert.equal((await of(headers)).recordCount, "1800");
      assert.equal((await of({})).recordCount, "9000");
    });
  });

  suite("reports", () => {
    const path = "/v1alpha/reporting/reports";
    interface Report {
      readonly id: string;
      readonly title: string;
      readonly isOwnedByUser: boolean;
      readonly allowedActions: readonly string[];
    }
    const list = async () => (await get<{ reports: Report[] }>("listReports", path)).reports;

    test("are listed by title", async () => {
      const titles = (await list()).map(({ title }) => title);
      assert.equal(titles.length, 12);
      assert.deepEqual(titles, [...titles].sort());
      const second = await get<{ reports: Report[] }>("listReports", `${path}?limit=1&start=1`);
      assert.equal(second.reports[0]?.title, titles[1]);
    });

    test("are created, retrieved, duplicated and deleted", async () => {
      const created = (await test_.call("POST", path, { json: { title: "Mine", description: "D" } })).json<Report>();
      assert.equal(created.isOwnedByUser, true);
      assert.deepEqual(await get("getReport", `${path}/${created.id}`), created);
      const copy = (await test_.call("POST", `${path}/${created.id}`)).json<Report>();
      assert.notEqual(copy.id, created.id);
      assert.equal(copy.title, "Copy of Mine");
      for (const { id } of [created, copy]) {
        assert.deepEqual((await test_.call("DELETE", `${path}/${id}`)).json(), { id });
        assert.equal((await test_.call("GET", `${path}/${id}`)).status, 404);
      }
      assert.equal((await list()).length, 12);
    });

    test("need a title", async () => {
      assert.equal((await test_.call("POST", path, { json: { title: " " } })).json().code, "TITLE_MISSING");
    });

    test("are deleted by their owner only", async () => {
      const foreign = (await list()).find(({ isOwnedByUser }) => !isOwnedByUser);
      assert.ok(foreign);
      assert.equal(foreign.allowedActions.includes("delete"), false);
      assert.equal((await test_.call("DELETE", `${path}/${foreign.id}`)).status, 403);
    });

    test("are downloaded as the rows of their query", async () => {
      for (const { id, title, allowedActions } of await list()) {
        assert.ok(allowedActions.includes("download"));
        const answer = await test_.call("GET", `/v1alpha/reporting/report-data/${id}`);
        assert.equal(answer.status, 200, `${title}: ${answer.text}`);
        assert.match(answer.headers["content-type"] ?? "", /^text\/csv/);
        assert.ok(answer.text.split("\n").length > 1, title);
      }
    });

    test("have nothing to download before they have a query", async () => {
      const { id } = (await test_.call("POST", path, { json: { title: "Empty" } })).json<Report>();
      const answer = await test_.call("GET", `/v1alpha/reporting/report-data/${id}`);
      assert.equal(answer.status, 409);
      await test_.call("DELETE", `${path}/${id}`);
    });
  });

  suite("projects", () => {
    const path = "/v1/admin/projects";
    type Projects = Record<string, { id: string; name: string }[]>;

    test("are listed by stage; only the open ones unless asked for others", async () => {
      const counts = (found: Projects) => Object.values(found).map((stage) => stage.length);
      assert.deepEqual(counts(await get<Projects>("listProjects", path)), [3, 0, 0, 0]);
      const all = `${path}?with=Open&with=Approval&with=Rejected&with=Archived`;
      assert.deepEqual(counts(await get<Projects>("listProjects", all)), [3, 1, 1, 2]);
      assert.deepEqual(counts(await get<Projects>("listProjects", `${all}&limit=1`)), [1, 1, 1, 1]);
      assert.equal((await test_.call("GET", `${path}?with=Closed`)).status, 400);
    });

    test("are retrieved by id and may be named by a search", async () => {
      const { openProjects = [] } = await get<Projects>("listProjects", path);
      const [project] = openProjects;
      assert.deepEqual(await get("getProject", `${path}/${project?.id}`), project);
      assert.equal((await test_.call("GET", `${path}/nothing`)).status, 404);
      const headers = { ProjectID: project?.id ?? "" };
      const answer = await test_.call("POST", "/v1alpha/search/service-objects", { json: { query: ["ab"] }, headers });
      assert.equal(answer.status, 200);
    });
  });

  test("objects are found for many search strings as for each by itself", async () => {
    // More than are looked for at a time.
    const texts = Array.from(
      { length: 120 },
      (_, index) => `${["an", "er", "head", "Base_S", "zz"][index % 5]}${"abc".charAt(index % 11)}`,
    );
    const answers = await search({ query: texts, limit: 5, offset: 1 });
    assert.equal(answers.length, texts.length);
    for (const text of new Set(texts)) {
      const [alone] = await search({ query: [text], limit: 5, offset: 1 });
      for (const answer of answers.filter((_, index) => texts[index] === text)) {
        assert.deepEqual(answer, alone, text);
      }
    }
    assert.ok(answers.flat().length > 100);
  });

  suite("documents", () => {
    const path = "/v1alpha/search/simple/document-headers";
    interface Found {
      readonly documentHeaders: readonly { displayName: string; relevance: number; viewLink: { href: string } }[];
    }

    test("are found by a part of their name in any case, names before descriptions", async () => {
      const { documentHeaders } = await get<Found>("searchDocumentHeaders", `${path}?q=HEADcount`);
      const names = documentHeaders.map(({ displayName }) => displayName);
      assert.deepEqual(names.slice(0, 2).sort(), ["Headcount by country", "Headcount by function"]);
      assert.ok(names.includes("Resignation rate by function"));
      const relevance = documentHeaders.map((header) => header.relevance);
      assert.deepEqual(
        relevance,
        [...relevance].sort((one, other) => other - one),
      );
      const second = await get<Found>("searchDocumentHeaders", `${path}?q=headcount&limit=1&offset=1`);
      assert.equal(second.documentHeaders[0]?.displayName, names[1]);
    });

    test("link to the operation that retrieves them", async () => {
      for (const q of ["tenure", "requisition%20funnel"]) {
        const { documentHeaders } = await get<Found>("searchDocumentHeaders", `${path}?q=${q}`);
        assert.equal((await test_.call("GET", documentHeaders[0]?.viewLink.href ?? "")).status, 200);
      }
    });

    test("are searched for with 2 to 200 characters", async () => {
      for (const query of ["", "?q=a", `?q=${"a".repeat(201)}`]) {
        assert.equal((await test_.call("GET", path + query)).status, 400);
      }
    });
  });

  suite("objects", () => {
    test("are found for each search string, best first", async () => {
      const [metrics = [], nothing = []] = await search({ query: ["Count", "zzz"], objectType: "METRIC" });
      assert.deepEqual(nothing, []);
      assert.ok(metrics.length >= 5);
      assert.ok(metrics.every(({ displayName }) => /count/i.test(displayName)));
      const scores = metrics.map(({ matchScore }) => matchScore);
      assert.deepEqual(
        scores,
        [...scores].sort((one, other) => other - one),
      );
      const [exact = []] = await search({ query: ["employee count"] });
      assert.equal(exact[0]?.id, "employeeCount");
      assert.equal(exact[0]?.matchScore, 1);
    });

    test("are found by name only, and by id in its exact case when asked for", async () => {
      const query = ["Job_Family"];
      const [byName = []] = await search({ query, objectType: "DIMENSION" });
      assert.equal(byName[0]?.matchedField, "displayName");
      const [byId = []] = await search({ query, objectType: "DIMENSION", includeDocumentIdSearch: true });
      assert.equal(byId[0]?.matchedField, "id");
      const refused = await test_.call("POST", "/v1alpha/search/service-objects", {
        json: { query, objectType: "DIMENSION_MEMBER", includeDocumentIdSearch: true },
      });
      assert.equal(refused.status, 400);
    });

    test("of every kind are found by one search", async () => {
      const [hits = []] = await search({ query: ["er"], limit: 100 });
      assert.ok(hits.length > 20);
      const [all = []] = await search({ query: ["location"] });
      assert.ok(all.some(({ id }) => id === "Location"));
    });

    test("are given in pages", async () => {
      const wanted = { query: ["e"].map((text) => text.repeat(1) + "r"), objectType: "UNKNOWN" };
      const [all = []] = await search({ ...wanted, limit: 20 });
      const [first = []] = await search({ ...wanted, limit: 7 });
      const [second = []] = await search({ ...wanted, limit: 13, offset: 7 });
      assert.deepEqual([...first, ...second], all);
      for (const page of [{ limit: 101 }, { limit: 0 }, { offset: -1 }]) {
        const answer = await test_.call("POST", "/v1alpha/search/service-objects", { json: { ...wanted, ...page } });
        assert.equal(answer.status, 400);
      }
    });

    test("that are members are given in pages, best first", async () => {
      const wanted = {
        query: ["re"],
        objectType: "DIMENSION_MEMBER",
        dimensionMemberSearchContext: { dimensionId: ["Exit_Reason"] },
      };
      const [all = []] = await search({ ...wanted, limit: 100 });
      assert.ok(all.length > 3);
      for (const [offset, hit] of all.entries()) {
        assert.deepEqual((await search({ ...wanted, limit: 1, offset }))[0], [hit]);
      }
    });

    test("carry the extra fields that the mask names", async () => {
      const [bare = []] = await search({ query: ["base salary"], objectType: "PROPERTY" });
      assert.equal("dataType" in (bare[0]?.metadata ?? {}), false);
      assert.equal(bare[0]?.description, undefined);
      const [full = []] = await search({
        query: ["base salary"],
        objectType: "PROPERTY",
        mask: "Description, dataType",
      });
      assert.equal(full[0]?.metadata.dataType, "number");
      assert.equal(full[0]?.description, "Base Salary of Employee");
      assert.equal(full[0]?.qualifyingPath, "Employee");
      const answer = await test_.call("POST", "/v1alpha/search/service-objects", {
        json: { query: ["ab"], mask: "x" },
      });
      assert.equal(answer.json().code, "MASK_UNKNOWN");
    });

    test("are kept to the object or the metric of the context", async () => {
      const on = async (context: Record<string, unknown>) => {
        const [hits = []] = await search({ query: ["re"], objectType: "DIMENSION", ...context });
        return new Set(hits.map(({ qualifyingPath }) => qualifyingPath));
      };
      assert.ok((await on({})).size > 1);
      assert.deepEqual(
        await on({ dimensionSearchContext: { analyticObjectId: "Employee_Exit" } }),
        new Set(["Employee_Exit"]),
      );
      assert.deepEqual(await on({ dimensionSearchContext: { metricId: "exitCount" } }), new Set(["Employee_Exit"]));
      assert.deepEqual(await on({ dimensionSearchContext: { metricId: "nothing" } }), new Set());
    });

    test("that are members come with path, level and dimension", async () => {
      const [hits = []] = await search({
        query: ["berlin"],
        objectType: "DIMENSION_MEMBER",
        mask: "path,level,dimensionId",
        dimensionMemberSearchContext: { analyticObjectId: "Employee", dimensionId: ["Location"] },
      });
      assert.equal(hits[0]?.displayName, "Berlin");
      assert.equal(hits[0]?.qualifyingPath, "Employee");
      const { path, level, dimensionId } = hits[0]?.metadata ?? {};
      assert.deepEqual(
        { path, level, dimensionId },
        {
          path: ["EMEA", "Germany", "Berlin"],
          level: "Location_2",
          dimensionId: "Location",
        },
      );
    });

    test("that are members may be leaves only", async () => {
      const of = async (leafMembersOnly: boolean) => {
        const dimensionMemberSearchContext = { dimensionId: ["Location"], leafMembersOnly };
        const [hits = []] = await search({
          objectType: "DIMENSION_MEMBER",
          mask: "level",
          dimensionMemberSearchContext,
        });
        return new Set(hits.map(({ metadata }) => metadata.level));
      };
      assert.deepEqual(await of(true), new Set(["Location_2"]));
      assert.deepEqual(await of(false), new Set(["Location_0", "Location_1", "Location_2"]));
    });

    test("rebuild the whole model when nothing is looked for", async () => {
      const tenant = await test_.service.platform.tenants.find("WFF_demo");
      const mask = "objectReferences,analyticObjectType,propertyIds,dataType,analyticObjectId";
      const of = async (objectType: string) => (await search({ objectType, mask })).flat();
      const model = tenant?.model;
      assert.ok(model);
      const objects = await of("ANALYTIC_OBJECT");
      assert.deepEqual(
        objects.map(({ id, metadata }) => [id, metadata.analyticObjectType, metadata.propertyIds]),
        model.objects.map(({ id, kind, properties }) => [id, kind.toUpperCase(), properties.map((one) => one.id)]),
      );
      const employee = objects.find(({ id }) => id === "Employee");
      assert.deepEqual(employee?.metadata.objectReferences, [
        { id: "Direct_Manager", displayName: "Direct Manager", analyticObjectId: "Employee", isMultiValue: false },
        { id: "Position", displayName: "Position", analyticObjectId: "Position", isMultiValue: false },
        { id: "Skill", displayName: "Skill", analyticObjectId: "Skill", isMultiValue: true },
      ]);
      const metrics = await of("METRIC");
      assert.deepEqual(
        metrics.map(({ id, metadata }) => [id, metadata.analyticObjectId, metadata.parameters]),
        model.metrics.map(({ id, object, parameters }) => [id, object, parameters]),
      );
      const dimensions = await of("DIMENSION");
      assert.deepEqual(
        dimensions.map(({ id, qualifyingPath, metadata }) => [qualifyingPath, id, metadata.levels]),
        model.objects.flatMap((object) => object.dimensions.map(({ id, levels }) => [object.id, id, levels])),
      );
      assert.equal((await of("CONCEPT")).length, model.objects.flatMap(({ concepts }) => concepts).length);
      assert.equal((await of("PROPERTY")).length, model.objects.flatMap(({ properties }) => properties).length);
    });

    test("of an analytic tenant are its own", async () => {
      const answer = await test_.call("POST", "/v1alpha/search/service-objects", {
        json: { objectType: "METRIC" },
        headers: { TargetTenantID: "WFF_demo~north" },
      });
      assert.equal(answer.status, 200);
    });
  });
});

import assert from "node:assert/strict";
import type { Session } from "../../src/client/call/client.ts";
import { createServiceClient } from "../../src/client/service-client.ts";
import type { ExplorerItem, ModelItem } from "../../src/features/explorer/explorer-item.ts";
import { ExplorerModel, type ExplorerSource } from "../../src/features/explorer/explorer-model.ts";
import { NameSearcher } from "../../src/features/language/name-search-model.ts";
import { createInsertionAfter, createQueryAbout, queryTextOf } from "../../src/languages/core/model/model-node.ts";
import { startTestService, type TestService } from "../support/running-service.ts";
import { silentLogger } from "../support/silent-logger.ts";

const time = 'Service_Time IN periods(date("2024-02-01"), 1, period(1, Month))';
const range = 'Service_Time BETWEEN date("2024-01-01") AND date("2024-02-01")';

suite("The model in the explorer, against the service", function () {
  this.timeout(60_000);
  let service: TestService;
  let client: Session["client"];
  let model: ExplorerModel;

  suiteSetup(async () => {
    service = await startTestService();
    const { url, apiKey, username, password } = service.service.ready;
    client = createServiceClient({
      connection: { baseUrl: url, apiKey, credentials: async () => ({ username, password }) },
      gate: async () => "allowed",
      logger: silentLogger,
    });
    const source: ExplorerSource = {
      branches: [],
      connections: () => [
        {
          id: "one",
          label: "One",
          role: "test",
          isLocal: true,
          isImpersonated: false,
          isSignedOut: false,
          missingOperations: [],
        },
      ],
      active: () => ({ connectionId: "one" }),
      tenants: async () => [{ code: "demo", displayName: "Demo" }],
      tableSources: async () => [],
      reports: async () => [],
      projects: async () => ({}),
      metadata: async () => ({}),
      names: (_target, search, page, signal) =>
        new NameSearcher((body) => client.searchObjects({ body }, { signal })).page(search, page),
    };
    model = new ExplorerModel(source);
  });
  suiteTeardown(async () => {
    client.dispose();
    await service.dispose();
  });

  async function open(...labels: readonly string[]): Promise<readonly ExplorerItem[]> {
    let items: readonly ExplorerItem[] = model.roots();
    for (const label of ["one", "demo", "model", ...labels]) {
      const item = items.find(({ key }) => (key.split("/").at(-1) ?? "").endsWith(label));
      assert.ok(item, `${label} is among ${items.map(({ key }) => key).join(", ")}`);
      items = await model.children(item);
    }
    return items;
  }

  const nodes = (items: readonly ExplorerItem[]) =>
    items.filter((item): item is ModelItem => item.kind === "model").map(({ node }) => node);

  async function run(query: string): Promise<void> {
    await client.querySqlLike({ body: { query } }, { accept: "text/csv" });
  }

  test("opens to the members, the levels before them", async () => {
    const found = nodes(await open("object Employee  Employee", "dimension", "Location"));
    const levels = found.filter(({ kind }) => kind === "level").map(({ entry }) => entry.id);
    assert.ok(levels.includes("Location_1"));
    assert.ok(found.some(({ kind }) => kind === "member"));
    assert.equal(
      found.findIndex(({ kind }) => kind === "member"),
      levels.length,
    );
  });

  test("writes forms that run, in SELECT and behind what stands there", async () => {
    const employee = "object Employee  Employee";
    const [metric] = nodes(await open(employee, "metric"));
    assert.ok(metric);
    const location = nodes(await open(employee, "dimension", "Location"));
    const level = location.find(({ kind }) => kind === "level");
    const member = location.find(({ kind }) => kind === "member");
    const [concept] = nodes(await open(employee, "concept"));
    const [property] = nodes(await open(employee, "property"));
    assert.ok(level && member && concept && property);
    let text = "SELECT";
    text += createInsertionAfter(metric, text);
    text += createInsertionAfter(level, text);
    text += ` FROM ${queryTextOf(metric, "FROM")} WHERE ${time}`;
    text += createInsertionAfter(member, text);
    text += createInsertionAfter(concept, text);
    await run(text);
    assert.match(
      text,
      /^SELECT \w+\(.*\), level\(Location, "Location_0"\) FROM Employee WHERE .* AND Location IN \(".+"\) AND \w+ = TRUE$/,
    );
    await run(
      `SELECT ${queryTextOf(property, "SELECT")}, ${queryTextOf(concept, "SELECT")} FROM Employee WHERE ${range}`,
    );
  });

  test("makes a query that runs of every kind of name", async () => {
    for (const object of nodes(await open())) {
      const label = `object ${object.object.id}  ${object.object.id}`;
      const metrics = nodes(await open(label, "metric"));
      const properties = nodes(await open(label, "property"));
      const dimensions = nodes(await open(label, "dimension")).slice(0, 2);
      const [dimension] = dimensions;
      const members = dimension ? nodes(await open(label, "dimension", dimension.entry.id)).slice(0, 2) : [];
      const concepts = nodes(await open(label, "concept")).slice(0, 1);
      for (const node of [
        object,
        ...metrics.slice(0, 4),
        ...dimensions,
        ...members,
        ...concepts,
        ...properties.slice(0, 2),
      ]) {
        const query = createQueryAbout(node, {
          timeColumn: "Service_Time",
          now: Date.UTC(2024, 5, 1),
          metrics: metrics.map(({ entry }) => entry),
          properties: properties.map(({ entry }) => entry),
        });
        await run(query).catch((error: unknown) => assert.fail(`${query}\n${String(error)}`));
      }
    }
  });

  test("finds names by the filter, members too", async () => {
    model.setFilter("locat");
    const found = nodes(await open());
    assert.ok(found.some(({ kind, entry }) => kind === "dimension" && entry.id === "Location"));
    model.setFilter("");
  });
});

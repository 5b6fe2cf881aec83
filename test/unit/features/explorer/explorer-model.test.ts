import assert from "node:assert/strict";
import type { ExplorerItem } from "../../../../src/features/explorer/explorer-item.ts";
import { ExplorerModel, type ExplorerSource, type Page } from "../../../../src/features/explorer/explorer-model.ts";

function connection(id: string): ReturnType<ExplorerSource["connections"]>[number] {
  const label = id[0]?.toUpperCase() + id.slice(1);
  return {
    id,
    label,
    role: "development",
    isLocal: id === "local",
    isImpersonated: false,
    isSignedOut: false,
    missingOperations: [],
  };
}

function createSource(overrides: Partial<ExplorerSource> = {}): ExplorerSource & { calls: string[] } {
  const calls: string[] = [];
  return {
    calls,
    branches: [],
    connections: () => [connection("local")],
    active: () => ({ connectionId: "local", tenant: "WFF_a", projectId: "p1" }),
    tenants: async () => {
      calls.push("tenants");
      return [{ code: "WFF_a", displayName: "A" }];
    },
    tableSources: async (_place, { start, limit }: Page) => {
      calls.push(`tables ${start}`);
      const count = Math.max(0, Math.min(limit, 150 - start));
      return Array.from({ length: count }, (_, index) => ({
        uuid: `t${start + index}`,
        objectName: `table_${start + index}`,
      }));
    },
    reports: async () => [],
    names: async () => ({ entries: [], isComplete: true }),
    metadata: async (_place, tableId) => {
      calls.push(`metadata ${tableId}`);
      return { recordCount: "3" };
    },
    projects: async () => ({ openProjects: [{ id: "p1", name: "Q3" }] }),
    ...overrides,
  };
}

/** Collects the keys of what a model redraws. Undefined stands for the whole tree. */
function redrawnBy(model: ExplorerModel): (string | undefined)[] {
  const redrawn: (string | undefined)[] = [];
  model.onDidChange((item) => redrawn.push(item?.key));
  return redrawn;
}

async function open(model: ExplorerModel, ...path: string[]): Promise<readonly ExplorerItem[]> {
  let items: readonly ExplorerItem[] = model.roots();
  for (const key of path) {
    const item = items.find((candidate) => candidate.key.endsWith(key));
    assert.ok(item, `${key} is shown`);
    items = await model.children(item);
  }
  return items;
}

describe("the explorer", () => {
  it("marks the active connection, tenant and project", async () => {
    const model = new ExplorerModel(createSource());
    assert.ok(model.roots()[0]?.kind === "connection" && model.roots()[0]);
    const [tenant] = await open(model, "local");
    assert.ok(tenant?.kind === "tenant" && tenant.isActive);
    const [project] = await open(model, "local", "WFF_a", "projects", "Open");
    assert.ok(project?.kind === "project" && project.isActive);
  });

  it("loads an item once, when it is opened", async () => {
    const source = createSource();
    const model = new ExplorerModel(source);
    await open(model, "local");
    await open(model, "local");
    assert.deepEqual(source.calls, ["tenants"]);
  });

  it("pages long lists behind a last item", async () => {
    const source = createSource();
    const model = new ExplorerModel(source);
    const first = await open(model, "local", "WFF_a", "tableSources");
    const more = first.at(-1);
    assert.equal(first.length, 101);
    assert.ok(more?.kind === "more");
    await model.loadMore(more, new AbortController().signal);
    const all = await open(model, "local", "WFF_a", "tableSources");
    assert.equal(all.length, 150);
    assert.deepEqual(source.calls, ["tenants", "tables 0", "tables 100"]);
  });

  it("keeps the pages that were loaded when a list is read again, also one that shrank meanwhile", async () => {
    const source = createSource();
    const isGone = new Set<string>();
    const model = new ExplorerModel({
      ...source,
      tableSources: async (place, { start, limit }, signal) => {
        const all = await source.tableSources(place, { start: 0, limit: 150 }, signal);
        return all.filter(({ uuid = "" }) => !isGone.has(uuid)).slice(start, start + limit);
      },
    });
    const target = { connectionId: "local", tenant: "WFF_a" };
    const shown = () => open(model, "local", "WFF_a", "tableSources");
    const more = (await shown()).at(-1);
    assert.ok(more?.kind === "more");
    const loading = model.loadMore(more, new AbortController().signal);
    isGone.add("t3");
    await Promise.all([loading, model.refreshGroup(target, "tableSources")]);
    const redrawn = redrawnBy(model);
    await model.refreshGroup(target, "tableSources");
    assert.equal((await shown()).length, 149);
    redrawn.length = 0;
    await model.refreshGroup(target, "tableSources");
    assert.deepEqual(redrawn, []);
    isGone.add("t140");
    await model.refreshGroup(target, "tableSources");
    assert.deepEqual(redrawn, ["local/WFF_a/tableSources"]);
    assert.equal((await shown()).length, 148);
    model.refresh();
    assert.equal((await shown()).length, 101);
  });

  it("keeps what is shown when the next page fails", async () => {
    let fail = false;
    const source = createSource();
    const model = new ExplorerModel({
      ...source,
      tableSources: (place, page, signal) =>
        fail ? Promise.reject(new Error("gone")) : source.tableSources(place, page, signal),
    });
    const more = (await open(model, "local", "WFF_a", "tableSources")).at(-1);
    assert.ok(more?.kind === "more");
    fail = true;
    await assert.rejects(model.loadMore(more, new AbortController().signal), /gone/);
    assert.equal((await open(model, "local", "WFF_a", "tableSources")).length, 101);
  });

  it("tries a failed load again when the connections have changed", async () => {
    let isReached = false;
    const tenants = async () => (isReached ? [{ code: "WFF_a", displayName: "A" }] : Promise.reject(new Error("down")));
    const model = new ExplorerModel(createSource({ tenants }));
    assert.equal((await open(model, "local"))[0]?.kind, "problem");
    const redrawn = redrawnBy(model);
    isReached = true;
    model.redraw();
    assert.deepEqual(redrawn, ["local"]);
    assert.equal((await open(model, "local"))[0]?.kind, "tenant");
    model.redraw();
    assert.deepEqual(redrawn, ["local"]);
  });

  it("shows a failed load as an item and tries again after a refresh", async () => {
    let attempts = 0;
    const model = new ExplorerModel(
      createSource({
        tenants: async () => {
          attempts++;
          if (attempts === 1) {
            throw new Error("getUserMetadata: not reached");
          }
          return [{ code: "WFF_a", displayName: "A" }];
        },
      }),
    );
    const [problem] = await open(model, "local");
    assert.ok(problem?.kind === "problem" && problem.message === "getUserMetadata: not reached");
    model.refresh(problem);
    assert.equal((await open(model, "local"))[0]?.kind, "tenant");
  });

  it("gives who waits for a load what a refresh reads instead", async () => {
    let attempts = 0;
    const model = new ExplorerModel(
      createSource({
        tenants: async (_connectionId, signal) => {
          attempts++;
          if (attempts === 1) {
            await new Promise((_resolve, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
          }
          return [{ code: "WFF_a", displayName: "A" }];
        },
      }),
    );
    const waiting = open(model, "local");
    model.refresh(model.roots()[0]);
    assert.equal((await waiting)[0]?.kind, "tenant");
    assert.equal(attempts, 2);
  });

  it("refreshes what is below an item and leaves the rest", async () => {
    const source = createSource();
    const model = new ExplorerModel(source);
    const [tenant] = await open(model, "local");
    await open(model, "local", "WFF_a", "tableSources");
    model.refresh(tenant);
    await open(model, "local", "WFF_a", "tableSources");
    assert.deepEqual(source.calls, ["tenants", "tables 0", "tables 0"]);
  });

  it("redraws only what is other after a reload of a group, and keeps what is shown until then", async () => {
    let owner = "Ada";
    let reading: Promise<void> | undefined;
    const source = createSource({
      reports: async (_target, _page, signal) => {
        signal.throwIfAborted();
        await reading;
        return [{ id: "r1", title: "Headcount", owner }];
      },
    });
    const model = new ExplorerModel(source);
    const redrawn = redrawnBy(model);
    const ownerShown = async () => {
      const [report] = await open(model, "local", "WFF_a", "reports");
      return report?.kind === "report" ? report.report.owner : undefined;
    };
    const target = { connectionId: "local", tenant: "WFF_a" };
    assert.equal(await ownerShown(), "Ada");
    await model.refreshGroup(target, "reports");
    assert.deepEqual(redrawn, []);
    owner = "Bo";
    let goOn: () => void = () => undefined;
    reading = new Promise((resolve) => {
      goOn = resolve;
    });
    const reloaded = model.refreshGroup(target, "reports");
    assert.equal(await ownerShown(), "Ada");
    goOn();
    await reloaded;
    assert.deepEqual(redrawn, ["local/WFF_a/reports"]);
    assert.equal(await ownerShown(), "Bo");
    await model.refreshGroup(target, "reports");
    assert.deepEqual(redrawn, ["local/WFF_a/reports"]);
  });

  it("redraws a group whose first load failed or still runs, and drops what is below changed items", async () => {
    let attempts = 0;
    const names = ["draft", "published"];
    const target = { connectionId: "local", tenant: "WFF_a" };
    const versions: string[] = [];
    const branch = {
      id: "data",
      root: () => ({ name: "data" }),
      children: async ({ name }: { readonly name: string }) => {
        if (name === "data") {
          return { entries: [{ name: "keys" }, { name: "versions", label: versions.length }] };
        }
        if (name === "versions") {
          return { entries: versions.map((version) => ({ name: version })) };
        }
        attempts++;
        if (attempts === 1) {
          throw new Error("The service is away.");
        }
        return { entries: [{ name: "K1" }] };
      },
    };
    const model = new ExplorerModel(createSource({ branches: [branch] }));
    const redrawn = redrawnBy(model);
    const [problem] = await open(model, "local", "WFF_a", "data", "keys");
    assert.equal(problem?.kind, "problem");
    assert.equal((await open(model, "local", "WFF_a", "data", "versions")).length, 0);
    await model.refreshGroup(target, "data/keys");
    assert.deepEqual(redrawn.splice(0), ["local/WFF_a/data/keys"]);
    assert.equal((await open(model, "local", "WFF_a", "data", "keys"))[0]?.key, "local/WFF_a/data/keys/K1");
    versions.push(...names);
    await model.refreshGroup(target, "data");
    assert.deepEqual(redrawn, ["local/WFF_a/data"]);
    assert.equal((await open(model, "local", "WFF_a", "data", "versions")).length, 2);
  });

  it("redraws the line of a table whose rows changed, though the list is the same", async () => {
    const model = new ExplorerModel(createSource());
    await open(model, "local", "WFF_a", "tableSources");
    const redrawn = redrawnBy(model);
    const target = { connectionId: "local", tenant: "WFF_a" };
    await model.refreshTables(target);
    assert.deepEqual(redrawn, []);
    await model.refreshTables(target, "t3");
    assert.deepEqual(redrawn, ["local/WFF_a/tableSources/t3"]);
  });

  it("shows a group below a filter once it has a first match, also when the filter is set again", async () => {
    const titles = ["Leavers"];
    const model = new ExplorerModel(
      createSource({ reports: async () => titles.map((title) => ({ id: title, title })), projects: async () => ({}) }),
    );
    const target = { connectionId: "local", tenant: "WFF_a" };
    const shown = async () => (await open(model, "local", "WFF_a")).map(({ key }) => key);
    model.setFilter("headcount");
    assert.deepEqual(await shown(), ["local/WFF_a/empty"]);
    const redrawn = redrawnBy(model);
    titles.push("Headcount");
    await model.refreshGroup(target, "reports");
    assert.equal(redrawn.at(-1), "local/WFF_a");
    assert.deepEqual(await shown(), ["local/WFF_a/reports"]);
    model.setFilter("");
    redrawn.length = 0;
    titles.pop();
    await model.refreshGroup(target, "reports");
    assert.ok(!redrawn.includes("local/WFF_a"));
    model.setFilter("headcount");
    assert.deepEqual(await shown(), ["local/WFF_a/empty"]);
  });

  it("redraws only connections that differ, or that were or are the active one", () => {
    const connections = [connection("acme"), connection("beta"), connection("local")];
    const change = (index: number, changes: Partial<ReturnType<typeof connection>>) => {
      connections[index] = { ...connection(connections[index]?.id ?? ""), ...changes };
    };
    let active: ReturnType<ExplorerSource["active"]> = { connectionId: "acme", tenant: "WFF_a" };
    const model = new ExplorerModel(createSource({ connections: () => connections, active: () => active }));
    model.roots();
    const redrawn = redrawnBy(model);
    const redraw = () => {
      model.redraw();
      return redrawn.splice(0);
    };
    assert.deepEqual(redraw(), []);
    change(1, { missingOperations: ["deleteReport"] });
    assert.deepEqual(redraw(), ["beta"]);
    assert.deepEqual(redraw(), []);
    change(2, { isSignedOut: true });
    assert.deepEqual(redraw(), ["local"]);
    active = { connectionId: "acme", tenant: "WFF_b" };
    assert.deepEqual(redraw(), ["acme"]);
    active = { connectionId: "acme", tenant: "WFF_b", projectId: "p1" };
    assert.deepEqual(redraw(), ["acme"]);
    active = { connectionId: "beta" };
    assert.deepEqual(redraw(), [undefined]);
    connections.pop();
    assert.deepEqual(redraw(), [undefined]);
    assert.deepEqual(redraw(), []);
    // The order stays where the one that becomes active is the first of the list.
    active = { connectionId: "gone" };
    assert.deepEqual(redraw(), [undefined]);
    active = { connectionId: "acme" };
    assert.deepEqual(redraw(), ["acme"]);
  });

  it("gives a connection that is redrawn as it is now, and one that was removed as it was", () => {
    let connections = [connection("local")];
    const model = new ExplorerModel(createSource({ connections: () => connections }));
    const [root] = model.roots();
    assert.ok(root?.kind === "connection");
    connections = [{ ...connection("local"), label: "Mine" }];
    assert.equal(model.currentRoot(root).label, "Mine");
    connections = [];
    assert.equal(model.currentRoot(root), root);
  });

  it("redraws an edited connection, also one whose line stays the same", async () => {
    const source = createSource();
    const model = new ExplorerModel(source);
    await open(model, "local");
    const redrawn = redrawnBy(model);
    model.clearConnection("local");
    model.redraw();
    assert.deepEqual(redrawn, ["local"]);
    await open(model, "local");
    assert.deepEqual(source.calls, ["tenants", "tenants"]);
  });

  it("filters by name, says so when nothing matches, and shows all again", async () => {
    const model = new ExplorerModel(createSource());
    model.setFilter("TABLE_7");
    const filtered = await open(model, "local", "WFF_a", "tableSources");
    assert.deepEqual(
      filtered.filter(({ kind }) => kind === "tableSource").map((item) => item.key.split("/").at(-1)),
      ["t7", ...Array.from({ length: 10 }, (_, index) => `t7${index}`)],
    );
    model.setFilter("no such thing");
    const none = await open(model, "local", "WFF_a");
    assert.ok(none.length === 1 && none[0]?.kind === "empty" && none[0].reason === "filter");
    model.setFilter("q3");
    const groups = await open(model, "local", "WFF_a");
    assert.deepEqual(
      groups.map((item) => item.key),
      ["local/WFF_a/projects"],
    );
    assert.equal((await open(model, "local", "WFF_a", "projects"))[0]?.key, "local/WFF_a/projects/Open?q3");
    model.setFilter("");
    assert.equal((await open(model, "local", "WFF_a", "tableSources")).length, 101);
  });

  it("finds names of the model of every kind by a part of them, with what they belong to", async () => {
    const searched: string[] = [];
    const names: ExplorerSource["names"] = async (_target, { kind, prefix }) => {
      searched.push(`${kind} ${prefix}`);
      const found = {
        metric: { id: "employeeCount", displayName: "Headcount", object: "Employee" },
        member: { id: "ES", displayName: "Spain", object: "Employee", dimension: "Location" },
      };
      return { entries: kind === "metric" || kind === "member" ? [found[kind]] : [], isComplete: true };
    };
    const model = new ExplorerModel(createSource({ names }));
    model.setFilter("es");
    const found = await open(model, "local", "WFF_a", "model");
    assert.deepEqual(
      found.map((item) => item.kind === "model" && [item.node.kind, item.node.entry.id, item.node.object.id]),
      [
        ["metric", "employeeCount", "Employee"],
        ["member", "ES", "Employee"],
      ],
    );
    assert.ok(["analyticObject es", "dimension es", "property es"].every((one) => searched.includes(one)));
  });

  it("says when a list is empty", async () => {
    const [item] = await open(new ExplorerModel(createSource()), "local", "WFF_a", "reports");
    assert.ok(item?.kind === "empty" && item.reason === "reports");
  });

  it("asks what a table source holds when that is wanted, and goes without where it cannot be told", async () => {
    const source = createSource();
    const model = new ExplorerModel(source);
    const [table, other] = await open(model, "local", "WFF_a", "tableSources");
    assert.ok(table && other && !source.calls.some((call) => call.startsWith("metadata")));
    assert.deepEqual(await model.metadata(table), { recordCount: "3" });
    assert.deepEqual(source.calls.slice(-1), ["metadata t0"]);
    const [root] = model.roots();
    assert.equal(root && (await model.metadata(root)), undefined);
    const away = new ExplorerModel(createSource({ metadata: () => Promise.reject(new Error("The service is away.")) }));
    assert.equal(await away.metadata(other), undefined);
  });
});

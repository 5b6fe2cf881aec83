import assert from "node:assert/strict";
import { DataBranchModel, type DataSource } from "../../../../src/features/data/data-branch-model.ts";
import { type DataEntry, isRefused } from "../../../../src/features/data/data-entry.ts";
import { isAnyGroupOffered } from "../../../../src/features/data/data-operations-model.ts";

const target = { connectionId: "local", tenant: "WFF_a" };

type ListClient = Awaited<ReturnType<DataSource["clientFor"]>>;

/** A source whose lists are given; one that is not given is not called. */
function createModel(lists: Readonly<Record<string, (args: never) => unknown>>, missing: readonly string[] = []) {
  const calls: unknown[] = [];
  const client = Object.fromEntries(
    Object.entries(lists).map(([name, answer]) => [
      name,
      async (args: never) => {
        calls.push([name, args]);
        return answer(args);
      },
    ]),
  );
  const model = new DataBranchModel({
    clientFor: async () => client as unknown as ListClient,
    missingOperations: () => new Set(missing),
  });
  return { model, calls };
}

async function open(model: DataBranchModel, ...names: string[]): Promise<readonly DataEntry[]> {
  let entry: DataEntry | undefined = { kind: "data", name: "data" };
  let entries = (await model.children(entry, target, 0, new AbortController().signal)).entries;
  for (const name of names) {
    entry = entries.find((each) => each.name === name);
    assert.ok(entry, `${name} is shown`);
    entries = (await model.children(entry, target, 0, new AbortController().signal)).entries;
  }
  return entries;
}

describe("the data of a tenant in the explorer", () => {
  it("has the groups whose lists the service supports, and none at all if it supports no list", async () => {
    const { model } = createModel({}, ["listPgpKeys", "listDataCategories"]);
    assert.deepEqual(
      (await open(model)).map(({ name }) => name),
      ["sources", "transactions", "uploads", "connectors"],
    );
    const all = [
      "listSources",
      "listOpenTransactions",
      "listDataUploads",
      "listLatestDataVersions",
      "listPgpKeys",
      "listDataConnectors",
    ];
    assert.equal(isAnyGroupOffered(new Set(all)), false);
  });

  it("shows the uploads of its own tenant", async () => {
    const { model, calls } = createModel({
      listUploadedFiles: () => ({ files: [] }),
      listDataUploads: () => ({
        tenants: [
          { tenantCode: "WFF_b", uploads: [{ uploadTime: "2026-01-01T00:00:00Z", included: true }] },
          { tenantCode: "WFF_a", uploads: [{ uploadTime: "2026-02-01T00:00:00Z", included: false }] },
        ],
      }),
    });
    assert.deepEqual(
      (await open(model, "uploads")).map(({ name }) => name),
      ["2026-02-01T00:00:00Z"],
    );
    assert.deepEqual(calls[0], ["listDataUploads", { query: { tenantCode: "WFF_a", numberOfDataUploads: 5 } }]);
  });

  it("shows the files of each upload, which are read until those of the oldest one", async () => {
    const times = Array.from({ length: 5 }, (_, index) => `2026-0${9 - index}-01T00:00:00Z`);
    const [newest = "", second = ""] = times;
    const files = [
      ...Array.from({ length: 1_500 }, (_, index) => ({ identifier: `n${index}`, uploadTime: newest })),
      { identifier: "o", fileName: "employee.csv", uploadTime: second },
      ...Array.from({ length: 3_000 }, (_, index) => ({ identifier: `x${index}`, uploadTime: "2025-01-01T00:00:00Z" })),
    ];
    const lists = {
      listDataUploads: () => ({
        tenants: [{ tenantCode: "WFF_a", uploads: times.map((uploadTime) => ({ uploadTime })) }],
      }),
      listUploadedFiles: ({ query: { start, limit } }: { query: { start: number; limit: number } }) => ({
        files: files.slice(start, start + limit),
      }),
    };
    const { model, calls } = createModel(lists);
    assert.deepEqual(
      (await open(model, "uploads", second)).map((entry) => entry.kind === "file" && entry.file.fileName),
      ["employee.csv"],
    );
    assert.equal(calls.length, 3);
    assert.equal((await open(model, "uploads", newest)).length, 100);
    const unknown = createModel({ listDataUploads: lists.listDataUploads }, ["listUploadedFiles"]);
    const [upload] = await open(unknown.model, "uploads");
    assert.equal(upload?.kind === "upload" && upload.files, undefined);
  });

  it("shows loads that were refused among the uploads, by their problems", async () => {
    const problems = (uploadTime: string) => ({ identifier: `p ${uploadTime}`, uploadTime, kind: "problems" });
    const upload = { uploadTime: "2026-02-01T00:00:00Z", included: true };
    const { model } = createModel({
      listDataUploads: () => ({ tenants: [{ tenantCode: "WFF_a", uploads: [upload] }] }),
      listUploadedFiles: () => ({
        files: [problems("2026-03-01T00:00:00Z"), { ...upload, kind: "data" }, problems("2026-01-01T00:00:00Z")],
      }),
    });
    assert.deepEqual(
      (await open(model, "uploads")).map((entry) => entry.kind === "upload" && [entry.name, isRefused(entry.files)]),
      [
        ["2026-03-01T00:00:00Z", true],
        ["2026-02-01T00:00:00Z", false],
        ["2026-01-01T00:00:00Z", true],
      ],
    );
    const none = createModel({ listDataUploads: () => ({}), listUploadedFiles: () => ({}) });
    assert.equal((await open(none.model, "uploads"))[0]?.kind, "empty");
  });

  it("shows uploads without their files if the service refuses to list those, and tells other failures", async () => {
    const failing = (name: string) => {
      const error = Object.assign(new Error("listUploadedFiles: status 404"), { name, status: 404 });
      return createModel({
        listDataUploads: () => ({ tenants: [{ uploads: [{ uploadTime: "2026-01-01T00:00:00Z" }] }] }),
        listUploadedFiles: () => {
          throw error;
        },
      }).model;
    };
    assert.equal((await open(failing("StatusError"), "uploads")).length, 1);
    await assert.rejects(open(failing("NetworkError"), "uploads"), /listUploadedFiles/);
  });

  it("says of a group without entries that it is empty", async () => {
    const { model } = createModel({ listOpenTransactions: () => ({}) });
    const [empty] = await open(model, "transactions");
    assert.deepEqual(empty, { kind: "empty", group: "transactions", name: "empty" });
  });

  it("shows versions by category, and at once if there is only one category", async () => {
    const versions = {
      listLatestDataVersions: ({ query }: { query: { dataCategory: string } }) => ({
        tenants: [
          {
            tenantCode: "WFF_a",
            dataVersions: [{ dataVersion: query.dataCategory === "c1" ? "12" : "11", dataVersionDate: "2026-01-01" }],
          },
        ],
      }),
    };
    const categories = [
      { id: "c1", name: "Workforce" },
      { id: "c2", name: "Talent" },
    ];
    const two = createModel({ ...versions, listDataCategories: () => ({ categories }) });
    assert.deepEqual(
      (await open(two.model, "versions", "c2")).map(({ name }) => name),
      ["11"],
    );
    const one = createModel({ ...versions, listDataCategories: () => ({ categories: categories.slice(0, 1) }) });
    assert.deepEqual(
      (await open(one.model, "versions")).map(({ name }) => name),
      ["12"],
    );
  });

  it("knows which version answers when another one is disabled: the next that is no draft", async () => {
    const dataVersions = [
      { dataVersion: "14", isPublished: false },
      { dataVersion: "13", isPublished: true },
      { dataVersion: "12", isPublished: false },
      { dataVersion: "11", isPublished: true },
    ];
    const { model } = createModel({
      listDataCategories: () => ({ categories: [{ id: "c1" }] }),
      listLatestDataVersions: () => ({ tenants: [{ tenantCode: "WFF_a", dataVersions }] }),
    });
    const shown = await open(model, "versions");
    assert.deepEqual(
      shown.map((entry) => entry.kind === "version" && [entry.version.isDraft, entry.version.former]),
      [
        [true, "13"],
        [false, "11"],
        [true, "11"],
        [false, undefined],
      ],
    );
  });

  it("pages long lists", async () => {
    const sources = Array.from({ length: 150 }, (_, index) => ({ sourceId: `s${index}` }));
    const { model } = createModel({ listSources: () => ({ sources }) });
    const group: DataEntry = { kind: "group", group: "sources", name: "sources" };
    const { signal } = new AbortController();
    const first = await model.children(group, target, 0, signal);
    assert.deepEqual([first.entries.length, first.next], [100, 1]);
    const second = await model.children(group, target, 1, signal);
    assert.deepEqual([second.entries.length, second.next, second.entries[0]?.name], [50, undefined, "s100"]);
  });
});

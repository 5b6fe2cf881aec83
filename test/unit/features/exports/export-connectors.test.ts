import assert from "node:assert/strict";
import { exportDestinations } from "../../../../src/contract/export-destinations.ts";
import { parametersOf, shownValuesOf } from "../../../../src/features/exports/destination-model.ts";
import { ExportsBranchModel } from "../../../../src/features/exports/exports-branch-model.ts";
import type { ExportsEntry } from "../../../../src/features/exports/exports-entry.ts";
import { maskDestination, readDestination } from "../../../../src/service/export-connectors/destinations.ts";

const target = { connectionId: "local", tenant: "WFF_a" };
const signal = new AbortController().signal;

function modelOf(lists: Readonly<Record<string, unknown>>, login = "WFF_a"): ExportsBranchModel {
  const client = Object.fromEntries(Object.entries(lists).map(([name, answer]) => [name, async () => answer]));
  return new ExportsBranchModel({
    clientFor: async () => client as never,
    missingOperations: () => new Set(),
    loginTenant: async () => login,
  });
}

const children = async (model: ExportsBranchModel, entry: ExportsEntry) =>
  (await model.children(entry, target, 0, signal)).entries as readonly ExportsEntry[];

describe("export connectors in the explorer", () => {
  const connectors = [
    {
      id: "c-1",
      objectName: "Nightly_People",
      basicInformation: { displayName: "Nightly people" },
      links: [{ linkedDataExport: { dataExportId: "e-1", tableName: "people" } }],
      credentialIds: ["k-1"],
      lastJobId: "j-1",
    },
  ];

  it("stand below the tenant of the sign-in only, on which their operations act", async () => {
    const names = async (login: string) =>
      (await children(modelOf({}, login), { kind: "exports", name: "exports" })).map(({ name }) => name);
    assert.deepEqual(await names("WFF_a"), ["versionExports", "exportConnectors", "exportCredentials"]);
    assert.deepEqual(await names("WFF_other"), ["versionExports"]);
  });

  it("have their tables with what the last job made of them", async () => {
    const model = modelOf({
      listExportConnectors: { connectors },
      getExportConnectorJob: {
        syncJobs: [{ status: "FAILED", errorMessage: "There is no schema.", tableName: "people" }],
      },
    });
    const [entry] = await children(model, { kind: "group", group: "exportConnectors", name: "exportConnectors" });
    assert.equal(entry?.kind === "exportConnector" && entry.connector.displayName, "Nightly people");
    assert.ok(entry);
    assert.deepEqual(await children(model, entry), [
      {
        kind: "sentTable",
        sent: { tableName: "people", status: "FAILED", errorMessage: "There is no schema." },
        name: "0 people",
      },
    ]);
  });

  it("name the connectors that use a credential", async () => {
    const credentials = [{ id: "k-1", parameters: { folder: { path: "outbox/WFF_a" } } }];
    const model = modelOf({ listExportConnectors: { connectors }, listExportCredentials: { credentials } });
    const [entry] = await children(model, { kind: "group", group: "exportCredentials", name: "exportCredentials" });
    assert.deepEqual(entry?.kind === "exportCredential" && entry.users, ["Nightly people"]);
  });
});

describe("the form of an export credential", () => {
  it("asks for what the service knows, with the same secrets", () => {
    for (const { id, parameters } of exportDestinations) {
      const values = Object.fromEntries(parameters.map(({ name }) => [name, "value"]));
      const shown = maskDestination(id, values)[id] as Readonly<Record<string, unknown>>;
      for (const { name, isSecret = false } of parameters) {
        assert.equal(shown[name] === "********", isSecret, `${id}.${name}`);
      }
    }
  });

  it("makes parameters that the service takes, with numbers and truths", () => {
    const [postgresql] = exportDestinations.filter(({ id }) => id === "postgresql");
    assert.ok(postgresql);
    const typed = { host: "db", port: "5433", database: "hr", user: "sync", password: "p", tls: "true" };
    const parameters = parametersOf(postgresql, typed);
    assert.deepEqual(parameters, { ...typed, port: 5433, tls: true });
    assert.equal(readDestination({ postgresql: parameters }).name, "postgresql");
    assert.deepEqual(shownValuesOf(postgresql, { ...parameters, password: "********" }), {
      host: "db",
      port: "5433",
      database: "hr",
      user: "sync",
      tls: "true",
    });
    // The service says what is wrong with it.
    assert.deepEqual(parametersOf(postgresql, { port: "many" }), { port: "many" });
  });
});

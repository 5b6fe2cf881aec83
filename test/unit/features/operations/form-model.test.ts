import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { type TSchema, Type } from "typebox";
import { contract } from "../../../../src/contract/contract.ts";
import { FileUploadForm } from "../../../../src/contract/file-part.ts";
import {
  createPagingParameters,
  defineOperation,
  type OperationDefinition,
  streamMarker,
} from "../../../../src/contract/operation.ts";
import { formOf } from "../../../../src/features/operations/form-model.ts";
import { operationDocument } from "../../../../src/features/operations/operation-document-model.ts";
import {
  groupOf,
  groupOperations,
  matchingOperations,
  onlyAvailable,
} from "../../../../src/features/operations/operation-list-model.ts";
import type { FormShape } from "../../../../src/protocol/operation-form.ts";

const rows: Readonly<Record<string, OperationDefinition>> = contract;

function bodyShape(schema: TSchema): FormShape | undefined {
  const row = defineOperation({
    route: "POST /v1/made-up",
    title: "Made up",
    kind: "define",
    idempotent: false,
    body: { type: "application/json", schema },
    answers: { "application/json": Type.Null() },
  });
  return formOf("madeUp", row).places.body;
}

function fieldShape(schema: TSchema, name = "field"): FormShape | undefined {
  const body = bodyShape(Type.Object({ [name]: schema }));
  return body?.kind === "object" ? body.fields[0]?.shape : undefined;
}

describe("the form of an operation", () => {
  it("is made from every row of the contract, without a shape that no definition has", () => {
    for (const [name, row] of Object.entries(rows)) {
      const form = formOf(name, row);
      const names = [...JSON.stringify(form).matchAll(/"kind":"reference","name":"(\w+)"/g)].map(([, found]) => found);
      for (const found of names) {
        assert.ok(Object.hasOwn(form.definitions, found ?? ""), `${name}: ${found}`);
      }
      assert.deepEqual(JSON.parse(JSON.stringify(form)), form, `${name} is plain data`);
    }
  });

  it("says where the call goes and what the gate asks", () => {
    const form = formOf("listReports", contract.listReports);
    assert.equal(`${form.method} ${form.path}`, "GET /v1alpha/reporting/reports");
    assert.equal(form.kind, "read");
    assert.equal(form.group, "Search, source files and reports");
    assert.deepEqual(form.places.query, {
      kind: "object",
      fields: [
        { name: "limit", isRequired: false, shape: { kind: "number", isInteger: true, minimum: 1, defaultValue: 100 } },
        { name: "start", isRequired: false, shape: { kind: "number", isInteger: true, minimum: 0, defaultValue: 0 } },
      ],
    });
  });

  it("marks what is required, in paths too", () => {
    const row = defineOperation({
      route: "GET /v1/things/{id}",
      title: "Thing",
      kind: "read",
      idempotent: true,
      path: { id: Type.String() },
      query: { ...createPagingParameters({ limit: 5 }), mode: Type.Literal("all") },
      answers: { "application/json": Type.Null() },
    });
    const { path, query } = formOf("thing", row).places;
    assert.deepEqual(path, { kind: "object", fields: [{ name: "id", isRequired: true, shape: { kind: "text" } }] });
    const mode = query?.kind === "object" ? query.fields.at(-1) : undefined;
    assert.deepEqual(mode, { name: "mode", isRequired: true, shape: { kind: "constant", value: "all" } });
  });

  it("draws enumerations, dates, bounds, maps, lists and null", () => {
    assert.deepEqual(fieldShape(Type.Union([Type.Literal("a"), Type.Literal("b")])), {
      kind: "choice",
      values: ["a", "b"],
    });
    assert.deepEqual(fieldShape(Type.Enum(["p", "q"])), { kind: "choice", values: ["p", "q"] });
    assert.deepEqual(fieldShape(Type.String({ format: "date" })), { kind: "text", format: "date" });
    assert.deepEqual(fieldShape(Type.Integer({ minimum: 1, maximum: 180 })), {
      kind: "number",
      isInteger: true,
      minimum: 1,
      maximum: 180,
    });
    assert.deepEqual(fieldShape(Type.Record(Type.String(), Type.Integer())), {
      kind: "map",
      item: { kind: "number", isInteger: true },
    });
    assert.deepEqual(fieldShape(Type.Array(Type.String(), { maxItems: 500 })), {
      kind: "list",
      item: { kind: "text" },
      maxItems: 500,
    });
    assert.deepEqual(fieldShape(Type.Union([Type.String(), Type.Null()])), { kind: "text", isNullable: true });
  });

  it("leaves to JSON what a form cannot draw", () => {
    for (const schema of [Type.Unknown(), Type.Tuple([Type.String(), Type.Integer()]), Type.Object({})]) {
      assert.equal(fieldShape(schema)?.kind, "json");
    }
  });

  it("joins the parts of an intersection", () => {
    const shape = fieldShape(
      Type.Intersect([Type.Object({ x: Type.String() }), Type.Object({ y: Type.Optional(Type.Boolean()) })]),
    );
    assert.deepEqual(shape?.kind === "object" && shape.fields.map(({ name, isRequired }) => [name, isRequired]), [
      ["x", true],
      ["y", false],
    ]);
  });

  it("offers the variants of the token request by their titles", () => {
    const { body } = formOf("requestJwt", contract.requestJwt).places;
    const variants = body?.kind === "object" ? body.variants : [];
    assert.ok(variants?.some(({ title }) => title === "password"));
    const password = variants?.find(({ title }) => title === "password");
    assert.equal(password?.constants["grant_type"], "password");
    assert.ok(password?.required.includes("username"));
  });

  it("hides secrets", () => {
    for (const name of ["password", "client_secret", "clientSecret", "apiKey", "accessToken", "privateKeyPassphrase"]) {
      const shape = fieldShape(Type.String(), name);
      assert.ok(shape?.kind === "text" && shape.isSecret, name);
    }
    for (const name of ["username", "token_type", "keyName", "privateKeyId", "code"]) {
      const shape = fieldShape(Type.String(), name);
      assert.ok(shape?.kind === "text" && !shape.isSecret, name);
    }
  });

  it("ends a shape that holds itself in a reference", () => {
    const tree = Type.Cyclic(
      { Tree: Type.Object({ name: Type.String(), children: Type.Optional(Type.Array(Type.Ref("Tree"))) }) },
      "Tree",
    );
    const row = defineOperation({
      route: "POST /v1/trees",
      title: "Tree",
      kind: "define",
      idempotent: false,
      body: { type: "application/json", schema: tree },
      answers: { "application/json": Type.Null() },
    });
    const { places, definitions } = formOf("tree", row);
    assert.deepEqual(places.body, { kind: "reference", name: "Tree" });
    assert.equal(definitions["Tree"]?.kind, "object");
  });

  it("takes files for parts of a form and for bodies of bytes", () => {
    const upload = defineOperation({
      route: "POST /v1/upload",
      title: "Upload",
      kind: "load",
      idempotent: false,
      body: { type: "multipart/form-data", schema: FileUploadForm },
      answers: { "application/json": Type.Null() },
    });
    const { body } = formOf("upload", upload).places;
    assert.equal(body?.kind === "object" && body.fields[0]?.shape.kind, "file");
    const bytes = { ...upload, body: { type: "*/*", schema: streamMarker } } as const;
    assert.equal(formOf("upload", bytes).places.body?.kind, "file");
  });

  it("offers the form field that may hold a body's JSON, where the row names one", () => {
    const form = formOf("createConnectorCredential", contract.createConnectorCredential);
    assert.deepEqual(form.jsonForm, { type: "application/x-www-form-urlencoded", field: "model" });
    assert.match(
      operationDocument(form, contract.createConnectorCredential),
      /## Body \(application\/json, or .*field `model`\)/,
    );
    assert.equal(formOf("createReport", contract.createReport).jsonForm, undefined);
  });

  it("offers the results for lines, a file or the results for CSV, and the page for values", () => {
    const { answers } = formOf("queryList", contract.queryList);
    assert.deepEqual(answers, [
      { contentType: "application/json", deliveries: ["show"] },
      { contentType: "application/jsonlines", deliveries: ["results", "file", "show"] },
      { contentType: "text/csv", deliveries: ["file", "show", "results"] },
    ]);
  });
});

describe("the list of operations", () => {
  it("has every row of the contract once, in its published area", () => {
    const groups = groupOperations(rows, new Set());
    const listed = groups.flatMap(({ entries }) => entries.map(({ operation: name }) => name));
    assert.deepEqual(listed.toSorted(), Object.keys(rows).toSorted());
    const published = JSON.parse(readFileSync("test/fixtures/spec/operations.json", "utf8"));
    const operations: { id: string; group: string }[] = published.operations ?? published;
    const titles = new Map<string, string>();
    for (const { id, group } of operations) {
      assert.notEqual(groupOf(id), "Other operations", id);
      assert.equal(titles.get(group) ?? groupOf(id), groupOf(id), id);
      titles.set(group, groupOf(id));
    }
  });

  it("marks what the service does not offer in its place, and can leave it out", () => {
    const placesOf = (groups: ReturnType<typeof groupOperations>) =>
      groups.map(({ entries }) => entries.map(({ operation: name }) => name));
    const groups = groupOperations(
      rows,
      new Set(["listReports", "generatePgpKey", "getPgpKey", "listPgpKeys", "deletePgpKey"]),
    );
    const reports = groups.find(({ entries }) => entries.some(({ operation: name }) => name === "listReports"));
    // A list that is refilled while somebody chooses would open another operation if its places changed.
    assert.deepEqual(placesOf(groups), placesOf(groupOperations(rows, new Set())));
    assert.deepEqual(
      reports?.entries.map(({ isAvailable }) => isAvailable),
      reports?.entries.map(({ operation: name }) => name !== "listReports"),
    );
    const left = onlyAvailable(groups).flatMap(({ entries }) => entries.map(({ operation: name }) => name));
    assert.equal(left.length, Object.keys(rows).length - 5);
    assert.ok(!left.includes("listReports") && !left.includes("getPgpKey"));
  });

  it("finds an operation by words in any order, and nothing where one word is missing", () => {
    const groups = groupOperations(rows, new Set());
    const found = (text: string) =>
      matchingOperations(groups, text).flatMap(({ entries }) => entries.map(({ operation: name }) => name));
    assert.deepEqual(found("gen pgp"), ["generatePgpKey"]);
    assert.deepEqual(found("user Upsert"), ["upsertUser"]);
    assert.deepEqual(found("reports/{reportId} delete"), ["deleteReport"]);
    assert.deepEqual(found("pgp nonsense"), []);
    assert.equal(found("  ").length, Object.keys(rows).length);
  });

  it("puts an operation that no area names under a title of its own", () => {
    assert.equal(groupOf("madeUp"), "Other operations");
  });
});

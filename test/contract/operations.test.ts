import assert from "node:assert/strict";
import type { TProperties } from "typebox";
import { contract } from "../../src/contract/contract.ts";
import {
  type AssumedDefinitionPart,
  type OperationDefinition,
  splitRoute,
  streamMarker,
} from "../../src/contract/operation.ts";
import { stateMachines } from "../../src/contract/states.ts";
import { comparableSchema } from "./comparable-schema.ts";
import { type JsonSchema, type PublishedOperation, type PublishedParameter, readOperations } from "./published-spec.ts";

const published = new Map(readOperations().map((operation) => [operation.id, operation]));
/**
 * Operations that the catalogue leaves out, with the words of the specification that name them: "Download one source file (ZIP)
 * | path `identifier`; ids come from GET /v1alpha/op/data/uploaded-files" ("Search, source files, reports").
 */
const namedInPassing: Readonly<Record<string, string>> = {
  listUploadedFiles: "GET /v1alpha/op/data/uploaded-files",
};

const allRows = Object.entries<OperationDefinition>(contract);
const rows = allRows.filter(([name]) => !Object.hasOwn(namedInPassing, name));

/** The two flat forms are published in sql-like-language 11.1, not in the catalogue. */
const flatForms = ["application/jsonlines", "text/csv"];

function publishedOf(name: string): PublishedOperation {
  const operation = published.get(name);
  assert.ok(operation, `${name} is not published`);
  return operation;
}

suite("operations of the contract", () => {
  test("every published operation has an id of its own", () => {
    assert.equal(published.size, 127);
    assert.ok(rows.length >= 20);
  });

  test("every row has a title of its own", () => {
    const titles = allRows.map(([, { title }]) => title.trim().toLowerCase());
    assert.equal(new Set(titles).size, allRows.length);
    assert.ok(titles.every((title) => title.length > 3));
  });

  test("what the catalogue leaves out has the path that the specification names", () => {
    const left = allRows.filter(([name]) => Object.hasOwn(namedInPassing, name));
    assert.deepEqual(Object.fromEntries(left.map(([name, row]) => [name, row.route])), namedInPassing);
    assert.ok(left.every(([name]) => !published.has(name)));
  });

  for (const [name, row] of rows) {
    test(`${name} has the published method, path, auth and effect of a repeat`, () => {
      const operation = publishedOf(name);
      assert.deepEqual(splitRoute(row.route), { method: operation.method, path: operation.path });
      assert.equal(row.auth ?? "standard", operation.auth);
      assert.equal(row.idempotent, operation.idempotent);
    });

    test(`${name} marks as assumed exactly what is`, () => {
      const operation = publishedOf(name);
      const expected: AssumedDefinitionPart[] = [];
      if (operation.methodSource === "assumed") {
        expected.push("method");
      }
      if (operation.pathSource === "assumed") {
        expected.push("route");
      }
      if (operation.responseSource === "assumed") {
        expected.push("answers");
      }
      assert.deepEqual([...(row.assumed ?? [])].sort(), expected.sort());
    });

    test(`${name} has the published parameters`, () => {
      const operation = publishedOf(name);
      assert.deepEqual(parametersOf(row.path), expectedParameters(operation, "path"));
      assert.deepEqual(parametersOf(row.query), expectedParameters(operation, "query"));
      assert.deepEqual({ ...parametersOf(row.headers), ...targetsOf(row) }, expectedParameters(operation, "header"));
      const forms = ["application/x-www-form-urlencoded", "multipart/form-data"];
      const form = row.body && forms.includes(row.body.type) ? (row.body.schema as JsonSchema) : {};
      assert.deepEqual(
        parametersOf(form.properties as TProperties | undefined, (form.required as string[] | undefined) ?? []),
        expectedParameters(operation, "form"),
      );
    });

    test(`${name} has the published body, answer and status`, () => {
      const operation = publishedOf(name);
      assert.equal(row.body?.type ?? null, operation.requestContentType);
      const types = Object.keys(row.answers);
      if (operation.responseContentType !== null) {
        const isFlat = row.answers["application/json"] !== undefined && operation.id.startsWith("query");
        assert.deepEqual(types, [...operation.responseContentType.split(", "), ...(isFlat ? flatForms : [])]);
      }
      if (operation.responseSchema !== null) {
        assert.notEqual(row.answers[operation.responseContentType ?? ""], streamMarker);
      }
      if (operation.successStatus !== null) {
        assert.equal(row.status ?? 200, operation.successStatus);
      }
    });

    test(`${name} drives and reads the published states`, () => {
      const operation = publishedOf(name);
      const titleOf = (machine: keyof typeof stateMachines | undefined) => machine && stateMachines[machine].title;
      assert.equal(titleOf(row.drives) ?? null, operation.states);
      assert.equal(titleOf(row.observes) ?? null, operation.observes);
    });

    test(`${name} can be paged as published`, () => {
      const body = row.body?.type === "application/json" ? (row.body.schema as JsonSchema).properties : undefined;
      const fields = new Set([...Object.keys(row.query ?? {}), ...Object.keys(body ?? {})]);
      const first = ["start", "offset"].find((field) => fields.has(field));
      assert.equal(first && fields.has("limit") ? `limit/${first}` : null, publishedOf(name).paging);
    });
  }
});

function parametersOf(properties: TProperties | undefined, required?: readonly string[]): Record<string, JsonSchema> {
  const entries = Object.entries(properties ?? {}).map(([name, schema]) => {
    const isRequired = required ? required.includes(name) : !("~optional" in schema);
    const { description: _, examples: __, minimum, ...rest } = comparableSchema(JSON.parse(JSON.stringify(schema)), {});
    // A limit below 1 and a start below 0 mean nothing; the bound is ours.
    const bound = minimum === undefined || minimum === 0 || minimum === 1 ? {} : { minimum };
    return [name, { ...rest, ...bound, isRequired }] as const;
  });
  return Object.fromEntries(entries);
}

function targetsOf({ targets = [] }: OperationDefinition): Record<string, JsonSchema> {
  const names = { tenant: "TargetTenantID", project: "ProjectID" };
  return Object.fromEntries(targets.map((target) => [names[target], { type: "string", isRequired: false }]));
}

function expectedParameters(
  operation: PublishedOperation,
  place: PublishedParameter["in"],
): Record<string, JsonSchema> {
  const parameters = operation.params.filter((parameter) => parameter.in === place);
  return Object.fromEntries(parameters.map((parameter) => [parameter.name, expectedParameter(parameter)]));
}

function expectedParameter(parameter: PublishedParameter): JsonSchema {
  const isList = parameter.type.startsWith("[");
  const word = parameter.type.replace(/[[\]]/g, "");
  const whole = ["int32", "uint32", "integer"];
  const type = whole.includes(word) ? "integer" : word === "binary" ? "string" : word;
  const single = {
    type,
    ...(word === "binary" && { format: "binary" }),
    ...(parameter.pattern !== undefined && { pattern: parameter.pattern }),
    ...(parameter.enum && { enum: parameter.enum }),
    ...(parameter.minLength !== undefined && { minLength: parameter.minLength }),
    ...(parameter.maxLength !== undefined && { maxLength: parameter.maxLength }),
    ...(word === "uint32" && { maximum: 2 ** 32 - 1 }),
    ...(parameter.max !== undefined && { maximum: parameter.max }),
  };
  // A tenant code, which is text, is published as a number by one operation.
  const takesText = parameter.note?.endsWith("accept text too.") ?? false;
  const value = takesText ? { anyOf: [single, { type: "string" }] } : single;
  return {
    ...(isList ? { type: "array", items: value } : value),
    ...(parameter.default !== undefined && { default: parameter.default }),
    isRequired: parameter.required,
  };
}

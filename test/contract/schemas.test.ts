import assert from "node:assert/strict";
import { isRecord } from "../../src/base/guards.ts";
import { contract } from "../../src/contract/contract.ts";
import { ErrorResponse } from "../../src/contract/error-response.ts";
import { type OperationDefinition, streamMarker } from "../../src/contract/operation.ts";
import { comparableSchema, definitionNamed } from "./comparable-schema.ts";
import { type JsonSchema, readOperations, readSchemas } from "./published-spec.ts";

const published = readSchemas();
const operations = new Map(readOperations().map((operation) => [operation.id, operation]));

/** Our schema of each published definition that the rows use, with where it is used. */
function* usedSchemas(): Iterable<readonly [string, string, JsonSchema]> {
  yield ["every failure", "ErrorResponse", jsonOf(ErrorResponse)];
  for (const [name, row] of Object.entries<OperationDefinition>(contract)) {
    const operation = operations.get(name);
    if (operation && (row.failure || operation.errorSchema !== "ErrorResponse")) {
      yield [`a failure of ${name}`, operation?.errorSchema ?? "", jsonOf(row.failure ?? ErrorResponse)];
    }
    if (operation?.requestSchema && row.body && row.body.schema !== streamMarker) {
      yield [`the request of ${name}`, operation.requestSchema, jsonOf(row.body.schema)];
    }
    // Where bytes may come instead, the schema is that of the JSON answer.
    const types = operation?.responseContentType?.split(", ") ?? [];
    const answer = types.map((type) => row.answers[type]).find((one) => one !== streamMarker);
    if (operation?.responseSchema && answer && answer !== streamMarker) {
      yield [`the answer of ${name}`, operation.responseSchema, jsonOf(answer)];
    }
  }
}

/** Fields in addition to the published ones: in answers of jobs and of exports of data versions, and of reports. */
const addedFields: ReadonlySet<string> = new Set([
  ...["message", "endTime", "currentStage"],
  ...["isPublished", "exportsToday", "exportsPerDay", "rows", "sizeBytes"],
  ...["query", "aggregateQueryOptions", "listQueryOptions", "isPublishedReport"],
]);

/** A schema without the added fields that the published one lacks; they are marked as assumed. */
function withoutAdded(schema: unknown, expected: unknown): unknown {
  if (Array.isArray(schema)) {
    return schema.map((one, index) => withoutAdded(one, Array.isArray(expected) ? expected[index] : undefined));
  }
  if (!isRecord(schema)) {
    return schema;
  }
  const known = isRecord(expected) ? expected : {};
  return Object.fromEntries(
    Object.entries(schema)
      .filter(([name, field]) => name in known || !addedFields.has(name) || !isAssumed(field))
      .map(([name, field]) => [name, withoutAdded(field, known[name])]),
  );
}

function isAssumed(field: unknown): boolean {
  return isRecord(field) && field["x-source"] === "assumed";
}

suite("schemas of the contract", () => {
  for (const [place, name, ours] of usedSchemas()) {
    test(`${name}, ${place}, is the published one`, () => {
      const expected = comparableSchema(definitionNamed(name, published), published, [name]);
      assert.deepEqual(withoutAdded(comparableSchema(ours, {}), expected), expected);
    });
  }

  test("every published schema of an operation in the contract is in use", () => {
    const used = new Set([...usedSchemas()].map(([, name]) => name));
    const wanted = Object.keys(contract).flatMap((name) => {
      const operation = operations.get(name);
      return [operation?.requestSchema, operation?.responseSchema].filter((schema) => typeof schema === "string");
    });
    assert.deepEqual(new Set(wanted.filter((name) => !used.has(name))), new Set());
    assert.ok(used.size > 15);
  });

  test("the comparison finds a changed type, a missing field and a lost mark", () => {
    const definitions = {
      One: { type: "object", properties: { a: { type: "string", "x-source": "assumed" }, b: { $ref: "#/$defs/One" } } },
    };
    const expected = comparableSchema(definitionNamed("One", definitions), definitions, ["One"]);
    const same = {
      type: "object",
      properties: { a: { type: "string", "x-source": "assumed" }, b: { recursion: "One" } },
    };
    assert.deepEqual(expected, same);
    for (const changed of [
      { type: "object", properties: { ...same.properties, a: { type: "integer", "x-source": "assumed" } } },
      { type: "object", properties: { a: same.properties.a } },
      { type: "object", properties: { ...same.properties, a: { type: "string" } } },
    ]) {
      assert.notDeepEqual(comparableSchema(changed, {}), expected);
    }
  });
});

/** The plain JSON of a schema, without what the library adds out of sight. */
function jsonOf(schema: object): JsonSchema {
  return JSON.parse(JSON.stringify(schema));
}

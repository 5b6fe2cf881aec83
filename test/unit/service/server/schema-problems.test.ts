import assert from "node:assert/strict";
import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { isObject } from "../../../../src/base/guards.ts";
import { contract } from "../../../../src/contract/contract.ts";
import type { OperationDefinition } from "../../../../src/contract/operation.ts";
import { type JsonSchema, resolveSchema, withInt32Bounds } from "../../../../src/service/server/json-schema.ts";
import { withoutOptionalNulls } from "../../../../src/service/server/request-reader.ts";
import { findSchemaProblems, formatFieldPath } from "../../../../src/service/server/schema-problems.ts";

/** How validators speak; nobody who sends a request knows these words. */
const rawWording =
  /schema|constant|anyOf|oneOf|allOf|"then"|"if"|keyword|propert(y|ies)|instance|\bint32\b|must be (integer|string|boolean|object|array)\b|[<>]=/;

/** Keywords that say nothing about what fits. */
const notes = new Set(["description", "examples", "default", "title", "x-source", "$id", "$defs", "format"]);

/** One schema of a request, with what it stands in. */
interface Part {
  readonly place: string;
  readonly schema: JsonSchema;
  readonly definitions: Readonly<Record<string, JsonSchema>>;
}

/** Every schema in the requests of the contract, those inside of others too. */
function allParts(): Part[] {
  const parts: Part[] = [];
  for (const [name, row] of Object.entries<OperationDefinition>(contract)) {
    const { path = {}, query = {}, headers = {}, body } = row;
    for (const [place, schema] of Object.entries({ ...path, ...query, ...headers })) {
      collect(`${name} ${place}`, schema as JsonSchema, {}, parts);
    }
    if (body && body.type !== "multipart/form-data" && typeof body.schema !== "symbol") {
      collect(`${name} body`, body.schema as JsonSchema, {}, parts);
    }
  }
  return parts;
}

function collect(place: string, given: JsonSchema, known: Part["definitions"], parts: Part[]): void {
  const isReference = given.$ref !== undefined && known[given.$ref] !== undefined;
  const { schema, definitions } = resolveSchema(given, known);
  parts.push({ place, schema, definitions });
  if (isReference || parts.filter((part) => part.schema === schema).length > 1) {
    return;
  }
  const inner: readonly (readonly [string, JsonSchema | undefined])[] = [
    ...Object.entries(schema.properties ?? {}),
    ...Object.entries(schema.patternProperties ?? {}),
    ["items", schema.items],
    ["if", schema.if],
    ["then", schema.then],
    ...[...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])].map(
      (branch, index) => [`branch ${index}`, branch] as const,
    ),
  ];
  for (const [name, part] of inner) {
    if (part) {
      collect(`${place}/${name}`, part, definitions, parts);
    }
  }
}

/** Values that break one keyword or another of nearly any schema. */
function misfits({ schema }: Part): unknown[] {
  const fields = Object.keys(schema.properties ?? {});
  const branchKeys = (schema.oneOf ?? []).flatMap(({ required = [] }) => required);
  const long = "x".repeat((schema.maxLength ?? 0) + 1);
  return [
    undefined,
    null,
    true,
    "",
    "text that is no choice",
    long,
    -1,
    0,
    1.5,
    2 ** 31,
    Number.POSITIVE_INFINITY,
    [],
    [[null]],
    Array.from({ length: (schema.maxItems ?? 0) + 1 }, () => "x"),
    {},
    Object.fromEntries(fields.map((name) => [name, 7])),
    Object.fromEntries(fields.map((name) => [name, {}])),
    Object.fromEntries(branchKeys.map((name) => [name, {}])),
    { operation: "export" },
    { unheardOf: null },
  ];
}

suite("problems of a request that does not fit", () => {
  const parts = allParts();

  test("are known for every keyword of the contract's requests", () => {
    const known = new Set([
      ...["type", "enum", "const", "anyOf", "oneOf", "allOf", "if", "then", "properties", "patternProperties"],
      ...["required", "minProperties", "maxProperties", "items", "minItems", "maxItems"],
      ...["minLength", "maxLength", "pattern", "minimum", "maximum", "$ref"],
    ]);
    const used = new Set(parts.flatMap(({ schema }) => Object.keys(schema)).filter((keyword) => !notes.has(keyword)));
    assert.deepEqual(
      [...used].filter((keyword) => !known.has(keyword)),
      [],
    );
    assert.ok(used.size > 15, [...used].join());
    assert.ok(parts.length > 300, String(parts.length));
  });

  test("say in plain words what is wanted, for each part of each request", () => {
    let told = 0;
    for (const part of parts) {
      const { place, schema, definitions } = part;
      const whole = withInt32Bounds({ $defs: definitions, ...schema });
      const validator = Compile(Type.Unsafe(whole));
      for (const value of misfits(part)) {
        const problems = findSchemaProblems(whole, value);
        assert.equal(problems.length === 0, validator.Check(value), `${place}: ${JSON.stringify(value)}`);
        for (const { path, message } of problems) {
          assert.match(message, /^(is missing|must (be|have|fit) .+)$/, place);
          assert.doesNotMatch(withoutNames(message, schema), rawWording, `${place} ${formatFieldPath(path)}`);
          assert.ok(!message.includes("text that is no choice") && !message.includes("xxx"), message);
          told++;
        }
      }
    }
    assert.ok(told > 2000, String(told));
  });

  const cases: readonly (readonly [keyof typeof contract, unknown, readonly string[]])[] = [
    [
      "requestJwt",
      { grant_type: "password", client_id: "c" },
      ["client_secret is missing", "username is missing", "password is missing"],
    ],
    [
      "requestJwt",
      { grant_type: "magic" },
      [
        "grant_type must be one of authorization_code, password, urn:ietf:params:oauth:grant-type:saml2-bearer, urn:service:params:oauth:grant-type:asid-token, refresh_token, but is other text",
      ],
    ],
    ["exportProductionVersions", { operation: "export" }, ["exportParameters is missing"]],
    [
      "validateExportCredential",
      { id: "a", parameters: { lakehouse: {} } },
      [" must have exactly one of the fields id, parameters, but has id, parameters"],
    ],
    [
      "createExportCredential",
      { parameters: {} },
      ["parameters must have at least 1 of the fields lakehouse, warehouse, cloudAnalyticsServiceAccount, but has 0"],
    ],
    [
      "searchObjects",
      { query: ["a", 4], objectType: "x", limit: 100.5 },
      [
        "query[0] must have at least 2 characters, but has 1",
        "query[1] must be text, but is a whole number",
        "objectType must be one of UNKNOWN, METRIC, DIMENSION, DIMENSION_MEMBER, CONCEPT, ANALYTIC_OBJECT, PROPERTY, but is other text",
        "limit must be a whole number, but is a fraction",
      ],
    ],
    ["cancelJobs", { jobIds: Array(501).fill("j") }, ["jobIds must have at most 500 items, but has 501"]],
    [
      "runSqlJob",
      { actions: [{ setMetadata: { metadata: { a: 1 } } }] },
      ["actions[0].setMetadata.metadata.a must be text, but is a whole number"],
    ],
  ];
  for (const [name, value, expected] of cases) {
    test(`of ${name}: ${expected[0]}`, () => {
      const { body }: OperationDefinition = contract[name];
      const problems = findSchemaProblems(withInt32Bounds(body?.schema as JsonSchema), value);
      assert.deepEqual(
        problems.map(({ path, message }) => `${formatFieldPath(path)} ${message}`),
        expected,
      );
    });
  }

  /** Names of fields may hold any word. */
  function withoutNames(message: string, schema: JsonSchema): string {
    return schema.pattern === undefined ? message : message.replace(schema.pattern, "");
  }
});

suite("optional fields that are null", () => {
  const schema = withInt32Bounds(
    JSON.parse(
      JSON.stringify(
        Type.Object({
          needed: Type.String(),
          left: Type.Optional(Type.String()),
          either: Type.Optional(Type.Union([Type.String(), Type.Null()])),
          free: Type.Optional(Type.Unknown()),
          texts: Type.Optional(Type.Array(Type.Object({ inner: Type.Optional(Type.Integer()) }))),
          map: Type.Optional(Type.Record(Type.String(), Type.String())),
          rows: Type.Optional(Type.Array(Type.Array(Type.Unknown()))),
        }),
      ),
    ),
  );

  test("are as good as left out, at any depth", () => {
    assert.deepEqual(
      withoutOptionalNulls(schema, { needed: "n", left: null, texts: [{ inner: null }, { inner: 1 }] }),
      {
        needed: "n",
        texts: [{}, { inner: 1 }],
      },
    );
  });

  test("stay where null means something, is needed or is not named", () => {
    const value = {
      needed: null,
      either: null,
      free: null,
      map: { a: null },
      rows: [[null, { a: null }]],
      other: null,
    };
    assert.deepEqual(withoutOptionalNulls(schema, value), value);
  });

  test("stay in the rows of a JSON batch", () => {
    const rows = [
      ["id", "name"],
      ["1", null],
    ];
    assert.deepEqual(withoutOptionalNulls(contract.transferJsonBatch.body.schema as object as JsonSchema, rows), rows);
  });

  test("go from filters in filters", () => {
    const nested = {
      filters: [{ formula: "a", memberSet: null, advanced: { filters: [{ formula: "b", cohort: null }] } }],
    };
    const body = { query: { source: { metric: "m" }, timeIntervals: {}, ...nested } };
    const pruned = withoutOptionalNulls(contract.queryAggregate.body.schema as object as JsonSchema, body);
    assert.ok(isObject(pruned));
    assert.equal(JSON.stringify(pruned).includes("null"), false);
  });
});

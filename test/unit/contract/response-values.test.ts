import assert from "node:assert/strict";
import type { TSchema } from "typebox";
import { Compile } from "typebox/compile";
import { contract } from "../../../src/contract/contract.ts";
import type { OperationDefinition } from "../../../src/contract/operation.ts";
import { responseValues } from "../../../src/contract/response-values.ts";

interface WordField {
  readonly "x-words"?: keyof typeof responseValues;
  readonly enum?: readonly string[];
  readonly examples?: readonly string[];
}

function wordFields(schema: unknown): WordField[] {
  if (typeof schema !== "object" || schema === null) {
    return [];
  }
  return "x-words" in schema ? [schema as WordField] : Object.values(schema).flatMap(wordFields);
}

suite("words of answers", () => {
  const fields = Object.values<OperationDefinition>(contract).flatMap(({ answers }) =>
    Object.values(answers).flatMap(wordFields),
  );

  test("are of sets that answers use, each with the words that the specification shows", () => {
    assert.deepEqual(new Set(fields.map((field) => field["x-words"])), new Set(Object.keys(responseValues)));
    for (const { enum: words, examples = [] } of fields) {
      assert.deepEqual(words ? examples.filter((example) => !words.includes(example)) : [], []);
    }
  });

  test("outside of their set do not fit an answer", () => {
    const cases: readonly (readonly [TSchema, unknown, unknown])[] = [
      [
        contract.getReport.answers["application/json"],
        { allowedActions: ["duplicate", "share"] },
        { allowedActions: ["view"] },
      ],
      [
        contract.cancelJobs.answers["application/json"],
        { jobCancellationResults: [{ cancelStatus: "CANCEL_FAILED" }] },
        { jobCancellationResults: [{ cancelStatus: "Failed" }] },
      ],
      [
        contract.getUserMetadata.answers["application/json"],
        { "service:subnets": { accessType: "Restricted" } },
        { "service:subnets": { accessType: "Unrestricted" } },
      ],
    ];
    for (const [schema, known, strange] of cases) {
      assert.equal(Compile(schema).Check(known), true);
      assert.equal(Compile(schema).Check(strange), false);
    }
  });
});

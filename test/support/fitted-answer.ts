import assert from "node:assert/strict";
import { Compile, type Validator } from "typebox/compile";
import { contract, type OperationName } from "../../src/contract/contract.ts";
import type { OperationDefinition } from "../../src/contract/operation.ts";
import type { TestAnswer } from "./running-service.ts";

const validators = new Map<OperationName, Validator>();

/** The JSON of an answer with status 200, which must fit the schema of its operation. */
export function fittedAnswer<Value>(name: OperationName, answer: TestAnswer): Value {
  assert.equal(answer.status, 200, answer.text);
  const validator = validators.get(name) ?? compile(name);
  validators.set(name, validator);
  assert.deepEqual([...validator.Errors(answer.json())], []);
  return answer.json<Value>();
}

function compile(name: OperationName): Validator {
  const row: OperationDefinition = contract[name];
  const schema = row.answers["application/json"];
  assert.ok(schema && typeof schema !== "symbol");
  return Compile(schema);
}

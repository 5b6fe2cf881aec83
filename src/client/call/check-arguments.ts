import type { TProperties, TSchema } from "typebox";
import * as Type from "typebox";
import type { OperationDefinition } from "../../contract/operation.ts";
import { stream } from "../../contract/operation.ts";
import { InvalidArgumentsError } from "../interface/errors.ts";
import type { AnyArguments } from "../interface/method.ts";
import { fieldName, schemaProblem } from "../text/schema-problem.ts";
import { isBytes } from "../upload/byte-source.ts";
import { checkRows } from "../upload/check-limits.ts";
import { checkForm, checkSize } from "./check-form.ts";

/**
 * Throws InvalidArgumentsError naming the first field that breaks the row's schemas or its bound of rows, and the bound.
 * Its message never shows the value.
 */
export function checkArguments(operation: string, row: OperationDefinition, args: AnyArguments): void {
  for (const place of ["path", "query", "headers"] as const) {
    const properties = row[place];
    if (properties) {
      check(operation, place, objectOf(properties), withoutUndefined(args[place] ?? {}));
    }
  }
  if (!row.body) {
    return;
  }
  const { schema } = row.body;
  if (schema === stream) {
    checkStream(operation, args.body);
  } else if (row.body.type === "multipart/form-data") {
    checkForm(operation, schema, args.body);
  } else {
    checkRows(operation, row, args.body);
    check(operation, "body", schema, args.body);
  }
}

function checkStream(operation: string, body: unknown): void {
  if (!isBytes(body)) {
    throw new InvalidArgumentsError(operation, "body", "must be bytes: a file to open, or an iteration of byte arrays");
  }
  checkSize(operation, "body", body);
}

function check(operation: string, place: string, schema: TSchema, value: unknown): void {
  const problem = schemaProblem(schema, value);
  if (problem) {
    throw new InvalidArgumentsError(operation, fieldName(place, problem.instancePath), problem.message);
  }
}

const objects = new WeakMap<TProperties, TSchema>();

function objectOf(properties: TProperties): TSchema {
  const known = objects.get(properties);
  if (known) {
    return known;
  }
  const schema = Type.Object(properties);
  objects.set(properties, schema);
  return schema;
}

function withoutUndefined(values: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

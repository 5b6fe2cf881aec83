import { type TProperties, type TSchema, Type } from "typebox";
import { Check, Errors } from "typebox/schema";
import type { OperationDefinition } from "../contract/operation.ts";
import { stream } from "../contract/operation.ts";
import { InvalidArgumentsError } from "./errors.ts";
import type { AnyArguments } from "./method.ts";

interface SchemaProblem {
  readonly instancePath: string;
  readonly message: string;
}

/** Throws InvalidArgumentsError naming the first field that breaks the row's schemas. Its message never shows the value. */
export function checkArguments(operation: string, row: OperationDefinition, args: AnyArguments): void {
  for (const place of ["path", "query", "headers"] as const) {
    const properties = row[place];
    if (properties) {
      check(operation, place, objectOf(properties), withoutUndefined(args[place] ?? {}));
    }
  }
  if (row.body && row.body.schema !== stream) {
    check(operation, "body", row.body.schema, args.body);
  }
}

/** The first thing wrong with a value, or undefined. */
export function schemaProblem(schema: TSchema, value: unknown): SchemaProblem | undefined {
  if (Check(schema, value)) {
    return undefined;
  }
  const [, errors] = Errors(schema, value);
  const direct = errors.filter(({ schemaPath }) => !/\/(anyOf|oneOf)\/\d/.test(schemaPath));
  // Where all alternatives failed, the one meant is the one whose constants were matched.
  const branchOf = (path: string) => path.match(/^.*?\/(?:anyOf|oneOf)\/\d+/)?.[0];
  const wrongBranches = new Set(
    errors.filter(({ keyword }) => keyword === "const").map(({ schemaPath }) => branchOf(schemaPath)),
  );
  const meant = errors.find(({ schemaPath }) => !wrongBranches.has(branchOf(schemaPath)));
  const { instancePath, message } = direct[0] ?? meant ?? { instancePath: "", message: "does not fit the contract" };
  return { instancePath, message };
}

/** For `/filters/0/formula` this is `body.filters[0].formula`. */
export function fieldName(root: string, instancePath: string): string {
  const steps = instancePath.split("/").slice(1);
  return steps.reduce((name, step) => (/^\d+$/.test(step) ? `${name}[${step}]` : `${name}.${step}`), root);
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

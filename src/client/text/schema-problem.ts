import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { Errors } from "typebox/schema";
import { isRecord } from "../../base/guards.ts";

/** First violation of a schema. */
export interface SchemaProblem {
  /** JSON pointer of the invalid value. */
  readonly instancePath: string;
  readonly message: string;
}

/**
 * Returns the first violation of a schema, or undefined. The message has the limit or the allowed values, never the
 * value.
 */
export function findSchemaProblem(schema: TSchema, value: unknown): SchemaProblem | undefined {
  return isValid(schema, value) ? undefined : firstProblem(Errors(schema, value)[1]);
}

/**
 * Returns the first violation of a schema in a response, or undefined. Accepts unknown values of enumerations, because
 * a newer service may have added them.
 */
export function findResponseProblem(schema: TSchema, value: unknown): SchemaProblem | undefined {
  if (isValid(schema, value)) {
    return undefined;
  }
  const [, errors] = Errors(schema, value);
  const unknownValues = new Set(
    errors
      .filter(({ keyword, instancePath }) => isChoice(keyword) && typeof valueAt(value, instancePath) === "string")
      .map(({ instancePath }) => instancePath),
  );
  const isUnknownValue = ({ keyword, instancePath }: SchemaError) =>
    unknownValues.has(instancePath) && (isChoice(keyword) || keyword === "anyOf" || keyword === "oneOf");
  const wrong = errors.filter((error) => !isUnknownValue(error));
  return wrong.length === 0 ? undefined : firstProblem(wrong);
}

const validators = new WeakMap<TSchema, Validator>();

/** Compiles a schema on first use, because interpreting it each time takes a hundred times as long. */
function isValid(schema: TSchema, value: unknown): boolean {
  const validator = validators.get(schema) ?? Compile(schema);
  validators.set(schema, validator);
  return validator.Check(value);
}

function isChoice(keyword: string): boolean {
  return keyword === "enum" || keyword === "const";
}

/** Returns the value at a JSON pointer. */
function valueAt(root: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((value, step) => (isRecord(value) ? Reflect.get(value, step) : undefined), root);
}

function firstProblem(errors: readonly SchemaError[]): SchemaProblem {
  const direct = errors.filter(({ schemaPath }) => !/\/(anyOf|oneOf)\/\d/.test(schemaPath));
  // If all alternatives failed, reports the one whose constants match, because it is the intended one.
  const branchOf = (path: string) => path.match(/^.*?\/(?:anyOf|oneOf)\/\d+/)?.[0];
  const wrongBranches = new Set(
    errors.filter(({ keyword }) => keyword === "const").map(({ schemaPath }) => branchOf(schemaPath)),
  );
  const error = direct[0] ?? errors.find(({ schemaPath }) => !wrongBranches.has(branchOf(schemaPath)));
  return error
    ? { instancePath: error.instancePath, message: problemMessage(error) }
    : { instancePath: "", message: "does not fit the contract" };
}

/** Converts a JSON pointer to the path of a field: `/filters/0/formula` becomes `body.filters[0].formula`. */
export function formatFieldPath(root: string, instancePath: string): string {
  const steps = instancePath.split("/").slice(1);
  return steps.reduce((name, step) => (/^\d+$/.test(step) ? `${name}[${step}]` : `${name}.${step}`), root);
}

type SchemaError = ReturnType<typeof Errors>[1][number];

/** Adds the allowed values, which the library's messages for enumerations and constants lack. */
function problemMessage(error: SchemaError): string {
  switch (error.keyword) {
    case "enum":
      return `must be one of ${error.params.allowedValues.map(String).join(", ")}`;
    case "const":
      return `must be ${String(error.params.allowedValue)}`;
    default:
      return error.message;
  }
}

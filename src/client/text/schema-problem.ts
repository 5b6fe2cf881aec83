import type { TSchema } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { Errors } from "typebox/schema";
import { isRecord } from "../../base/guards.ts";

export interface SchemaProblem {
  readonly instancePath: string;
  readonly message: string;
}

/** The first thing wrong with a value, or undefined. Names the bound or the allowed values, never the value. */
export function schemaProblem(schema: TSchema, value: unknown): SchemaProblem | undefined {
  return fits(schema, value) ? undefined : firstProblem(Errors(schema, value)[1]);
}

/**
 * The first thing wrong with what a service answered, or undefined. A word that an enumeration does not know is nothing wrong:
 * the service may have learnt it since.
 */
export function answerProblem(schema: TSchema, value: unknown): SchemaProblem | undefined {
  if (fits(schema, value)) {
    return undefined;
  }
  const [, errors] = Errors(schema, value);
  const unknownWords = new Set(
    errors
      .filter(({ keyword, instancePath }) => isChoice(keyword) && typeof valueAt(value, instancePath) === "string")
      .map(({ instancePath }) => instancePath),
  );
  const isUnknownWord = ({ keyword, instancePath }: SchemaError) =>
    unknownWords.has(instancePath) && (isChoice(keyword) || keyword === "anyOf" || keyword === "oneOf");
  const wrong = errors.filter((error) => !isUnknownWord(error));
  return wrong.length === 0 ? undefined : firstProblem(wrong);
}

const validators = new WeakMap<TSchema, Validator>();

/** Compiled at its first use: looking at a schema each time takes a hundred times as long. */
function fits(schema: TSchema, value: unknown): boolean {
  const known = validators.get(schema) ?? Compile(schema);
  validators.set(schema, known);
  return known.Check(value);
}

function isChoice(keyword: string): boolean {
  return keyword === "enum" || keyword === "const";
}

/** The value at a JSON pointer. */
function valueAt(root: unknown, pointer: string): unknown {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce<unknown>((value, step) => (isRecord(value) ? Reflect.get(value, step) : undefined), root);
}

function firstProblem(errors: readonly SchemaError[]): SchemaProblem {
  const direct = errors.filter(({ schemaPath }) => !/\/(anyOf|oneOf)\/\d/.test(schemaPath));
  // Where all alternatives failed, the one meant is the one whose constants were matched.
  const branchOf = (path: string) => path.match(/^.*?\/(?:anyOf|oneOf)\/\d+/)?.[0];
  const wrongBranches = new Set(
    errors.filter(({ keyword }) => keyword === "const").map(({ schemaPath }) => branchOf(schemaPath)),
  );
  const error = direct[0] ?? errors.find(({ schemaPath }) => !wrongBranches.has(branchOf(schemaPath)));
  return error
    ? { instancePath: error.instancePath, message: messageOf(error) }
    : { instancePath: "", message: "does not fit the contract" };
}

/** For `/filters/0/formula` this is `body.filters[0].formula`. */
export function fieldName(root: string, instancePath: string): string {
  const steps = instancePath.split("/").slice(1);
  return steps.reduce((name, step) => (/^\d+$/.test(step) ? `${name}[${step}]` : `${name}.${step}`), root);
}

type SchemaError = ReturnType<typeof Errors>[1][number];

/** The library's messages name bounds, but not what an enumeration or a constant allows. */
function messageOf(error: SchemaError): string {
  switch (error.keyword) {
    case "enum":
      return `must be one of ${error.params.allowedValues.map(String).join(", ")}`;
    case "const":
      return `must be ${String(error.params.allowedValue)}`;
    default:
      return error.message;
  }
}

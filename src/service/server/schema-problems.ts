import { countOf } from "../../base/count-of.ts";
import { isObject } from "../../base/guards.ts";
import { type JsonSchema, resolveSchema, type SchemaWithDefinitions, schemasOfField } from "./json-schema.ts";

/** One way in which a value violates its schema. */
interface SchemaProblem {
  /** Field names and list positions from the root of the value to the field. */
  readonly path: readonly string[];
  /** Required and given kind of value; follows the name of the field. Never contains the value. */
  readonly message: string;
}

/** Maximum number of allowed values or fields in a message. */
const maxListed = 30;

/**
 * Describes, in words for users, where a value violates its schema. Returns an empty list for a valid value. Checks
 * only the keywords that the contract uses.
 */
export function findSchemaProblems(schema: JsonSchema, value: unknown): SchemaProblem[] {
  return findProblems(resolveSchema(schema, {}), value, []);
}

/** Formats the path of a field, such as `filters[0].formula`. The path of the root is an empty text. */
export function formatFieldPath(path: readonly string[]): string {
  return path.reduce((name, step) => (/^\d+$/.test(step) ? `${name}[${step}]` : `${name}${name && "."}${step}`), "");
}

type Path = readonly string[];

function findProblems(resolved: SchemaWithDefinitions, value: unknown, path: Path): SchemaProblem[] {
  const { schema } = resolved;
  const texts = allowedValues(resolved);
  if (texts) {
    return texts.includes(value) ? [] : [{ path, message: choiceMessage(texts, value) }];
  }
  if (!isOfType(schema.type, value)) {
    return [{ path, message: `must be ${typeText(schema)}, but is ${describeKind(value)}` }];
  }
  const message = typeof value === "string" ? textProblem(schema, value) : numberProblem(schema, value);
  const direct = [
    ...(message === undefined ? [] : [{ path, message }]),
    ...(Array.isArray(value) ? listProblems(resolved, value, path) : []),
    ...(isObject(value) ? objectProblems(resolved, value, path) : []),
  ];
  // A wrong discriminator is reported alone: problems with forms that the caller did not mean are of no use.
  const isTagged = direct.length === 0 || (schema.oneOf ?? []).some((branch) => hasConstants(branch, value));
  return [
    ...direct,
    ...(schema.anyOf ? alternativeProblems(schema.anyOf, resolved, value, path) : []),
    ...(schema.oneOf && isTagged ? oneOfProblems(schema.oneOf, resolved, value, path) : []),
    ...(schema.allOf ?? []).flatMap((part) => findProblems(resolveWithin(resolved, part), value, path)),
    ...conditionProblems(resolved, value, path),
  ];
}

function resolveWithin({ definitions }: SchemaWithDefinitions, schema: JsonSchema): SchemaWithDefinitions {
  return resolveSchema(schema, definitions);
}

function textProblem({ minLength = 0, maxLength, pattern }: JsonSchema, value: string): string | undefined {
  const length = [...value].length;
  if (length < minLength) {
    return `must have at least ${countOf(minLength, "character")}, but has ${length}`;
  }
  if (maxLength !== undefined && length > maxLength) {
    return `must have at most ${countOf(maxLength, "character")}, but has ${length}`;
  }
  return pattern === undefined || new RegExp(pattern, "u").test(value)
    ? undefined
    : `must be text that matches ${pattern}, but does not`;
}

function numberProblem({ minimum, maximum }: JsonSchema, value: unknown): string | undefined {
  if (typeof value !== "number") {
    return undefined;
  }
  if (minimum !== undefined && value < minimum) {
    return `must be at least ${minimum}, but is a smaller number`;
  }
  return maximum !== undefined && value > maximum ? `must be at most ${maximum}, but is a larger number` : undefined;
}

function listProblems(resolved: SchemaWithDefinitions, value: readonly unknown[], path: Path): SchemaProblem[] {
  const { items, minItems = 0, maxItems } = resolved.schema;
  if (value.length < minItems) {
    return [{ path, message: `must have at least ${countOf(minItems, "item")}, but has ${value.length}` }];
  }
  if (maxItems !== undefined && value.length > maxItems) {
    return [{ path, message: `must have at most ${countOf(maxItems, "item")}, but has ${value.length}` }];
  }
  if (!items) {
    return [];
  }
  const item = resolveWithin(resolved, items);
  const problems: SchemaProblem[] = [];
  for (const [index, part] of value.entries()) {
    problems.push(...findProblems(item, part, [...path, String(index)]));
    if (problems.length >= maxListed) {
      break;
    }
  }
  return problems;
}

function objectProblems(
  resolved: SchemaWithDefinitions,
  value: Readonly<Record<string, unknown>>,
  path: Path,
): SchemaProblem[] {
  const { required = [], minProperties, maxProperties } = resolved.schema;
  const problems = missingFields(required, value).map(
    (name): SchemaProblem => ({ path: [...path, name], message: "is missing" }),
  );
  const names = Object.keys(value);
  if (minProperties !== undefined && names.length < minProperties) {
    problems.push({ path, message: `must have ${minFieldsText(resolved, minProperties)}, but has ${names.length}` });
  }
  if (maxProperties !== undefined && names.length > maxProperties) {
    problems.push({
      path,
      message: `must have at most ${countOf(maxProperties, "field")}, but has ${names.length}`,
    });
  }
  for (const name of names) {
    for (const part of schemasOfField(resolved.schema, name)) {
      problems.push(...findProblems(resolveWithin(resolved, part), value[name], [...path, name]));
    }
    if (problems.length >= maxListed) {
      break;
    }
  }
  return problems;
}

function minFieldsText({ schema }: SchemaWithDefinitions, count: number): string {
  const known = Object.keys(schema.properties ?? {});
  return known.length > 0
    ? `at least ${count} of the fields ${formatList(known)}`
    : `at least ${countOf(count, "field")}`;
}

/** Returns the problems of that alternative, of which one must match, that the caller most likely meant. */
function alternativeProblems(
  alternatives: readonly JsonSchema[],
  resolved: SchemaWithDefinitions,
  value: unknown,
  path: Path,
): SchemaProblem[] {
  const found = alternatives.map((alternative) => findProblems(resolveWithin(resolved, alternative), value, path));
  if (found.some((problems) => problems.length === 0)) {
    return [];
  }
  const ofType = alternatives.filter((alternative) =>
    isOfType(resolveWithin(resolved, alternative).schema.type, value),
  );
  if (ofType.length === 0) {
    const wanted = alternatives.map((alternative) => typeText(resolveWithin(resolved, alternative).schema));
    return [{ path, message: `must be ${wanted.join(" or ")}, but is ${describeKind(value)}` }];
  }
  return closestProblems(alternatives, found, value);
}

function oneOfProblems(
  branches: readonly JsonSchema[],
  resolved: SchemaWithDefinitions,
  value: unknown,
  path: Path,
): SchemaProblem[] {
  const keys = branches.map(onlyKey);
  if (isObject(value) && keys.every((key) => key !== undefined)) {
    const given = keys.filter((key) => value[key] !== undefined);
    const wanted = `must have exactly one of the fields ${formatList(keys)}`;
    return given.length === 1
      ? []
      : [{ path, message: given.length === 0 ? `${wanted}, but has none` : `${wanted}, but has ${formatList(given)}` }];
  }
  const found = branches.map((branch) => findProblems(resolveWithin(resolved, branch), value, path));
  const fitting = found.filter((problems) => problems.length === 0).length;
  if (fitting === 1) {
    return [];
  }
  return fitting === 0
    ? closestProblems(branches, found, value)
    : [
        {
          path,
          message: `must match exactly one of its forms, but matches ${fitting}; leave out the fields of the others`,
        },
      ];
}

/** Name of the one field that a branch requires, if it requires nothing else. */
function onlyKey({ required, ...rest }: JsonSchema): string | undefined {
  return required?.length === 1 && Object.keys(rest).length === 0 ? required[0] : undefined;
}

/**
 * Returns the problems of the branch whose constants the value has; among several, of the one with the fewest problems.
 */
function closestProblems(
  branches: readonly JsonSchema[],
  found: readonly (readonly SchemaProblem[])[],
  value: unknown,
): SchemaProblem[] {
  const ranked = branches
    .map((branch, index) => ({ problems: found[index] ?? [], isMeant: hasConstants(branch, value) }))
    .sort((one, other) => Number(other.isMeant) - Number(one.isMeant) || one.problems.length - other.problems.length);
  return [...(ranked[0]?.problems ?? [])];
}

function hasConstants({ properties = {} }: JsonSchema, value: unknown): boolean {
  return Object.entries(properties).every(
    ([name, part]) => part.const === undefined || (isObject(value) && value[name] === part.const),
  );
}

function conditionProblems(resolved: SchemaWithDefinitions, value: unknown, path: Path): SchemaProblem[] {
  const { if: condition, then } = resolved.schema;
  return condition && then && findProblems(resolveWithin(resolved, condition), value, path).length === 0
    ? findProblems(resolveWithin(resolved, then), value, path)
    : [];
}

/** Values of an enumeration, in any of the forms in which a schema can write it. */
function allowedValues(resolved: SchemaWithDefinitions): readonly unknown[] | undefined {
  const { schema } = resolved;
  if (schema.const !== undefined) {
    return [schema.const];
  }
  if (schema.enum) {
    return schema.enum;
  }
  return schema.anyOf?.every((alternative) => alternative.const !== undefined)
    ? schema.anyOf.map((alternative) => alternative.const)
    : undefined;
}

function choiceMessage(allowed: readonly unknown[], value: unknown): string {
  const typeTexts = allowed.length === 1 ? `must be ${formatList(allowed)}` : `must be one of ${formatList(allowed)}`;
  return `${typeTexts}, but is ${typeof value === "string" ? "other text" : describeKind(value)}`;
}

function missingFields(required: readonly string[], value: Readonly<Record<string, unknown>>): string[] {
  return required.filter((name) => value[name] === undefined);
}

function isOfType(type: JsonSchema["type"], value: unknown): boolean {
  return type === undefined || [type].flat().some((one) => isOfOneType(one, value));
}

function isOfOneType(type: string, value: unknown): boolean {
  switch (type) {
    case "integer":
      return Number.isInteger(value);
    case "number":
      return Number.isFinite(value);
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "null":
      return value === null;
    default:
      return typeof value === type;
  }
}

const typeTexts: Readonly<Record<string, string>> = {
  integer: "a whole number",
  number: "a number",
  string: "text",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "null",
};

function typeText({ type, const: constant }: JsonSchema): string {
  return constant === undefined
    ? [type ?? []]
        .flat()
        .map((one) => typeTexts[one] ?? one)
        .join(" or ")
    : formatList([constant]);
}

function describeKind(value: unknown): string {
  switch (typeof value) {
    case "undefined":
      return "left out";
    case "string":
      return value === "" ? "an empty text" : "text";
    case "number":
      return Number.isFinite(value)
        ? Number.isInteger(value)
          ? "a whole number"
          : "a fraction"
        : "a number that is too large";
    case "boolean":
      return "true or false";
    default:
      return value === null ? "null" : Array.isArray(value) ? "a list" : "an object";
  }
}

function formatList(values: readonly unknown[]): string {
  const shown = values.slice(0, maxListed).map(String).join(", ");
  return values.length > maxListed ? `${shown} and ${values.length - maxListed} more` : shown;
}

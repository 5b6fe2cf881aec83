import type { Node } from "jsonc-parser";
import { findNearestNames, formatDidYouMean, joinNamesAsCode } from "../text/find-name.ts";
import { addFixes, type FixableProblem } from "../text/fix.ts";
import type { Span } from "../text/span.ts";
import { createJsonFileProblemFactory, type JsonFileProblemFactory } from "./form-diagnostics.ts";
import { fieldSchemaOf, type JsonFileSchema } from "./form-schema.ts";
import { createReplaceStringFixes } from "./json-edits.ts";
import { type JsonField, jsonFieldsOf, jsonItemsOf, jsonSpanOf } from "./json-tree.ts";

/**
 * Returns the problems where a JSON tree violates its schema. Each problem code starts with `letters`. JSON syntax
 * errors are not included, because the editor's built-in JSON support reports them.
 */
export function checkJsonAgainstSchema(node: Node, schema: JsonFileSchema, letters: string): FixableProblem[] {
  return checkNode(node, schema, { report: createJsonFileProblemFactory(letters), file: schema });
}

interface Check {
  readonly report: JsonFileProblemFactory;
  /** Schema of the whole file. */
  readonly file: JsonFileSchema;
}

function checkNode(node: Node, schema: JsonFileSchema, check: Check): FixableProblem[] {
  const choices = schema.anyOf ?? [schema];
  const fitting = choices.find((choice) => hasType(node, choice));
  if (!fitting) {
    const expected = choices.map(({ type, enum: words }) => article(type ?? (words ? "string" : "value"))).join(" or ");
    return [check.report("001", jsonSpanOf(node), { found: article(node.type), expected })];
  }
  switch (node.type) {
    case "object":
      return checkObject(node, fitting, check);
    case "array": {
      const { items = {}, minItems = 0 } = fitting;
      const children = jsonItemsOf(node);
      const isEmpty = children.length < minItems;
      return isEmpty
        ? [check.report("006", jsonSpanOf(node))]
        : children.flatMap((child) => checkNode(child, items, check));
    }
    default:
      return checkValue(node, fitting, check);
  }
}

function hasType({ type, value }: Node, schema: JsonFileSchema): boolean {
  if (schema.enum || schema.type === undefined) {
    return schema.type === undefined ? !schema.enum || type === "string" : type === schema.type;
  }
  return schema.type === "integer" ? type === "number" && Number.isInteger(value) : type === schema.type;
}

function checkValue(node: Node, schema: JsonFileSchema, check: Check): FixableProblem[] {
  const value: unknown = node.value;
  const span = jsonSpanOf(node);
  if (schema.enum && !schema.enum.includes(value)) {
    const names = schema.enum.map(String);
    const fixes = createReplaceStringFixes(span, findNearestNames(names, String(value)));
    return [addFixes(check.report("005", span, { choices: joinNamesAsCode(names, "or") }), fixes)];
  }
  if (typeof value === "string" && value.length < (schema.minLength ?? 0)) {
    return [check.report("006", span)];
  }
  if (schema.format === "date-time" && typeof value === "string" && !isInstant(value)) {
    return [check.report("007", span)];
  }
  return typeof value === "number" ? checkBounds(value, span, schema, check) : [];
}

function checkBounds(value: number, span: Span, schema: JsonFileSchema, check: Check): FixableProblem[] {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  const nearest = Math.min(Math.max(value, minimum), maximum);
  if (nearest === value) {
    return [];
  }
  const bounds = schema.maximum === undefined ? `${minimum} or more` : `from ${minimum} to ${maximum}`;
  const edit = { ...span, text: String(nearest) };
  return [addFixes(check.report("008", span, { bounds }), [{ title: `Replace with ${nearest}`, edits: [edit] }])];
}

/** Whether a text is an ISO 8601 date, with or without a time. */
function isInstant(value: string): boolean {
  return /^\d{4}-\d\d-\d\d(T|$)/.test(value) && !Number.isNaN(Date.parse(value));
}

function checkObject(node: Node, schema: JsonFileSchema, check: Check): FixableProblem[] {
  const fields = jsonFieldsOf(node);
  const names = fields.map(({ name }) => name);
  const problems = fields.flatMap((field, index) => [
    ...(names.indexOf(field.name) < index ? [check.report("004", jsonSpanOf(field.key), { name: field.name })] : []),
    ...checkField(field, schema, names, check),
  ]);
  const { required = [], properties = {}, maxProperties } = schema;
  const brace = { start: node.offset, end: node.offset + 1 };
  if (maxProperties === 1 && new Set(names).size !== 1) {
    const choices = joinNamesAsCode(Object.keys(properties), "or");
    const second = fields[1];
    const span = second ? jsonSpanOf(second.key) : brace;
    problems.push(check.report("009", span, { what: schema.title ?? "object", choices }));
  }
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    const verb = missing.length > 1 ? "are" : "is";
    problems.push(check.report("003", brace, { fields: `${joinNamesAsCode(missing, "and")} ${verb}` }));
  }
  return problems;
}

function checkField(
  { name, key, value }: JsonField,
  schema: JsonFileSchema,
  present: readonly string[],
  check: Check,
): FixableProblem[] {
  const known = fieldSchemaOf(schema, name);
  if (known) {
    return value ? checkNode(value, known, check) : [];
  }
  if (schema.additionalProperties !== false) {
    return [];
  }
  const span = jsonSpanOf(key);
  const { title: what = "field", properties = {} } = schema;
  const open = Object.keys(properties).filter((other) => !present.includes(other));
  const near = findNearestNames(open, name);
  const place = what === "action" || what === "format" ? { what, where: "" } : { what: "field", where: " here" };
  const suggestion = formatDidYouMean(near) || formatPlace(findPlaces(check.file, name));
  const problem = check.report("002", span, { ...place, name, suggestion });
  return [addFixes(problem, createReplaceStringFixes(span, near))];
}

/** Returns the objects of a file that have a field, by their names joined by dots. Leaves out the items of arrays. */
function findPlaces({ properties = {} }: JsonFileSchema, name: string): string[] {
  return Object.entries(properties).flatMap(([field, schema]) => [
    ...(schema.properties && Object.hasOwn(schema.properties, name) ? [field] : []),
    ...findPlaces(schema, name).map((inner) => `${field}.${inner}`),
  ]);
}

function formatPlace(places: readonly string[]): string {
  return places.length === 1 ? ` It belongs in ${joinNamesAsCode(places, "and")}.` : "";
}

function article(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : type === "null" ? type : `a ${type}`;
}

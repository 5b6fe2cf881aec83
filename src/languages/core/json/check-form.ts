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
  return checkNode(node, schema, createJsonFileProblemFactory(letters));
}

function checkNode(node: Node, schema: JsonFileSchema, report: JsonFileProblemFactory): FixableProblem[] {
  const choices = schema.anyOf ?? [schema];
  const fitting = choices.find((choice) => hasType(node, choice));
  if (!fitting) {
    const expected = choices.map(({ type, enum: words }) => article(type ?? (words ? "string" : "value"))).join(" or ");
    return [report("001", jsonSpanOf(node), { found: article(node.type), expected })];
  }
  switch (node.type) {
    case "object":
      return checkObject(node, fitting, report);
    case "array": {
      const { items = {}, minItems = 0 } = fitting;
      const children = jsonItemsOf(node);
      const isEmpty = children.length < minItems;
      return isEmpty ? [report("006", jsonSpanOf(node))] : children.flatMap((child) => checkNode(child, items, report));
    }
    default:
      return checkValue(node, fitting, report);
  }
}

function hasType({ type, value }: Node, schema: JsonFileSchema): boolean {
  if (schema.enum || schema.type === undefined) {
    return schema.type === undefined ? !schema.enum || type === "string" : type === schema.type;
  }
  return schema.type === "integer" ? type === "number" && Number.isInteger(value) : type === schema.type;
}

function checkValue(node: Node, schema: JsonFileSchema, report: JsonFileProblemFactory): FixableProblem[] {
  const value: unknown = node.value;
  const span = jsonSpanOf(node);
  if (schema.enum && !schema.enum.includes(value)) {
    const names = schema.enum.map(String);
    const fixes = createReplaceStringFixes(span, findNearestNames(names, String(value)));
    return [addFixes(report("005", span, { choices: joinNamesAsCode(names, "or") }), fixes)];
  }
  if (typeof value === "string" && value.length < (schema.minLength ?? 0)) {
    return [report("006", span)];
  }
  if (schema.format === "date-time" && typeof value === "string" && !isInstant(value)) {
    return [report("007", span)];
  }
  return typeof value === "number" ? checkBounds(value, span, schema, report) : [];
}

function checkBounds(
  value: number,
  span: Span,
  schema: JsonFileSchema,
  report: JsonFileProblemFactory,
): FixableProblem[] {
  const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
  const nearest = Math.min(Math.max(value, minimum), maximum);
  if (nearest === value) {
    return [];
  }
  const bounds = schema.maximum === undefined ? `${minimum} or more` : `from ${minimum} to ${maximum}`;
  const edit = { ...span, text: String(nearest) };
  return [addFixes(report("008", span, { bounds }), [{ title: `Replace with ${nearest}`, edits: [edit] }])];
}

/** Whether a text is an ISO 8601 date, with or without a time. */
function isInstant(value: string): boolean {
  return /^\d{4}-\d\d-\d\d(T|$)/.test(value) && !Number.isNaN(Date.parse(value));
}

function checkObject(node: Node, schema: JsonFileSchema, report: JsonFileProblemFactory): FixableProblem[] {
  const fields = jsonFieldsOf(node);
  const names = fields.map(({ name }) => name);
  const problems = fields.flatMap((field, index) => [
    ...(names.indexOf(field.name) < index ? [report("004", jsonSpanOf(field.key), { name: field.name })] : []),
    ...checkField(field, schema, names, report),
  ]);
  const { required = [], properties = {}, maxProperties } = schema;
  const brace = { start: node.offset, end: node.offset + 1 };
  if (maxProperties === 1 && new Set(names).size !== 1) {
    const choices = joinNamesAsCode(Object.keys(properties), "or");
    const second = fields[1];
    const span = second ? jsonSpanOf(second.key) : brace;
    problems.push(report("009", span, { what: schema.title ?? "object", choices }));
  }
  const missing = required.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    const verb = missing.length > 1 ? "are" : "is";
    problems.push(report("003", brace, { fields: `${joinNamesAsCode(missing, "and")} ${verb}` }));
  }
  return problems;
}

function checkField(
  { name, key, value }: JsonField,
  schema: JsonFileSchema,
  present: readonly string[],
  report: JsonFileProblemFactory,
): FixableProblem[] {
  const known = fieldSchemaOf(schema, name);
  if (known) {
    return value ? checkNode(value, known, report) : [];
  }
  if (schema.additionalProperties !== false) {
    return [];
  }
  const span = jsonSpanOf(key);
  const { title: what = "field", properties = {} } = schema;
  const open = Object.keys(properties).filter((other) => !present.includes(other));
  const near = findNearestNames(open, name);
  const place = what === "action" || what === "format" ? { what, where: "" } : { what: "field", where: " here" };
  const problem = report("002", span, { ...place, name, suggestion: formatDidYouMean(near) });
  return [addFixes(problem, createReplaceStringFixes(span, near))];
}

function article(type: string): string {
  return /^[aeio]/.test(type) ? `an ${type}` : type === "null" ? type : `a ${type}`;
}

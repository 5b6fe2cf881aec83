import type { TProperties, TSchema } from "typebox";
import * as Type from "typebox";
import { assertNever } from "../../base/assert-never.ts";
import { isRecord } from "../../base/guards.ts";
import type { FilePart } from "../../contract/file-part.ts";
import {
  type ArgumentPath,
  type ArgumentRule,
  type OperationDefinition,
  type OperationKind,
  streamMarker,
} from "../../contract/operation.ts";
import { InvalidArgumentsError } from "../interface/errors.ts";
import type { AnyArguments } from "../interface/method.ts";
import { findSchemaProblem, formatFieldPath } from "../text/schema-problem.ts";
import { isReadableBytes } from "../upload/byte-source.ts";
import { checkRowCount } from "../upload/check-limits.ts";
import { isFilePart } from "../upload/multipart.ts";

interface FormSchema {
  /** Schema of the form that allows any value for a file. */
  readonly fields: TSchema;
  /** Names of the fields that are files. */
  readonly files: readonly string[];
}

const forms = new WeakMap<TSchema, FormSchema>();

/**
 * Throws InvalidArgumentsError for the first field of a multipart body that violates its schema, or that should be a
 * file but is not.
 */
function checkForm(operation: string, schema: TSchema, body: unknown): void {
  const form = formSchema(schema);
  const problem = findSchemaProblem(form.fields, body);
  if (problem) {
    throw new InvalidArgumentsError(operation, formatFieldPath("body", problem.instancePath), problem.message);
  }
  const values = body as Readonly<Record<string, unknown>>;
  for (const name of form.files) {
    for (const item of Array.isArray(values[name]) ? values[name] : [values[name]]) {
      if (item !== undefined) {
        checkFile(operation, `body.${name}`, item);
      }
    }
  }
}

/** Throws InvalidArgumentsError for a size that is not a number of bytes. */
function checkSize(operation: string, field: string, value: object): void {
  const size = "size" in value ? value.size : undefined;
  if (size !== undefined && !(Number.isSafeInteger(size) && Number(size) >= 0)) {
    throw new InvalidArgumentsError(operation, field, "has a size that is not a number of bytes");
  }
}

function checkFile(operation: string, field: string, value: unknown): void {
  if (!isFilePart(value)) {
    throw new InvalidArgumentsError(operation, field, "must be a file with a filename, to be opened");
  }
  const { filename, contentType }: FilePart = value;
  if (filename === "" || /[/\\]/.test(filename)) {
    throw new InvalidArgumentsError(operation, field, "must have a filename without folders");
  }
  if (contentType !== undefined && !/^[\x20-\x7e]+$/.test(contentType)) {
    throw new InvalidArgumentsError(operation, field, "has a content type that a header cannot carry");
  }
  checkSize(operation, field, value);
}

function formSchema(schema: TSchema): FormSchema {
  const known = forms.get(schema);
  if (known) {
    return known;
  }
  const properties: Readonly<Record<string, TSchema>> =
    "properties" in schema ? (schema.properties as Record<string, TSchema>) : {};
  const files = Object.keys(properties).filter((name) => isBinary(properties[name]));
  const anything = Object.fromEntries(files.map((name) => [name, Type.Unknown()]));
  const form = { fields: { ...schema, properties: { ...properties, ...anything } }, files };
  forms.set(schema, form);
  return form;
}

/** Whether a schema is that of a file or of a list of files. */
function isBinary(schema: TSchema | undefined): boolean {
  const item: unknown = schema && "items" in schema ? schema.items : schema;
  return isRecord(item) && "format" in item && item.format === "binary";
}

/**
 * Throws InvalidArgumentsError for the first argument that violates the operation's schemas or its maximum number of
 * rows. The message has the field and the limit, never the value.
 */
export function checkArguments(operation: string, row: OperationDefinition, args: AnyArguments): void {
  for (const part of ["path", "query", "headers"] as const) {
    const properties = row[part];
    if (properties) {
      check(operation, part, objectSchema(properties), withoutUndefined(args[part] ?? {}));
    }
  }
  if (!row.body) {
    return;
  }
  const { schema } = row.body;
  if (schema === streamMarker) {
    checkStream(operation, args.body);
  } else if (row.body.type === "multipart/form-data") {
    checkForm(operation, schema, args.body);
  } else {
    checkRowCount(operation, row, args.body);
    check(operation, "body", schema, args.body);
  }
}

function checkStream(operation: string, body: unknown): void {
  if (!isReadableBytes(body)) {
    throw new InvalidArgumentsError(operation, "body", "must be bytes: a file to open, or an iteration of byte arrays");
  }
  checkSize(operation, "body", body);
}

function check(operation: string, part: string, schema: TSchema, value: unknown): void {
  const problem = findSchemaProblem(schema, value);
  if (problem) {
    throw new InvalidArgumentsError(operation, formatFieldPath(part, problem.instancePath), problem.message);
  }
}

const objects = new WeakMap<TProperties, TSchema>();

function objectSchema(properties: TProperties): TSchema {
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

/**
 * Throws InvalidArgumentsError for the first argument that violates a rule of the operation. The message never has the
 * value.
 */
export function checkOperationRules(
  operation: string,
  row: OperationDefinition,
  args: AnyArguments,
  nowMs: number,
): void {
  for (const rule of row.rules ?? []) {
    const problem = problemOf(rule, args, nowMs);
    if (problem !== undefined) {
      throw new InvalidArgumentsError(operation, rule.field, problem);
    }
  }
}

function problemOf(rule: ArgumentRule, args: AnyArguments, nowMs: number): string | undefined {
  const value = valueAt(args, rule.field);
  if (value === undefined) {
    return undefined;
  }
  switch (rule.kind) {
    case "onlyWith":
      return valueAt(args, rule.other) === rule.value
        ? undefined
        : `may be given only when ${rule.other} is ${rule.value}`;
    case "sameAs": {
      const other = valueAt(args, rule.other);
      return other === undefined || other === value ? undefined : `must be the same as ${rule.other}`;
    }
    case "yearsAhead": {
      const time = typeof value === "string" ? Date.parse(value) : Number.NaN;
      const isWithin = time >= yearsFrom(nowMs, rule.least.value) && time <= yearsFrom(nowMs, rule.most.value);
      return isWithin ? undefined : `must be an ISO 8601 time between ${rule.least.text} and ${rule.most.text} ahead`;
    }
    default:
      return assertNever(rule);
  }
}

/** Returns the kind by which the role gate judges a call, which its arguments may raise. */
export function kindOfCall({ kind, kindWhen }: OperationDefinition, args: AnyArguments): OperationKind {
  return kindWhen && valueAt(args, kindWhen.field) === kindWhen.value ? kindWhen.kind : kind;
}

function valueAt(args: AnyArguments, field: ArgumentPath): unknown {
  return field
    .split(".")
    .reduce<unknown>((value, name) => (isRecord(value) ? Reflect.get(value, name) : undefined), args);
}

function yearsFrom(nowMs: number, years: number): number {
  const date = new Date(nowMs);
  return date.setUTCFullYear(date.getUTCFullYear() + years);
}

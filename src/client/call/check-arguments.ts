import type { TProperties, TSchema } from "typebox";
import * as Type from "typebox";
import { isRecord } from "../../base/guards.ts";
import { findBrokenRule } from "../../contract/argument-rules.ts";
import type { FilePart } from "../../contract/file-part.ts";
import { type OperationDefinition, streamMarker } from "../../contract/operation.ts";
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
  const broken = findBrokenRule(row, args, nowMs);
  if (broken) {
    throw new InvalidArgumentsError(operation, broken.field, broken.problem);
  }
}

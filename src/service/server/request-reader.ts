import type { IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import type { FastifyRequest } from "fastify";
import { type TProperties, type TSchema, Type } from "typebox";
import { Compile, type Validator } from "typebox/compile";
import { isObject, isRecord } from "../../base/guards.ts";
import { jsonFormType, type OperationDefinition } from "../../contract/operation.ts";
import { HttpError } from "../call/call.ts";
import { type JsonSchema, resolveSchema, schemasOfField, withInt32Bounds } from "./json-schema.ts";
import { isReceivedAsBytes } from "./request-bodies.ts";
import { findSchemaProblems, formatFieldPath } from "./schema-problems.ts";

/**
 * Maximum nesting depth of a body; our choice. Nested filters are read recursively, here and in the database, whose own
 * limit is 1,000 expressions.
 */
const maxBodyDepth = 400;

/**
 * Checks what a schema cannot express about a JSON body: its nesting depth, and that its texts have no unpaired
 * surrogate, which has no UTF-8 form and so fits no file or database. Throws a 400.
 */
function checkBodyValues(body: unknown): void {
  if (isDeeperThan(body, maxBodyDepth)) {
    throw new HttpError(400, "REQUEST_INVALID", `The body is nested more than ${maxBodyDepth} levels deep.`);
  }
  const path = findUnpairedSurrogate(body);
  if (path) {
    throw new HttpError(
      400,
      "REQUEST_INVALID",
      `The request is invalid: ${["body", formatFieldPath(path)].join(" ").trim()} has an unpaired surrogate; send well-formed Unicode text.`,
    );
  }
}

/** Whether lists and objects in a JSON value are nested more than `limit` deep. */
function isDeeperThan(value: unknown, limit: number): boolean {
  let level = [value].filter(isRecord);
  for (let depth = 0; level.length > 0; depth++) {
    if (depth === limit) {
      return true;
    }
    level = level.flatMap((container) => Object.values(container).filter(isRecord));
  }
  return false;
}

/** Path of the first text that is not well-formed Unicode, or of the object that has such a field name. */
function findUnpairedSurrogate(value: unknown): string[] | undefined {
  if (typeof value === "string") {
    return isWellFormed(value) ? undefined : [];
  }
  if (!isRecord(value)) {
    return undefined;
  }
  for (const name of Object.keys(value)) {
    const found = isWellFormed(name) ? findUnpairedSurrogate(Reflect.get(value, name)) : [];
    if (found) {
      return isWellFormed(name) ? [name, ...found] : [];
    }
  }
  return undefined;
}

function isWellFormed(text: string): boolean {
  return !/\p{Surrogate}/u.test(text);
}

/** The parts of a request after the checks against the schemas of its contract row. */
interface CheckedParts {
  readonly path: unknown;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: unknown;
  readonly body: unknown;
}

type Reader = (value: unknown) => unknown;

/** Changes a body before it is checked. */
type TransformBody = (body: unknown, headers: IncomingHttpHeaders) => unknown;

/**
 * Creates a function that reads and checks the requests of one operation. Path, query and headers are texts, so numbers
 * and booleans are parsed and defaults filled in. Optional fields of the body that are null are removed. TypeBox checks
 * its own schemas, because AJV refuses recursive ones.
 */
export function createRequestReader(
  row: OperationDefinition,
  prepareBody: TransformBody = (body) => body,
): (request: FastifyRequest) => CheckedParts {
  const path = createTextReader("path parameter", row.path);
  const query = createTextReader("query parameter", row.query);
  const headers = createTextReader("header", row.headers);
  const body = createBodyReader(row, prepareBody);
  return (request) => ({
    path: path(request.params),
    query: query(request.query) as CheckedParts["query"],
    headers: headers(pickHeaders(request, row.headers)),
    body: body(request),
  });
}

function createTextReader(location: string, properties: TProperties | undefined): Reader {
  if (!properties) {
    return () => ({});
  }
  const check = createCheck(location, Type.Object(properties));
  return (value) => check(coerceParameters(properties, (value ?? {}) as Readonly<Record<string, unknown>>));
}

function createBodyReader(row: OperationDefinition, prepare: TransformBody): (request: FastifyRequest) => unknown {
  if (!row.body) {
    return () => undefined;
  }
  const { type, schema } = row.body;
  if (typeof schema === "symbol" || isReceivedAsBytes(row.body)) {
    return (request) => {
      if (type !== "*/*") {
        checkType(contentTypeOf(request), type);
      }
      return request.body ?? Readable.from([]);
    };
  }
  if (type === "multipart/form-data") {
    // Its parts were checked when they were read.
    return (request) => {
      checkType(contentTypeOf(request), type);
      return request.body;
    };
  }
  const check = createCheck("body", schema);
  const formField = type === "application/json" ? row.body.formField : undefined;
  const takesJson = type === "application/x-www-form-urlencoded" && row.body.takesJson === true;
  return (request) => {
    const sent = contentTypeOf(request);
    if (sent === undefined && request.body === undefined) {
      // A missing body counts as an empty object; the check then names missing fields.
      return check(prepare({}, request.headers));
    }
    const isForm = formField !== undefined && sent === jsonFormType;
    if (!isForm && !(takesJson && sent === "application/json")) {
      checkType(sent, type);
    }
    const body = isForm ? readField(request.body, formField) : request.body;
    checkBodyValues(body);
    return check(prepare(body, request.headers));
  };
}

/** Parses the JSON in the one field of a form. Throws a 400 if there is none. */
function readField(form: unknown, name: string): unknown {
  const fields: Readonly<Record<string, unknown>> = isRecord(form) ? { ...form } : {};
  const text = fields[name];
  const value = typeof text === "string" ? parseText(text) : undefined;
  if (value === undefined) {
    throw new HttpError(400, "REQUEST_INVALID", `The request is invalid: form field ${name} must hold JSON.`);
  }
  return value;
}

/** Parses JSON; returns undefined, which is no JSON value, for other text. */
function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function contentTypeOf(request: FastifyRequest): string | undefined {
  return request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
}

function checkType(sent: string | undefined, type: string): void {
  if (sent !== type) {
    throw new HttpError(
      415,
      "BODY_UNFIT",
      `The Content-Type of the body is ${sent ?? "missing"}; the operation accepts ${type}.`,
    );
  }
}

/**
 * Creates a check that returns the value without optional nulls, or throws a 400 that names the location and field of
 * each problem, but never a value. Its schema is compiled with the first value: the schemas of all operations take a third of a
 * second, and a service that starts is waited for.
 */
function createCheck(location: string, given: TSchema): Reader {
  let compiled: { readonly schema: JsonSchema; readonly validator: Validator } | undefined;
  return (sent) => {
    compiled ??= compileSchema(given);
    const { schema, validator } = compiled;
    const value = withoutOptionalNulls(schema, sent);
    if (validator.Check(value)) {
      return value;
    }
    const problems = findSchemaProblems(schema, value).map(({ path, message }) =>
      [location, formatFieldPath(path), message].filter((part) => part !== "").join(" "),
    );
    // The validator decides. Some problems that it finds have no message here.
    const description =
      problems.length > 0 ? [...new Set(problems)].join("; ") : `${location} is not what the operation accepts`;
    throw new HttpError(400, "REQUEST_INVALID", `The request is invalid: ${description}.`);
  };
}

function compileSchema(given: TSchema): { readonly schema: JsonSchema; readonly validator: Validator } {
  const schema: JsonSchema = withInt32Bounds(given as JsonSchema);
  return { schema, validator: Compile(schema as TSchema) };
}

function pickHeaders(request: FastifyRequest, properties: TProperties | undefined): Record<string, unknown> {
  const names = Object.keys(properties ?? {});
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = request.headers[name.toLowerCase()];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/**
 * Converts path and query values from texts to the types of their schemas, and fills in defaults. A text that is not a
 * valid number or boolean stays unchanged, so that the later check reports it.
 */
export function coerceParameters(
  properties: TProperties,
  values: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const coerced: Record<string, unknown> = { ...values };
  for (const [name, schema] of Object.entries(properties)) {
    const value =
      coerced[name] === undefined ? structuredClone(keywords(schema).default) : coerce(schema, coerced[name]);
    if (value !== undefined) {
      coerced[name] = value;
    }
  }
  return coerced;
}

/** The JSON Schema keywords that conversion needs. */
interface Keywords {
  readonly type?: unknown;
  readonly default?: unknown;
  readonly items?: TSchema;
}

function keywords(schema: TSchema): Keywords {
  return schema as Keywords;
}

function coerce(schema: TSchema, value: unknown): unknown {
  const { type, items } = keywords(schema);
  if (type === "array" && items) {
    return (Array.isArray(value) ? value : [value]).map((item) => coerce(items, item));
  }
  if (typeof value !== "string") {
    return value;
  }
  if ((type === "integer" || type === "number") && /^-?\d+(\.\d+)?$/.test(value)) {
    return Number(value);
  }
  if (type === "boolean" && (value === "true" || value === "false")) {
    return value === "true";
  }
  return value;
}

/**
 * Removes optional fields with the value null at any depth, because callers write null for missing values. Keeps null
 * where the schema allows it, and in fields that the schema does not describe.
 */
export function withoutOptionalNulls(schema: JsonSchema, value: unknown): unknown {
  return prune(schema, value, {});
}

function prune(given: JsonSchema, value: unknown, definitions: Readonly<Record<string, JsonSchema>>): unknown {
  const { schema, definitions: known } = resolveSchema(given, definitions);
  const branches = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  const pruned = branches.reduce<unknown>((inner, branch) => prune(branch, inner, known), value);
  if (Array.isArray(pruned)) {
    const { items } = schema;
    return items ? pruned.map((item) => prune(items, item, known)) : pruned;
  }
  if (!isObject(pruned)) {
    return pruned;
  }
  if (!schema.properties && !schema.patternProperties) {
    return pruned;
  }
  const { properties = {}, required = [] } = schema;
  const remaining: [string, unknown][] = [];
  for (const [name, field] of Object.entries(pruned)) {
    const parts = schemasOfField(schema, name);
    const isOptional = Object.hasOwn(properties, name) && !required.includes(name);
    if (field !== null || !isOptional || parts.every((part) => acceptsNull(part, known))) {
      remaining.push([name, parts.reduce<unknown>((inner, part) => prune(part, inner, known), field)]);
    }
  }
  return Object.fromEntries(remaining);
}

function acceptsNull(given: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): boolean {
  const { schema, definitions: known } = resolveSchema(given, definitions);
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (schema.type === undefined && alternatives) {
    return alternatives.some((alternative) => acceptsNull(alternative, known));
  }
  const isOpen =
    schema.type === undefined && schema.const === undefined && schema.enum === undefined && !schema.properties;
  return isOpen || schema.const === null || [schema.type].flat().includes("null");
}

import type { IncomingHttpHeaders } from "node:http";
import type { FastifyRequest } from "fastify";
import { type TProperties, type TSchema, Type } from "typebox";
import { Compile } from "typebox/compile";
import { jsonFormType, type OperationDefinition } from "../../contract/operation.ts";
import { HttpError } from "../call/call.ts";
import { checkBodyValues } from "./body-values.ts";
import { coerceTexts } from "./coerce.ts";
import { type JsonSchema, withInt32 } from "./json-schema.ts";
import { withoutOptionalNulls } from "./optional-nulls.ts";
import { fieldName, schemaProblems } from "./schema-problems.ts";

/** The parts of a request, checked against the schemas of its row. */
export interface ReadParts {
  readonly path: unknown;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: unknown;
  readonly body: unknown;
}

type Reader = (value: unknown) => unknown;

/** What a body becomes before it is checked. */
export type PrepareBody = (body: unknown, headers: IncomingHttpHeaders) => unknown;

/**
 * Makes the reader of a row's requests. Path, query and headers are text, so numbers and booleans are read from it and
 * defaults filled in; a body is taken as it is, but for optional fields that are null. TypeBox checks its own schemas rather
 * than AJV, which refuses the cyclic ones: each copy of a definition has the same `$id`.
 */
export function createRequestReader(
  row: OperationDefinition,
  prepareBody: PrepareBody = (body) => body,
): (request: FastifyRequest) => ReadParts {
  const path = textReader("path parameter", row.path);
  const query = textReader("query parameter", row.query);
  const headers = textReader("header", row.headers);
  const body = bodyReader(row, prepareBody);
  return (request) => ({
    path: path(request.params),
    query: query(request.query) as ReadParts["query"],
    headers: headers(pickHeaders(request, row.headers)),
    body: body(request),
  });
}

function textReader(place: string, properties: TProperties | undefined): Reader {
  if (!properties) {
    return () => ({});
  }
  const check = checker(place, Type.Object(properties));
  return (value) => check(coerceTexts(properties, (value ?? {}) as Readonly<Record<string, unknown>>));
}

function bodyReader(row: OperationDefinition, prepare: PrepareBody): (request: FastifyRequest) => unknown {
  if (!row.body) {
    return () => undefined;
  }
  const { type, schema } = row.body;
  if (typeof schema === "symbol") {
    return (request) => {
      if (type !== "*/*") {
        checkType(sentType(request), type);
      }
      return request.body;
    };
  }
  if (type === "multipart/form-data") {
    // Its parts were checked as they were read.
    return (request) => {
      checkType(sentType(request), type);
      return request.body;
    };
  }
  const check = checker("body", schema);
  const formField = type === "application/json" ? row.body.formField : undefined;
  const takesJson = type === "application/x-www-form-urlencoded" && row.body.takesJson === true;
  return (request) => {
    const sent = sentType(request);
    if (sent === undefined && request.body === undefined) {
      // Left out is as good as empty: the check says what is missing, if anything is.
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

/** The JSON in the one field of a form. */
function readField(form: unknown, name: string): unknown {
  const fields: Readonly<Record<string, unknown>> = typeof form === "object" && form !== null ? { ...form } : {};
  const text = fields[name];
  const value = typeof text === "string" ? parseText(text) : undefined;
  if (value === undefined) {
    throw new HttpError(400, "REQUEST_INVALID", `The request does not fit: form field ${name} must hold JSON.`);
  }
  return value;
}

/** Undefined, which no JSON stands for, where it cannot be parsed. */
function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function sentType(request: FastifyRequest): string | undefined {
  return request.headers["content-type"]?.split(";", 1)[0]?.trim().toLowerCase();
}

function checkType(sent: string | undefined, type: string): void {
  if (sent !== type) {
    throw new HttpError(415, "BODY_UNFIT", `The body is ${sent ?? "of no named type"}; the operation takes ${type}.`);
  }
}

/** Gives the value without optional nulls, or throws a 400 that names the place and the field of each problem, never a value. */
function checker(place: string, given: TSchema): Reader {
  const schema: JsonSchema = withInt32(given as JsonSchema);
  const validator = Compile(schema as TSchema);
  return (sent) => {
    const value = withoutOptionalNulls(schema, sent);
    if (validator.Check(value)) {
      return value;
    }
    const problems = schemaProblems(schema, value).map(({ path, message }) =>
      [place, fieldName(path), message].filter((part) => part !== "").join(" "),
    );
    // The validator is the judge: what it alone refuses has no words of its own.
    const told = problems.length > 0 ? [...new Set(problems)].join("; ") : `${place} is not what the operation takes`;
    throw new HttpError(400, "REQUEST_INVALID", `The request does not fit: ${told}.`);
  };
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

import { jsonFormType, type OperationDefinition } from "../../contract/operation.ts";
import { InvalidArgumentsError } from "../interface/errors.ts";
import { createBufferBody, isReadableBytes, type RequestBytes, toRequestBytes } from "./byte-source.ts";
import { checkBodySize } from "./check-limits.ts";
import { ByteSizeLimit, openCheckedBytes } from "./checked-bytes.ts";
import { createBoundary, createMultipartBody, isFilePart } from "./multipart.ts";

/** A request body with its content type. */
export interface RequestContent {
  readonly type: string;
  readonly body: string | RequestBytes;
}

/** Size from which text is sent in pieces, to report progress and to tell a slow line from a silent service. */
const largeTextBytes = 1024 * 1024;

type Fields = Readonly<Record<string, unknown>>;

/**
 * Serializes the body of an operation's request, by default in the first content type of the contract, else as
 * `wantedType`. Throws InvalidArgumentsError for a body that exceeds the operation's limit, and for a type that the
 * operation does not accept.
 */
export function buildBody(
  operation: string,
  row: OperationDefinition,
  value: unknown,
  random: () => number,
  wantedType?: string,
): RequestContent | undefined {
  if (wantedType !== undefined && !bodyTypes(row).includes(wantedType)) {
    throw new InvalidArgumentsError(operation, "bodyType", `must be one of ${bodyTypes(row).join(", ")}`);
  }
  if (!row.body || value === undefined) {
    return undefined;
  }
  const { type } = row.body;
  switch (type) {
    case "application/json": {
      if (wantedType === jsonFormType && row.body.formField !== undefined) {
        return { type: jsonFormType, body: formText({ [row.body.formField]: JSON.stringify(value) }) };
      }
      const text = JSON.stringify(value);
      const size = Buffer.byteLength(text);
      checkBodySize(operation, row, "body", size);
      return { type, body: size > largeTextBytes ? createBufferBody(Buffer.from(text)) : text };
    }
    case "application/x-www-form-urlencoded":
      return { type, body: formText(value as Fields) };
    case "multipart/form-data":
      return multipartContent(operation, row, value as Fields, createBoundary(random));
    case "application/zip":
    case "*/*":
      return { type: type === "*/*" ? "application/octet-stream" : type, body: streamBytes(operation, row, value) };
  }
}

function bodyTypes({ body }: OperationDefinition): string[] {
  const hasForm = body?.type === "application/json" && body.formField !== undefined;
  return body ? [body.type, ...(hasForm ? [jsonFormType] : [])] : [];
}

function multipartContent(
  operation: string,
  row: OperationDefinition,
  fields: Fields,
  boundary: string,
): RequestContent {
  let bytes = 0;
  for (const [name, value] of Object.entries(fields)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      bytes += isFilePart(item) ? (item.size ?? 0) : 0;
      checkBodySize(operation, row, `body.${name}`, bytes);
    }
  }
  const body = createMultipartBody(operation, row, fields, boundary);
  return { type: `multipart/form-data; boundary=${boundary}`, body };
}

function streamBytes(operation: string, row: OperationDefinition, value: unknown): RequestBytes {
  if (!isReadableBytes(value)) {
    throw new TypeError(`${operation}: the body was not checked.`);
  }
  const bytes = toRequestBytes(value);
  const { size } = bytes;
  checkBodySize(operation, row, "body", size);
  return {
    size,
    get canOpen() {
      return bytes.canOpen;
    },
    open: () =>
      openCheckedBytes(() => bytes.open(), {
        operation,
        field: "body",
        size,
        budget: new ByteSizeLimit(operation, row),
      }),
  };
}

function formText(fields: Fields): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) {
      form.append(name, String(value));
    }
  }
  return form.toString();
}

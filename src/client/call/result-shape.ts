import * as Type from "typebox";
import { isRecord } from "../../base/guards.ts";
import type { TableResponse } from "../../contract/query-schemas.ts";
import { MalformedError, StatusError } from "../interface/errors.ts";
import type { StreamAnswer } from "../interface/method.ts";
import { parseJson } from "../text/parse-json.ts";
import { schemaProblem } from "../text/schema-problem.ts";
import { utf8Decoder } from "../text/utf8-text.ts";

/** A small result in memory. A missing value is null; every other value is text, as the service sends it. */
interface ResultTable {
  /** In the order of the query; two may have the same name. */
  readonly columns: readonly string[];
  readonly rows: readonly (readonly (string | null)[])[];
  /** Whether rows beyond `maximumRows` were left unread. */
  readonly isTruncated: boolean;
}

interface ReadTableOptions {
  /** Name of the operation, for the errors. */
  readonly operation: string;
  readonly maximumRows?: number | undefined;
  /** False when the query asked for `omitHeader`: the columns are then named by their positions. */
  readonly hasHeader?: boolean | undefined;
}

const maximumRowsUsually = 10_000;
const maximumBytes = 64 * 1024 * 1024;

const HeaderAndRows = Type.Object({
  header: Type.Optional(Type.Record(Type.String(), Type.String())),
  rows: Type.Optional(Type.Array(Type.Record(Type.String(), Type.Union([Type.String(), Type.Null()])))),
});

/** Reads an answer of `/sql`, `/list` or `/snapshot` in either shape. Throws MalformedError for any other. */
export async function readResultTable(answer: StreamAnswer, options: ReadTableOptions): Promise<ResultTable> {
  switch (answer.contentType) {
    case "application/jsonlines":
    case "application/x-ndjson":
      return await readJsonLines(answer.body, options);
    case "application/json":
      return await readHeaderAndRows(answer.body, options);
    default:
      throw new MalformedError(options.operation, `its content type is ${answer.contentType || "not named"}`);
  }
}

/** The table of a header/rows answer: keys are column positions from 0 (sql-like-language 11.1). The empty string stays. */
export function tableOf(answer: TableResponse, maximumRows = Number.POSITIVE_INFINITY): ResultTable {
  const { header = {}, rows = [] } = answer;
  const named = Object.keys(header);
  const keys = (named.length > 0 ? named : Object.keys(rows[0] ?? {})).sort(
    (one, other) => Number(one) - Number(other),
  );
  return {
    columns: keys.map((key) => header[key] ?? key),
    rows: rows.slice(0, maximumRows).map((row) => keys.map((key) => row[key] ?? null)),
    isTruncated: rows.length > maximumRows,
  };
}

async function readHeaderAndRows(body: AsyncIterable<Uint8Array>, options: ReadTableOptions): Promise<ResultTable> {
  const pieces: string[] = [];
  for await (const text of decoded(body, options.operation)) {
    pieces.push(text);
  }
  const value = parse(pieces.join(""), options.operation);
  throwRefusal(value, options.operation);
  const problem = schemaProblem(HeaderAndRows, value);
  if (problem) {
    throw new MalformedError(options.operation, `it is neither JSON Lines nor header and rows (${problem.message})`);
  }
  return tableOf(value as TableResponse, options.maximumRows ?? maximumRowsUsually);
}

async function readJsonLines(body: AsyncIterable<Uint8Array>, options: ReadTableOptions): Promise<ResultTable> {
  const { operation, maximumRows = maximumRowsUsually, hasHeader = true } = options;
  let columns: string[] | undefined;
  const rows: (string | null)[][] = [];
  for await (const line of lines(body, operation)) {
    const values = valuesOf(line, operation);
    if (!columns && hasHeader) {
      columns = values.map((value) => value ?? "");
      continue;
    }
    columns ??= values.map((_, position) => String(position));
    if (values.length !== columns.length) {
      throw new MalformedError(
        operation,
        `row ${rows.length + 1} has ${values.length} values for ${columns.length} columns`,
      );
    }
    if (rows.length === maximumRows) {
      return { columns, rows, isTruncated: true };
    }
    rows.push(values);
  }
  if (!columns && hasHeader) {
    throw new MalformedError(operation, "it has no line of column names");
  }
  return { columns: columns ?? [], rows, isTruncated: false };
}

function valuesOf(line: string, operation: string): (string | null)[] {
  const values = parse(line, operation);
  if (!Array.isArray(values)) {
    throwRefusal(values, operation);
    throw new MalformedError(operation, "a line is not a JSON array");
  }
  return values.map((value: unknown) => {
    if (isRecord(value)) {
      throw new MalformedError(operation, "a value is neither text nor null");
    }
    return value === null ? null : String(value);
  });
}

/** A failure delivered in place of the result. */
function throwRefusal(value: unknown, operation: string): void {
  const error = isRecord(value) && "error" in value ? value.error : undefined;
  if (isRecord(error)) {
    const message = "message" in error && typeof error.message === "string" ? error.message : undefined;
    const code = "errorCode" in error && typeof error.errorCode === "string" ? error.errorCode : undefined;
    throw new StatusError(operation, 200, { serverMessage: message, code });
  }
}

async function* lines(body: AsyncIterable<Uint8Array>, operation: string): AsyncGenerator<string> {
  let rest = "";
  for await (const text of decoded(body, operation)) {
    const parts = (rest + text).split("\n");
    rest = parts.pop() ?? "";
    yield* parts.filter((part) => part.trim() !== "");
  }
  if (rest.trim() !== "") {
    yield rest;
  }
}

async function* decoded(body: AsyncIterable<Uint8Array>, operation: string): AsyncGenerator<string> {
  const decode = utf8Decoder(operation);
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.length;
    if (bytes > maximumBytes) {
      throw new MalformedError(operation, `it is larger than ${maximumBytes / 1024 / 1024} MiB`);
    }
    yield decode(chunk);
  }
  yield decode();
}

function parse(text: string, operation: string): unknown {
  const parsed = parseJson(text);
  if (!parsed.ok) {
    throw new MalformedError(operation, parsed.problem);
  }
  return parsed.value;
}

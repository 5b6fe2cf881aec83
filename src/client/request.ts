import { Readable } from "node:stream";
import { type DeploymentProfile, routeOf } from "../contract/deployment-profile.ts";
import type { OperationDefinition, RequestBody } from "../contract/operation.ts";
import { InvalidArgumentsError } from "./errors.ts";
import type { AnyArguments } from "./method.ts";

/** One request as it is sent, but for the credential. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  /** Path without query, for the log. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | Readable | undefined;
}

/** Where a request goes and for whom. */
export interface RequestTarget {
  readonly baseUrl: string;
  readonly profile: DeploymentProfile;
  readonly apiKey: string;
  readonly tenant: string | undefined;
  readonly project: string | undefined;
  readonly accept: string | undefined;
}

/** Makes the request of a row from arguments that were checked. Throws InvalidArgumentsError for what a URL or a header cannot carry. */
export function buildRequest(
  operation: string,
  row: OperationDefinition,
  args: AnyArguments,
  target: RequestTarget,
): HttpRequest {
  const route = routeOf(target.profile, operation, row);
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => pathSegment(operation, name, args.path?.[name]));
  const query = queryText(Object.keys(row.query ?? {}), args.query ?? {});
  const body = row.body && args.body !== undefined ? bodyOf(row.body, args.body) : undefined;
  return {
    method: route.method,
    url: `${target.baseUrl}${path}${query && `?${query}`}`,
    path,
    headers: headersOf(operation, row, args, target, body !== undefined),
    body,
  };
}

/** Throws InvalidArgumentsError, without the value, for text that no header can carry. */
export function headerValue(operation: string, name: string, value: string): string {
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    throw new InvalidArgumentsError(operation, `header ${name}`, "has a character that a header cannot carry");
  }
  return value;
}

function headersOf(
  operation: string,
  row: OperationDefinition,
  args: AnyArguments,
  target: RequestTarget,
  hasBody: boolean,
): Record<string, string> {
  const own = Object.keys(row.headers ?? {}).map((name) => [name, args.headers?.[name]] as const);
  const all: (readonly [string, unknown])[] = [
    ["Accept", acceptHeader(row, target.accept)],
    ["User-Agent", "workforce-analytics-vscode"],
    ["Content-Type", hasBody ? row.body?.type : undefined],
    ["apikey", row.auth === "none" ? undefined : target.apiKey],
    ["TargetTenantID", row.targets?.includes("tenant") ? target.tenant : undefined],
    ["ProjectID", row.targets?.includes("project") ? target.project : undefined],
    ...own,
  ];
  return Object.fromEntries(
    all
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, headerValue(operation, name, String(value))]),
  );
}

/** A flat form comes first and JSON after it: without JSON the service could not deliver an error (406). */
function acceptHeader(row: OperationDefinition, wanted: string | undefined): string {
  const first = wanted ?? Object.keys(row.answers)[0] ?? "application/json";
  return first === "application/json" ? first : `${first}, application/json`;
}

function pathSegment(operation: string, name: string, value: unknown): string {
  if (value === undefined) {
    throw new InvalidArgumentsError(
      operation,
      `path.${name}`,
      "is in the profile's route, but the operation has no such parameter",
    );
  }
  const text = String(value);
  // An address parser would take these as steps in the path, however they are encoded.
  if (text === "" || text === "." || text === "..") {
    throw new InvalidArgumentsError(operation, `path.${name}`, "must not be empty, one dot or two dots");
  }
  return encoded(text);
}

function queryText(names: readonly string[], values: Readonly<Record<string, unknown>>): string {
  return names
    .flatMap((name) => {
      const value = values[name];
      const list: readonly unknown[] = Array.isArray(value) ? value : [value];
      return list.filter((item) => item !== undefined).map((item) => `${encoded(name)}=${encoded(String(item))}`);
    })
    .join("&");
}

function bodyOf(definition: RequestBody, body: unknown): string | Readable {
  switch (definition.type) {
    case "application/json":
      return JSON.stringify(body);
    case "application/x-www-form-urlencoded":
      return formText(body as Readonly<Record<string, unknown>>);
    case "multipart/form-data":
      throw new Error("multipart");
    case "application/zip":
    case "*/*":
      return Readable.from(body as AsyncIterable<Uint8Array>, { objectMode: false });
  }
}

function formText(fields: Readonly<Record<string, unknown>>): string {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) {
      form.append(name, String(value));
    }
  }
  return form.toString();
}

/** Lone surrogates have no encoding; they become the replacement character, as everywhere on the web. */
function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

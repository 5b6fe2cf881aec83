import { type DeploymentProfile, routeOf } from "../../contract/deployment-profile.ts";
import type { OperationDefinition, SpecialTransport } from "../../contract/operation.ts";
import { resolveConnectionUrl } from "../interface/address.ts";
import { InvalidArgumentsError } from "../interface/errors.ts";
import type { AnyArguments } from "../interface/method.ts";
import type { RequestBytes } from "../upload/byte-source.ts";
import { buildBody, type RequestContent } from "../upload/request-body.ts";

/** A complete HTTP request, except for the headers of the credential. */
export interface HttpRequest {
  readonly method: string;
  readonly url: string;
  /** Path without query, for logging. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | RequestBytes | undefined;
  readonly transport: SpecialTransport | undefined;
}

/** Connection-specific data of a request. */
interface RequestTarget {
  readonly baseUrl: string;
  readonly profile: DeploymentProfile;
  readonly apiKey: string;
  readonly tenant: string | undefined;
  readonly project: string | undefined;
  readonly accept: string | undefined;
  /** Content type of the body; that of the contract's row by default. */
  readonly bodyType?: string | undefined;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
}

/**
 * Builds the HTTP request of an operation from checked arguments. Throws InvalidArgumentsError for values that a URL or
 * a header cannot contain, and for a body that exceeds the operation's limits.
 */
export function buildRequest(
  operation: string,
  row: OperationDefinition,
  args: AnyArguments,
  target: RequestTarget,
): HttpRequest {
  const route = routeOf(target.profile, operation, row);
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => pathSegment(operation, name, args.path?.[name]));
  const query = queryText(Object.keys(row.query ?? {}), args.query ?? {});
  const content = buildBody(operation, row, args.body, target.random, target.bodyType);
  return {
    method: route.method,
    url: `${resolveConnectionUrl(operation, target.baseUrl, path)}${query && `?${query}`}`,
    path,
    headers: buildHeaders(operation, row, args, target, content),
    body: content?.body,
    transport: row.transport,
  };
}

/**
 * Returns a header value after checking it. Throws InvalidArgumentsError, without the value, for characters that a
 * header cannot contain.
 */
export function checkHeaderValue(operation: string, name: string, value: string): string {
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) {
    throw new InvalidArgumentsError(operation, `header ${name}`, "has a character that a header cannot carry");
  }
  return value;
}

function buildHeaders(
  operation: string,
  row: OperationDefinition,
  args: AnyArguments,
  target: RequestTarget,
  content: RequestContent | undefined,
): Record<string, string> {
  const own = Object.keys(row.headers ?? {}).map((name) => [name, args.headers?.[name]] as const);
  const all: (readonly [string, unknown])[] = [
    ["Accept", acceptHeader(row, target.accept)],
    ["User-Agent", "workforce-analytics-vscode"],
    ["Content-Type", content?.type],
    // A body without a known length is sent in chunks.
    ["Content-Length", typeof content?.body === "object" ? content.body.size : undefined],
    ["Expect", content && row.transport === "redirectedUpload" ? "100-continue" : undefined],
    ["apikey", row.auth === "none" ? undefined : target.apiKey],
    ["TargetTenantID", row.targets?.includes("tenant") ? target.tenant : undefined],
    ["ProjectID", row.targets?.includes("project") ? target.project : undefined],
    ...own,
  ];
  return Object.fromEntries(
    all
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, checkHeaderValue(operation, name, String(value))]),
  );
}

/** Lists a flat format first and JSON second, because without JSON the service cannot return an error (406). */
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
  // A URL parser would treat these as navigation in the path, even if encoded.
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

/** URL-encodes a text. Lone surrogates, which have no encoding, become the replacement character. */
function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

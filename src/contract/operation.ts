import type { Static, TObject, TProperties, TSchema } from "typebox";
import * as Type from "typebox";
import type { BodyLimits, Limit } from "./limits.ts";
import type { StateMachineName } from "./states.ts";

/** Effect of an operation on the tenant, by which the role gate decides. */
export type OperationKind = "read" | "load" | "define" | "publish" | "delete";

/** Authentication that a call requires (service-api, "Authentication"). */
export type OperationAuth =
  /** `apikey` header and one credential. */
  | "standard"
  /** API key, and a bearer token or another credential. */
  | "bearer"
  /** No authentication, for requesting tokens and the connector version. */
  | "none";

export type OperationMethod = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Marks a body of bytes that is streamed, never held in memory. A registered symbol, so that it is the same in all
 * bundles.
 */
export const stream: unique symbol = Symbol.for("workforce.stream");
export type StreamMark = typeof stream;

/** Schemas of an operation's responses by content type; the first type is the default. */
type Answers = Readonly<Record<string, TSchema | StreamMark>>;

/** Type and schema of a request body. */
export type RequestBody =
  | {
      readonly type: "application/json";
      readonly schema: TSchema;
      /** Name of the form field that contains the JSON, if the body may also be sent as a form. */
      readonly formField?: string;
    }
  | {
      readonly type: "application/x-www-form-urlencoded";
      readonly schema: TSchema;
      /** Whether a JSON object with the same fields is accepted as well, because existing clients send it. */
      readonly takesJson?: true;
    }
  /** Parts by field name; a file is a `FilePart` (see `file-part.ts`). */
  | { readonly type: "multipart/form-data"; readonly schema: TSchema }
  /** Bytes, sent as `application/octet-stream` unless they are a ZIP file. */
  | { readonly type: "application/zip" | "*/*"; readonly schema: StreamMark };

/**
 * Content type of a form whose only field contains a JSON body; assumed, because the specification does not name it.
 */
export const jsonFormType = "application/x-www-form-urlencoded";

/** Special ways of sending a request (service-api, "PGP keys and upload", "Search, source files and reports"). */
export type SpecialTransport =
  /** A GET with a body. */
  | "getWithBody"
  /** An upload that the service may redirect; the client waits for 100 Continue before it sends the bytes. */
  | "redirectedUpload";

/** Parts of an operation's definition that the specification does not show and that are assumed. */
export type AssumedPart = "method" | "route" | "body" | "answers";

/** Definition of an operation as data, used by client, service, checks, role gate and forms. */
export interface OperationDefinition {
  /** Method and path, with `{name}` for a path parameter. A deployment profile may override it. */
  readonly route: `${OperationMethod} /${string}`;
  readonly title: string;
  readonly kind: OperationKind;
  /** Whether repeating the call has the same effect as one call, so that it may be retried. */
  readonly idempotent: boolean;
  /**
   * Whether the response may contain aggregates of people, so that a connection that hides small groups refuses to show
   * it unprocessed. Required for reads with a body and for reads that return bytes.
   */
  readonly answersAggregates?: boolean;
  /** `standard` by default. */
  readonly auth?: OperationAuth;
  readonly assumed?: readonly AssumedPart[];
  readonly path?: TProperties;
  readonly query?: TProperties;
  /** Headers specific to this operation, without `TargetTenantID` and `ProjectID`, for which there is `targets`. */
  readonly headers?: TProperties;
  readonly targets?: readonly ("tenant" | "project")[];
  readonly body?: RequestBody;
  /** Limits that schemas cannot express; checked before anything is sent. */
  readonly limits?: BodyLimits;
  readonly rules?: readonly RowRule[];
  readonly transport?: SpecialTransport;
  /** Header and value with which the client repeats the call after a 409 until it succeeds (service-api, "Errors"). */
  readonly repeatsOnConflict?: { readonly header: string; readonly value: string };
  /** State machine that a call changes. */
  readonly drives?: StateMachineName;
  /** State machine that a call reads. */
  readonly observes?: StateMachineName;
  /** Status of success; 200 by default. */
  readonly status?: number;
  readonly answers: Answers;
  /** Schema of a failure's body; `ErrorResponse` by default. */
  readonly failure?: TSchema;
}

type PathNames<Route extends string> = Route extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

/** Requires exactly one schema for each `{name}` of the route. */
type PathOf<Route extends string> = [PathNames<Route>] extends [never]
  ? { readonly path?: never }
  : { readonly path: { readonly [Name in PathNames<Route>]: TSchema } };

/**
 * Requires `answersAggregates` for reads with a body and reads that return bytes, so that small groups stay protected.
 */
type AggregatesOf<Row extends OperationDefinition> = Row extends { readonly kind: "read" }
  ? Row extends { readonly body: RequestBody }
    ? { readonly answersAggregates: boolean }
    : StreamMark extends Row["answers"][keyof Row["answers"]]
      ? { readonly answersAggregates: boolean }
      : unknown
  : unknown;

/**
 * Declares an operation. The compiler rejects a `{name}` of the route without a schema in `path`, and a missing
 * `answersAggregates` where it is required.
 */
export function operation<const Row extends OperationDefinition>(
  row: Row & PathOf<Row["route"]> & AggregatesOf<Row>,
): Row {
  return row;
}

/** Returns the query parameters `limit` and `start` of a paged listing (service-api, "Conventions"). */
export function paging(defaults: { readonly limit: number; readonly maximum?: number }) {
  return {
    limit: Type.Optional(
      Type.Integer({
        minimum: 1,
        default: defaults.limit,
        ...(defaults.maximum === undefined ? {} : { maximum: defaults.maximum }),
      }),
    ),
    start: Type.Optional(Type.Integer({ minimum: 0, default: 0 })),
  };
}

type ObjectOf<Properties> = Properties extends TProperties ? Static<TObject<Properties>> : never;

/** Type of one part of the arguments: absent if the operation has none, optional if all its fields are optional. */
type Part<Name extends string, Value> = [Value] extends [never]
  ? { readonly [Key in Name]?: never }
  : Partial<Record<never, never>> extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };

type BodyOf<Row extends OperationDefinition> = Row["body"] extends { schema: infer Schema }
  ? Schema extends StreamMark
    ? AsyncIterable<Uint8Array>
    : Schema extends TSchema
      ? Static<Schema>
      : never
  : never;

/** Arguments of an operation: those of `path`, `query`, `headers` and `body` that the operation has. */
export type ArgumentsOf<Row extends OperationDefinition> = Part<"path", ObjectOf<Row["path"]>> &
  Part<"query", ObjectOf<Row["query"]>> &
  Part<"headers", ObjectOf<Row["headers"]>> &
  ([BodyOf<Row>] extends [never] ? { readonly body?: never } : { readonly body: BodyOf<Row> });

/** Splits a route into method and path. */
export function splitRoute(route: OperationDefinition["route"]): { method: OperationMethod; path: string } {
  const [method, path] = route.split(" ", 2) as [OperationMethod, string];
  return { method, path };
}

/** Path of a field in the arguments of a call, such as `body.allTenants`. */
export type FieldPath = `${"path" | "query" | "headers" | "body"}.${string}`;

/** A rule of the specification that schemas cannot express; checked before anything is sent. */
export type RowRule =
  /** A field that is allowed only if another field has a given value. */
  | { readonly kind: "onlyWith"; readonly field: FieldPath; readonly other: FieldPath; readonly value: boolean }
  /** A field that must be equal to another one if both are given. */
  | { readonly kind: "sameAs"; readonly field: FieldPath; readonly other: FieldPath }
  /** An ISO 8601 time that must be between `least` and `most` years ahead. */
  | { readonly kind: "yearsAhead"; readonly field: FieldPath; readonly least: Limit; readonly most: Limit };

/**
 * Responses of an operation for which the specification shows only failures: the body of a success as text, which is
 * usually empty.
 */
export function unshownAnswer() {
  return { "*/*": Type.String() } as const;
}

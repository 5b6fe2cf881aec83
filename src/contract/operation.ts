import type { Static, TObject, TProperties, TSchema } from "typebox";
import * as Type from "typebox";
import type { BodyLimits, ServiceLimit } from "./limits.ts";
import type { StateMachineName } from "./states.ts";

/** Effect of an operation on the tenant's data. Used to decide whether a connection may call the operation. */
export type OperationKind = "read" | "load" | "define" | "publish" | "delete";

/** Authentication that an operation requires (service-api, "Authentication"). */
export type OperationAuth =
  /** Requires the `apikey` header and one credential. */
  | "standard"
  /** Requires an API key, and a bearer token or another credential. */
  | "bearer"
  /** Requires no authentication. Used by token requests and by the request for the connector version. */
  | "none";

export type OperationMethod = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Marks a request or response body as bytes that are streamed instead of held in memory. The symbol is registered
 * globally, so that it is the same in all bundles.
 */
export const streamMarker: unique symbol = Symbol.for("workforce.stream");
export type StreamMarker = typeof streamMarker;

/** Response schemas of an operation by content type; the first type is the default. */
type Answers = Readonly<Record<string, TSchema | StreamMarker>>;

/** Content type and schema of a request body. */
export type RequestBody =
  | {
      readonly type: "application/json";
      readonly schema: TSchema;
      /** Name of the form field that contains the JSON, if the body may also be sent as a form. */
      readonly formField?: string;
      /**
       * Whether a service receives the body as bytes and reads the JSON itself, because numbers in it may have more
       * digits than a JavaScript number.
       */
      readonly isReceivedAsBytes?: true;
    }
  | {
      readonly type: "application/x-www-form-urlencoded";
      readonly schema: TSchema;
      /** Whether a JSON object with the same fields is accepted as well, because existing clients send one. */
      readonly takesJson?: true;
    }
  /** Schemas of the multipart fields by field name. A file is a `FilePart` (see `file-part.ts`). */
  | { readonly type: "multipart/form-data"; readonly schema: TSchema }
  /** Request body of bytes, sent as `application/octet-stream` unless they are a ZIP file. */
  | { readonly type: "application/zip" | "*/*"; readonly schema: StreamMarker };

/** Content type of a form whose only field contains JSON. Assumed, because the specification does not name it. */
export const jsonFormType = "application/x-www-form-urlencoded";

/**
 * Unusual HTTP behaviour that a request needs (service-api, "PGP keys and upload", "Search, source files and reports").
 */
export type SpecialTransport =
  /** GET request with a body. */
  | "getWithBody"
  /** Upload that the service may redirect. The client waits for 100 Continue before it sends the bytes. */
  | "redirectedUpload";

/** Aspects of an operation that the specification does not show, so that the definition is assumed. */
export type AssumedDefinitionPart = "method" | "route" | "body" | "answers";

/**
 * Declarative definition of an operation. Used by the client, the embedded service, request checks, permission checks
 * and input forms.
 */
export interface OperationDefinition {
  /** HTTP method and path, with `{name}` for each path parameter. A deployment profile may override the route. */
  readonly route: `${OperationMethod} /${string}`;
  readonly title: string;
  readonly kind: OperationKind;
  /** Kind of calls in which a field has a given value, instead of `kind`. */
  readonly kindWhen?: { readonly field: ArgumentPath; readonly value: boolean; readonly kind: OperationKind };
  /** Whether a repeated request has no further effect, so that the request may be retried. */
  readonly idempotent: boolean;
  /**
   * Whether the response may contain aggregates of people. If so, a connection that hides small groups refuses to show
   * the response unprocessed. Required for reads with a body and for reads that return bytes.
   */
  readonly answersAggregates?: boolean;
  /** Whether a read stores what the caller sends, so that a read-only impersonation token may not call it. */
  readonly storesInput?: true;
  /** Authentication that the operation requires; `standard` by default. */
  readonly auth?: OperationAuth;
  readonly assumed?: readonly AssumedDefinitionPart[];
  readonly path?: TProperties;
  readonly query?: TProperties;
  /**
   * Schemas of the headers specific to this operation. `TargetTenantID` and `ProjectID` are declared in `targets`
   * instead.
   */
  readonly headers?: TProperties;
  readonly targets?: readonly ("tenant" | "project")[];
  readonly body?: RequestBody;
  /** Limits of the request body that its schema cannot express. Checked before anything is sent. */
  readonly limits?: BodyLimits;
  readonly rules?: readonly ArgumentRule[];
  readonly transport?: SpecialTransport;
  /** Header and value with which the client repeats the call after a 409 until it succeeds (service-api, "Errors"). */
  readonly repeatsOnConflict?: { readonly header: string; readonly value: string };
  /** Name of the state machine whose state the operation changes. */
  readonly drives?: StateMachineName;
  /** Name of the state machine whose state the operation returns. */
  readonly observes?: StateMachineName;
  /** HTTP status of a successful response; 200 by default. */
  readonly status?: number;
  readonly answers: Answers;
  /** Schema of the response body of a failed request; `ErrorResponse` by default. */
  readonly failure?: TSchema;
}

type PathNames<Route extends string> = Route extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

/** Requires an operation to have exactly one schema for each path parameter `{name}` of its route. */
type PathOf<Route extends string> = [PathNames<Route>] extends [never]
  ? { readonly path?: never }
  : { readonly path: { readonly [Name in PathNames<Route>]: TSchema } };

/**
 * Header of responses with the numbers of the data versions that were read, separated by commas: one for each data
 * category, the primary one first. The embedded service's own; a hosted service may not send it.
 */
export const dataVersionHeader = "data-version";

/**
 * Requires `answersAggregates` in operations that read with a body or return bytes, so that small groups are protected.
 */
type AggregatesOf<Row extends OperationDefinition> = Row extends { readonly kind: "read" }
  ? Row extends { readonly body: RequestBody }
    ? { readonly answersAggregates: boolean }
    : StreamMarker extends Row["answers"][keyof Row["answers"]]
      ? { readonly answersAggregates: boolean }
      : unknown
  : unknown;

/**
 * Declares an operation. Compilation fails if a path parameter `{name}` has no schema in `path`, or if a required
 * `answersAggregates` is missing.
 */
export function defineOperation<const Row extends OperationDefinition>(
  row: Row & PathOf<Row["route"]> & AggregatesOf<Row>,
): Row {
  return row;
}

/**
 * Returns the schemas of the query parameters `limit` and `start` for an operation with paging (service-api,
 * "Conventions").
 */
export function createPagingParameters(defaults: { readonly limit: number; readonly maximum?: number }) {
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

/**
 * Type of one group of arguments (such as `query` or `body`): absent if the operation has none, optional if all its
 * fields are optional.
 */
type Part<Name extends string, Value> = [Value] extends [never]
  ? { readonly [Key in Name]?: never }
  : Partial<Record<never, never>> extends Value
    ? { readonly [Key in Name]?: Value }
    : { readonly [Key in Name]: Value };

type BodyOf<Row extends OperationDefinition> = Row["body"] extends { schema: infer Schema }
  ? Schema extends StreamMarker
    ? AsyncIterable<Uint8Array>
    : Schema extends TSchema
      ? Static<Schema>
      : never
  : never;

/** Arguments of a request, grouped into `path`, `query`, `headers` and `body` as far as the operation has them. */
export type ArgumentsOf<Row extends OperationDefinition> = Part<"path", ObjectOf<Row["path"]>> &
  Part<"query", ObjectOf<Row["query"]>> &
  Part<"headers", ObjectOf<Row["headers"]>> &
  ([BodyOf<Row>] extends [never] ? { readonly body?: never } : { readonly body: BodyOf<Row> });

/** Splits an operation's route into HTTP method and path. */
export function splitRoute(route: OperationDefinition["route"]): { method: OperationMethod; path: string } {
  const [method, path] = route.split(" ", 2) as [OperationMethod, string];
  return { method, path };
}

/** Path of a field in the arguments of a request, such as `body.allTenants`. */
export type ArgumentPath = `${"path" | "query" | "headers" | "body"}.${string}`;

/** Rule about request fields that schemas cannot express. Checked before a request is sent. */
export type ArgumentRule =
  /** Allows a field only if another field has a given value. */
  | { readonly kind: "onlyWith"; readonly field: ArgumentPath; readonly other: ArgumentPath; readonly value: boolean }
  /** Requires a field to equal another one if both are present. */
  | { readonly kind: "sameAs"; readonly field: ArgumentPath; readonly other: ArgumentPath }
  /** Requires an ISO 8601 time to be between `least` and `most` years in the future. */
  | {
      readonly kind: "yearsAhead";
      readonly field: ArgumentPath;
      readonly least: ServiceLimit;
      readonly most: ServiceLimit;
    };

/**
 * Response schemas of an operation for which the specification shows only errors. A success returns text, which is
 * usually empty.
 */
export function createUnspecifiedResponse() {
  return { "*/*": Type.String() } as const;
}

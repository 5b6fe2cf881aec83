import type { Static, TObject, TProperties, TSchema } from "typebox";
import * as Type from "typebox";
import type { BodyLimits } from "./limits.ts";
import type { RowRule } from "./row-rules.ts";
import type { StateMachineName } from "./states.ts";

/** What an operation does to the tenant; the role gate decides by it. */
export type OperationKind = "read" | "load" | "define" | "publish" | "delete";

/** How a call proves who makes it (service-api, "Authentication"). */
export type OperationAuth =
  /** `apikey` header and one credential. */
  | "standard"
  /** A bearer token or another credential, and the API key. */
  | "bearer"
  /** Token issuance and the connector version: nothing is required. */
  | "none";

export type OperationMethod = "GET" | "POST" | "PUT" | "DELETE";

/**
 * Marks an answer or a body that is bytes, passed on as a stream and never held in memory. The same in every bundle.
 */
export const stream: unique symbol = Symbol.for("workforce.stream");
export type StreamMark = typeof stream;

/** What an operation answers, by content type; the first is what is asked for unless the caller says otherwise. */
type Answers = Readonly<Record<string, TSchema | StreamMark>>;

/** The body an operation takes. */
export type RequestBody =
  | {
      readonly type: "application/json";
      readonly schema: TSchema;
      /** The one field of a form that holds the JSON, where the body may be sent so, too. */
      readonly formField?: string;
    }
  | {
      readonly type: "application/x-www-form-urlencoded";
      readonly schema: TSchema;
      /** Whether a JSON object of the same fields is taken as well, as real clients send it. */
      readonly takesJson?: true;
    }
  /** Parts by field name; a file's is a `FilePart` (see `file-part.ts`). */
  | { readonly type: "multipart/form-data"; readonly schema: TSchema }
  /** Bytes; of any type they are sent as `application/octet-stream`. */
  | { readonly type: "application/zip" | "*/*"; readonly schema: StreamMark };

/**
 * The type of a form that holds a JSON body in its one field; the prose does not say which of the two forms' types it
 * has.
 */
export const jsonFormType = "application/x-www-form-urlencoded";

/**
 * What sending takes beyond a plain request (service-api, "PGP keys and upload", "Search, source files and reports").
 */
export type SpecialTransport =
  /** A GET with a body. */
  | "getWithBody"
  /** The service may redirect the upload elsewhere; the client waits for 100 Continue before it sends the bytes. */
  | "redirectedUpload";

/** Facts of a row that the prose specification does not show and that were filled in. */
export type AssumedPart = "method" | "route" | "body" | "answers";

/** One operation of the service as data: the single source for client, service, checks, gate and forms. */
export interface OperationDefinition {
  /** Method and path, `{name}` for a path parameter. A deployment profile may override it. */
  readonly route: `${OperationMethod} /${string}`;
  readonly title: string;
  readonly kind: OperationKind;
  /** Whether a repeat of the call has the effect of one call, so that it may be retried. */
  readonly idempotent: boolean;
  /**
   * Whether the answer may hold aggregates of people, so that a connection that hides small groups refuses it where it
   * is shown as it comes. Reads that say in their body what to compute, and reads that answer bytes, have to name it.
   */
  readonly answersAggregates?: boolean;
  /** `standard` unless named. */
  readonly auth?: OperationAuth;
  readonly assumed?: readonly AssumedPart[];
  readonly path?: TProperties;
  readonly query?: TProperties;
  /** Headers of this operation's own; `TargetTenantID` and `ProjectID` are named by `targets`. */
  readonly headers?: TProperties;
  readonly targets?: readonly ("tenant" | "project")[];
  readonly body?: RequestBody;
  /** Bounds that the schemas cannot say; checked before anything is sent. */
  readonly limits?: BodyLimits;
  readonly rules?: readonly RowRule[];
  readonly transport?: SpecialTransport;
  /**
   * A 409 is answered by the same call again, until it succeeds, when this header has this value (service-api,
   * "Errors").
   */
  readonly repeatsOnConflict?: { readonly header: string; readonly value: string };
  /** The state machine that a call moves on, or only reads. */
  readonly drives?: StateMachineName;
  readonly observes?: StateMachineName;
  /** Status of success, 200 unless named. */
  readonly status?: number;
  readonly answers: Answers;
  /** Body of a failure, `ErrorResponse` unless named. */
  readonly failure?: TSchema;
}

type PathNames<Route extends string> = Route extends `${string}{${infer Name}}${infer Rest}`
  ? Name | PathNames<Rest>
  : never;

/** Asks for exactly one schema for each `{name}` of the route. */
type PathOf<Route extends string> = [PathNames<Route>] extends [never]
  ? { readonly path?: never }
  : { readonly path: { readonly [Name in PathNames<Route>]: TSchema } };

/**
 * Asks a read that takes a body or answers bytes whether it answers aggregates, so that none escapes the guard of small
 * groups.
 */
type AggregatesOf<Row extends OperationDefinition> = Row extends { readonly kind: "read" }
  ? Row extends { readonly body: RequestBody }
    ? { readonly answersAggregates: boolean }
    : StreamMark extends Row["answers"][keyof Row["answers"]]
      ? { readonly answersAggregates: boolean }
      : unknown
  : unknown;

/**
 * Declares a row; the compiler refuses a `{name}` of the route that has no schema in `path`, and a read that does not
 * say whether it answers aggregates where it may.
 */
export function operation<const Row extends OperationDefinition>(
  row: Row & PathOf<Row["route"]> & AggregatesOf<Row>,
): Row {
  return row;
}

/** `limit` and `start` of a paged listing (service-api, "Conventions"). */
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

/** A part of the arguments: absent where the row has none, optional where nothing in it is required. */
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

/** What a caller gives for a row: `path`, `query`, `headers` and `body`, each only where the row has it. */
export type ArgumentsOf<Row extends OperationDefinition> = Part<"path", ObjectOf<Row["path"]>> &
  Part<"query", ObjectOf<Row["query"]>> &
  Part<"headers", ObjectOf<Row["headers"]>> &
  ([BodyOf<Row>] extends [never] ? { readonly body?: never } : { readonly body: BodyOf<Row> });

/** Method and path of a route. */
export function splitRoute(route: OperationDefinition["route"]): { method: OperationMethod; path: string } {
  const [method, path] = route.split(" ", 2) as [OperationMethod, string];
  return { method, path };
}

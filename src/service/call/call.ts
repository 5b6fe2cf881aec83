import type { ArgumentsOf, OperationDefinition } from "../../contract/operation.ts";
import type { Database } from "../../duckdb/database.ts";
import type { TenantModel } from "../model/tenant-model.ts";

/** The signed-in user of a call. */
export interface Caller {
  readonly userId: string;
  readonly username: string;
  readonly displayName: string;
  readonly email: string;
  /** Code of the tenant the user signed in to. */
  readonly loginTenant: string;
  /** Id of the user who acts as this one (service-api, "Impersonation"). */
  readonly impersonatedBy?: string;
}

/** The tenant a call acts on: its business model and the DuckDB file with its data. */
export interface Tenant {
  /** `WFF_<code>` or `WFF_<code>~<code>`. */
  readonly code: string;
  readonly displayName: string;
  readonly model: TenantModel;
  readonly database: Database;
}

/** Who calls and on which tenant; operations that issue tokens have neither. */
type Subject<Row extends OperationDefinition> = Row extends { readonly auth: "none" }
  ? { readonly caller: undefined; readonly tenant: undefined }
  : { readonly caller: Caller; readonly tenant: Tenant };

/** The parts of a request that the row has, defaults filled in. */
type ReadArguments<Row extends OperationDefinition> = {
  readonly [Part in keyof ArgumentsOf<Row> as [Exclude<ArgumentsOf<Row>[Part], undefined>] extends [never]
    ? never
    : Part]-?: Exclude<ArgumentsOf<Row>[Part], undefined>;
};

/** One validated call of an operation. */
export type Call<Row extends OperationDefinition> = ReadArguments<Row> &
  Subject<Row> & {
    /** Id of the draft project of the `ProjectID` header; the production version when left out. */
    readonly project: string | undefined;
    /** Content types the caller takes, in the order of preference, wildcards left as it is. */
    readonly accept: readonly string[];
    /** Aborted when the caller goes away or the service stops. */
    readonly signal: AbortSignal;
  };

/** What a handler gives back; the server turns it into a response. */
export type Answer =
  | { readonly kind: "json"; readonly status: number; readonly value: unknown }
  | { readonly kind: "text"; readonly status: number; readonly value: string }
  | {
      readonly kind: "stream";
      readonly status: number;
      readonly contentType: string;
      readonly body: AsyncIterable<Uint8Array>;
    }
  | { readonly kind: "redirect"; readonly status: 302 | 303; readonly location: string };

export function json(value: unknown, status = 200): Answer {
  return { kind: "json", status, value };
}

export function text(value: string, status = 200): Answer {
  return { kind: "text", status, value };
}

/** Bytes passed on as they come; `body` is read with backpressure and returned early when the caller goes away. */
export function streamed(contentType: string, body: AsyncIterable<Uint8Array>, status = 200): Answer {
  return { kind: "stream", status, contentType, body };
}

/** Sends a browser elsewhere, with the method it came with (302) or to read (303). */
export function redirect(location: string, status: 302 | 303 = 302): Answer {
  return { kind: "redirect", status, location };
}

/** The one failure that handlers let out; becomes an ErrorResponse (service-api, "Common"). */
export class HttpError extends Error {
  override readonly name = "HttpError";
  readonly status: number;
  /** A word for programs, for example `QUERY_INVALID`; ours, since the catalogue of codes is not public. */
  readonly code: string;
  /** What the answer's `Retry-After` says. */
  readonly retryAfterSeconds: number | undefined;
  constructor(
    status: number,
    code: string,
    message: string,
    options?: ErrorOptions & { readonly retryAfterSeconds?: number },
  ) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.retryAfterSeconds = options?.retryAfterSeconds;
  }
}

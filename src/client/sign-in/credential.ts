import type { Disposable } from "../../base/disposable.ts";
import type { OperationAuth, OperationDefinition } from "../../contract/operation.ts";
import type { AnyArguments } from "../interface/method.ts";

/** A token with the request headers that contain it. It is secret. */
export interface CallToken {
  readonly value: string;
  /** `Authorization`, or `Cookie` with the cookie name of the deployment. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The call that needs a token. */
export interface CallToSign {
  readonly operation: string;
  readonly auth: Exclude<OperationAuth, "none">;
  /** Ends the wait of this call only. A running renewal of the token continues for other calls. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Provides the tokens that authenticate the calls of a connection (service-api, "Authentication", 2). Its methods throw
 * ApiError or the signal's reason.
 */
export interface Credential extends Disposable {
  /** Returns a token that remains valid for some time. */
  token(call: CallToSign): Promise<CallToken>;
  /** Returns a new token after the service has refused the given one. */
  replace(refused: CallToken, call: CallToSign): Promise<CallToken>;
  /** Returns the secrets in use, which must be redacted in messages. */
  secrets(): readonly string[];
  /** Deletes all tokens in memory. */
  dispose(): void;
}

/** A request for a token, made with an operation of the contract. */
export interface TokenRequest {
  readonly operation: string;
  readonly row: OperationDefinition;
  /** Arguments as the specification names them. They are checked. */
  readonly args: AnyArguments;
  /** Request body as the deployment names its fields, if the names differ. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Token that authenticates the token request itself, if the operation requires one. */
  readonly token?: CallToken;
  /** Code of the tenant to act on. By default the login tenant. */
  readonly tenant?: string | undefined;
  /** Secrets in the request, which must be redacted in messages. */
  readonly secrets: readonly string[];
}

/** Function that sends a token request and returns the value of the response. Throws ApiError. */
export type SendTokenRequest = (request: TokenRequest) => Promise<unknown>;

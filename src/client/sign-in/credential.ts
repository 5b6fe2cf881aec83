import type { Disposable } from "../../base/disposable.ts";
import type { OperationAuth, OperationDefinition } from "../../contract/operation.ts";
import type { AnyArguments } from "../interface/method.ts";

/** A token with the headers that send it. Secret. */
export interface CallToken {
  readonly value: string;
  /** `Authorization`, or `Cookie` with the cookie name of the deployment. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The call that a token is for. */
export interface SignedCall {
  readonly operation: string;
  readonly auth: Exclude<OperationAuth, "none">;
  /** Ends the wait of this caller; a running renewal continues for other callers. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Provides the tokens that authenticate the calls of a connection (service-api, "Authentication", 2). Methods throw
 * ApiError or the signal's reason.
 */
export interface Credential extends Disposable {
  /** Returns a token that does not expire soon. */
  token(call: SignedCall): Promise<CallToken>;
  /** Returns a new token to replace one that the service has just refused. */
  replace(refused: CallToken, call: SignedCall): Promise<CallToken>;
  /** Secrets in use, to be redacted in texts. */
  secrets(): readonly string[];
  /** Deletes all tokens in memory. */
  dispose(): void;
}

/** A request for a token, by an operation of the contract. */
export interface TokenRequest {
  readonly operation: string;
  readonly row: OperationDefinition;
  /** Arguments with the names of the specification, which are checked. */
  readonly args: AnyArguments;
  /** Body with the names of the deployment, if they differ. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** Token that authenticates the request, if the operation requires one. */
  readonly token?: CallToken;
  /** Tenant to act on; the login tenant by default. */
  readonly tenant?: string | undefined;
  /** Secrets in the request, to be redacted in texts. */
  readonly secrets: readonly string[];
}

/** Sends a request for a token and returns the response's value. Throws ApiError. */
export type SendTokenRequest = (request: TokenRequest) => Promise<unknown>;

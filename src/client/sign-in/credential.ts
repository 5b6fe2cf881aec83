import type { Disposable } from "../../base/disposable.ts";
import type { OperationAuth, OperationDefinition } from "../../contract/operation.ts";
import type { AnyArguments } from "../interface/method.ts";

/** A token in the form in which calls carry it. Secret. */
export interface CallToken {
  readonly value: string;
  /** `Authorization`, or `Cookie` with the name that the deployment gives it. */
  readonly headers: Readonly<Record<string, string>>;
}

/** The call that a token is for. */
export interface SignedCall {
  readonly operation: string;
  readonly auth: Exclude<OperationAuth, "none">;
  /** Ends this caller's wait; a renewal under way goes on for the others. */
  readonly signal: AbortSignal | undefined;
}

/**
 * What proves who makes the calls of a connection (service-api, "Authentication", 2). Throws ApiError or the signal's
 * reason.
 */
export interface Credential extends Disposable {
  /** A token that is good for some minutes yet. */
  token(call: SignedCall): Promise<CallToken>;
  /** A token other than the one the service just refused. */
  replace(refused: CallToken, call: SignedCall): Promise<CallToken>;
  /** Secrets in use, to be taken out of texts. */
  secrets(): readonly string[];
  /** Forgets every token held in memory. */
  dispose(): void;
}

/** One request for a token, through the contract's row. */
export interface TokenRequest {
  readonly operation: string;
  readonly row: OperationDefinition;
  /** In the specification's names; these are checked. */
  readonly args: AnyArguments;
  /** Body in the names of the deployment, where they differ. */
  readonly body?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** What proves who asks, where the row wants it. */
  readonly token?: CallToken;
  /** Tenant to act on; the login tenant when left out. */
  readonly tenant?: string | undefined;
  /** What it carries, to be taken out of texts. */
  readonly secrets: readonly string[];
}

/** Sends a request for a token and gives what was answered. Throws ApiError. */
export type SendTokenRequest = (request: TokenRequest) => Promise<unknown>;

import type { OperationDefinition } from "../../contract/operation.ts";
import type { AnyArguments } from "../interface/method.ts";
import type { CallToken } from "./credential.ts";

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

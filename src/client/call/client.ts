import { type Clock, systemClock } from "../../base/clock.ts";
import type { ConnectionRole } from "../../base/connection-role.ts";
import type { Disposable } from "../../base/disposable.ts";
import type { Logger } from "../../base/logger.ts";
import type { Contract } from "../../contract/contract.ts";
import type { OperationDefinition } from "../../contract/operation.ts";
import type { Connection, RoleGate } from "../interface/connection.ts";
import type { AnyArguments, CallOptions, OperationMethod } from "../interface/method.ts";
import { defaultTransportLimits, type TransportLimits } from "../transport/transport.ts";
import { CallSender } from "./call-sender.ts";
import { defaultRetryPolicy, type RetryPolicy } from "./retry.ts";

/** Dependencies and options of a client. */
export interface ClientOptions<Rows> {
  readonly contract: Rows;
  readonly connection: Connection;
  readonly gate: RoleGate;
  readonly logger: Logger;
  /** The system clock by default. */
  readonly clock?: Clock | undefined;
  /** Returns a random number in [0, 1). By default `Math.random`. */
  readonly random?: (() => number) | undefined;
  readonly limits?: Partial<TransportLimits> | undefined;
  readonly retry?: Partial<RetryPolicy> | undefined;
  /** Called with the name of an operation that the service does not implement (status 501). */
  readonly onUnavailable?: ((operation: string) => void) | undefined;
}

/** A client with one method for each operation of the contract. `dispose` closes its idle connections. */
export type Client<Rows extends Readonly<Record<string, OperationDefinition>> = Contract> = {
  readonly [Name in keyof Rows & string]: OperationMethod<Rows[Name]>;
} & Disposable;

/**
 * Creates a client with a method for each operation of a contract. Throws InvalidArgumentsError for an invalid base
 * URL.
 */
export function createClient<Rows extends Readonly<Record<string, OperationDefinition>>>({
  contract,
  connection,
  gate,
  logger,
  clock = systemClock,
  random = Math.random,
  limits,
  retry,
  onUnavailable = () => undefined,
}: ClientOptions<Rows>): Client<Rows> {
  const sender = new CallSender({
    connection,
    gate,
    logger,
    clock,
    random,
    limits: { ...defaultTransportLimits, ...limits },
    retry: { ...defaultRetryPolicy, ...retry },
    onUnavailable,
  });
  const methods = Object.entries(contract).map(([operation, row]) => {
    const call = (args: AnyArguments = {}, options: CallOptions = {}) => sender.send(operation, row, args, options);
    return [operation, Object.assign(call, { operation, row })] as const;
  });
  const client: unknown = { ...Object.fromEntries(methods), dispose: () => sender.dispose() };
  return client as Client<Rows>;
}

/**
 * A client together with its connection, tenant and project. A result or a panel uses the same session for its
 * lifetime.
 */
export interface Session {
  readonly connectionId: string;
  readonly connectionLabel: string;
  readonly role: ConnectionRole;
  /** Code of the tenant that calls act on. Undefined means the login tenant. */
  readonly tenant: string | undefined;
  /** Id of the draft project that calls act on. Undefined means the production version. */
  readonly project: { readonly id: string; readonly name: string } | undefined;
  readonly client: Client;
}
